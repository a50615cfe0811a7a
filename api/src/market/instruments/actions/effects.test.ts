import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CorporateAction } from './corporate-action.ts';
import { adjustedBars, factorBetween, isSpecialDividend, levelChange, levelOn, measured, priceAfter, priceChanges, pricesFor, sharesFor } from './effects.ts';

const ON = { symbol: 'X', day: '2026-05-06' };
const split = (ratio: number, day = ON.day): CorporateAction => ({ symbol: 'X', day, type: ratio < 1 ? 'consolidation' : 'split', ratio });
const dividend = (amount: number, day = ON.day): CorporateAction => ({ symbol: 'X', day, type: 'dividend', amount });
const rights = (given: number, held: number, price: number, day = ON.day): CorporateAction => ({
  symbol: 'X',
  day,
  type: 'rights',
  given,
  held,
  price,
  ratio: null,
  close: null,
});
const closes = (...days: readonly (readonly [day: string, c: number])[]) => days.map(([day, c]) => ({ day, c }));
const AROUND = closes(['2026-05-05', 800], ['2026-05-06', 700]);

describe('what only prices tell', () => {
  // By hand: 16 of 800 is 2 %, 15.99 is not.
  test.each([
    ['2 % of the last close', 16, '2026-05-06', true],
    ['a paisa less', 15.99, '2026-05-06', false],
    ['before June 2022 it took 5 %', 39.99, '2022-06-28', false],
    ['which this is', 40, '2022-06-28', true],
    ['before July 2018 it took 10 %', 79.99, '2018-07-04', false],
    ['which this is, too', 80, '2018-07-04', true],
    ['more than the price is no dividend of a share', 800, '2026-05-06', false],
  ])('a special dividend: %s', (_, amount, day, special) => expect(isSpecialDividend(amount, 800, day)).toBe(special));

  test.each([
    // 5 old at 800 and 1 new at 200 are 6 worth 4,200: 700 each. 800 / 700 = 1.142857142857…
    ['1 for 5 at 200', [rights(1, 5, 200)], 1.14285714, 800],
    ['nobody subscribes above the market', [rights(1, 5, 800)], 1, 800],
    ['nor far above it', [rights(1, 5, 2000)], 1, 800],
    // 20 paid first: 780 with the right. (780·1 + 380·1) / 2 = 580. 780 / 580 = 1.344827586…
    ['with a dividend of the same day', [dividend(20), rights(1, 1, 380)], 1.34482759, 780],
  ])('a right: %s', (_, actions, ratio, close) => {
    expect(measured(actions, AROUND).find(({ type }) => type === 'rights')).toMatchObject({ ratio, close });
  });

  test('amounts of one day add up as decimals do: an event is signed with 102.76, not with 102.75999999999999', () => {
    expect(56.05 + 46.71).not.toBe(102.76);
    const [special] = measured([dividend(56.05), dividend(46.71)], AROUND);
    expect(special).toMatchObject({ type: 'special_dividend', amount: 102.76 });
    const demerger: CorporateAction = { symbol: 'X', day: ON.day, type: 'demerger', amount: 46.71, ratio: 1, close: 800 };
    const twice = measured([dividend(56.05), demerger], AROUND);
    expect(levelChange(twice)).toMatchObject({ actions: expect.arrayContaining(['special_dividend', 'demerger']), amount: 102.76 });
    // Lists have amounts below a paisa: they stay whole.
    expect(measured([dividend(0.125), dividend(60)], AROUND)[0]).toMatchObject({ amount: 60.125 });
  });

  test('ADANIENT’s right of November 2025: 3 for 25 at 1,800 after a close of 2,516.80', () => {
    // (25 · 2,516.80 + 3 · 1,800) / 28 = 2,440.00, and 2,440 / 2,516.80 = 0.96948…; others publish 0.9699.
    const [known] = measured([rights(3, 25, 1800)], closes(['2026-05-05', 2516.8], ['2026-05-06', 2440]));
    expect(1 / pricesFor([known!], '2026-05-05')).toBeCloseTo(0.9695, 4);
  });

  test('on the morning of the ex-date the last close is the one: prices that come live are adjusted from the first on', () => {
    expect(measured([rights(1, 5, 200)], closes(['2026-05-05', 800]))).toMatchObject([{ ratio: 1.14285714, close: 800 }]);
    expect(measured([dividend(400)], closes(['2026-05-05', 800]))).toMatchObject([{ type: 'special_dividend', close: 800 }]);
    expect(measured([dividend(400), rights(1, 5, 200)], [])).toEqual([dividend(400), rights(1, 5, 200)]);
  });

  test('of two ex-dates without a trade between them the second starts where the first left the price', () => {
    // 800 / 4 = 200 with the right; 1 new at 100 for each: 150. 200 / 150 = 1.333…
    const [, right] = measured([split(4, '2026-05-06'), rights(1, 1, 100, '2026-05-07')], closes(['2026-05-05', 800], ['2026-05-08', 149]));
    expect(right).toMatchObject({ close: 200, ratio: 1.33333333 });
  });
});

describe('a price after actions', () => {
  test.each([
    ['a split into five', 1000, [split(5)], 200],
    ['ten made one', 10, [split(0.1)], 100],
    ['a dividend, and then a bonus: what is paid is paid on the old share', 100, [split(2), dividend(10)], 45],
    ['rights, measured on the way', 800, [rights(1, 5, 200)], 700],
    ['two days, in their order', 100, [dividend(10, '2026-05-07'), split(2)], 40],
  ])('%s', (_, before, actions, after) => expect(priceAfter(before, actions)).toBeCloseTo(after, 4));
});

describe('levels', () => {
  test.each([
    ['a split of 10:1', [split(10)], { amount: 0, ratio: 10, actions: ['split'] }],
    ['a bonus and a split of one day are what both make', [split(2), split(5)], { amount: 0, ratio: 10 }],
    ['a special dividend and a split', [split(2), dividend(80)], { amount: 80, ratio: 2, actions: ['split', 'special_dividend'] }],
    ['an ordinary dividend beside a split takes nothing off', [split(2), dividend(8)], { amount: 0, ratio: 2, actions: ['split'] }],
    ['an ordinary dividend alone', [dividend(8)], null],
    ['a halt', [{ ...ON, type: 'halt' } as const], null],
    [
      'the exchange’s own word',
      [{ ...ON, type: 'demerger', ratio: 1.25, amount: 12, close: null } as const],
      { amount: 12, ratio: 1.25, actions: ['demerger'] },
    ],
  ])('%s', (_, actions, change) => {
    const told = levelChange(measured(actions as CorporateAction[], AROUND));
    if (change === null) expect(told).toBeNull();
    else expect(told).toMatchObject(change);
  });

  // A stop at 770 before: 770 / 1.14285714 = 673.75; less 80 = 690.
  test.each([
    ['over a right', [rights(1, 5, 200)], 770, 673.75],
    ['over a special dividend', [dividend(80)], 770, 690],
    ['over both days of two', [dividend(80), split(10, '2026-05-07')], 770, 69],
  ])('a level %s', (_, actions, level, after) => {
    const known = measured(actions, closes(['2026-05-05', 800], ['2026-05-06', 700], ['2026-05-07', 70]));
    expect(levelOn(known, level, '2026-05-05', '2026-05-08')).toBeCloseTo(after, 2);
  });
});

describe('the adjusted series', () => {
  const bar = (day: string, c: number, v = 100) => ({ day, o: c, h: c, l: c, c, v, prev_close: c });
  const BARS = [bar('2026-05-05', 800), bar('2026-05-06', 700), bar('2026-05-07', 70, 1000)];
  const ACTIONS = measured([rights(1, 5, 200), split(10, '2026-05-07')], BARS);

  test('before an ex-date prices are divided by its factor, volumes by the count of shares alone', () => {
    // 800 / 1.14285714 / 10 = 70.0000002; 700 / 10 = 70.
    expect(adjustedBars(BARS, ACTIONS, '2026-05-07').map(({ c, v }) => [Number(c.toFixed(4)), v])).toEqual([
      [70, 1000],
      [70, 1000],
      [70, 1000],
    ]);
    expect(adjustedBars(BARS, ACTIONS, '2026-05-06').map(({ c, v }) => [Number(c.toFixed(4)), v])).toEqual([
      [700, 100],
      [700, 100],
      [700, 100],
    ]);
    expect(adjustedBars(BARS, [], '2026-05-07')).toEqual(BARS);
  });

  test('a special dividend of 80 on 800 makes 800 of before 720, and no share of one more', () => {
    const actions = measured([dividend(80)], BARS);
    expect(adjustedBars(BARS.slice(0, 1), actions, '2026-05-07')[0]).toMatchObject({ c: 720, prev_close: 720, v: 100 });
    expect([pricesFor(actions, '2026-05-05'), sharesFor(actions, '2026-05-05')]).toEqual([800 / 720, 1]);
    expect(priceChanges(actions, '2026-05-07')).toEqual([{ day: '2026-05-06', ratio: 800 / 720 }]);
  });
});

describe('whatever happened to a share', () => {
  const DATES = ['2026-05-05', '2026-05-06', '2026-05-07', '2026-05-08', '2026-05-11'];
  const anAction = fc.oneof(
    fc.record({ ratio: fc.constantFrom(0.1, 0.5, 1.1, 1.5, 2, 5, 10), day: fc.constantFrom(...DATES) }).map(({ ratio, day }) => split(ratio, day)),
    fc.record({ amount: fc.integer({ min: 1, max: 90 }), day: fc.constantFrom(...DATES) }).map(({ amount, day }) => dividend(amount, day)),
    fc
      .record({
        given: fc.integer({ min: 1, max: 9 }),
        held: fc.integer({ min: 1, max: 9 }),
        price: fc.integer({ min: 1, max: 900 }),
        day: fc.constantFrom(...DATES),
      })
      .map(({ given, held, price, day }) => rights(given, held, price, day)),
  );
  const history = fc.tuple(fc.array(anAction, { maxLength: 6 }), fc.array(fc.integer({ min: 100, max: 900 }), { minLength: 6, maxLength: 6 }));
  const known = ([actions, prices]: [CorporateAction[], number[]]) =>
    measured(actions, closes(...['2026-05-04', ...DATES].map((day, at) => [day, prices[at]!] as const)));

  test('prices taken over a day in between are those taken at once, and back again', () => {
    fc.assert(
      fc.property(history, fc.constantFrom(...DATES), (made, between) => {
        const actions = known(made);
        const whole = factorBetween(actions, '2026-05-04', '2026-05-11');
        expect((factorBetween(actions, '2026-05-04', between) * factorBetween(actions, between, '2026-05-11')) / whole).toBeCloseTo(1, 8);
        expect(factorBetween(actions, '2026-05-11', '2026-05-04') * whole).toBeCloseTo(1, 8);
      }),
    );
  });

  test('the last close, as a level, goes where the price goes: calls and charts agree at the price itself', () => {
    fc.assert(
      fc.property(history, fc.constantFrom(...DATES), ([actions, prices], day) => {
        const own = known([actions.filter((action) => action.day === day), prices]);
        const close = prices[DATES.indexOf(day)]!;
        // The record holds ratios to eight digits, and several of a day are rounded together.
        expect(levelOn(own, close, '2026-05-04', '2026-05-11') / (close / pricesFor(own, '2026-05-04'))).toBeCloseTo(1, 4);
      }),
    );
  });

  test('volumes know of counts alone', () => {
    fc.assert(
      fc.property(history, (made) => {
        const actions = known(made);
        expect(sharesFor(actions, '2026-05-04')).toBe(
          sharesFor(
            actions.filter((action) => action.type !== 'rights' && action.type !== 'special_dividend'),
            '2026-05-04',
          ),
        );
      }),
    );
  });
});

describe('shares of a day for one of an earlier day', () => {
  const ACTIONS = [split(5, '2026-03-02'), dividend(8, '2026-05-04'), { symbol: 'X', day: '2026-07-06', type: 'bonus', ratio: 2 } as const];
  test.each([
    ['over a split', '2026-03-01', '2026-03-02', 5],
    ['from the day of a split on, its shares are the new ones already', '2026-03-02', '2026-07-05', 1],
    ['over both', '2026-01-01', '2026-12-31', 10],
    ['over a dividend, which changes no count', '2026-05-01', '2026-05-31', 1],
    ['of today', '2026-06-01', undefined, 2],
    ['within a day', '2026-03-02', '2026-03-02', 1],
  ])('%s', (_, from, to, shares) => expect(sharesFor(ACTIONS, from, to)).toBe(shares));
});
