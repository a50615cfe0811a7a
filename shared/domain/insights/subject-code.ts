/**
 * The subject of an insight as one word: its symbol, and for options the requested expiry (YYYY-MM-DD), as in
 * `NIFTY@2026-11-24`. No symbol contains an `@`.
 */
export const subjectCode = (symbol: string, expiry?: string): string => (expiry ? `${symbol}@${expiry}` : symbol);

export const symbolOf = (code: string): string => code.split('@')[0]!;

export const expiryOf = (code: string): string | undefined => code.split('@')[1];
