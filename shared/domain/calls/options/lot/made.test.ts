import { describe, expect, test } from 'vitest';
import { anOptionCall, aStoppedOption, STANDING } from '../../../../contract/calls/options/option.testing.ts';
import { tradingCost } from './gains.ts';
import { leastExits, leastMade, optionMade } from './made.ts';

const [BOUGHT, SOLD] = anOptionCall().legs;

describe('what a follower has made of an option call, after costs', () => {
  test('it is what leaving now would bring less the costs of both sides, in ₹ a lot and % of what is at risk', () => {
    // 4 sides at ₹40, and 0.15 % of (220 + 120 + 240 + 125) · 65.
    const cost = 160 + 68.74;
    expect(optionMade(anOptionCall({ now: STANDING }))).toEqual({
      lot: 975 - cost,
      whole: 975 - cost,
      pct: expect.closeTo((100 * (975 - cost)) / 6500, 6),
      cost: expect.closeTo(cost, 6),
    });
  });

  test('of two lots it is told for one; a ratio of one to two counts as one', () => {
    const twice = [BOUGHT!, SOLD!].map((leg) => ({ ...leg, lots: 2 }));
    const made = optionMade(anOptionCall({ legs: twice, now: STANDING }))!;
    expect(made.lot).toBeCloseTo(made.whole / 2, 2);
    const ratio = optionMade(anOptionCall({ legs: [BOUGHT!, { ...SOLD!, lots: 2 }], now: STANDING }))!;
    expect(ratio.lot).toBe(ratio.whole);
  });

  test.each([
    ['before the entry', { legs: [BOUGHT!, SOLD!].map((leg) => ({ ...leg, entry: null })), now: STANDING }],
    ['without quotes', {}],
    ['where a leg has none', { now: { ...STANDING, exits: [240, null] } }],
    ['while nobody knows its contracts', { now: STANDING, not_judgeable: { cause: 'price_step', day: '2026-11-20', before: 800, opened: 400 } as const }],
  ])('nothing %s', (_, change) => expect(optionMade(anOptionCall(change))).toBeNull());

  test('where nobody bids for a bought leg out of the money it counts as worth nothing, and the rest is known at least', () => {
    const call = anOptionCall({ legs: [SOLD!, { ...BOUGHT!, strike: 24_900, entry: 40 }], now: { ...STANDING, exits: [60, null] } });
    expect(optionMade(call)).toBeNull();
    expect(leastExits(call)).toEqual([60, 0]);
    // 120 − 60 − 40 a share; 4 sides at ₹40, and 0.15 % of (120 + 40 + 60) · 65.
    expect(leastMade(call)?.lot).toBeCloseTo(65 * 20 - 160 - 21.45, 2);
  });

  test.each([
    ['a sold leg has no price', { legs: [SOLD!, BOUGHT!], now: { ...STANDING, exits: [null, 240] } }],
    ['what is in the money has none', { now: { ...STANDING, exits: [null, 125] } }],
    ['no leg has one', { legs: [{ ...BOUGHT!, strike: 24_900 }], now: { ...STANDING, exits: [null] } }],
    ['it is not entered', { legs: [SOLD!, { ...BOUGHT!, strike: 24_900, entry: null }], now: { ...STANDING, exits: [60, null] } }],
    [
      'prices can’t judge it',
      {
        legs: [SOLD!, { ...BOUGHT!, strike: 24_900 }],
        now: { ...STANDING, exits: [60, null] },
        not_judgeable: { cause: 'price_step', day: '2026-11-20', before: 800, opened: 400 } as const,
      },
    ],
  ])('nothing is known at least where %s', (_, change) => expect(leastMade(anOptionCall(change))).toBeNull());

  test.each([-2275, 975, 0])('a call left for %d has the same just before and after its end', (pnl) => {
    const at = '2026-11-20T09:00:00.000Z';
    const exits = [150 + pnl / 65 - (150 - 80 - 100), 80];
    const open = anOptionCall({ now: { ...STANDING, at, exits } });
    const entries = [220, 120];
    const cost = tradingCost(open, { entries, exits, settled: false, ts: Date.parse(at) });
    const ended = aStoppedOption({ pnl, cost, legs: open.legs.map((leg, n) => ({ ...leg, exit: exits[n]! })) });
    expect(optionMade(ended)).toEqual(optionMade(open));
  });

  test('an ended call of an older answer says no costs', () => {
    expect(optionMade(aStoppedOption({ cost: undefined }))!.whole).toBe(aStoppedOption().pnl);
  });
});
