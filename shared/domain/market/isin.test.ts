import { expect, test } from 'vitest';
import { isIsin, isinDigit, issuerOfShare } from './isin.ts';

test.each(['INE467B01029', 'INE101A01026', 'INE009A01021', 'INE721A01047', 'INE736A01011'])('%s is an ISIN', (isin) => expect(isIsin(isin)).toBe(true));

test.each(['INE467B01028', 'INE467B0102', 'US0378331005', 'ine467b01029', '-', ''])('“%s” is none', (text) => expect(isIsin(text)).toBe(false));

test('the digit is that of the first eleven signs', () => expect(isinDigit('INE467B0102')).toBe(9));

test('a share before its split, and after, has one issuer; a debenture has none', () => {
  expect([issuerOfShare('INE040A01026'), issuerOfShare('INE040A01034')]).toEqual(['INE040A', 'INE040A']);
  expect(issuerOfShare('INE216A08027')).toBe('');
});
