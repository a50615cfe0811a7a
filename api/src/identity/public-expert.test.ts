import { expect, test } from 'vitest';
import type { ExpertRecord } from './identity.ts';
import { isPublicExpert, mayPublish, withReviews } from './public-expert.ts';

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

test('whoever has published stays public while new papers are under review, and may not publish', async () => {
  const of = (user_id: string, status: ExpertRecord['status']) => ({ user_id, status }) as ExpertRecord;
  const asked: string[][] = [];
  const experts = [of('author', 'pending'), of('refused', 'rejected'), of('applicant', 'pending'), of('suspended', 'suspended'), of('verified', 'verified')];
  const shown = await withReviews(experts, async (user_ids) => {
    asked.push([...user_ids]);
    return new Map([
      ['author', '2026-11-20T03:00:00.000Z'],
      ['refused', '2026-11-20T03:00:00.000Z'],
    ]);
  });
  expect(shown.map((expert) => [expert.user_id, isPublicExpert(expert), mayPublish(expert)])).toEqual([
    ['author', true, false],
    ['refused', true, false],
    ['applicant', false, false],
    ['suspended', true, false],
    ['verified', true, true],
  ]);
  expect(asked).toEqual([['author', 'refused', 'applicant']]);
});
