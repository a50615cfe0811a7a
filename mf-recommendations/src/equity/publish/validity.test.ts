import { expect, test } from 'vitest';
import { fittingDay, validity } from './validity.ts';

// 20 Nov 2026 is a Friday.
test.each([
  ['intraday', { min: '2026-11-20', max: '2026-11-20', proposed: '2026-11-20' }],
  ['shortTerm', { min: '2026-11-22', max: '2026-12-20', proposed: '2026-12-11' }],
  ['mediumTerm', { min: '2026-12-21', max: '2027-05-19', proposed: '2027-02-19' }],
  ['longTerm', { min: '2027-05-20', max: '2029-11-19', proposed: '2027-11-19' }], // 20 Nov 2027 is a Saturday
] as const)('%s stays within its limits, and the proposed day is a trading day', (term, span) => expect(validity(term, '2026-11-20')).toEqual(span));

test('a day that still fits stays, any other is replaced', () => {
  expect(fittingDay('2026-12-01', 'shortTerm', '2026-11-20')).toBe('2026-12-01');
  expect(fittingDay('2026-12-01', 'mediumTerm', '2026-11-20')).toBe('2027-02-19');
  expect(fittingDay('', 'intraday', '2026-11-20')).toBe('2026-11-20');
});
