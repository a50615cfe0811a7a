import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

/*
 * `npm run fuzz-files -- --runs 10000 --seed 1`: the fuzz of files, as long as asked. A server takes one file apart after the
 * other, each in a process of its own, so that a run is as long as its files. What makes it shorter are more servers: each
 * of `--at-once` is one with its own files (seed, seed + 1, …), memory and clock.
 */

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    'at-once': { type: 'string', default: String(Math.min(2, availableParallelism())) },
  },
});
const [runs, seed, atOnce] = [values.runs, values.seed, values['at-once']].map(Number) as [number, number, number];
const TELL_MS = 60_000;

/** What a server measured; ms, MB and numbers of files. */
interface Figures {
  slowest: number;
  slowestByClock: number;
  mean: number;
  longestWait: number;
  quiet: number;
  memory: number;
  taken: number;
  refused: number;
  putOff: number;
  busy: number;
}
interface Part {
  figures: Figures | null;
  /** What it said besides, for who wants to know why it failed. */
  said: string[];
}

const begun = performance.now();
console.log(`${runs} files, seed ${seed}, ${atOnce} at once`);
const parts = Array.from({ length: atOnce }, (): Part => ({ figures: null, said: [] }));
const told = setInterval(() => console.log(`  ${done()} of ${runs} files after ${Math.round(seconds() / 60)} min`), TELL_MS);
const codes = await Promise.all(parts.map(run));
clearInterval(told);

const all = parts.flatMap(({ figures }) => figures ?? []);
const most = (name: keyof Figures): number => Math.max(...all.map((figures) => figures[name]));
const sum = (name: keyof Figures): number => all.reduce((total, figures) => total + figures[name], 0);
for (const [at, code] of codes.entries()) if (code !== 0) console.log(`\n── part ${at + 1} failed (seed ${seed + at})\n${parts[at]!.said.join('\n')}`);
if (all.length > 0)
  console.log(`
files               ${done()}, of which ${sum('taken')} became a copy and ${sum('refused')} were refused; ${sum('putOff')} more were put off (RETRY) while others took the processor
time                ${Math.round(seconds())} s, ${Math.round(sum('mean') / all.length)} ms a file
slowest by clock    ${most('slowestByClock')} ms
slowest             ${most('slowest')} ms, where the machine was busy with others (${sum('busy')} files) of processor instead of the clock
longest silence     ${most('longestWait')} ms in which a server answered nobody else
memory              ${most('memory')} MB above the ${most('quiet')} MB of a quiet server
`);
process.exit(codes.some((code) => code !== 0) ? 1 : 0);

function done(): number {
  return parts.reduce((total, { figures }) => total + (figures ? figures.taken + figures.refused + figures.putOff : 0), 0);
}
function seconds(): number {
  return (performance.now() - begun) / 1000;
}

function run(part: Part, at: number): Promise<number> {
  const env = { ...process.env, FUZZ_FILES: String(Math.ceil(runs / atOnce)), FUZZ_SEED: String(seed + at), NO_COLOR: '1' };
  const child = spawn('vitest', ['run', '--project', 'api', 'fuzz-files'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => {
      if (line.startsWith('files: ')) part.figures = JSON.parse(line.slice('files: '.length));
      else if (line.trim() && !line.startsWith('stdout |')) part.said.push(line);
    });
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
}
