import { withoutUnseen } from '../../contract/plain-digits.ts';

/** Providers' names of the indices we know, without spaces. */
const INDICES: Readonly<Record<string, string>> = {
  NIFTY50: 'NIFTY',
  NSEI: 'NIFTY',
  NIFTYBANK: 'BANKNIFTY',
  NSEBANK: 'BANKNIFTY',
  NIFTYFINSERVICE: 'FINNIFTY',
  NIFTYMIDCAPSELECT: 'MIDCPNIFTY',
  BSESN: 'SENSEX',
};

/**
 * The NSE symbol meant by `NSE:RELIANCE`, `reliance.ns`, `RELIANCE-EQ`, `RELIANCE:NSE`, `^NSEI`, `NIFTY 50` or `M & M`. '' when it can't be
 * one: an unfilled template, two symbols in one, another script.
 */
export function readSymbol(written: string): string {
  const symbol = withoutUnseen(written)
    .normalize('NFKC')
    .toUpperCase()
    .replace('&AMP;', '&')
    .replace(/\s+/g, '')
    .replace(/^(NSE|BSE|NFO)(_EQ|_INDEX)?[:|]|^\^|([.:](NS|BO|NSE|BSE)|-EQ)$/g, '');
  return INDICES[symbol] ?? (/^[A-Z0-9][A-Z0-9&-]{0,19}$/.test(symbol) ? symbol : '');
}

/** Quotes the text found in place of a stock as written, so that its author can find it. */
export const unknownSymbol = (written: string): string => (written.trim() ? `We don’t know “${written.trim().slice(0, 40)}”.` : 'No stock is named here.');
