import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { istDay, istInstant } from '../market/calendar.ts';
import { splitGst } from './gst.ts';
import { FEE_CAP_PAISE, type Held, type Offer } from './purchase.ts';
import { ANNOUNCED_BEFORE_MS, canRenew, chargeableFrom, GRACE_MS, NOTICE_MS, type Renewing, renewalConsent, renewalOf, renewalStep } from './renewal.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ENDS = istInstant('2026-12-20', '11:30');
const before = (ms: number): Date => new Date(ENDS.getTime() - ms);
const after = (ms: number): Date => new Date(ENDS.getTime() + ms);
const sent = (at: Date | null) => ({ ends_at: ENDS, announced: { sent_at: at }, charges: [] });
const over = (...at: Date[]) => at.map((each) => ({ open: false, at: each }));

test.each([
  [{ days: 30, price_paise: 499_00 }, true],
  [{ days: 364, price_paise: 8_999_00 }, true],
  // Paid a day ahead, it would be more than a year that is paid ahead.
  [{ days: 365, price_paise: 8_999_00 }, false],
  [{ days: 90, price_paise: 15_000_00 }, true],
  [{ days: 90, price_paise: 15_000_01 }, false],
])('%j may be renewed by a mandate: %s', (offer, can) => expect(canRenew(offer)).toBe(can));

test('what is agreed to names plan, days, amount and way', () => {
  expect(renewalConsent({ plan: 'Premium', days: 30 }, 499_00, 'upi')).toBe(
    'Renew Premium by itself every 30 days: at most ₹499.00 with GST each time, by UPI',
  );
});

describe('the day of a charge is of India’s calendar', () => {
  test.each([
    ['announced in time: a day before the end', '2026-12-20', '11:30', '2026-12-17', '11:30', '2026-12-19', '11:30'],
    ['a plan that ends as a day begins in India, when it is the day before in London', '2026-12-20', '00:00', '2026-12-17', '00:00', '2026-12-19', '00:00'],
    ['a leap day', '2028-03-01', '00:10', '2028-02-27', '00:10', '2028-02-29', '00:10'],
    ['the day after a leap day', '2028-03-02', '09:00', '2028-02-28', '09:00', '2028-03-01', '09:00'],
    ['February without one', '2027-03-01', '09:00', '2027-02-26', '09:00', '2027-02-28', '09:00'],
    ['the turn of a year', '2027-01-01', '05:00', '2026-12-29', '05:00', '2026-12-31', '05:00'],
    ['announced 30 hours before the end: a day after that', '2026-12-20', '11:30', '2026-12-19', '05:30', '2026-12-20', '05:30'],
    ['announced an hour before the end: a day after that, when it has ended', '2026-12-20', '11:30', '2026-12-20', '10:30', '2026-12-21', '10:30'],
  ])('%s', (_what, endDay, endTime, sentDay, sentTime, day, time) => {
    const at = chargeableFrom(istInstant(endDay, endTime), istInstant(sentDay, sentTime));
    expect([at, istDay(at)]).toEqual([istInstant(day, time), day]);
  });
});

describe('what a renewal needs next', () => {
  const nothing: Renewing = { ends_at: ENDS, announced: null, charges: [] };
  test.each([
    ['a second before three days before the end', nothing, before(3 * DAY + 1000), { do: 'wait' }],
    ['three days before the end', nothing, before(3 * DAY), { do: 'announce', charge_at: before(DAY) }],
    ['half a day before the end, where the server was away', nothing, before(12 * HOUR), { do: 'announce', charge_at: after(12 * HOUR) }],
    ['a day after the end: announced, it would be charged after its grace', nothing, after(DAY), { do: 'stop', why: 'late' }],
    ['a second sooner', nothing, after(DAY - 1000), { do: 'announce', charge_at: after(2 * DAY - 1000) }],
    ['announced, a second before its last day', sent(before(3 * DAY)), before(DAY + 1000), { do: 'wait' }],
    ['announced, in its last day', sent(before(3 * DAY)), before(DAY), { do: 'charge' }],
    ['announced late, not yet a day ago', sent(before(12 * HOUR)), after(12 * HOUR - 1000), { do: 'wait' }],
    ['announced late, a day ago', sent(before(12 * HOUR)), after(12 * HOUR), { do: 'charge' }],
    ['announced, and the mail has not left', sent(null), before(HOUR), { do: 'wait' }],
    ['announced, and the mail never left', sent(null), after(2 * DAY), { do: 'stop', why: 'late' }],
    ['announced, and away until the grace was over', sent(before(3 * DAY)), after(2 * DAY), { do: 'stop', why: 'late' }],
    ['announced, and away until just before', sent(before(3 * DAY)), after(2 * DAY - 1000), { do: 'charge' }],
    ['a charge on its way is asked for again', { ...sent(before(3 * DAY)), charges: [{ open: true, at: before(DAY) }] }, before(HOUR), { do: 'charge' }],
    ['refused an hour ago', { ...sent(before(3 * DAY)), charges: over(before(DAY)) }, before(23 * HOUR), { do: 'wait' }],
    ['refused a day ago: once more', { ...sent(before(3 * DAY)), charges: over(before(DAY)) }, ENDS, { do: 'charge' }],
    [
      'refused so late that a second charge would come after its grace',
      { ...sent(before(DAY)), charges: over(after(DAY)) },
      after(DAY),
      { do: 'stop', why: 'refused' },
    ],
    ['refused twice', { ...sent(before(3 * DAY)), charges: over(before(DAY), ENDS) }, ENDS, { do: 'stop', why: 'refused' }],
  ] as const)('%s', (_what, renewing, now, step) => expect(renewalStep(renewing, now)).toEqual(step));

  test('whenever it is looked at: announced first, charged a day after that at the soonest, in its last day at the soonest, never after its grace, and twice at most', () => {
    const wait = fc.integer({ min: 1, max: 30 * 60 }).map((minutes) => minutes * 60_000);
    fc.assert(
      fc.property(fc.array(wait, { minLength: 1, maxLength: 60 }), fc.integer({ min: 0, max: 40 * HOUR }), (waits, leaves) => {
        let now = before(5 * DAY);
        const [charges, told]: [{ open: boolean; at: Date }[], Date[]] = [[], []];
        for (const ms of waits) {
          now = new Date(now.getTime() + ms);
          const left = told[0] && new Date(told[0].getTime() + leaves);
          const step = renewalStep({ ends_at: ENDS, announced: left ? { sent_at: left <= now ? left : null } : null, charges }, now);
          if (step.do === 'announce') {
            expect(now.getTime()).toBeGreaterThanOrEqual(ENDS.getTime() - ANNOUNCED_BEFORE_MS);
            told.push(now);
          }
          if (step.do === 'charge') {
            expect(now.getTime() - left!.getTime()).toBeGreaterThanOrEqual(NOTICE_MS);
            expect(now.getTime()).toBeGreaterThanOrEqual(ENDS.getTime() - DAY);
            expect(now.getTime()).toBeLessThan(ENDS.getTime() + GRACE_MS);
            charges.push({ open: false, at: now });
          }
          if (step.do === 'stop') break;
        }
        expect(told.length).toBeLessThanOrEqual(1);
        expect(charges.length).toBeLessThanOrEqual(2);
        if (charges.length === 2) expect(charges[1]!.at.getTime() - charges[0]!.at.getTime()).toBeGreaterThanOrEqual(DAY);
      }),
    );
  });
});

describe('what a renewal costs', () => {
  const premium: Offer = { plan: 'Premium', days: 30, price_paise: 499_00 };
  const held = (plan: Offer['plan'], ends_at: Date): Held => ({
    ...{ order_id: plan, plan, days: 30, ...splitGst(499_00), starts_at: new Date(ends_at.getTime() - 30 * DAY), ends_at },
  });
  const mine = [held('Premium', ENDS)];
  test.each([
    ['the list price that was agreed to', premium, 499_00, mine, 0, null],
    ['a lower one', { ...premium, price_paise: 449_00 }, 499_00, mine, 0, null],
    ['a paisa more than was agreed to', { ...premium, price_paise: 499_01 }, 499_00, mine, 0, 'price'],
    ['what is not sold any more', null, 499_00, mine, 0, 'sale'],
    ['more than a mandate carries, though it was agreed to', { ...premium, price_paise: 15_000_01 }, 20_000_00, mine, 0, 'sale'],
    ['a plan below one that they have', premium, 499_00, [...mine, held('Pro', after(DAY))], 0, 'sale'],
    ['a plan above one that they have', premium, 499_00, [...mine, held('Lite', after(DAY))], 0, 'sale'],
    ['to the paisa of the year’s most', premium, 499_00, mine, FEE_CAP_PAISE - 422_88, null],
    ['a paisa over it', premium, 499_00, mine, FEE_CAP_PAISE - 422_87, 'sale'],
    ['more than a year ahead', { ...premium, days: 365 }, 499_00, mine, 0, 'sale'],
  ] as const)('%s', (_what, offer, most, plans, fees, refused) => expect(renewalOf(offer, most, plans, before(DAY), fees).refused).toBe(refused));
  test('it begins when the plan ends', () => {
    expect(renewalOf(premium, 499_00, mine, before(DAY), 0)).toMatchObject({ purchase: { starts_at: ENDS, ends_at: after(30 * DAY), pay_paise: 499_00 } });
  });
});
