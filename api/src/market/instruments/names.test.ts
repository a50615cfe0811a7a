import { issuerOfShare } from '@vimarsh/shared/domain/market/isin.ts';
import { expect, test } from 'vitest';
import { STOCKS } from './listed.ts';
import { FORMER_SYMBOLS, ISSUERS } from './names.ts';

const symbols = STOCKS.map(({ symbol }) => symbol);

test('every stock has the issuer of its ISINs, and no two have the same', () => {
  expect(Object.keys(ISSUERS).toSorted()).toEqual(symbols.toSorted());
  expect(new Set(Object.values(ISSUERS)).size).toBe(symbols.length);
  expect(ISSUERS.TCS).toBe(issuerOfShare('INE467B01029'));
});

test('a symbol of before leads to one of today, and is none itself', () => {
  for (const [former, today] of Object.entries(FORMER_SYMBOLS)) {
    expect(symbols).toContain(today);
    expect(symbols).not.toContain(former);
  }
});
