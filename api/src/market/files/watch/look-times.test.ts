import { declareCalendar, istInstant, NOTHING_DECLARED } from '@vimarsh/shared/domain/market/calendar.ts';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { daysToLookFor, isFileLate, nextLook } from './look-times.ts';

afterEach(() => declareCalendar(NOTHING_DECLARED));

test.each([
  // Options close at 15:40.
  ['2026-12-04', '16:24', ['2026-12-01', '2026-12-02', '2026-12-03']],
  ['2026-12-04', '16:25', ['2026-12-02', '2026-12-03', '2026-12-04']],
  ['2026-12-06', '12:00', ['2026-12-02', '2026-12-03', '2026-12-04']],
  ['2026-11-08', '19:44', ['2026-11-04', '2026-11-05', '2026-11-06']],
  ['2026-11-08', '19:45', ['2026-11-05', '2026-11-06', '2026-11-08']],
])('on %s at %s files of %j are looked for', (day, time, days) => {
  expect(daysToLookFor(istInstant(day, time), day)).toEqual(days);
});

test('a day that was declared closed is not looked for, and a special Saturday is', () => {
  declareCalendar({ ...NOTHING_DECLARED, days: { '2026-12-04': 'closed', '2026-12-05': 'open' } });
  expect(daysToLookFor(istInstant('2026-12-05', '20:00'), '2026-12-05')).toEqual(['2026-12-02', '2026-12-03', '2026-12-05']);
});

test('a file is late four hours after the close of options', () => {
  expect(isFileLate('2026-12-04', istInstant('2026-12-04', '19:40'))).toBe(false);
  expect(isFileLate('2026-12-04', istInstant('2026-12-04', '19:41'))).toBe(true);
});

test('looks come no sooner than after some minutes, no later than after 75, and later each time', () => {
  const now = new Date('2026-12-04T11:00:00Z');
  const minutes = (looks: number, chance: number): number => (nextLook(now, looks, chance).getTime() - now.getTime()) / 60_000;
  expect([1, 2, 3, 4, 5, 9].map((looks) => minutes(looks, 0.5))).toEqual([5, 10, 20, 40, 60, 60]);
  fc.assert(
    fc.property(fc.nat(10_000), fc.double({ min: 0, max: 1, noNaN: true }), (looks, chance) => {
      expect(minutes(looks, chance)).toBeGreaterThanOrEqual(3.75);
      expect(minutes(looks, chance)).toBeLessThanOrEqual(75);
      expect(minutes(looks + 1, chance)).toBeGreaterThanOrEqual(minutes(looks, chance));
    }),
  );
});
