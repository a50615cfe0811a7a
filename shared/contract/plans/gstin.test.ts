import { expect, test } from 'vitest';
import { isGstin } from './gstin.ts';

// Numbers that companies print on their own papers.
test.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '27AAACR5055K1Z7'])('%s is a GST number', (text) => expect(isGstin(text)).toBe(true));

test.each([
  ['29AABCF8078M2ZW', 'an input service distributor'],
  ['27MUMA12345B1ZW', 'a department with a TAN'],
  ['06DELI09652G1DA', 'a tax deductor by TAN'],
  ['27AAFT56212B1DO', 'a tax deductor'],
  ['19AAACI1681G1DV', 'a tax deductor by PAN'],
  ['29AABCF8078M1C8', 'a marketplace'],
  ['0717UNO00157UNO', 'a body of the United Nations'],
  ['0717UNO00154UNU', 'an embassy'],
  ['0717USA12345NRO', 'a non-resident'],
  ['9917SGP29001OST', 'online services from abroad'],
])('%s is the number of %s', (text) => expect(isGstin(text)).toBe(true));

test.each([
  ['0717UNO00157UNP', 'another last character of a UN body'],
  ['06DELI09652G1DB', 'another last character of a deductor'],
  ['27AAPFU0939F1ZW', 'another last character'],
  ['27AAPFU0993F1ZV', 'two digits changed places'],
  ['29AAPFU0939F1ZV', 'another state'],
  ['99AAPFU0939F1ZV', 'no state'],
  ['27aapfu0939f1zv', 'small letters'],
  ['27AAPFU0939F1Z', 'too short'],
  ['', 'nothing'],
])('%s is none: %s', (text) => expect(isGstin(text)).toBe(false));
