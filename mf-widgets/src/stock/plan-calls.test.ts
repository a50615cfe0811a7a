import { TERMS } from '@vimarsh/shared/contract/calls/types.ts';
import { expect, test } from 'vitest';
import { planCalls } from './plan-calls.ts';

test('a plan without live calls has nothing said of them', () => expect(planCalls([])).toBeNull());
test.each([
  [['shortTerm'] as const, 'an open short-term call', 'Counted are short-term calls, the ones open to you.'],
  [
    ['shortTerm', 'mediumTerm', 'longTerm'] as const,
    'an open short-term, medium-term or long-term call',
    'Counted are short-term, medium-term and long-term calls, the ones open to you.',
  ],
  [TERMS, 'an open call', ''],
])('%s', (terms, one, counted) => expect(planCalls(terms)).toEqual({ one, counted }));
