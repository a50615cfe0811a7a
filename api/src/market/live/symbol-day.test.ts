import { canonicalJson } from '@vimarsh/shared/domain/calls/ledger.ts';
import { sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Tick } from './price-line.ts';
import { SymbolDay } from './symbol-day.ts';

const session = sessionOf('2026-11-20', true)!;
const open = session.open.getTime();
const day = (afterGap = false): SymbolDay => new SymbolDay('INFY', session, afterGap);
const tick = (second: number, price: number, more: Partial<Tick> = {}): Tick => ({
  ...{ symbol: 'INFY', price, volume: null, day: null, previousClose: null, depth: null, at: open + second * 1000, arrived: 0 },
  ...more,
});
const minute = (start: number, open_: number, high: number, low: number, close: number) => ({
  start: open + start * 1000,
  open: open_,
  high,
  low,
  close,
  volume: 5,
});
const prices = (own: SymbolDay, from: number, to: number): number[][] => own.bars(from, to).map(({ o, h, l, c }) => [o, h, l, c]);

test('the part of a minute that was missed has its extremes where those that were seen do not reach them', () => {
  const own = day();
  own.note(tick(0, 100), 0, 0);
  own.note(tick(10, 102), 10, 0);
  own.note(tick(50, 98), 50, 0);
  const part = (high: number, low: number) => own.spanOf({ from: 20, to: 40 }, minute(0, 100, high, low, 98)).prices;
  expect(part(105, 90)).toEqual({ o: 10_200, h: 10_500, l: 9_000, c: 9_800 });
  // Seen already, or not beyond what was seen.
  expect(part(102, 98)).toEqual({ o: 10_200, h: 10_200, l: 9_800, c: 9_800 });
});

test('several prices within a second are all in its bar, also where the broker tells no day', () => {
  const own = day();
  own.note(tick(0, 100), 0, 0);
  for (const price of [110, 90, 101]) own.note(tick(5, price), 5, 0);
  expect(prices(own, 5, 6)).toEqual([[100, 110, 90, 101]]);
});

test('a minute that was missed whole is history’s, and one without a trade has no prices', () => {
  const own = day();
  own.note(tick(0, 100), 0, 0);
  expect(own.spanOf({ from: 60, to: 120 }, minute(60, 101, 104, 99, 103))).toMatchObject({ prices: { o: 10_100, h: 10_400, l: 9_900, c: 10_300 }, volume: 5 });
  expect(own.spanOf({ from: 60, to: 120 }, null).prices).toBeNull();
});

test('a minute that was missed to its end closes as it did, whatever had come in before it was lost', () => {
  const own = day();
  own.note(tick(0, 100), 0, 0);
  own.note(tick(19, 104), 19, 0);
  const { prices: missed } = own.spanOf({ from: 18, to: 60 }, minute(0, 100, 105, 96, 97));
  expect(missed).toEqual({ o: 10_000, h: 10_500, l: 9_600, c: 9_700 });
  own.addSpans([{ from: 18, seconds: 42, prices: missed, volume: 0 }]);
  expect([own.priceAt(59), own.priceAt(80)]).toEqual([9_700, 9_700]);
  expect(prices(own, 60, 61)).toEqual([[97, 97, 97, 97]]);
});

test('what the day’s high did in a gap is not the first second’s after it', () => {
  const told = (high: number) => ({ day: { open: 100, high, low: 100 } });
  const own = day();
  own.note(tick(0, 100, told(100)), 0, 0);
  own.gapEnded();
  own.note(tick(20, 100, told(110)), 20, 0);
  own.note(tick(21, 100, told(112)), 21, 0);
  expect(prices(own, 19, 22)).toEqual([
    [100, 100, 100, 100],
    [100, 100, 100, 100],
    [100, 112, 100, 100],
  ]);
});

test('a day that was taken from the database is the same', () => {
  const own = day();
  for (const second of [0, 3, 3, 70]) own.note(tick(second, 100 + second + Math.random()), second, 0);
  const read = day();
  for (const each of [0, 1]) read.restore(own.minute(each));
  expect(read.bars(0, 200)).toEqual(own.bars(0, 200));
  expect(read.segment(200)).toBe(own.segment(200));
});

/** Possible steps: prices at or after the final second, a second that becomes final, a gap with the minute that fills it. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('tick' as const),
      late: fc.integer({ min: 0, max: 9 }),
      price: fc.integer({ min: 9000, max: 11_000 }),
      high: fc.integer({ min: 0, max: 900 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pass' as const), seconds: fc.integer({ min: 1, max: 40 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('gap' as const),
      seconds: fc.integer({ min: 1, max: 150 }),
      h: fc.integer({ min: 0, max: 500 }),
      l: fc.integer({ min: 0, max: 500 }),
      quiet: fc.boolean(),
    }),
  },
);

test('what was known once stays: bars that are asked for as seconds become known are those of the whole, and each is the last of its segment', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const own = day();
      let final = 0;
      let now = 0;
      const given: number[][] = [];
      const texts = new Map<number, string>();
      const know = (until: number): void => {
        for (const { end, o, h, l, c } of own.bars(final, until)) {
          given.push([o, h, l, c]);
          const n = (end.getTime() - open) / 1000;
          texts.set(n, own.segment(n));
        }
        final = until;
      };
      for (const one of steps) {
        if (one.kind === 'tick') {
          now += 1;
          own.note(
            tick(now - one.late, one.price / 100, {
              at: one.high % 2 === 0 ? null : (now - one.late) * 1000,
              day: { open: 100, high: (one.price + one.high) / 100, low: one.price / 100 },
            }),
            now - one.late,
            0,
            final,
          );
        } else if (one.kind === 'pass') {
          now += one.seconds;
          know(Math.max(final, now - 3));
        } else {
          now += one.seconds;
          const spans = [];
          for (let from = final; from < now; ) {
            const to = Math.min(now, (Math.floor(from / 60) + 1) * 60);
            spans.push(own.spanOf({ from, to }, one.quiet ? null : minute(Math.floor(from / 60) * 60, 100, 100 + one.h / 10, 100 - one.l / 10, 100)));
            from = to;
          }
          own.addSpans(spans);
          own.gapEnded();
          know(now);
        }
      }
      expect(prices(own, 0, final)).toEqual(given);
      for (const [n, text] of texts) {
        expect(own.segment(n)).toBe(text);
        expect(text).toBe(canonicalJson(JSON.parse(text)));
      }
    }),
    { numRuns: 150 },
  );
});
