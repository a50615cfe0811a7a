import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openChromium } from '../support/chromium.ts';
import { prepareTemplates, REPOSITORY, startStack } from '../support/stack.ts';
import { CELLS, type Cell, draw, LEFT_OUT, nameOf } from './cells.ts';
import { play } from './play.ts';

/**
 * `npm run matrix -- [--seed 1] [--count 50] [--only "^boot.js, (hangs|slow)"] [--at-once 4] [--rest] [--no-fresh]`: every file of the page goes
 * wrong in every way at every moment, each in a browser context of its own. `--count` draws some by the seed; `--rest` goes on
 * where the last run ended and plays again what was bad; `--no-fresh` uses the modules and data of the last run.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string' },
    only: { type: 'string', default: '' },
    'at-once': { type: 'string', default: '2' },
    rest: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
/** One line a cell: what `--rest` reads. */
const LOG = `${REPOSITORY}.cache/matrix.jsonl`;

interface Line {
  readonly cell: string;
  readonly seconds: number;
  readonly problems: readonly string[];
}

if (!values.rest) rmSync(LOG, { force: true });
mkdirSync(`${REPOSITORY}.cache`, { recursive: true });
const lines = (existsSync(LOG) ? readFileSync(LOG, 'utf8') : '')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Line);
const good = new Set<string>();
for (const { cell, problems } of lines) {
  if (problems.length) good.delete(cell);
  else good.add(cell);
}
if (values.fresh) await prepareTemplates();
const cells = draw(
  Number(values.seed),
  Number(values.count ?? CELLS.length),
  CELLS.filter((cell) => new RegExp(values.only).test(nameOf(cell)) && !good.has(nameOf(cell))),
);
const stack = await startStack();
const browser = await openChromium();
let bad = 0;

async function one(cell: Cell): Promise<void> {
  const began = performance.now();
  const problems = await play(browser, stack, cell).catch((error: Error) => [`could not be played: ${error.message.split('\n')[0]}`]);
  // A browser that is gone says nothing about the page.
  if (!browser.isConnected()) throw new Error('The browser ended; --rest goes on here');
  const seconds = Math.round((performance.now() - began) / 1000);
  bad += problems.length ? 1 : 0;
  appendFileSync(LOG, `${JSON.stringify({ cell: nameOf(cell), seconds, problems } satisfies Line)}\n`);
  console.log(`${problems.length ? 'BAD' : 'ok '} ${String(seconds).padStart(3)} s  ${nameOf(cell)}${problems.map((text) => `\n       ${text}`).join('')}`);
}

const waiting = [...cells];
await Promise.all(
  Array.from({ length: Number(values['at-once']) }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await one(next);
  }),
);
await browser.close();
await stack.stop();
for (const { reason, count } of LEFT_OUT) console.log(`left out: ${count} cells, ${reason}`);
console.log(`\n${cells.length} of ${CELLS.length} cells played, ${good.size} good before, ${bad} bad`);
process.exit(bad ? 1 : 0);
