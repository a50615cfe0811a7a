import { expect, test } from 'vitest';
import { trustedUrl } from './trusted-url.ts';

test.each([
  ['/releases/mf-x/0123456789/entry.js', true],
  ['/releases/mf-x/0123456789/entry.js?retry=1', true],
  ['/sw.js', true],
  ['/sw.js?x', false],
  ['/w/v1.js', false],
  ['/auth/v1/login', false],
  ['releases/mf-x/0123456789/entry.js', false],
  ['//evil.example/releases/x.js', false],
  ['https://evil.example/releases/x.js', false],
  ['data:text/javascript,alert(1)', false],
  ['blob:https://portal/1', false],
  ['javascript:alert(1)', false],
  ['', false],
])('%s is ours to run: %s', (url, ours) => {
  if (ours) expect(trustedUrl(url)).toBe(url);
  else expect(() => trustedUrl(url)).toThrow(`${url} is not ours to run`);
});
