import { expect, test } from 'vitest';
import { declaredCount } from './conflicts.ts';

const none = { holds: false, over1pct: false, compensation_12m: false, market_maker: false, officer: false, other: '', attest_30_5: true };

test.each([
  ['nothing', none, 0],
  ['one', { ...none, holds: true }, 1],
  ['all five', { holds: true, over1pct: true, compensation_12m: true, market_maker: true, officer: true, other: '', attest_30_5: true }, 5],
  ['a further text is no answer of yes, nor is the attestation', { ...none, other: 'My firm advises its bank.', attest_30_5: true }, 0],
  ['an answer that is no yes', { ...none, holds: 'true' }, 0],
  ['no answers', undefined, 0],
])('%s', (_, disclosures, count) => {
  expect(declaredCount({ disclosures })).toBe(count);
});
