import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { istInstant } from '../market/calendar.ts';
import { splitGst, totalOf } from './gst.ts';
import { discounted, FEE_CAP_PAISE, type Held, isPaidBy, lineOf, type Offer, purchaseOf, SOLD_PLANS } from './purchase.ts';
import { refundOf } from './refund-amount.ts';

const DAY = 86_400_000;
const OFFERS: Record<string, Offer> = {
  lite: { plan: 'Lite', days: 30, price_paise: 199_00 },
  week: { plan: 'Premium', days: 7, price_paise: 299_00 },
  premium: { plan: 'Premium', days: 30, price_paise: 499_00 },
  pro: { plan: 'Pro', days: 30, price_paise: 999_00 },
  year: { plan: 'Pro', days: 365, price_paise: 8_999_00 },
};
const PUBLISHER: Offer = { plan: 'Publisher', days: 30, price_paise: 1_499_00 };
const PUBLISHER_YEAR: Offer = { plan: 'Publisher', days: 365, price_paise: 14_999_00 };
const NOW = istInstant('2026-11-10', '11:00');
const held = (offer: Offer, from: string, order_id = 'a'): Held => {
  const starts_at = istInstant(from, '11:00');
  return { ...splitGst(offer.price_paise), order_id, plan: offer.plan, days: offer.days, starts_at, ends_at: new Date(starts_at.getTime() + offer.days * DAY) };
};

test.each([
  [499_00, 20, 99_80],
  [299_00, 33, 98_67],
  // Half a paisa is the buyer's.
  [199_50, 1, 2_00],
  [199_00, 90, 179_10],
])('of %i paise %i percent are %i', (price, percent, discount_paise) => {
  expect(discounted(price, percent)).toEqual({ price_paise: price - discount_paise, discount_paise });
});

describe('what a purchase comes to', () => {
  test('without a plan: the price, from now', () => {
    expect(purchaseOf(OFFERS.premium!, [], NOW)).toEqual({
      ...{ taxable: 422_88, gst: 76_12, pay_paise: 499_00, credits: [], refused: null },
      ...{ starts_at: NOW, ends_at: istInstant('2026-12-10', '11:00') },
    });
  });
  test('the same plan once more begins when the first ends', () => {
    const { starts_at, ends_at, pay_paise, credits } = purchaseOf(OFFERS.premium!, [held(OFFERS.premium!, '2026-11-01')], NOW);
    expect([starts_at, ends_at]).toEqual([istInstant('2026-12-01', '11:00'), istInstant('2026-12-31', '11:00')]);
    expect([pay_paise, credits]).toEqual([499_00, []]);
  });
  test('a greater plan begins now, less what is left of the lesser: 999 − 332.67', () => {
    const bought = purchaseOf(OFFERS.pro!, [held(OFFERS.premium!, '2026-11-01')], NOW);
    expect(bought).toMatchObject({ pay_paise: 666_33, starts_at: NOW, credits: [{ order_id: 'a', taxable: 281_92, gst: 50_75 }], refused: null });
  });
  test('and less what has not begun: 999 − 332.67 − 499', () => {
    const both = [held(OFFERS.premium!, '2026-11-01'), held(OFFERS.premium!, '2026-12-01', 'b')];
    expect(purchaseOf(OFFERS.pro!, both, NOW)).toMatchObject({ pay_paise: 167_33, refused: null });
  });
  test.each([
    ['a lesser plan', OFFERS.lite!, [held(OFFERS.premium!, '2026-11-01')], 0, 'PLAN_HELD'],
    ['more than a year ahead', OFFERS.year!, [held(OFFERS.pro!, '2026-11-01')], 0, 'PLAN_ADVANCE'],
    ['a year from today', OFFERS.year!, [], 0, null],
    [
      'what costs less than what is left',
      OFFERS.pro!,
      ['2026-11-01', '2026-12-01', '2026-12-31'].map((from, at) => held(OFFERS.premium!, from, `${at}`)),
      0,
      'PLAN_CREDIT',
    ],
    ['to the paisa of the year’s most', OFFERS.premium!, [], FEE_CAP_PAISE - 422_88, null],
    ['a paisa over it', OFFERS.premium!, [], FEE_CAP_PAISE - 422_87, 'FEE_CAP'],
    ['a lesser plan after the greater ended', OFFERS.lite!, [held(OFFERS.premium!, '2026-10-01')], 0, null],
  ] as const)('%s', (_what, offer, running, paid, refused) => expect(purchaseOf(offer, running, NOW, paid).refused).toBe(refused));
});

describe('the plan of experts is a line of its own', () => {
  test('every plan is of one line, and what is no research is not paid through the account for research fees', () => {
    expect(SOLD_PLANS.map(lineOf)).toEqual(['investors', 'investors', 'investors', 'experts']);
    expect(isPaidBy('investors', 'cefcom')).toBe(true);
    expect((['upi', 'card', 'netbanking', 'cefcom'] as const).map((method) => isPaidBy('experts', method))).toEqual([true, true, true, false]);
  });

  test.each([
    ['an investor’s plan', PUBLISHER, [held(OFFERS.pro!, '2026-11-01')]],
    ['all that an investor may hold', PUBLISHER_YEAR, [held(OFFERS.lite!, '2026-11-09'), held(OFFERS.year!, '2026-11-09', 'b')]],
    ['Publisher, for an investor’s plan', OFFERS.lite!, [held(PUBLISHER_YEAR, '2026-11-01')]],
    ['Publisher, for a greater one', OFFERS.year!, [held(PUBLISHER, '2026-11-01'), held(PUBLISHER, '2026-12-01', 'b')]],
  ])('%s is not followed, taken off the price, or in the way', (_what, offer, running) => {
    expect(purchaseOf(offer, running, NOW)).toEqual(purchaseOf(offer, [], NOW));
  });

  test('it stacks behind itself, in whatever lengths', () => {
    const first = purchaseOf(PUBLISHER, [held(PUBLISHER_YEAR, '2025-11-20')], NOW);
    expect(first).toMatchObject({
      starts_at: istInstant('2026-11-20', '11:00'),
      ends_at: istInstant('2026-12-20', '11:00'),
      pay_paise: 1_499_00,
      credits: [],
      refused: null,
    });
    const both = [held(PUBLISHER_YEAR, '2025-11-20'), held(PUBLISHER, '2026-11-20', 'b')];
    expect(purchaseOf(PUBLISHER, both, NOW)).toMatchObject({ starts_at: istInstant('2026-12-20', '11:00'), refused: null });
  });

  test.each([
    ['a year from today', PUBLISHER_YEAR, [], null],
    ['a year behind what runs', PUBLISHER_YEAR, [held(PUBLISHER, '2026-11-01')], 'PLAN_ADVANCE'],
    ['thirty days behind a year that began today', PUBLISHER, [held(PUBLISHER_YEAR, '2026-11-10')], 'PLAN_ADVANCE'],
    ['thirty days behind a year of which as many are over', PUBLISHER, [held(PUBLISHER_YEAR, '2026-10-11')], null],
  ] as const)('%s', (_what, offer, running, refused) => expect(purchaseOf(offer, running, NOW).refused).toBe(refused));

  test('the limit on fees for research does not reach it', () => {
    expect(purchaseOf(PUBLISHER_YEAR, [], NOW, FEE_CAP_PAISE).refused).toBeNull();
    expect(purchaseOf(OFFERS.lite!, [], NOW, FEE_CAP_PAISE).refused).toBe('FEE_CAP');
  });
});

test('whatever somebody buys and however they change, they never get back more than they paid', () => {
  const step = fc.record({
    offer: fc.constantFrom(...Object.values(OFFERS)),
    wait: fc.integer({ min: 0, max: 20 * 24 }),
    cancels: fc.integer({ min: 0, max: 4 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let [now, paid, back, mine] = [NOW, 0, 0, [] as Held[]];
      for (const [at, { offer, wait, cancels }] of steps.entries()) {
        now = new Date(now.getTime() + wait * 3_600_000);
        if (cancels === 0) {
          back += mine.reduce((sum, each) => sum + totalOf(refundOf(each, now)), 0);
          mine = [];
        }
        const { refused, pay_paise, credits, starts_at, ends_at, taxable, gst } = purchaseOf(offer, mine, now);
        if (refused) continue;
        paid += pay_paise;
        const gone = new Set(credits.map(({ order_id }) => order_id));
        mine = [
          ...mine.filter(({ order_id }) => !gone.has(order_id)),
          { order_id: `${at}`, plan: offer.plan, days: offer.days, taxable, gst, starts_at, ends_at },
        ];
        const plans = new Set(mine.filter((each) => each.ends_at > now).map(({ plan }) => plan));
        expect(plans.size, 'one plan at a time').toBe(1);
      }
      back += mine.reduce((sum, each) => sum + totalOf(refundOf(each, now)), 0);
      expect(back).toBeLessThanOrEqual(paid);
    }),
  );
});
