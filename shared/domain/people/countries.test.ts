import { expect, test } from 'vitest';
import { COUNTRY_CODES, countryOf, DEFAULT_COUNTRY_CODE } from './countries.ts';

test.each([
  ['India', '+91', 10, 'S9-CC-01'],
  ['Singapore', '+65', 8, 'S9-CC-02'],
  ['United States', '+1', 10, 'S9-CC-03'],
  ['Canada', '+1', 10, 'S9-CC-04'],
  ['Dubai', '+971', 9, 'S9-CC-05'],
  ['Saudi Arabia', '+966', 9, 'S9-CC-06'],
  ['Oman', '+968', 8, 'S9-CC-07'],
  ['United Kingdom', '+44', 10, 'S9-CC-08'],
  ['Australia', '+61', 9, 'S9-CC-09'],
])('%s is %s with %i digits (%s)', (name, country_code, length) => {
  expect(COUNTRY_CODES).toContainEqual(expect.objectContaining({ name, country_code, length }));
});

test('exactly nine countries, each with name, code, flag and length (S9-CC-11, S3-CC-01, S3-CC-02, S3-CC-03, S3-CC-04)', () => {
  expect(COUNTRY_CODES).toHaveLength(9);
  for (const country of COUNTRY_CODES) {
    expect(country.name).not.toBe('');
    expect(country.country_code).toMatch(/^\+\d{1,3}$/);
    expect(country.flag).not.toBe('');
    expect(country.length).toBeGreaterThan(0);
  }
});

test('a code is found with and without plus; unknown ones are not served', () => {
  expect(countryOf('+65')?.name).toBe('Singapore');
  expect(countryOf('91')?.country_code).toBe(DEFAULT_COUNTRY_CODE);
  expect(countryOf('+49')).toBeNull();
});
