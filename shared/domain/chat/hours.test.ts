import { expect, test } from 'vitest';
import { ownHours, type WeekHours } from '../../contract/chat/hours-types.ts';
import { shownHoursAt, withinHours } from './hours.ts';

const WORK = { from: 10 * 60, to: 16 * 60 };
/** Monday to Friday 10:00 to 16:00, on Saturday from midnight to 01:00. */
const WEEK: WeekHours = [WORK, WORK, WORK, WORK, WORK, { from: 0, to: 60 }, null];
const ist = (at: Date | null) => at && new Date(at.getTime() + 330 * 60_000).toISOString().slice(0, 16);

// 20 November 2026 is a Friday.
test.each([
  ['2026-11-20T09:59:59.999', false, '2026-11-20T10:00'],
  ['2026-11-20T10:00', true, null],
  ['2026-11-20T15:59:59.999', true, null],
  ['2026-11-20T16:00', false, '2026-11-21T00:00'],
  ['2026-11-21T00:00', true, null],
  ['2026-11-21T01:00', false, '2026-11-23T10:00'],
  // The day of UTC changes at 05:30.
  ['2026-11-22T05:29', false, '2026-11-23T10:00'],
  ['2026-11-23T05:29', false, '2026-11-23T10:00'],
  ['2026-11-23T05:31', false, '2026-11-23T10:00'],
])('at %s IST within the hours: %s, and the next begin at %s', (at, open, opens) => {
  const found = withinHours(WEEK, new Date(`${at}+05:30`));
  expect([found.open, ist(found.opensAt)]).toEqual([open, opens]);
});

test('with one day in the week the next hours are a week away once they are over', () => {
  const only: WeekHours = [null, null, null, null, WORK, null, null];
  expect(ist(withinHours(only, new Date('2026-11-20T16:00+05:30')).opensAt)).toBe('2026-11-27T10:00');
});

test('every minute of a week is what a plain table of its minutes says', () => {
  const monday = Date.parse('2026-11-23T00:00+05:30');
  const plain = WEEK.flatMap((day) => Array.from({ length: 1440 }, (_, minute) => day !== null && minute >= day.from && minute < day.to));
  const told = plain.map((_, minute) => withinHours(WEEK, new Date(monday + minute * 60_000)));
  expect(told.map(({ open }) => open)).toEqual(plain);
  for (const [minute, { open, opensAt }] of told.entries()) {
    let next = minute;
    while (!plain[next % plain.length]) next += 1;
    if (!open) expect(opensAt!.getTime()).toBe(monday + next * 60_000);
  }
});

test.each([
  ['no hours are told: they are there, and the note is not shown', { hours: null, away: false, note: 'Back soon' }, '12:00', ['open', '']],
  ['within the hours', { hours: WEEK, away: false, note: 'Back soon' }, '12:00', ['open', '']],
  ['outside of them', { hours: WEEK, away: false, note: 'Back soon' }, '20:00', ['closed', 'Back soon']],
  ['away, whatever the hours', { hours: WEEK, away: true, note: 'Back soon' }, '12:00', ['away', 'Back soon']],
])('%s', (_what, own, time, expected) => {
  const { state, note } = shownHoursAt(own, new Date(`2026-11-20T${time}+05:30`));
  expect([state, note]).toEqual(expected);
});

test.each([
  [WEEK, true],
  [null, true],
  [WEEK.slice(1), false],
  [[null, null, null, null, null, null, null], false],
  [[{ from: 600, to: 600 }, null, null, null, null, null, null], false],
  [[{ from: 0, to: 1440 }, null, null, null, null, null, null], true],
  [[{ from: 0, to: 1441 }, null, null, null, null, null, null], false],
  [[{ from: 0.5, to: 60 }, null, null, null, null, null, null], false],
])('hours %j are taken: %s', (hours, taken) => expect(ownHours.safeParse({ hours, away: false, note: '' }).success).toBe(taken));
