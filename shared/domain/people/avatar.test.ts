import { expect, test } from 'vitest';
import { avatarInitial } from './avatar.ts';

test.each([
  ['asha rao', 'A', 'S9-CALC-11'],
  ['  joel D’Cunha', 'J', 'S9-CALC-11'],
  ['', '', 'S9-CALC-O03'],
  ['हरि', 'ह', 'S9-CALC-11'],
  ['𝒜da', '𝒜', 'letters beyond 16 bits stay whole'],
])('%s → “%s” (%s)', (name, initial) => {
  expect(avatarInitial(name)).toBe(initial);
});
