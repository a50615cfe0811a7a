import { expect, test } from 'vitest';
import { isSeenWhole } from '../../platform/seen-text.ts';
import { plainName, refuseBadge } from './names.ts';

test.each([
  ['a zero-width space', 'A\u200bB', false],
  ['a joiner between Latin letters', 'A\u200dB', false],
  ['a joiner at the end', 'Asha\u200d', false],
  ['a byte order mark', 'As\ufeffha', false],
  ['a soft hyphen', 'As\u00adha', false],
  ['a word joiner', 'As\u2060ha', false],
  ['a filler that draws nothing', '\u3164', false],
  ['letters of a flag', 'A\u{e0041}', false],
  ['our badge', 'Asha Rao ✔', false, true],
  ['our badge as an emoji', 'Asha ✅', false, true],
  ['a ballot box', '☑️ Asha', false, true],
  ['the word', 'Asha Rao (Verified)', false, true],
  ['Hindi with joiners', 'शर्मा क्‍ष', true],
  ['Malayalam with a joiner at its end', 'അവന്‍', true],
  ['Urdu with a non-joiner', 'می\u200cرا', true],
  ['an emoji of several', '👩‍💻', true],
  ['an apostrophe and a full stop', 'K. D’Souza', true],
])('%s in a person’s name, and in anything that is written', (_what, value, named, written = named) => {
  const takes = (name: string) => {
    try {
      refuseBadge(name);
      return isSeenWhole(name);
    } catch {
      return false;
    }
  };
  expect(takes(value)).toBe(named);
  expect(isSeenWhole(value)).toBe(written);
  expect(takes(plainName(value))).toBe(true);
});

test('of a name that somebody else vouches for, what may not stand in it is left out', () => {
  expect(plainName(' Asha\u200b  Rao ✔️ (VERIFIED)\n')).toBe('Asha Rao ()');
  expect(plainName('शर्मा क्‍ष')).toBe('शर्मा क्‍ष');
});
