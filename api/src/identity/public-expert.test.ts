import { expect, test } from 'vitest';
import { isPublicExpert, mayPublish } from './public-expert.ts';

test.each([
  ['unverified', false, false],
  ['pending', false, false],
  ['rejected', false, false],
  ['verified', true, true],
  ['expiring', true, true],
  ['lapsed', false, true],
  ['suspended', false, true],
] as const)('an expert who is %s may publish: %s, is told of: %s', (status, publishes, told) => {
  expect([mayPublish({ status }), isPublicExpert({ status })]).toEqual([publishes, told]);
});
