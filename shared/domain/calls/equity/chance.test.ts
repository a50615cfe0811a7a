import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chanceOfGain, LuckSum, type MeasuredCall } from './chance.ts';
import { comparedWithChance, SHAPES } from './driftless.testing.ts';

const DAY = 86_400_000;
/** A Buy from 100 with stop 90 and target 110, for ten days. */
const call = (exit: number, change: Partial<MeasuredCall> = {}): MeasuredCall => ({
  call_type: 'Buy',
  term: 'shortTerm',
  status: exit >= 110 ? 'target_hit' : exit <= 90 ? 'sl_hit' : 'expired',
  entry: { price: 100, ts: DAY },
  exit: { price: exit, ts: 11 * DAY },
  target: 110,
  initial_stop: 90,
  ...change,
});
const moved = (stop: number, price: number | null, day = 3) => [{ ts: day * DAY, stop, price }];

test.each<[string, MeasuredCall, number, number]>([
  ['left alone: risk ÷ (risk + reward)', call(110), 0.5, 0.25],
  ['the same where it lost', call(90), 0.5, 0.25],
  ['moved from 90 to 101 at 102: 0.5, and from 0.6 there to certainty', call(101, { status: 'sl_hit', moved: moved(101, 102) }), 0.9, 0.25],
  ['moved to 95 at 100: from one in two to one in three', call(95, { status: 'sl_hit', moved: moved(95, 100) }), 1 / 3, 0.25 + 2 / 9],
  // At 100.2 costs are not earned: it ends without a gain, where the price stood at 0.51.
  ['expired below its costs', call(100.2), 0.5 - 0.51, 0.25],
  ['left by hand at 104', call(104, { status: 'exited' }), 0.5 + 1 - 0.7, 0.25],
  ['moved before the entry: that stop-loss was in force at the entry', call(95, { status: 'sl_hit', moved: moved(95, 99, 0.5) }), 1 / 3, 2 / 9],
  ['moved into the gain, price not on record: at the new stop-loss', call(101, { status: 'sl_hit', moved: moved(101, null) }), 0.5 + 1 - 0.55, 0.25],
  ['moved below the gain, price not on record: nothing is taken off', call(95, { status: 'sl_hit', moved: moved(95, null) }), 0.5, 0.5],
  ['opened beyond its stop-loss', call(89.9, { status: 'sl_hit', entry: { price: 89.95, ts: DAY } }), 0, 0],
  ['a Sell, mirrored', call(99, { call_type: 'Sell', status: 'sl_hit', target: 90, initial_stop: 110, moved: moved(99, 98) }), 0.9, 0.25],
])('%s', (_, ended, expected, variance) => {
  expect(chanceOfGain(ended).expected).toBeCloseTo(expected, 10);
  expect(chanceOfGain(ended).variance).toBeCloseTo(variance, 10);
});

describe('on a price without direction as many calls gain as the rule reckons with, and they spread no further than it allows', () => {
  const PATHS = 4000;
  test.each(SHAPES.map((shape) => [shape.name, shape] as const))('%s', (_, shape) => {
    const { gained, reckoned, spread, allowed } = comparedWithChance(shape, PATHS, 20261129);
    // Three deviations of what so many paths can say; \`npm run lab -- driftless\` walks 100,000 and allows 1 %.
    expect(Math.abs(gained - reckoned)).toBeLessThan(3 * Math.sqrt(spread / PATHS) + 0.006);
    expect(spread).toBeLessThan(allowed * 1.05);
  });
});

test('what was told of 83 in 100 gains without skill was 50: the first stop-loss alone', () => {
  const shape = SHAPES.find(({ name }) => name.startsWith('stop moved from 90 to 101'))!;
  expect(comparedWithChance(shape, 4000, 1).gained).toBeGreaterThan(0.81);
});

test('a move that changes nothing adds nothing, and who moves twice at one price is reckoned as who moves once', () => {
  const price = fc.integer({ min: 9_100, max: 10_900 }).map((paise) => paise / 100);
  fc.assert(
    fc.property(price, fc.integer({ min: 1, max: 800 }), fc.integer({ min: 1, max: 800 }), (at, below, further) => {
      const [first, second] = [at - (below + further) / 100, at - below / 100].map((stop) => Math.round(100 * Math.max(90, stop)) / 100);
      const end = { status: 'target_hit' as const };
      const still = chanceOfGain(call(110, { ...end, moved: moved(90, at) })).expected;
      expect(still).toBeCloseTo(0.5, 10);
      const once = chanceOfGain(call(110, { ...end, moved: moved(second!, at) })).expected;
      const twice = chanceOfGain(call(110, { ...end, moved: [...moved(first!, at), ...moved(second!, at, 4)] })).expected;
      expect(twice).toBeCloseTo(once, 10);
    }),
  );
});

test('the verdict needs gains and earnings beyond luck: many gains that earn nothing are “often”', () => {
  const verdict = (calls: readonly MeasuredCall[]): string => {
    const luck = new LuckSum();
    for (const each of calls) luck.add(each);
    return luck.result().verdict;
  };
  const won = Array.from({ length: 20 }, () => call(110, { initial_stop: 95 }));
  expect(verdict(won)).toBe('better');
  // Twenty times twice the risk, and once four hundred times it, by a jump over a near stop-loss.
  expect(verdict([...won, call(80, { initial_stop: 99.95, status: 'sl_hit' })])).toBe('often');
  expect(verdict(Array.from({ length: 20 }, () => call(90)))).toBe('worse');
  expect(verdict([call(110), call(90)])).toBe('luck');
});
