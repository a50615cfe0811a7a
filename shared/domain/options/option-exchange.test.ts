import { expect, test } from 'vitest';
import { optionExchange } from './option-exchange.ts';

test.each([
  ['NIFTY', 'NFO'],
  ['RELIANCE', 'NFO'],
  ['SENSEX', 'BFO'],
] as const)('contracts of %s trade on %s (S1-SCOPE-04)', (underlying, exchange) => {
  expect(optionExchange(underlying)).toBe(exchange);
});
