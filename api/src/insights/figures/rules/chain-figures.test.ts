import { expect, test } from 'vitest';
import {
  buildUp,
  changeNote,
  expectedMove,
  ivAt,
  ivPercentile,
  ivRank,
  maxPain,
  parityForward,
  putCallRatio,
  type StrikeInterest,
  skew25,
} from './chain-figures.ts';

const side = (oi: number, oi_change = 0, volume = 0) => ({ oi, oi_change, volume });
const row = (strike: number, ce: number | null, pe: number | null): StrikeInterest => ({
  strike,
  ce: ce === null ? null : side(ce),
  pe: pe === null ? null : side(pe),
});

/** Max pain by its definition: every strike against every strike. */
function bruteForce(rows: readonly StrikeInterest[], spot: number): { strike: number; payout: number } | null {
  const all = rows.map(({ strike }) => {
    let payout = 0;
    for (const other of rows) payout += (other.ce?.oi ?? 0) * Math.max(strike - other.strike, 0) + (other.pe?.oi ?? 0) * Math.max(other.strike - strike, 0);
    return { strike, payout };
  });
  if (rows.every(({ ce, pe }) => (ce?.oi ?? 0) + (pe?.oi ?? 0) === 0)) return null;
  return all.sort((a, b) => a.payout - b.payout || Math.abs(a.strike - spot) - Math.abs(b.strike - spot))[0]!;
}

test('max pain is what trying every strike finds, on a thousand random chains with gaps', () => {
  let state = 9;
  const next = (most: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % most;
  };
  for (let chain = 0; chain < 1000; chain += 1) {
    const rows = Array.from({ length: 1 + next(40) }, (_, at) =>
      row(20_000 + at * 50, next(5) === 0 ? null : next(900) * 65, next(5) === 0 ? null : next(900) * 65),
    );
    // Whole numbers below 2^53: both ways of adding give the same bits.
    const spot = 20_000 + next(2000);
    expect(maxPain(rows.toReversed(), spot)).toEqual(bruteForce(rows, spot));
  }
});

test('max pain of a tie is the strike nearest to spot; without open interest there is none', () => {
  const rows = [row(100, 10, 0), row(110, 0, 0), row(120, 0, 10)];
  // Any strike pays nothing to one side: 100 pays the put 20·10, 120 the call, 110 both half.
  expect(maxPain(rows, 118)!.strike).toBe(120);
  expect(maxPain(rows, 99)!.strike).toBe(100);
  expect(maxPain([row(100, 0, 0)], 100)).toBeNull();
  expect(maxPain([], 100)).toBeNull();
});

test('put-call ratio divides puts by calls, by each measure; nothing to divide by is no ratio', () => {
  const rows = [
    { strike: 100, ce: side(200, 50, 10), pe: side(300, -20, 30) },
    { strike: 110, ce: side(100, -30, 10), pe: null },
  ];
  expect(putCallRatio(rows, 'oi')).toBe(1);
  expect(putCallRatio(rows, 'volume')).toBe(1.5);
  expect(putCallRatio(rows, 'oi_change')).toBeNull();
  expect(putCallRatio([row(100, 0, 10)], 'oi')).toBeNull();
  expect(putCallRatio([row(100, 10, 0)], 'oi')).toBe(0);
});

test.each([
  [5, -8, 'OI fell on one side'],
  [-5, 8, 'OI fell on one side'],
  [0, -8, 'OI fell on one side'],
  [-5, -8, 'OI fell on both sides'],
  [0, 8, 'OI of calls did not change'],
])('changes of %s in calls and %s in puts have no ratio: %s', (calls, puts, note) => {
  const rows = [row(100, 1, 1), { strike: 110, ce: side(9, calls), pe: side(9, puts) }];
  expect(putCallRatio(rows, 'oi_change')).toBeNull();
  expect(changeNote(rows)).toBe(note);
});

test.each([
  [1, 5, 'Long build-up'],
  [-1, 5, 'Short build-up'],
  [1, -5, 'Short covering'],
  [-1, -5, 'Long unwinding'],
  [0.09, 5, 'None'],
  [1, 0.9, 'None'],
  [null, 5, 'None'],
  [1, null, 'None'],
] as const)('price %s %% and open interest %s %%: %s', (price, interest, wanted) => {
  expect(buildUp(price, interest)).toBe(wanted);
});

test('the forward comes from the pair with the smallest gap, one-sided strikes left out', () => {
  const rows = [
    { strike: 23_900, call: 150, put: null },
    { strike: 23_950, call: 118, put: 96 },
    { strike: 24_000, call: 90, put: 121 },
  ];
  expect(parityForward(rows, 0, 0.01)).toEqual({ strike: 23_950, forward: 23_972 });
  expect(parityForward(rows, 0.065, 0.1)!.forward).toBeCloseTo(23_950 + 22 * Math.exp(0.0065), 9);
  expect(parityForward([rows[0]!], 0, 0.01)).toBeNull();
});

test('IV at the forward lies between its two strikes; outside of the strikes there is none', () => {
  const points = [
    { strike: 24_100, iv: 0.15 },
    { strike: 24_000, iv: 0.16 },
  ];
  expect(ivAt(points, 24_025)).toBeCloseTo(0.1575, 12);
  expect(ivAt(points, 24_000)).toBe(0.16);
  expect(ivAt(points, 23_999)).toBeNull();
  expect(ivAt([], 24_000)).toBeNull();
});

test('skew is the 25-delta put minus the 25-delta call', () => {
  const puts = [
    { delta: 0.2, iv: 0.18 },
    { delta: 0.3, iv: 0.16 },
  ];
  const calls = [
    { delta: 0.25, iv: 0.13 },
    { delta: 0.5, iv: 0.15 },
  ];
  expect(skew25(puts, calls)).toBeCloseTo(0.04, 12);
  expect(skew25(puts, [])).toBeNull();
});

test('expected move is one deviation: 24,000 at 14 % over 5 of 252 sessions is 473.29', () => {
  expect(expectedMove(24_000, 0.14, 5 / 252)).toBeCloseTo(473.2864, 4);
});

test('IV rank and percentile look at 252 closings and refuse fewer than 20', () => {
  const closings = [40, ...Array.from({ length: 252 }, (_, at) => 10 + (at % 21))];
  expect(ivRank(20, closings)).toEqual({ value: 50 });
  expect(ivPercentile(20, closings).value).toBeCloseTo((100 * 120) / 252, 9);
  expect(ivRank(35, closings)).toEqual({ value: 100 });
  expect(ivRank(20, closings.slice(0, 19))).toEqual({ value: null, have: 19, need: 20 });
  expect(ivPercentile(20, [])).toEqual({ value: null, have: 0, need: 20 });
});
