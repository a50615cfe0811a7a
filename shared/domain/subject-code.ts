/**
 * What an insight is about, in one word: its symbol, and for options the expiry (YYYY-MM-DD) that was asked for, as
 * `NIFTY@2026-11-24`. No symbol has an `@`.
 */
export const subjectCode = (symbol: string, expiry?: string): string => (expiry ? `${symbol}@${expiry}` : symbol);

export const symbolOf = (code: string): string => code.split('@')[0]!;

export const expiryOf = (code: string): string | undefined => code.split('@')[1];
