import { isWithin } from '@vimarsh/shared/domain/slowness.testing.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase, openPlatform, type TestPlatform } from '../../platform/testing.ts';
import { ImportedDays } from './imported-days.store.ts';
import { ImportedOptions } from './imported-options.store.ts';

const row = (at: number) => ({
  ...{ symbol: `SHARE${at}`, series: 'EQ', open: 100.5, high: 101.25, low: 99.75, close: 100 + (at % 50) / 100, last: 100.25, prev_close: 100 },
  ...{ volume: 100_000 + at, turnover: 10_000_000 + at, trades: 1000 + at, isin: `INE${String(at).padStart(6, '0')}010` },
});
const contract = (at: number) => ({
  ...{ symbol: `SHARE${at % 200}`, expiry: '2026-11-26', strike: 100 + Math.floor(at / 400), type: at % 400 < 200 ? ('CE' as const) : ('PE' as const) },
  ...{ last: 10.5, prev_close: 10, bid: null, ask: null, volume: 100, oi: 5000, prev_oi: 4000, underlying: 100, lot: 500 },
});

/** Of the processor, ms: four such turns at once are what a request may wait. */
const MOST_MS = 12;

/** Milliseconds of this thread's processor: a machine that is busy with others makes no turn longer. */
const spent = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** The longest turn of the event loop while something is done, ms. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = spent();
  const turn = (): void => {
    const now = spent();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(turn, 1);
  await work();
  turn();
  clearInterval(timer);
  return longest;
}

describe.each(await featureDatabase())('storing the largest files there are (%s)', (database) => {
  let test_: TestPlatform;
  beforeAll(async () => {
    test_ = await openPlatform({ database });
  });
  afterAll(() => test_.end());

  test('takes the thread no longer than a quarter of what requests may wait, 50 ms', async () => {
    const days = new ImportedDays(test_.platform);
    const rows = Array.from({ length: 4000 }, (_, at) => row(at));
    const file = { layout: 'test', file_name: 'bhav.csv', sha256: 'a'.repeat(64), rows };
    await days.store({ day: '2026-11-18', ...file });
    const turns = [];
    for (const day of ['2026-11-19', '2026-11-20', '2026-11-20']) turns.push(await longestTurn(() => days.store({ day, ...file })));
    const options = new ImportedOptions(test_.platform);
    const contracts = Array.from({ length: 10_000 }, (_, at) => contract(at));
    const ofDay = { layout: 'UDiFF F&O' as const, quality: 'end of day' as const, file_name: 'fo.csv', sha256: 'a'.repeat(64), rows: contracts };
    for (const day of ['2026-11-19', '2026-11-20']) turns.push(await longestTurn(() => options.store({ ...ofDay, taken_at: new Date(`${day}T10:00:00Z`) })));
    const longest = Math.max(...turns);
    expect(isWithin(longest, MOST_MS), `${longest.toFixed(1)} ms`).toBe(true);
  }, 60_000);
});
