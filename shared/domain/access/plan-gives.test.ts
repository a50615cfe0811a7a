import { expect, test } from 'vitest';
import { EXPERT_GIVES } from './expert-gives.ts';
import { givenBy } from './plan-gives.ts';
import { callerWith } from './testing.ts';

test.each([
  [null, ['One live call a week, chosen by its date'], 11],
  ['Lite', ['One live call a week, chosen by its date', 'Live short-term calls', 'Ended calls at once, not a session later', '2 watchlists of 20 stocks'], 9],
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
    6,
  ],
] as const)('%s gives what its rights are, and says what it lacks', (plan, gets, lacking) => {
  const given = givenBy(callerWith({ plan }));
  expect(given.gets).toEqual(gets);
  expect(given.lacks).toHaveLength(lacking);
});

test('Pro lacks nothing of the table (product D.4), and is told of no single call a week', () => {
  const { gets, lacks } = givenBy(callerWith({ plan: 'Pro' }));
  expect(lacks).toEqual([]);
  expect(gets).toContain('Chat with experts');
  expect(gets.slice(0, 2)).toEqual(['Live short-term calls', 'Ended calls at once, not a session later']);
});

test('the Publisher plan gives publishing and nothing that investors pay for; without it an expert still looks after what was published', () => {
  const expert = callerWith({ profession: 'Analyst', registered: true, verified: true });
  const kept = ['Tighten, exit and explain calls that you published', '5 watchlists of 50 stocks'];
  const never = [
    'Other experts’ live calls',
    'Other experts’ ended calls at once, not a session later',
    'Alerts on RSI and open interest',
    'Watchlists of option contracts',
  ];
  const publishing = ['Publish new calls on shares', 'Publish new option calls'];
  expect(givenBy({ ...expert, publisher: true }, EXPERT_GIVES)).toEqual({ gets: [...publishing, ...kept], lacks: never });
  expect(givenBy(expert, EXPERT_GIVES)).toEqual({ gets: kept, lacks: [...publishing, ...never] });
  expect(givenBy({ ...expert, verified: false, publisher: true }, EXPERT_GIVES).gets).toEqual([]);
});
