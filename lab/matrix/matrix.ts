import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { openChromium } from '../../e2e/support/chromium.ts';
import { prepareTemplates, startStack } from '../../e2e/support/stack.ts';
import { Refusal } from '../experiment.ts';
import { CELLS, type Cell, draw, LEFT_OUT, nameOf } from './cells.ts';
import { play } from './play.ts';

/** One cell in the log, which `rest` reads. */
interface Line {
  readonly cell: string;
  readonly seconds: number;
  readonly problems: readonly string[];
}

type MatrixOptions = Readonly<{ seed: number; count: number; only: string; 'at-once': number; rest: boolean; fresh: boolean; log: string }>;

/**
 * Every file of the page goes wrong in every way at every moment, each in a browser context of its own. `count`: so many, drawn by the
 * seed. `only`: cells whose names match, e.g. `^boot.js, (hangs|slow)`. `rest`: goes on where the last run ended, and plays again what was
 * bad. Not `fresh`: with the modules and data of the last run.
 */
export default async function playMatrix({ seed, count, only, 'at-once': atOnce, rest, fresh, log }: MatrixOptions): Promise<boolean> {
  const wanted = CELLS.filter((cell) => new RegExp(only).test(nameOf(cell)));
  if (wanted.length === 0) throw new Refusal(`No cell is called like “${only}”; they are called like “${nameOf(CELLS[0]!)}”.`);
  if (!rest) rmSync(log, { force: true });
  mkdirSync(dirname(log), { recursive: true });
  const good = goodIn(log);
  if (fresh) await prepareTemplates();
  const cells = draw(
    seed,
    count,
    wanted.filter((cell) => !good.has(nameOf(cell))),
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
    appendFileSync(log, `${JSON.stringify({ cell: nameOf(cell), seconds, problems } satisfies Line)}\n`);
    console.log(`${problems.length ? 'BAD' : 'ok '} ${String(seconds).padStart(3)} s  ${nameOf(cell)}${problems.map((text) => `\n       ${text}`).join('')}`);
  }

  const waiting = [...cells];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await one(next);
    }),
  );
  await browser.close();
  await stack.stop();
  for (const { reason, count: cells } of LEFT_OUT) console.log(`left out: ${cells} cells, ${reason}`);
  console.log(`\n${cells.length} of ${CELLS.length} cells played, ${good.size} good before, ${bad} bad`);
  return bad === 0;
}

/** Cells that were good when they were played last. */
function goodIn(log: string): ReadonlySet<string> {
  const good = new Set<string>();
  for (const line of (existsSync(log) ? readFileSync(log, 'utf8') : '').split('\n').filter(Boolean)) {
    const { cell, problems } = JSON.parse(line) as Line;
    if (problems.length) good.delete(cell);
    else good.add(cell);
  }
  return good;
}
