import { tradingDays } from '@vimarsh/shared/domain/market/calendar.ts';
import { expect, test } from 'vitest';
import { lastYear } from './adjusted-sessions.ts';

test('52 weeks are looked back by date, however many sessions they hold', () => {
  const bars = tradingDays('2025-10-01', '2026-11-23').map((day) => ({ day }));
  const year = lastYear(bars, '2026-11-23')!;
  expect([year[0]!.day, year.at(-1)!.day, year.length]).toEqual(['2025-11-24', '2026-11-23', 248]);
  expect(lastYear(bars, '2026-11-20')![0]!.day).toBe('2025-11-20');
  // A month of suspension takes nothing from before the year.
  expect(
    lastYear(
      bars.filter(({ day }) => day < '2026-03-01' || day > '2026-03-31'),
      '2026-11-23',
    )![0]!.day,
  ).toBe('2025-11-24');
});

test('a history that begins within the 52 weeks, or of which most is missing, has none', () => {
  const bars = tradingDays('2025-10-01', '2026-11-23').map((day) => ({ day }));
  expect(lastYear(bars.slice(-240), '2026-11-23')).toBeNull();
  expect(lastYear([bars[0]!, ...bars.slice(-100)], '2026-11-23')).toBeNull();
  expect(lastYear([], '2026-11-23')).toBeNull();
});
