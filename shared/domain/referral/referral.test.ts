import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inYear, isLate, judge, type Referral, type ReferralFacts } from './referral.ts';

const DAY = 86_400_000;
const START = new Date('2026-11-01T20:45:00.000Z');
const day = (n: number): Date => new Date(START.getTime() + n * DAY);
const joined: Referral = { state: 'joined', joined_at: day(0), qualified_at: null };
const qualified: Referral = { state: 'qualified', joined_at: day(0), qualified_at: day(3) };
const facts = (more: Partial<ReferralFacts> = {}): ReferralFacts => ({
  investors: true,
  samePerson: false,
  bought: 'kept',
  panGiven: true,
  covers: true,
  ...more,
});

test.each<[string, Referral, Partial<ReferralFacts>, number, string]>([
  ['who has bought nothing waits', joined, { bought: 'nothing' }, 10, 'joined '],
  ['and so does who has given no PAN', joined, { panGiven: false }, 10, 'joined '],
  ['a plan and a PAN qualify', joined, {}, 10, 'qualified '],
  ['a plan of which money was asked back does not: another may follow', joined, { bought: 'cancelled' }, 10, 'joined '],
  ['nor does somebody who was here before', joined, { samePerson: true }, 10, 'void same person'],
  ['nor an expert or admin, whichever of the two', joined, { investors: false }, 10, 'void not investors'],
  ['on the last day it is not too late', joined, { bought: 'nothing' }, 365, 'joined '],
  ['a day later it is', joined, { bought: 'nothing' }, 366, 'void late'],
  ['both have to stand for 7 days', qualified, {}, 9.9, 'qualified '],
  ['then the days are credited', qualified, {}, 10, 'credited '],
  ['as long as the used days are worth less than those given, it waits', qualified, { covers: false }, 20, 'qualified '],
  ['and a cancellation before they are voids it', qualified, { covers: false, bought: 'cancelled' }, 20, 'void cancelled'],
  ['money that was asked back meanwhile voids it', qualified, { bought: 'cancelled' }, 5, 'void cancelled'],
  ['and on the last night too', qualified, { bought: 'cancelled' }, 10, 'void cancelled'],
  ['a PAN that was rejected meanwhile is waited for', qualified, { panGiven: false }, 20, 'qualified '],
  ['a PAN that turns out to be another’s voids it', qualified, { samePerson: true }, 10, 'void same person'],
  ['who is qualified is never too late', qualified, { panGiven: false }, 500, 'qualified '],
  ['what was credited stays', { ...qualified, state: 'credited' }, { bought: 'cancelled', investors: false }, 20, 'credited '],
  ['what is void stays', { ...joined, state: 'void' }, {}, 20, 'void '],
])('%s', (_rule, referral, more, at, becomes) => {
  const { state, reason } = judge(referral, facts(more), day(at));
  expect(`${state} ${reason}`).toBe(becomes);
});

test('only who has not bought can be late', () => {
  expect(isLate(joined, day(365))).toBe(false);
  expect(isLate(joined, day(366))).toBe(true);
  expect(isLate(qualified, day(900))).toBe(false);
});

test('a year ends 365 days later to the instant', () => {
  expect(inYear([day(0), day(100), day(364)], day(365))).toBe(2);
  expect(inYear([day(0), day(100)], new Date(day(365).getTime() - 1))).toBe(2);
});

/** What happens on a day, before its night. */
type Event = 'buy' | 'cancel' | 'give PAN' | 'PAN rejected' | 'become expert' | 'same person' | 'uses' | 'nothing';
const event = fc.constantFrom<Event>(
  'buy',
  'cancel',
  'give PAN',
  'PAN rejected',
  'become expert',
  'same person',
  'uses',
  'nothing',
  'nothing',
  'nothing',
  'nothing',
);

function after(known: ReferralFacts, happens: Event): ReferralFacts {
  if (happens === 'buy') return { ...known, bought: 'kept' };
  if (happens === 'cancel') return { ...known, bought: known.bought === 'kept' ? 'cancelled' : known.bought };
  if (happens === 'give PAN' || happens === 'PAN rejected') return { ...known, panGiven: happens === 'give PAN' };
  if (happens === 'uses') return { ...known, covers: true };
  if (happens === 'become expert') return { ...known, investors: false };
  return happens === 'same person' ? { ...known, samePerson: true } : known;
}

/** The rule as one sentence over a whole history, without states: nights count from 0. */
function credited(nights: readonly ReferralFacts[]): number | null {
  const qualifies = nights.findIndex(({ bought, panGiven }) => bought === 'kept' && panGiven);
  const spoils = nights.findIndex(
    ({ investors, samePerson, bought }, night) => !investors || samePerson || (qualifies !== -1 && night > qualifies && bought !== 'kept'),
  );
  const clean = spoils === -1 ? nights.length : spoils;
  if (qualifies === -1 || qualifies >= clean) return null;
  const stands = nights.findIndex(({ panGiven, covers }, night) => night >= qualifies + 7 && panGiven && covers);
  return stands === -1 || stands >= clean ? null : stands;
}

test('whatever happens in whatever order, and however often a night is repeated, days are credited exactly when the rule says', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ event, nights: fc.integer({ min: 1, max: 3 }) }), { maxLength: 40 }), (days) => {
      let known = facts({ bought: 'nothing', panGiven: false, covers: false });
      let referral: Referral = joined;
      const nights: ReferralFacts[] = [];
      let at: number | null = null;
      for (const [n, { event: happens, nights: again }] of days.entries()) {
        known = after(known, happens);
        nights.push(known);
        for (let time = 0; time < again; time += 1) {
          const { state } = judge(referral, known, day(n));
          if (state === 'credited' && at === null) at = n;
          expect(at === null || state === 'credited').toBe(true);
          referral = { ...referral, state, qualified_at: state === 'qualified' && !referral.qualified_at ? day(n) : referral.qualified_at };
        }
      }
      expect(at).toBe(credited(nights));
    }),
    { numRuns: 500 },
  );
});
