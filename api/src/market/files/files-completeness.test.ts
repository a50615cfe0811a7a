import { istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import { expect, test } from 'vitest';
import { isStale } from '../feed/completeness.ts';
import { completeOfDays } from './files-completeness.ts';

/** Monday 2 to Friday 6 March 2026: Tuesday is Holi. */
const WEEK = ['2026-03-02', '2026-03-04', '2026-03-05', '2026-03-06'];
const at = (text: string): Date => istInstant(text.slice(0, 10), text.slice(11));

test.each([
  ['nothing on file', [], '2026-03-02 18:00', '1970-01-01 05:30', 'late_file'],
  ['inside a day: nothing of it is known', WEEK, '2026-03-05 11:00', '2026-03-05 09:00', null],
  ['a day is known once its last price is final', WEEK, '2026-03-05 15:30', '2026-03-05 15:30', null],
  ['nothing trades in the evening', WEEK, '2026-03-05 22:00', '2026-03-05 22:00', null],
  ['nothing trades on a holiday', WEEK, '2026-03-03 12:00', '2026-03-03 12:00', null],
  ['today’s file has time', WEEK.slice(0, 3), '2026-03-06 17:00', '2026-03-06 09:00', null],
  ['today’s file is late', WEEK.slice(0, 3), '2026-03-06 18:30', '2026-03-06 09:00', 'late_file'],
  ['it stays late', WEEK.slice(0, 3), '2026-03-10 18:30', '2026-03-06 09:00', 'late_file'],
  ['a day before others that is missing is told of', [WEEK[0]!, WEEK[2]!], '2026-03-05 20:00', '2026-03-05 20:00', 'gap'],
  ['a day that is to come in a replay is not known yet', WEEK, '2026-03-04 09:05', '2026-03-04 09:00', null],
])('%s', (_, days, now, until, because) => {
  const complete = completeOfDays(
    days.map((day) => ({ day })),
    (day) => days.includes(day),
    at(now),
  );
  expect([complete.until, complete.because]).toEqual([at(until), because]);
});

test('prices of now are missing where a file is late, not where an earlier day is', () => {
  const of = (days: string[], now: string) =>
    isStale(
      completeOfDays(
        days.map((day) => ({ day })),
        (day) => days.includes(day),
        at(now),
      ),
    );
  expect([of(WEEK.slice(0, 3), '2026-03-06 18:30'), of([WEEK[0]!, WEEK[2]!], '2026-03-05 20:00')]).toEqual([true, false]);
});
