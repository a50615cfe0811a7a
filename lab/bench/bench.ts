import { mkdirSync, writeFileSync } from 'node:fs';
import { missingServices } from '../../e2e/support/faults/nodes.ts';
import { prepareTemplate, REPOSITORY, type Stack, startStack } from '../../e2e/support/stack.ts';
import { Refusal } from '../experiment.ts';
import { type Figure, isMeasured, type MachineFloor, shareOfCore, sized, table } from './figure.ts';
import { alertFigures } from './figures/alerts.figures.ts';
import { bytesFigures } from './figures/bytes.figures.ts';
import { chainFigures } from './figures/chain.figures.ts';
import { chatFigures } from './figures/chat.figures.ts';
import { httpFigures } from './figures/http.figures.ts';
import { judgeFigures } from './figures/judge.figures.ts';
import { listFigures } from './figures/lists.figures.ts';
import { mixedFigures } from './figures/mixed.figures.ts';
import { moneyFigures } from './figures/money.figures.ts';
import { noticeFigures } from './figures/notices.figures.ts';
import { pageFigures } from './figures/page.figures.ts';
import { recordFigures } from './figures/record.figures.ts';
import { routeFigures } from './figures/routes.figures.ts';
import { screenFigures } from './figures/screens.figures.ts';
import { signInFigures } from './figures/sign-in.figures.ts';
import { startFigures } from './figures/start.figures.ts';
import { stormFigures } from './figures/storm.figures.ts';
import { tickFigures } from './figures/ticks.figures.ts';
import { updateFigures } from './figures/updates.figures.ts';
import { widgetFigures } from './figures/widgets.figures.ts';
import { wordFigures } from './figures/words.figures.ts';
import { MACHINE } from './floors/machine.ts';

interface Run {
  /** A running Vimarsh for those that share one. */
  stack(): Promise<Stack>;
  readonly template: string;
  readonly long: boolean;
}

const GROUPS: Record<string, (run: Run) => Promise<Figure[]>> = {
  bytes: async ({ stack }) => bytesFigures(await stack()),
  page: async ({ stack }) => pageFigures(await stack()),
  screens: async ({ stack }) => screenFigures(await stack()),
  words: async ({ stack }) => wordFigures(await stack()),
  widgets: async ({ stack }) => widgetFigures(await stack()),
  updates: async ({ stack }) => updateFigures(await stack()),
  chain: async ({ stack }) => chainFigures(await stack()),
  ticks: async ({ stack }) => tickFigures(await stack()),
  judge: () => judgeFigures(),
  alerts: () => alertFigures(),
  lists: ({ template }) => listFigures(template),
  routes: async ({ stack, long }) => routeFigures(await stack(), long),
  start: ({ template }) => startFigures(template),
  // As young as its floor. A server that has run all groups before needs a third more for a request (23 µs for 18, most of it in
  // `writev`; why is not known), and there is no floor that has served for as long.
  json: async ({ template }) => {
    const stack = await startStack({ template, onDisk: true });
    return httpFigures(stack).finally(() => stack.stop());
  },
  mixed: async ({ stack }) => mixedFigures(await stack()),
  'sign-in': async ({ stack }) => signInFigures(await stack()),
  record: ({ long }) => recordFigures(long),
  notices: () => noticeFigures(),
  money: async ({ stack }) => moneyFigures(await stack()),
  chat: () => chatFigures(),
  storm: async ({ stack }) => stormFigures(await stack()),
};

/** Groups that need a PostgreSQL. */
const ON_POSTGRES = new Set(['lists', 'record', 'notices', 'money', 'chat']);
const skipped = (name: string): Figure => ({ name, budget: '', measured: '', pass: null, note: 'skipped: no PostgreSQL answers at TEST_DATABASE_URL' });

/** Why figures say too little, if they do; those that are skipped say it themselves. */
function whyUnmeasured(figures: readonly Figure[]): string | undefined {
  const empty = figures.filter((figure) => !isMeasured(figure) && !figure.note?.startsWith('skipped: '));
  if (empty.length > 0) return `no sense in ${empty.map(({ name, measured, ratio }) => `${name} (“${measured}”, ratio ${ratio})`).join(', ')}`;
  return figures.length === 0 ? 'no figure' : undefined;
}

interface Result {
  readonly group: string;
  readonly seconds: number;
  readonly core: number;
  readonly figures: readonly Figure[];
  readonly failed?: string;
}

type BenchOptions = Readonly<{ only: readonly string[]; long: boolean; short: boolean; keep: boolean; template: string }>;

/**
 * Every figure of the architecture's budgets, in one run, against floors built here. Prints a table and writes `.cache/bench.json`. A
 * missed budget is a result, not an error: false only when something could not be measured. `only`: these groups. `keep`: with the modules
 * and data of the last run, which stand in `template`. `short`: shows that each group can be measured, and judges nothing.
 */
export default async function runBench({ only, long, short, keep, template }: BenchOptions): Promise<boolean> {
  const unknown = only.filter((name) => !Object.hasOwn(GROUPS, name));
  if (unknown.length > 0) throw new Refusal(`No figures called ${unknown.join(', ')}; there are: ${Object.keys(GROUPS).join(', ')}.`);
  if (!keep) {
    console.log('Building every module and seeding the demo…');
    await prepareTemplate(template);
  }
  // What comes once a minute comes sooner where nothing is judged.
  const speed = sized(1, 12);
  let shared: Promise<Stack> | undefined;
  const run: Run = { template, long, stack: () => (shared ??= startStack({ template, onDisk: true, speed })) };
  const results: Result[] = [];
  const hasPostgres = !(await missingServices()).includes('PostgreSQL');
  for (const [group, measure] of Object.entries(GROUPS).filter(([name]) => only.length === 0 || only.includes(name))) {
    const core = shareOfCore();
    const began = performance.now();
    process.stdout.write(`${group}… `);
    const isSkipped = !hasPostgres && ON_POSTGRES.has(group);
    const result = await (isSkipped ? Promise.resolve([skipped(group)]) : measure(run)).then(
      (figures) => ({ figures, failed: whyUnmeasured(figures) }),
      (error: unknown) => ({ figures: [], failed: error instanceof Error ? error.message : String(error) }),
    );
    const seconds = Math.round((performance.now() - began) / 1000);
    results.push({ group, seconds, core: Math.min(core, shareOfCore()), ...result });
    console.log(`${seconds} s${result.failed === undefined ? '' : ` — not measured: ${result.failed}`}`);
  }
  await shared?.then((stack) => stack.stop());

  const floors = new Map<MachineFloor, number>();
  for (const floor of new Set(results.flatMap(({ figures }) => figures.flatMap(({ against }) => against?.floor ?? []))))
    floors.set(floor, await MACHINE[floor].measure());
  const figures = results.flatMap((result) => result.figures).map((figure) => besideFloor(figure, floors));
  console.log(`\n${table(figures)}\n`);
  for (const [floor, taken] of floors) console.log(`Floor of this machine, ${MACHINE[floor].name}: ${taken.toFixed(2)} ms`);
  const missed = figures.filter(({ pass }) => pass === false).length;
  const failed = results.filter((result) => result.failed !== undefined);
  console.log(`${figures.filter(({ pass }) => pass).length} within budget, ${missed} missed, ${failed.length} of ${results.length} groups not measured.`);
  const cores = results.map(({ core }) => Math.round(core * 100));
  if (cores.length > 0)
    console.log(`Of one core the bench could get ${Math.min(...cores)} to ${Math.max(...cores)} %; below about 80 only ratios and bytes say something.`);
  if (!short) {
    mkdirSync(`${REPOSITORY}.cache`, { recursive: true });
    writeFileSync(
      `${REPOSITORY}.cache/bench.json`,
      `${JSON.stringify({ at: new Date().toISOString(), node: process.version, results, floors: Object.fromEntries(floors) }, null, 2)}\n`,
    );
  }
  return failed.length === 0;
}

/** A budget in absolute time gets its ratio to the machine's floor. */
function besideFloor(figure: Figure, taken: ReadonlyMap<MachineFloor, number>): Figure {
  if (!figure.against) return figure;
  const { floor, ms } = figure.against;
  return { ...figure, ratio: ms / taken.get(floor)!, note: `${figure.note ?? ''}; ratio to ${MACHINE[floor].name}` };
}
