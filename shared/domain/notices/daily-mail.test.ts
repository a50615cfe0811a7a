import { expect, test } from 'vitest';
import { nextDailyMail } from './daily-mail.ts';

test.each([
  ['in the morning', '2026-11-26T05:00:00.000Z', '2026-11-26T14:30:00.000Z'],
  ['a moment before 20:00 IST', '2026-11-26T14:29:59.999Z', '2026-11-26T14:30:00.000Z'],
  ['at 20:00 IST', '2026-11-26T14:30:00.000Z', '2026-11-27T14:30:00.000Z'],
  ['late in the evening, when it is still the same day in India', '2026-11-26T18:29:00.000Z', '2026-11-27T14:30:00.000Z'],
  ['after midnight in India, still the day before in UTC', '2026-11-26T19:00:00.000Z', '2026-11-27T14:30:00.000Z'],
  ['on the last evening of a year', '2026-12-31T15:00:00.000Z', '2027-01-01T14:30:00.000Z'],
])('%s', (_when, now, due) => {
  expect(nextDailyMail(new Date(now)).toISOString()).toBe(due);
});
