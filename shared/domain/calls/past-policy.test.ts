import { expect, test } from 'vitest';
import { DISCLAIMERS } from './past-policy.ts';

test('figures that a client asked for are said to be unverified, not comparable, and no promise (product A.7)', () => {
  expect(DISCLAIMERS.client_request).toMatch(/not verified by PaRRVA, and they may not be comparable\. Past performance does not guarantee future results\.$/);
});
