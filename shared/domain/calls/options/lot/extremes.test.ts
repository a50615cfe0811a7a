import { describe, expect, test } from 'vitest';
import { anOptionCall, STANDING } from '../../../../contract/calls/options/option.testing.ts';
import { extremesOf, payoffSketch } from './extremes.ts';

const leg = anOptionCall().legs[0]!;
const now = { ...STANDING, spot: 24_560, move: 300 };

describe('the most that a lot can gain and lose', () => {
  test('of a spread lies between its strikes, by the prices a follower got, of one lot', () => {
    const twice = { legs: anOptionCall().legs.map((one) => ({ ...one, lots: 2 })), max_profit: 13_260, max_loss: -12_740 };
    for (const call of [anOptionCall({ now }), anOptionCall({ ...twice, now })])
      expect(extremesOf(call)).toEqual({
        gain: { value: 6500, atZero: false },
        loss: { value: -6500, atZero: false },
        moves: { up: 6500, down: -6500, upTo: 25_160, downTo: 23_960 },
      });
  });

  test('of a bought put needs the underlying at zero, and says what two expected moves bring on both sides', () => {
    const put = { ...leg, type: 'PE', strike: 24_500, entry: 200, mid: 200 } as const;
    const call = anOptionCall({ legs: [put], max_profit: (24_500 - 200) * 65, max_loss: -200 * 65, now });
    expect(extremesOf(call)).toEqual({
      gain: { value: 1_579_500, atZero: true },
      loss: { value: -13_000, atZero: false },
      // 24,560 ± 600.
      moves: { up: -13_000, down: (24_500 - 23_960 - 200) * 65, upTo: 25_160, downTo: 23_960 },
    });
  });

  test('of a sold put is lost at zero; of a bought call the gain has no limit', () => {
    const put = { ...leg, side: 'sell', type: 'PE', strike: 24_500, entry: 200, mid: 200 } as const;
    expect(extremesOf(anOptionCall({ legs: [put], max_profit: 13_000, max_loss: -1_579_500 })).loss).toEqual({ value: -1_579_500, atZero: true });
    expect(extremesOf(anOptionCall({ legs: [leg], max_profit: null, max_loss: -14_300 })).gain).toEqual({ value: null, atZero: false });
  });

  test('legs that expire apart have their published limits, and no level that a quote would have to be known for', () => {
    const later = [leg, { ...leg, side: 'sell', expiry: '2026-12-29' } as const];
    expect(extremesOf(anOptionCall({ legs: later, now }))).toMatchObject({ gain: { atZero: false }, loss: { atZero: false }, moves: null });
    expect(payoffSketch(anOptionCall({ legs: later, now }))).toBeNull();
  });
});

test('the sketch has its corners at the strikes, and room to both sides of them and of the price', () => {
  const { points, spot, breakevens } = payoffSketch(anOptionCall({ now }))!;
  expect(points.map(([level]) => level)).toEqual([24_500 - 375, 24_500, 24_700, 24_700 + 375]);
  expect(points.map(([, value]) => value)).toEqual([-6500, -6500, 6500, 6500]);
  expect(spot).toBe(24_560);
  expect(breakevens).toEqual([24_600]);
  expect(payoffSketch(anOptionCall())!.spot).toBeNull();
});
