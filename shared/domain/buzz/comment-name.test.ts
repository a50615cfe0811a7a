import { expect, test } from 'vitest';
import { commentName } from './comment-name.ts';

test.each([
  ['Meera Iyer', 'Meera I.'],
  ['Ravi', 'Ravi'],
  ['  Abdul  Kareem Khan ', 'Abdul K.'],
  ['मीरा अय्यर', 'मीरा अ.'],
  ['', ''],
])('%j → %j', (full_name, name) => expect(commentName(full_name)).toBe(name));
