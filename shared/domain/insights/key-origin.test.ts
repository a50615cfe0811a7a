import { expect, test } from 'vitest';
import { originFix } from './key-origin.ts';

test.each([
  ['https://neem.example', 'exactly https://neem.example added'],
  ['capacitor://localhost', 'exactly capacitor://localhost added'],
  ['file://', 'exactly file:// added'],
  ['null', 'allow-same-origin'],
  ['null', 'pk_app_'],
  ['', 'names no origin'],
])('an origin %j that a key does not list: %s', (origin, words) => {
  expect(originFix(origin)).toContain(words);
});
