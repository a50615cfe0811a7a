import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { referenceMs } from '../../../shared/domain/slowness.testing.ts';
import { freshContext, openBrowser, PHONE_CPU, slowDown } from '../browser.ts';
import { type MachineFloor, median, sized, times } from '../figure.ts';

const ROUNDS = sized(5, 1);
const WRITES = sized(100, 3);
const LOOPS = sized(20_000_000, 2_000_000);

/** What the machine itself can do, by kind, in ms: what a figure in seconds is divided by, so that the machine's share is told from ours. */
export const MACHINE = {
  script: { name: 'a fixed piece of script, processor time', measure: async () => median(times(ROUNDS).map(referenceMs)) },
  start: { name: 'a start of bare Fastify with PGlite', measure: bareStart },
  disk: { name: 'a write of 8 kB and its fsync', measure: async () => onDisk(writeAndSync) },
  browser: { name: `a fixed piece of script in Chromium, CPU ${PHONE_CPU}×`, measure: scriptInBrowser },
} satisfies Record<MachineFloor, { name: string; measure(): Promise<number> }>;

async function onDisk<T>(work: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'vimarsh-floor-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeAndSync(folder: string): number {
  const file = openSync(join(folder, 'page'), 'w');
  const page = Buffer.alloc(8192, 1);
  const taken = times(WRITES).map(() => {
    const began = performance.now();
    writeSync(file, page);
    fsyncSync(file);
    return performance.now() - began;
  });
  closeSync(file);
  return median(taken);
}

/** Warm, as ours is: the first start makes the database and does not count. */
function bareStart(): Promise<number> {
  return onDisk(async (folder) => {
    const taken: number[] = [];
    for (const _ of times(1 + ROUNDS)) {
      const began = performance.now();
      const server = fork(fileURLToPath(new URL('bare-server.ts', import.meta.url)), [join(folder, 'data')]);
      const ended = once(server, 'exit');
      const first = await Promise.race([once(server, 'message'), ended.then(() => null)]);
      if (!first) throw new Error('the bare server ended before it was ready');
      taken.push(performance.now() - began);
      server.disconnect();
      await ended;
    }
    return median(taken.slice(1));
  });
}

async function scriptInBrowser(): Promise<number> {
  const browser = await openBrowser();
  try {
    const page = await (await freshContext(browser)).newPage();
    await slowDown(page, { cpu: PHONE_CPU });
    const taken: number[] = [];
    for (const _ of times(1 + ROUNDS)) taken.push(await page.evaluate(runLoops, LOOPS));
    return median(taken.slice(1));
  } finally {
    await browser.close();
  }
}

/** Runs in the page. */
function runLoops(loops: number): number {
  const began = performance.now();
  let sum = 0;
  for (let at = 0; at < loops; at += 1) sum = (sum * 31 + at) % 1_000_003;
  if (sum < 0) throw new Error('a sum below nothing');
  return performance.now() - began;
}
