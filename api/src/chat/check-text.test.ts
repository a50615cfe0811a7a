import { expect, test } from 'vitest';
import type { Market } from '../market/index.ts';
import { checkWith, guardedBy, isPieceOfNumber } from './check-text.ts';

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

test.each([
  [['98765'], '43210', 'contact'],
  [['987', '654'], '3210', 'contact'],
  [['98765'], 'aur 43210', 'contact'],
  [['९८७६५'], '४३२१०', 'contact'],
  [[], '98765', null],
  // Prices in a row are none: levels of an index, and a ladder.
  [['82145'], '83210', null],
  [['24350'], '24480', null],
  [['450', '480'], '520', null],
])('pieces of a number in a row, %j and %s', (before, text, kind) => {
  expect(isPieceOfNumber(text)).toBe(true);
  for (const by of ['expert', 'investor'] as const) expect(checkWith(before, check)(text, by)?.kind ?? null).toBe(kind);
});

test.each(['I bought 50 shares', 'How do you read 24,350 here?', 'ok', '12', '1234567890'])('no piece of a number: %s', (text) =>
  expect(isPieceOfNumber(text)).toBe(false),
);
