import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { istDay, istInstant } from '../market/calendar.ts';
import { splitGst, totalOf } from './gst.ts';
import { asksForPan, type Clock, chargedFrom, gateFrom, isPanGiven, isPausedOn, MOST_PAUSED_DAYS, movedClock, pausedDays } from './kyc-gate.ts';
import { refundOf } from './refund-amount.ts';

const DAY = 86_400_000;
/** Bought without a PAN at 14:00 of India's time. */
const bought = (day: string, days: number, change: Partial<Clock> = {}): Clock => {
  const starts_at = istInstant(day, '14:00');
  return { starts_at, ends_at: new Date(starts_at.getTime() + days * DAY), charged_from: null, kyc_gate_from: starts_at, kyc_paused_days: 0, ...change };
};
const moveOn = (clock: Clock, at: Date): Clock => {
  const { days: _, ...moved } = movedClock(clock, at) ?? { ...clock, days: 0 };
  return moved;
};
const opened = (clock: Clock, at: Date): Clock => ({ ...moveOn(clock, at), kyc_gate_from: null });
const refund = (price: number, days: number, clock: Clock, at: Date) => refundOf({ ...splitGst(price), days, starts_at: chargedFrom(clock, at) }, at);

test.each([
  [{ pan_card_number: '', pan_card_status: '' }, false],
  [{ pan_card_number: '', pan_card_status: 'Pending' }, false],
  [{ pan_card_number: 'ABCxxxx34F', pan_card_status: '' }, true],
  [{ pan_card_number: 'ABCxxxx34F', pan_card_status: 'Pending' }, true],
  [{ pan_card_number: 'ABCxxxx34F', pan_card_status: 'Verified' }, true],
  [{ pan_card_number: 'ABCxxxx34F', pan_card_status: 'Rejected' }, false],
])('of %j it is known who pays: %s', (profile, is) => expect(isPanGiven(profile)).toBe(is));

test('plans of investors wait for a PAN, that of experts does not', () => {
  expect((['Lite', 'Premium', 'Pro', 'Publisher'] as const).map(asksForPan)).toEqual([true, true, true, false]);
});

describe('days that a plan waits for its PAN are not charged, seven at most (product C.9)', () => {
  // Each is ₹499 for 30 days from 14:00 on 1 November: 422.88 and GST of 76.12.
  test.each([
    // Nothing was readable on days 1 to 3: all of it comes back.
    ['left on day 3, still without', '2026-11-03', 30, 422_88, 76_12],
    ['left within the minute', '2026-11-01', 30, 422_88, 76_12],
    ['left on day 7, still without', '2026-11-07', 30, 422_88, 76_12],
    // Seven days wait, the eighth is charged: 422.88 × 29 / 30 = 408.784; 18 % of 408.78 = 73.5804.
    ['left on day 8, still without', '2026-11-08', 29, 408_78, 73_58],
    // Days 8 to 17 are used: 422.88 × 20 / 30 = 281.92; 18 % of it 50.7456.
    ['left on day 17, still without', '2026-11-17', 20, 281_92, 50_75],
  ])('%s', (_what, day, unused, taxable, gst) => {
    expect(refund(499_00, 30, bought('2026-11-01', 30), istInstant(day, '14:30'))).toEqual({ unused, taxable, gst });
  });

  test.each([
    // The PAN on the day of the purchase: no whole day waited.
    ['the same day', '2026-11-01', 0, '2026-12-01', 29, 408_78, 73_58],
    // On day 2: day 1 waited, day 2 is the first that is charged.
    ['on day 2', '2026-11-02', 1, '2026-12-02', 29, 408_78, 73_58],
    // On day 9 seven of eight: days 8 and 9 are charged. 422.88 × 28 / 30 = 394.688; 18 % of 394.69 = 71.0442.
    ['on day 9', '2026-11-09', 7, '2026-12-08', 28, 394_69, 71_04],
    // A month later all days but seven are over: days 8 to 31 are 24. 422.88 × 6 / 30 = 84.576; 18 % of 84.58 = 15.2244.
    ['on day 31', '2026-12-01', 7, '2026-12-08', 6, 84_58, 15_22],
  ])('the PAN %s moves the end by so many days; left the same day', (_what, day, days, end, unused, taxable, gst) => {
    const at = istInstant(day, '18:00');
    const clock = opened(bought('2026-11-01', 30), at);
    expect([clock.kyc_paused_days, clock.ends_at]).toEqual([days, istInstant(end, '14:00')]);
    expect(refund(499_00, 30, clock, at)).toEqual({ unused, taxable, gst });
  });

  test('bought and moved after midnight, while it is the day before elsewhere, days are still India’s', () => {
    const starts_at = istInstant('2026-11-01', '02:00');
    const days = { days: 2, charged_from: istInstant('2026-11-03'), kyc_gate_from: istInstant('2026-11-03') };
    expect(movedClock(bought('2026-11-01', 30, { starts_at, kyc_gate_from: starts_at }), istInstant('2026-11-03', '02:00'))).toMatchObject(days);
    expect(gateFrom(starts_at, istInstant('2026-11-05', '02:00'))).toEqual(istInstant('2026-11-06'));
  });

  test('over a leap day: 28 and 29 February wait, 1 March is charged', () => {
    const at = istInstant('2028-03-01', '10:00');
    const clock = opened(bought('2028-02-28', 30), at);
    expect([clock.kyc_paused_days, clock.ends_at]).toEqual([2, istInstant('2028-03-31', '14:00')]);
    expect(refund(499_00, 30, clock, at)).toEqual({ unused: 29, taxable: 408_78, gst: 73_58 });
    // The year before there is one day less to wait.
    expect(opened(bought('2027-02-28', 30), istInstant('2027-03-01', '10:00')).kyc_paused_days).toBe(1);
  });

  test('an odd paisa of GST: ₹299 for 7 days, the PAN on day 3, left on day 4', () => {
    const clock = opened(bought('2026-11-20', 7), istInstant('2026-11-22', '00:01'));
    expect(clock).toMatchObject({ kyc_paused_days: 2, ends_at: istInstant('2026-11-29', '14:00'), charged_from: istInstant('2026-11-22') });
    // Days 3 and 4 are used: 253.39 × 5 / 7 = 180.9928…; 18 % of 180.99 = 32.5782.
    expect(refund(299_00, 7, clock, istInstant('2026-11-23', '23:59'))).toEqual({ unused: 5, taxable: 180_99, gst: 32_58 });
  });

  test('by the days of India: half past midnight there is the evening before in UTC', () => {
    const clock = bought('2026-11-01', 30);
    expect(pausedDays(clock, new Date('2026-11-02T18:29:59Z'), 'yesterday')).toBe(1);
    expect(pausedDays(clock, new Date('2026-11-02T18:30:00Z'), 'yesterday')).toBe(2);
  });
});

test('rejected on day 10: that day was readable, the next two wait, and the new PAN opens it on day 13', () => {
  const closed = { ...bought('2026-11-01', 30), kyc_gate_from: gateFrom(istInstant('2026-11-01', '14:00'), istInstant('2026-11-10', '11:00')) };
  expect(closed.kyc_gate_from).toEqual(istInstant('2026-11-11'));
  expect([istInstant('2026-11-10', '20:00'), istInstant('2026-11-12', '20:00')].map((at) => isPausedOn(closed, at))).toEqual([false, true]);
  // Ten of thirty are used, whenever in these days it is left. 422.88 × 20 / 30 = 281.92.
  for (const day of ['2026-11-10', '2026-11-11', '2026-11-12'])
    expect(refund(499_00, 30, closed, istInstant(day, '20:00'))).toEqual({ unused: 20, taxable: 281_92, gst: 50_75 });
  const clock = opened(closed, istInstant('2026-11-13', '09:00'));
  expect([clock.kyc_paused_days, clock.ends_at]).toEqual([2, istInstant('2026-12-03', '14:00')]);
  expect(refund(499_00, 30, clock, istInstant('2026-11-13', '09:00')).unused).toBe(19);
});

test('rejected and renewed again and again: seven days in all', () => {
  let clock = bought('2026-11-01', 90);
  for (let day = 3; day < 60; day += 6) {
    const at = new Date(istInstant('2026-11-01', '10:00').getTime() + day * DAY);
    clock = opened(clock, at);
    clock = { ...clock, kyc_gate_from: gateFrom(clock.starts_at, at) };
  }
  expect(clock.kyc_paused_days).toBe(MOST_PAUSED_DAYS);
  expect(clock.ends_at).toEqual(new Date(istInstant('2026-11-01', '14:00').getTime() + 97 * DAY));
});

test('what has not begun waits for nothing yet, and the part of a day with which a plan ends is no day', () => {
  expect(pausedDays(bought('2026-12-01', 30), istInstant('2026-11-20'), 'today')).toBe(0);
  const ending = { ...bought('2026-11-01', 30), kyc_gate_from: istInstant('2026-12-01') };
  expect(pausedDays(ending, istInstant('2026-12-02'), 'yesterday')).toBe(0);
});

test('moved as often as one likes, each day once: the end and the days that are charged come to the same', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 365 }),
      fc.integer({ min: 0, max: 40 }),
      fc.array(fc.integer({ min: 0, max: 40 * 24 }), { maxLength: 20 }),
      (days, after, hours) => {
        const clock = bought('2027-12-20', days);
        const at = new Date(clock.starts_at.getTime() + after * DAY);
        let moved = clock;
        for (const hour of hours.toSorted((a, b) => a - b)) {
          const then = new Date(clock.starts_at.getTime() + hour * 3_600_000);
          if (then <= at) moved = moveOn(moved, then);
        }
        expect(chargedFrom(moved, at)).toEqual(chargedFrom(clock, at));
        expect(opened(moved, at)).toEqual(opened(clock, at));
        expect(movedClock(opened(clock, at), at)).toBeNull();
        const [left, whole] = [refund(499_00, days, moved, at), splitGst(499_00)];
        expect(totalOf(left)).toBeLessThanOrEqual(totalOf(whole));
        // Every day of the plan is charged or comes back, and none is charged on which nothing could be read, but those past seven.
        const waited = (Date.parse(istDay(at)) - Date.parse(istDay(clock.starts_at))) / DAY + 1;
        expect(days - left.unused).toBe(Math.min(days, Math.max(0, waited - MOST_PAUSED_DAYS)));
      },
    ),
  );
});
