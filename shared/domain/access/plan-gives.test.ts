import { expect, test } from 'vitest';
import { givenBy } from './plan-gives.ts';
import { callerWith } from './testing.ts';

test.each([
  [null, ['One live call a week, chosen by its date'], 10],
  ['Lite', ['One live call a week, chosen by its date', 'Live short-term calls', 'Ended calls at once, not a session later', '2 watchlists of 20 stocks'], 8],
  [
    'Premium',
    [
      'Live short-term calls',
      'Ended calls at once, not a session later',
      'Live medium-term and long-term calls',
      'Index option calls with a limited loss',
      'Calls by category',
      '5 watchlists of 50 stocks',
    ],
    5,
  ],
] as const)('%s gives what its rights are, and says what it lacks', (plan, gets, lacking) => {
  const given = givenBy(callerWith({ plan }));
  expect(given.gets).toEqual(gets);
  expect(given.lacks).toHaveLength(lacking);
});

test('Pro lacks nothing of the table (product D.4), and is told of no single call a week', () => {
  const { gets, lacks } = givenBy(callerWith({ plan: 'Pro' }));
  expect(lacks).toEqual([]);
  expect(gets.slice(0, 2)).toEqual(['Live short-term calls', 'Ended calls at once, not a session later']);
});
