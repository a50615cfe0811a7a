import { expect, test } from 'vitest';
import type { Market } from '../market/index.ts';
import { guardedBy } from './check-text.ts';

const check = guardedBy({ instruments: () => [{ symbol: 'INFY', name: 'Infosys Ltd' }] as unknown as ReturnType<Market['instruments']> });

test.each([
  ['a question about results', 'How do you read the margins of Infosys this quarter?', null, null],
  ['a phone number', 'Call me at 98765 43210', 'contact', 'contact'],
  ['a messenger', 'Join my telegram channel t.me/sure', 'messenger', 'messenger'],
  ['a promise', 'Guaranteed profit, I assure you', 'assurance', 'assurance'],
  // An expert publishes it, so that it is signed; an investor asks.
  ['a tip', 'Buy INFY at 1500, target 1600, stop loss 1450', 'tip', null],
] as const)('%s', (_what, text, toExpert, toInvestor) => {
  expect([check(text, 'expert')?.kind ?? null, check(text, 'investor')?.kind ?? null]).toEqual([toExpert, toInvestor]);
});
