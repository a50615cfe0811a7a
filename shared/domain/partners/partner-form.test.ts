import { expect, test } from 'vitest';
import { ENVIRONMENTS } from './demo/environments.ts';
import { partnerFormOf } from './partner-form.ts';

const formOf = (key: string) => partnerFormOf(ENVIRONMENTS.find(({ utm_source_str }) => utm_source_str === key)!);

test('every variant of the partner form has its own partner, by fields of the table (S2.4-PARTNER-O01)', () => {
  const forms = ENVIRONMENTS.flatMap((one) => partnerFormOf(one) ?? []);
  expect(new Set(forms.map(({ factor }) => factor))).toEqual(new Set(['pin', 'otp', 'year-of-birth']));
  expect(forms.filter(({ token }) => token)).toHaveLength(1);
  expect(forms.filter(({ disclaimer }) => disclaimer)).toHaveLength(1);
  expect(forms.filter(({ route }) => route === 'xts')).toHaveLength(2);
});

test('a host without a login module has no form, a stored row without one the plain form of its module', () => {
  expect(partnerFormOf(null)).toBeNull();
  expect(formOf('neem')).toBeNull();
  expect(partnerFormOf({ loginModule: 'two-step', utm_source_str: 'palash' })).toEqual({ route: 'palash', factor: 'pin', token: false, disclaimer: false });
  expect(partnerFormOf({ loginModule: 'zebu', utm_source_str: 'opal' })?.factor).toBe('year-of-birth');
});
