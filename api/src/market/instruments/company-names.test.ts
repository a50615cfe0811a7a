import { expect, test } from 'vitest';
import { type DatedCompany, isSameCompany, renamesIn } from './company-names.ts';

const named = (day: string, name: string): DatedCompany => ({ isin: 'INE758T01015', symbol: 'ETERNAL', day, name });

test.each([
  ['ZOMATO LTD', 'ZOMATO LIMITED', true],
  ['MAHINDRA & MAHINDRA LTD', 'MAHINDRA AND MAHINDRA LIMITED', true],
  ['ADANI PORT & SEZ LTD', 'ADANI PORT & SEZ', true],
  ['INTERGLOBE AVIATION LIMI', 'INTERGLOBE AVIATION LIMITED', true],
  ['', 'TCS LTD', true],
  ['ZOMATO LTD', 'ETERNAL LTD', false],
  ['L&T FINANCE HOLDINGS LTD', 'LARSEN & TOUBRO LTD', false],
])('“%s” and “%s”: one company is %s', (one, other, same) => {
  expect(isSameCompany(one, other)).toBe(same);
  expect(isSameCompany(other, one)).toBe(same);
});

test('a name that is only written otherwise renames no company', () => {
  const names = [named('2024-07-08', 'ZOMATO LTD'), named('2024-09-02', 'ZOMATO LIMITED'), named('2025-04-09', 'ETERNAL LIMITED')];
  expect(renamesIn(names)).toEqual([{ day: '2025-04-09', old_name: 'ZOMATO LIMITED', new_name: 'ETERNAL LIMITED' }]);
  expect(renamesIn([])).toEqual([]);
});
