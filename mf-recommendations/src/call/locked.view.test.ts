import { expect, test } from 'vitest';
import { lockedLines } from './locked.view.ts';

const row = (term: 'intraday' | 'shortTerm' | 'longTerm', cheapest_plan: string) => ({
  locked: true as const,
  term,
  published_on: '2026-11-20',
  cheapest_plan,
});

test('one line per term and plan, in the order of the terms', () => {
  const locked = [row('longTerm', 'Premium'), row('shortTerm', 'Lite'), row('longTerm', 'Premium'), row('intraday', 'Pro')];
  expect(lockedLines({ locked, locked_count: 4 })).toEqual([
    '1 live intraday call · in Pro',
    '1 live short-term call · in Lite',
    '2 live long-term calls · in Premium',
  ]);
});
test('calls that were only counted are shown as a number', () => {
  expect(lockedLines({ locked: [], locked_count: 1 })).toEqual(['1 live call outside your plan']);
  expect(lockedLines({ locked: [row('shortTerm', 'Lite')], locked_count: 24 })).toEqual([
    '1 live short-term call · in Lite',
    '23 more live calls outside your plan',
  ]);
  expect(lockedLines({ locked: [], locked_count: 0 })).toEqual([]);
  // The server counts to 1,000 and no further.
  expect(lockedLines({ locked: [row('shortTerm', 'Lite')], locked_count: 1000 }).at(-1)).toBe('999+ more live calls outside your plan');
});
