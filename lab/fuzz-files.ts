import { runServerTests } from './server-tests.ts';

const FILE = 'api/src/identity/accounts/fuzz-files.db.test.ts';
const PROGRESS_MS = 60_000;

/** What a server measured; ms, MB and numbers of files. */
type Figures = Record<'slowest' | 'slowestByClock' | 'mean' | 'longestWait' | 'quiet' | 'memory' | 'taken' | 'refused' | 'putOff' | 'busy', number>;

/**
 * A server takes one file apart after the other, each in a process of its own, so that a run is as long as its files. What makes it
 * shorter are more servers: each of `at-once` is one with its own files (seed, seed + 1, …), memory and clock.
 */
export default async function fuzzFiles({ runs, seed, 'at-once': atOnce }: { runs: number; seed: number; 'at-once': number }): Promise<boolean> {
  const begun = performance.now();
  const seconds = (): number => (performance.now() - begun) / 1000;
  console.log(`${runs} files, seed ${seed}, ${atOnce} at once`);
  const figuresOf = new Map<number, Figures>();
  const most = (name: keyof Figures): number => Math.max(...[...figuresOf.values()].map((figures) => figures[name]));
  const sum = (name: keyof Figures): number => [...figuresOf.values()].reduce((total, figures) => total + figures[name], 0);
  const done = (): number => sum('taken') + sum('refused') + sum('putOff');
  const progress = setInterval(() => console.log(`  ${done()} of ${runs} files after ${Math.round(seconds() / 60)} min`), PROGRESS_MS);
  const held = await Promise.all(
    Array.from({ length: atOnce }, async (_, part): Promise<boolean> => {
      const settings = { FUZZ_FILES: String(Math.ceil(runs / atOnce)), FUZZ_SEED: String(seed + part), NO_COLOR: '1' };
      const said: string[] = [];
      const ok = await runServerTests([FILE], settings, (line) => {
        if (line.startsWith('files: ')) figuresOf.set(part, JSON.parse(line.slice('files: '.length)));
        else if (line.trim() && !line.startsWith('stdout |')) said.push(line);
      });
      if (!ok) console.log(`\n── part ${part + 1} failed (seed ${seed + part})\n${said.join('\n')}`);
      return ok;
    }),
  );
  clearInterval(progress);
  if (figuresOf.size > 0)
    console.log(`
files               ${done()}, of which ${sum('taken')} became a copy and ${sum('refused')} were refused; ${sum('putOff')} more were put off (RETRY) while others took the processor
time                ${Math.round(seconds())} s, ${Math.round(sum('mean') / figuresOf.size)} ms a file
slowest by clock    ${most('slowestByClock')} ms
slowest             ${most('slowest')} ms, where the machine was busy with others (${sum('busy')} files) of processor instead of the clock
longest silence     ${most('longestWait')} ms in which a server answered nobody else
memory              ${most('memory')} MB above the ${most('quiet')} MB of a quiet server
`);
  return held.every(Boolean);
}
