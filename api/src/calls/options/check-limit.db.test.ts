import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '../testing.ts';

/** What a request counts for does not depend on the database. */
let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ database: 'pglite', start: '2026-12-04T05:00:00.000Z' });
}, 120_000);
afterAll(() => stage?.end());

test('drafts of option calls are checked 120 times a minute for each author, then refused with the time to wait; another author is not held up', async () => {
  // A draft without legs is answered at the door, and counts like any other.
  const check = (author: string) => stage.post(author, '/reco/v1/options/calls/check', {});
  const codes: (string | undefined)[] = [];
  for (let nth = 0; nth < 121; nth++) codes.push((await check('exp_01')).code);
  expect(new Set(codes.slice(0, 120))).toEqual(new Set(['BAD_REQUEST']));
  expect(codes[120]).toBe('RATE');
  expect((await check('exp_01')).http).toBe(429);
  expect((await check('exp_02')).code).toBe('BAD_REQUEST');
});
