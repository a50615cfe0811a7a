import { expect, test } from 'vitest';
import { daysTo } from './days-to.ts';

test('at half past midnight in India what expires on this day has no day left', () => {
  expect(['2026-11-19', '2026-11-20', '2026-11-24'].map((day) => daysTo(day, new Date('2026-11-19T19:00:00Z')))).toEqual([-1, 0, 4]);
});
