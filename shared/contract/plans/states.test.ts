import { expect, test } from 'vitest';
import { STATE_CODES, STATES } from './states.ts';

// As the GST portal lists them; 25 (Daman and Diu) and 28 (the Andhra Pradesh of before 2014) are given no more.
test.each([
  ['01', 'Jammu and Kashmir'],
  ['07', 'Delhi'],
  ['09', 'Uttar Pradesh'],
  ['19', 'West Bengal'],
  ['24', 'Gujarat'],
  ['26', 'Dadra and Nagar Haveli and Daman and Diu'],
  ['27', 'Maharashtra'],
  ['29', 'Karnataka'],
  ['32', 'Kerala'],
  ['33', 'Tamil Nadu'],
  ['36', 'Telangana'],
  ['37', 'Andhra Pradesh'],
  ['38', 'Ladakh'],
] as const)('%s is %s', (code, name) => expect(STATES[code]).toBe(name));

test('there are 28 states and 8 union territories, in the order of their names', () => {
  expect(STATE_CODES).toHaveLength(36);
  expect([STATES[STATE_CODES[0]!], STATES[STATE_CODES.at(-1)!]]).toEqual(['Andaman and Nicobar Islands', 'West Bengal']);
});
