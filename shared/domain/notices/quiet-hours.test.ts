import { expect, test } from 'vitest';
import { quietHours } from '../../contract/notices/types.ts';
import { quietUntil, USUAL_QUIET_HOURS } from './quiet-hours.ts';

const at = (time: string) => new Date(`2026-11-20T${time}:00+05:30`);
const ist = (date: Date | null) => date && new Date(date.getTime() + 330 * 60_000).toISOString().slice(0, 16);
const hours = (from: number, to: number, on = true) => ({ on, from: from * 60, to: to * 60 });

test.each([
  // Over midnight, as they usually are: 21:00 to 08:30.
  [USUAL_QUIET_HOURS, '20:59', null],
  [USUAL_QUIET_HOURS, '21:00', '2026-11-21T08:30'],
  [USUAL_QUIET_HOURS, '23:59', '2026-11-21T08:30'],
  [USUAL_QUIET_HOURS, '00:00', '2026-11-20T08:30'],
  [USUAL_QUIET_HOURS, '08:29', '2026-11-20T08:30'],
  [USUAL_QUIET_HOURS, '08:30', null],
  [USUAL_QUIET_HOURS, '12:00', null],
  // Within a day.
  [hours(13, 15), '12:59', null],
  [hours(13, 15), '13:00', '2026-11-20T15:00'],
  [hours(13, 15), '14:59', '2026-11-20T15:00'],
  [hours(13, 15), '15:00', null],
  // From and to midnight, and around the UTC day, which changes at 05:30.
  [hours(0, 6), '00:00', '2026-11-20T06:00'],
  [hours(22, 0), '23:59', '2026-11-21T00:00'],
  [hours(22, 0), '00:00', null],
  [hours(5, 6), '05:29', '2026-11-20T06:00'],
  [hours(5, 6), '05:30', '2026-11-20T06:00'],
  // Switched off.
  [hours(0, 23, false), '12:00', null],
])('%o at %s IST: quiet until %s', (quiet, time, until) => {
  expect(ist(quietUntil(quiet, at(time)))).toBe(until);
});

test('seconds within a minute change nothing: the hours end on the minute', () => {
  expect(ist(quietUntil(USUAL_QUIET_HOURS, new Date('2026-11-20T21:00:59.999+05:30')))).toBe('2026-11-21T08:30');
});

test.each([
  [{ on: true, from: 0, to: 1439 }, true],
  [{ on: true, from: 60, to: 60 }, false],
  [{ on: true, from: -1, to: 60 }, false],
  [{ on: true, from: 0, to: 1440 }, false],
  [{ on: true, from: 0.5, to: 60 }, false],
  [{ on: 'yes', from: 0, to: 60 }, false],
  [{ on: true, from: 0 }, false],
])('as a request %o is taken: %s', (given, taken) => {
  expect(quietHours.safeParse(given).success).toBe(taken);
});
