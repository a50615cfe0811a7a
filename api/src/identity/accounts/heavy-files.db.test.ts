import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { isWithin } from '@vimarsh/shared/domain/slowness.testing.ts';
import { expect, test } from 'vitest';
import { doublingForms, endlessDrawing, hugeImage, pdfPages, written } from '../../platform/files/hostile.testing.ts';
import { createSafeCopies, type SafeCopies } from '../../platform/files/safe-copies.ts';
import { takeDocument } from '../../platform/files/take-upload.ts';
import { withPlatform } from '../../platform/testing.ts';

/** Milliseconds of the main thread that may pass until `/healthz` answers. */
const HEALTH_MS = 250;
/** No process that takes a file apart gets more processor time. Its own limit is 1.5 s; the watch that ends it looks every 5 ms. */
const PROCESSOR_MS = 5000;

const owner = 'usr_1';
const take = (copies: SafeCopies, bytes: Buffer): Promise<{ code: string; message: string } | null> =>
  takeDocument(copies, { owner, field: 'document', bytes }).then(
    () => null,
    ({ code, options }) => ({ code, message: options.validation ?? '' }),
  );

/** The processes that this one has started and that run, by id. */
const children = (): string[] => readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'latin1').split(' ').filter(Boolean);
/** Processor time of a process, ms; null once it is gone. */
function processorOf(pid: string): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ');
    return fields[0] === 'Z' ? null : (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}

/** What happens beside `work`: the longest `/healthz` took of this thread, and the processor time of the process that was started for it. */
async function beside<T>(work: () => Promise<T>): Promise<{ outcome: T; health: number; asked: number; spent: number; left: string[] }> {
  const before = new Set(children());
  const seen = new Set<string>();
  let [health, asked, spent, isRunning] = [0, 0, 0, true];
  let outcome!: T;
  await withPlatform({ database: 'pglite' }, async (platform) => {
    await platform.start();
    const asking = (async () => {
      for (; isRunning; asked += 1) {
        const used = process.threadCpuUsage();
        expect((await platform.app.inject('/healthz')).statusCode).toBe(200);
        const { user, system } = process.threadCpuUsage(used);
        health = Math.max(health, (user + system) / 1000);
        for (const pid of children().filter((each) => !before.has(each))) {
          seen.add(pid);
          spent = Math.max(spent, processorOf(pid) ?? 0);
        }
        await pause(10);
      }
    })();
    outcome = await work().finally(() => {
      isRunning = false;
    });
    await asking;
  });
  return { outcome, health, asked, spent, left: [...seen].filter((pid) => processorOf(pid) !== null) };
}

test.runIf(process.platform === 'linux').for([
  ['forms that call each other a million times', doublingForms()],
  ['endless drawing', endlessDrawing()],
  ['a huge image', hugeImage()],
] as const)(
  '%s: the process that opens the file is ended, the sentence says what to do, and the node serves meanwhile',
  { timeout: 120_000 },
  async ([, bytes]) => {
    // By the clock a busy machine needs longer for what is limited here.
    const copies = createSafeCopies({ clock: 60_000 }, Date.now, () => 600_000);
    const { outcome, health, asked, spent, left } = await beside(() => take(copies, bytes));
    expect(outcome).toEqual({
      code: 'FILE_SIZE',
      message: 'Opening this file takes too much. Take a picture of it, or print it to a plain PDF, and choose that.',
    });
    expect(asked).toBeGreaterThan(1);
    expect(isWithin(health, HEALTH_MS), `${health} ms of /healthz`).toBe(true);
    expect(spent).toBeGreaterThan(0);
    expect(spent).toBeLessThan(PROCESSOR_MS);
    expect(left).toEqual([]);
  },
);

test.runIf(process.platform === 'linux')(
  'a process that stands still is ended by the clock, its owner may try again, and the next file is taken',
  { timeout: 120_000 },
  async () => {
    const copies = createSafeCopies({ clock: 5000 }, Date.now, () => 600_000);
    const before = new Set(children());
    const still = async () => {
      const taking = take(copies, pdfPages(written('one'), { pages: 2 }));
      const started = () => children().find((pid) => !before.has(pid));
      while (!started()) await pause(1);
      process.kill(Number(started()), 'SIGSTOP');
      const begun = performance.now();
      return { ...(await taking), ms: performance.now() - begun };
    };
    const { outcome, health, left } = await beside(still);
    expect(outcome.code).toBe('RETRY');
    expect(outcome.ms).toBeGreaterThan(4000);
    expect(isWithin(health, HEALTH_MS), `${health} ms of /healthz`).toBe(true);
    expect(left).toEqual([]);
    expect(
      await take(
        createSafeCopies({ clock: 60_000 }, Date.now, () => 600_000),
        pdfPages(written('two')),
      ),
    ).toBeNull();
  },
);
