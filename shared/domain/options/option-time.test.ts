import { expect, test } from 'vitest';
import { calendarYears, sessionsLeft, tradingYears } from './option-time.ts';

test('trading time counts minutes of sessions over 252 sessions of 385 minutes', () => {
  // Thursday 19 Nov 2026 09:15 IST; expiry Monday 23 Nov (Tuesday is a holiday): three whole sessions.
  expect(tradingYears(new Date('2026-11-19T03:45:00Z'), '2026-11-23')).toBeCloseTo(3 / 252, 12);
  // 77 minutes before the close of the day before: a fifth of a session and one more.
  expect(tradingYears(new Date('2026-11-20T08:53:00Z'), '2026-11-23')).toBeCloseTo(1.2 / 252, 12);
  // The weekend does not count.
  expect(tradingYears(new Date('2026-11-21T08:53:00Z'), '2026-11-23')).toBeCloseTo(1 / 252, 12);
});

test('before 3 Aug 2026 a session has 375 minutes', () => {
  expect(tradingYears(new Date('2026-07-28T09:57:30Z'), '2026-07-28')).toBeCloseTo(2.5 / 375 / 252, 12);
});

test('time runs down to 0 on expiry day and stays there', () => {
  const minute = (text: string) => tradingYears(new Date(text), '2026-11-23');
  expect(minute('2026-11-23T10:09:00Z')).toBeCloseTo(1 / 385 / 252, 12);
  expect(minute('2026-11-23T10:10:00Z')).toBe(0);
  expect(minute('2026-11-24T04:00:00Z')).toBe(0);
  expect(calendarYears(new Date('2026-11-23T10:10:00Z'), '2026-11-23')).toBe(0);
  expect(calendarYears(new Date('2026-11-22T10:10:00Z'), '2026-11-23')).toBeCloseTo(1 / 365, 12);
});

test('sessions left include the running one and no holiday', () => {
  expect(sessionsLeft(new Date('2026-11-20T05:00:00Z'), '2026-11-23')).toBe(2);
  expect(sessionsLeft(new Date('2026-11-20T11:00:00Z'), '2026-11-23')).toBe(1);
  expect(sessionsLeft(new Date('2026-11-23T11:00:00Z'), '2026-11-23')).toBe(0);
});
