import { expect, test } from 'vitest';
import type { CorporateAction } from './market.ts';
import { sharesFor } from './share-count.ts';

const ACTIONS = [
  { type: 'split', day: '2026-03-02', ratio: 5 },
  { type: 'dividend', day: '2026-05-04', amount: 8 },
  { type: 'bonus', day: '2026-07-06', ratio: 2 },
] as unknown as readonly CorporateAction[];

test.each([
  ['over a split', '2026-03-01', '2026-03-02', 5],
  ['from the day of a split on, its shares are the new ones already', '2026-03-02', '2026-07-05', 1],
  ['over both', '2026-01-01', '2026-12-31', 10],
  ['over a dividend, which changes no count', '2026-05-01', '2026-05-31', 1],
  ['of today', '2026-06-01', undefined, 2],
  ['within a day', '2026-03-02', '2026-03-02', 1],
])('shares %s', (_, from, to, shares) => expect(sharesFor(ACTIONS, from, to)).toBe(shares));
