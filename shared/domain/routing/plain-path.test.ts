import { expect, test } from 'vitest';
import { plainPath } from './plain-path.ts';
import { textAt } from './texts.ts';

test.each([
  ['/', '/'],
  ['//', '/'],
  ['', '/'],
  ['/a/b', '/a/b'],
  ['/a//b/', '/a/b'],
  ['//a/%2Fb', '/a/%2Fb'],
])('%j is the page of %j', (path, plain) => {
  expect(plainPath(path)).toBe(plain);
});

test.each(['/retail-side/faq', '/retail-side/faq/', '/retail-side//faq', '//retail-side/faq'])('%s shows one text', (path) => {
  expect(textAt(path)).toEqual({ set: 'retail', name: 'faq' });
});
