import type { LockedCalls } from '@vimarsh/shared/contract/calls/types.ts';
import { expect, test } from 'vitest';
import { lockedLines, lockedSum } from './locked.view.ts';

const of = (term: LockedCalls['term'], cheapest_plan: string, count: number): LockedCalls => ({ term, cheapest_plan, count });

test('one line per term with its plan, in the order of the terms, and of which moment it is', () => {
  const locked = [of('longTerm', 'Premium', 13), of('shortTerm', 'Lite', 1), of('intraday', 'Pro', 2)];
  expect(lockedLines({ locked, locked_count: 16 }).map(({ text }) => text)).toEqual([
    '2 intraday calls were live at the start of today · in Pro',
    '1 short-term call was live at the start of today · in Lite',
    '13 long-term calls were live at the start of today · in Premium',
  ]);
  expect(lockedLines({ locked, locked_count: 16 }).map(({ what, plan }) => [what, plan])).toEqual([
    ['Intraday calls', 'Pro'],
    ['Short-term calls', 'Lite'],
    ['Long-term calls', 'Premium'],
  ]);
});

test('calls that were only counted are shown as a number', () => {
  expect(lockedLines({ locked: [], locked_count: 1 })).toEqual([{ text: '1 call was live at the start of today · outside your plan', what: '', plan: '' }]);
  expect(lockedLines({ locked: [], locked_count: 0 })).toEqual([]);
});

test('a customer of a broker without plans reads no name of a plan', () => {
  expect(lockedLines({ locked: [of('intraday', '', 2)], locked_count: 2 })).toMatchObject([
    { text: '2 intraday calls were live at the start of today · outside your access', plan: '' },
  ]);
});

test('where the server stopped counting, a number is a least one', () => {
  expect(lockedLines({ locked: [of('shortTerm', 'Lite', 1000)], locked_count: 1000 })).toMatchObject([
    { text: '1,000+ short-term calls were live at the start of today · in Lite' },
  ]);
});

test('of what waits for the caller’s PAN no plan is named: they have it', () => {
  const locked = [of('shortTerm', 'Lite', 1), of('intraday', 'Pro', 2)];
  expect(lockedLines({ locked, locked_count: 3 }, 'Premium')).toMatchObject([
    { text: '2 intraday calls were live at the start of today · in Pro', plan: 'Pro' },
    { text: '1 short-term call was live at the start of today · give your PAN to open your plan’s calls', plan: '', pan: true },
  ]);
});

test('what several plans would open is said once, by plan', () => {
  const locked = [of('longTerm', 'Premium', 20), of('shortTerm', 'Lite', 4), of('mediumTerm', 'Premium', 8)];
  expect(lockedSum(locked)).toBe('32 more were live at the start of today: 4 in Lite, 28 in Premium');
});
