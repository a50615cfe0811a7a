import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readSymbol, unknownSymbol } from './read-symbol.ts';

it.each([
  ['RELIANCE', 'RELIANCE'],
  [' reliance ', 'RELIANCE'],
  ['NSE:RELIANCE', 'RELIANCE'],
  ['nse: reliance', 'RELIANCE'],
  ['NSE_EQ|RELIANCE', 'RELIANCE'],
  ['BSE:RELIANCE', 'RELIANCE'],
  ['RELIANCE.NS', 'RELIANCE'],
  ['RELIANCE:NSE', 'RELIANCE'],
  ['RELI\u200bANCE\u200b', 'RELIANCE'],
  ['\ufeffRELIANCE', 'RELIANCE'],
  ['ＴＣＳ', 'TCS'],
  ['reliance.bo', 'RELIANCE'],
  ['RELIANCE-EQ', 'RELIANCE'],
  ['NSE:RELIANCE-EQ', 'RELIANCE'],
  ['BAJAJ-AUTO', 'BAJAJ-AUTO'],
  ['BAJAJ-AUTO.NS', 'BAJAJ-AUTO'],
  ['M&M', 'M&M'],
  ['M &amp; M', 'M&M'],
  ['NIFTY', 'NIFTY'],
  ['NIFTY 50', 'NIFTY'],
  ['Nifty50', 'NIFTY'],
  ['^NSEI', 'NIFTY'],
  ['NSE_INDEX|Nifty 50', 'NIFTY'],
  ['Nifty Bank', 'BANKNIFTY'],
  ['BANK NIFTY', 'BANKNIFTY'],
  ['^NSEBANK', 'BANKNIFTY'],
  ['NIFTY FIN SERVICE', 'FINNIFTY'],
  ['NIFTY MIDCAP SELECT', 'MIDCPNIFTY'],
  ['^BSESN', 'SENSEX'],
])('%s means %s', (written, symbol) => expect(readSymbol(written)).toBe(symbol));

it.each(['', '   ', '{{stock}}', '{stock}', 'RELIANCE,TCS', 'रिलायंस', 'X'.repeat(40), '<script>', '-', 'A/B', 'undefined?', '%stock%', 'NSE:'])(
  '%j means no symbol',
  (written) => expect(readSymbol(written)).toBe(''),
);

it('returns a symbol or nothing, and a symbol means itself', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'ANSEQBO50&:. ^|-'), maxLength: 24 })), (written) => {
      const symbol = readSymbol(written);
      expect(symbol).toMatch(/^([A-Z0-9][A-Z0-9&-]{0,19})?$/);
      expect(unknownSymbol(written).length).toBeLessThan(70);
    }),
  );
  for (const symbol of ['RELIANCE', 'M&M', 'BAJAJ-AUTO', 'NIFTY', '360ONE']) expect(readSymbol(symbol)).toBe(symbol);
});

it('names the text found in place of a stock, in one line at most', () => {
  expect(unknownSymbol('{{stock}}')).toBe('We don’t know “{{stock}}”.');
  expect(unknownSymbol('X'.repeat(400))).toBe(`We don’t know “${'X'.repeat(40)}”.`);
  expect(unknownSymbol(' ')).toBe('No stock is named here.');
});
