import { expect, test } from 'vitest';
import { addMonths, dayByKey, weeksOf } from './month-grid.ts';

test('weeks begin on Monday and hold the days of their month only', () => {
  const weeks = weeksOf('2026-11');
  expect(weeks).toHaveLength(6);
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
  expect(weeks[1]![0]).toBe('2026-11-02');
  expect(weeks.at(-1)).toEqual(['2026-11-30', null, null, null, null, null, null]);
  expect(weeksOf('2027-02').flat().filter(Boolean)).toHaveLength(28);
});

test('months run over the year', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01');
  expect(addMonths('2027-01', -1)).toBe('2026-12');
});

test.each([
  ['ArrowLeft', '2026-11-30'],
  ['ArrowRight', '2026-12-02'],
  ['ArrowUp', '2026-11-24'],
  ['ArrowDown', '2026-12-08'],
  ['Home', '2026-11-30'],
  ['End', '2026-12-06'],
  ['PageUp', '2026-11-01'],
  ['PageDown', '2027-01-01'],
  ['a', null],
])('from Tuesday, 1 December, %s leads to %s', (key, day) => expect(dayByKey(key, '2026-12-01')).toBe(day));

test('a month later is the last day where there is no such day', () => expect(dayByKey('PageDown', '2027-01-31')).toBe('2027-02-28'));
