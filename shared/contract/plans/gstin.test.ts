import { expect, test } from 'vitest';
import { isGstin } from './gstin.ts';

// Numbers that companies print on their own papers.
test.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '27AAACR5055K1Z7'])('%s is a GST number', (text) => expect(isGstin(text)).toBe(true));

test.each([
  ['27AAPFU0939F1ZW', 'another last character'],
  ['27AAPFU0993F1ZV', 'two digits changed places'],
  ['29AAPFU0939F1ZV', 'another state'],
  ['99AAPFU0939F1ZV', 'no state'],
  ['27aapfu0939f1zv', 'small letters'],
  ['27AAPFU0939F1Z', 'too short'],
  ['', 'nothing'],
])('%s is none: %s', (text) => expect(isGstin(text)).toBe(false));
