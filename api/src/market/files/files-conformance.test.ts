import { sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conformance, type Harness, type Source } from '../feed/conformance.testing.ts';
import { randomHistories } from '../feed/random-histories.testing.ts';
import type { DayBar, Listing } from '../market.ts';
import { knownActions } from './actions/known-actions.ts';
import { FilesFeed } from './files-feed.ts';

const LISTING = { symbol: 'TCS', fno: true, kind: 'equity' } as Listing;
const DAYS = ['2026-03-04', '2026-03-05', '2026-03-06'] as const;
const BARS: readonly DayBar[] = DAYS.map((day, at) => ({ day, o: 100 + at, h: 103 + at, l: 98 + at, c: 101 + at, v: 1000, prev_close: 100 + at }));
const END = Number.POSITIVE_INFINITY;

/** A feed of files in memory: a day's file comes when its session is over, or later, or never. */
async function open(again: boolean): Promise<Source> {
  let clock = 0;
  let imports = 1;
  const onFile = new Map<string, DayBar>();
  const imported = async () => new Date(imports);
  const feed = new FilesFeed(
    {
      days: {
        latestImport: imported,
        days: async () => [...onFile.keys()].toSorted(),
        shares: async () =>
          new Map([['TCS', [...onFile.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1)).map((bar) => ({ bar, symbol: 'TCS', file: null }))]]),
      },
      actions: { latestImport: imported, known: async () => knownActions([], [], []) },
      bans: { latestImport: imported, known: async () => new Map() },
    },
    ['TCS'],
    { clock: () => clock, again },
  );
  await feed.refresh();
  return {
    feed,
    async deliver(from, to) {
      for (const bar of BARS) {
        const { end } = sessionOf(bar.day, true)!;
        if (end > from && end <= to) onFile.set(bar.day, bar);
      }
      imports += 1;
    },
    async correct(day) {
      const bar = onFile.get(day)!;
      onFile.set(day, { ...bar, h: bar.h + 1 });
      imports += 1;
    },
    async deliverDisordered(from, to) {
      for (const bar of BARS.toReversed()) if (sessionOf(bar.day, true)!.end <= to && sessionOf(bar.day, true)!.end > from) onFile.set(bar.day, bar);
      imports += 1;
    },
    async goTo() {
      // Files are looked for once a minute.
      clock = clock === END ? END : clock + 61_000;
      return null;
    },
  };
}

const CAN = ['gap', 'correction', 'disorder'] as const;
const FILES: Harness = { name: 'files', listing: LISTING, days: DAYS, can: CAN, open: () => open(false) };

conformance(FILES);
conformance({ name: 'replay', listing: LISTING, days: DAYS, can: CAN, open: () => open(true) });

/** More by `npm run lab -- price-histories`. */
const [RUNS, SEED] = [Number(process.env.HISTORIES ?? 60), Number(process.env.HISTORIES_SEED ?? 20_261_129)];

describe('random histories of files', () => {
  test(
    'any order, gap, repetition and delay of files keeps the promises of the port',
    async () => {
      await fc.assert(randomHistories(FILES), { numRuns: RUNS, seed: SEED });
      expect.hasAssertions();
    },
    30_000 + 60 * RUNS,
  );
});
