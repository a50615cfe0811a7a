import { type Greeks, greeks, impliedVolatility, nseTerms, type OptionType } from '@vimarsh/shared/domain/options/black-76.ts';
import { calendarYears, SESSIONS_A_YEAR, tradingYears } from '@vimarsh/shared/domain/options/option-time.ts';
import { INTEREST_RATE } from '@vimarsh/shared/domain/options/rate.ts';
import type { OptionChain, OptionQuote } from '../../../market/index.ts';
import { ivAt, parityForward, skew25 } from './chain-figures.ts';

/** ₹ interest a year, continuously compounded: a setting of the method, printed beside every figure that uses it. */
export const RATE = INTEREST_RATE;
export const CHAIN_METHOD = 'option-chain-1';

export interface AnalysedOption {
  readonly quote: OptionQuote;
  /** What it was valued at: the middle of a two-sided quote, or of an end-of-day file the close of a contract that traded. */
  readonly price: number | null;
  /** Fraction a year. */
  readonly iv: number | null;
  readonly ivNote: string;
  readonly ivNse: number | null;
  readonly greeks: Greeks | null;
}

export interface AnalysedRow {
  readonly strike: number;
  readonly ce: AnalysedOption | null;
  readonly pe: AnalysedOption | null;
}

export interface ChainAnalysis {
  readonly years: number;
  readonly forward: number;
  readonly forwardFrom: 'future' | 'parity' | 'spot';
  readonly rows: readonly AnalysedRow[];
  /** Listed strike nearest to the forward. */
  readonly atm: number;
  /** Fractions a year. */
  readonly atmIv: number | null;
  readonly skew: number | null;
  /** Price of call plus put at the ATM strike. */
  readonly straddle: number | null;
}

/** Values a chain: forward, then volatility and Greeks of every option that can have them. */
export function analyse(chain: OptionChain): ChainAnalysis {
  const years = tradingYears(chain.at, chain.expiry);
  const priced = chain.rows.map((row) => ({ ...row, call: priceOf(row.ce, chain), put: priceOf(row.pe, chain) }));
  const { forward, forwardFrom } = forwardOf(chain, priced, years);
  const option = (type: OptionType, strike: number, quote: OptionQuote | null, price: number | null): AnalysedOption | null => {
    if (!quote) return null;
    const none = { quote, price, iv: null, ivNse: null, greeks: null };
    const note = whyNone(quote, price, years, chain.quality);
    if (note) return { ...none, ivNote: note };
    const terms = { type, forward, strike, years, rate: RATE };
    const solved = impliedVolatility(terms, price!);
    if (solved.value === null) return { ...none, ivNote: solved.reason };
    const nse = impliedVolatility(nseTerms({ type, strike }, chain.spot, calendarYears(chain.at, chain.expiry)), price!);
    return { quote, price, iv: solved.value, ivNote: '', ivNse: nse.value, greeks: greeks(terms, solved.value, SESSIONS_A_YEAR) };
  };
  const rows = priced.map(({ strike, ce, pe, call, put }): AnalysedRow => ({ strike, ce: option('CE', strike, ce, call), pe: option('PE', strike, pe, put) }));
  // Out of the money alone: there the price is all time value, and the quotes are narrow.
  const smile = rows.flatMap(({ strike, ce, pe }) => {
    const iv = strike >= forward ? ce?.iv : pe?.iv;
    return iv == null ? [] : [{ strike, iv }];
  });
  const nearest = rows.reduce<AnalysedRow | null>(
    (best, row) => (!best || Math.abs(row.strike - forward) < Math.abs(best.strike - forward) ? row : best),
    null,
  );
  const deltas = (side: 'ce' | 'pe') => rows.flatMap((row) => (row[side]?.iv != null ? [{ delta: Math.abs(row[side].greeks!.delta), iv: row[side].iv }] : []));
  return {
    years,
    forward,
    forwardFrom,
    rows,
    atm: nearest?.strike ?? forward,
    atmIv: ivAt(smile, forward),
    skew: skew25(deltas('pe'), deltas('ce')),
    straddle: nearest?.ce?.price != null && nearest.pe?.price != null ? nearest.ce.price + nearest.pe.price : null,
  };
}

function priceOf(quote: OptionQuote | null, { quality }: OptionChain): number | null {
  if (!quote) return null;
  if (quality === 'end of day') return quote.last;
  return quote.bid !== null && quote.ask !== null && quote.ask >= quote.bid ? (quote.bid + quote.ask) / 2 : null;
}

function whyNone(quote: OptionQuote, price: number | null, years: number, quality: OptionChain['quality']): string {
  if (years <= 0) return 'expired';
  if (quote.oi === 0) return 'no open interest';
  if (price === null) return quality === 'end of day' ? 'not traded' : quote.bid === null && quote.ask === null ? 'no quotes' : 'one-sided quote';
  return '';
}

function forwardOf(
  chain: OptionChain,
  rows: readonly { strike: number; call: number | null; put: number | null }[],
  years: number,
): { forward: number; forwardFrom: ChainAnalysis['forwardFrom'] } {
  if (chain.future && chain.future.expiry === chain.expiry) return { forward: chain.future.last, forwardFrom: 'future' };
  const parity = parityForward(rows, RATE, years);
  return parity ? { forward: parity.forward, forwardFrom: 'parity' } : { forward: chain.spot, forwardFrom: 'spot' };
}
