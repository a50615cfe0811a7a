import { TERMS } from '@vimarsh/shared/contract/calls/types.ts';
import { expect, test } from 'vitest';
import { planCalls } from './plan-calls.ts';

test('a plan without live calls has nothing said of them', () => expect(planCalls([])).toBeNull());
test.each([
  [['shortTerm'] as const, 'an open short-term call', 'Only short-term calls are counted: those you can read.'],
  [
    ['shortTerm', 'mediumTerm', 'longTerm'] as const,
    'an open short-term, medium-term or long-term call',
    'Only short-term, medium-term and long-term calls are counted: those you can read.',
  ],
  [TERMS, 'an open call', ''],
])('%s', (terms, one, counted) => expect(planCalls(terms)).toEqual({ one, counted }));
