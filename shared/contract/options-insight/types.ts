import * as z from 'zod/mini';
import { figure } from '../figure.ts';
import { marketSource } from '../market/source.ts';

const option = z.object({
  last: z.nullable(z.number()),
  change_pct: z.nullable(z.number()),
  bid: z.nullable(z.number()),
  ask: z.nullable(z.number()),
  /** Shares, as open interest. */
  volume: z.number(),
  oi: z.number(),
  oi_change: z.number(),
  /** % a year by Black-76 on the forward; null: see `iv_note`. */
  iv: z.nullable(z.number()),
  iv_note: z.string(),
  /** % a year by the exchange's convention: Black-Scholes on the spot at 10 %. */
  iv_nse: z.nullable(z.number()),
  delta: z.nullable(z.number()),
  gamma: z.nullable(z.number()),
  theta: z.nullable(z.number()),
  vega: z.nullable(z.number()),
  build_up: z.string(),
});

export type OptionCell = z.output<typeof option>;

export const optionsInsight = z.object({
  symbol: z.string(),
  name: z.string(),
  spot: z.number(),
  change_pct: z.nullable(z.number()),
  lot: z.nullable(z.number()),
  expiry: z.string(),
  expiries: z.array(z.object({ day: z.string(), sessions_left: z.number() })),
  /** ATM volatility by expiry, % a year. */
  term: z.array(z.object({ expiry: z.string(), iv: z.nullable(z.number()) })),
  forward: z.object({ value: z.number(), from: z.enum(['future', 'parity', 'spot']) }),
  /** Years to expiry in trading time, and ₹ interest a year as a fraction. */
  years: z.number(),
  rate: z.number(),
  /** Listed strike nearest to the forward. */
  atm: z.number(),
  figures: z.array(figure),
  rows: z.array(z.object({ strike: z.number(), ce: z.nullable(option), pe: z.nullable(option) })),
  /** Strikes of the whole chain, and of `rows`. `at`: address of all that the figures of open interest are made of; absent in older answers. */
  strikes: z.object({ all: z.number(), shown: z.number(), at: z.optional(z.string()) }),
  totals: z.object({ ce_oi: z.number(), pe_oi: z.number(), ce_volume: z.number(), pe_volume: z.number() }),
  /** Put-call ratio and max pain through the session; empty where only one moment is known. */
  intraday: z.array(z.object({ t: z.string(), pcr: z.nullable(z.number()), max_pain: z.nullable(z.number()) })),
  /** Closing ATM volatility, last sessions, oldest first. */
  iv_history: z.array(z.object({ day: z.string(), iv: z.number() })),
  future: z.nullable(z.object({ expiry: z.string(), last: z.number(), basis: z.number(), figures: z.array(figure) })),
  quality: z.enum(['quotes', 'end of day']),
  /** Options trade now, have closed for the day, or have expired. */
  state: z.enum(['open', 'closed', 'expired']),
  stale: z.boolean(),
  as_of: z.string(),
  source: z.string(),
  /** Absent in answers of a server from before it was told. */
  prices_from: z.optional(marketSource),
  methods: z.array(z.string()),
  /** The regulator's risk disclosure, by version. */
  risk: z.object({ version: z.string(), lines: z.array(z.string()) }),
  disclaimer: z.string(),
});

export type OptionsInsight = z.output<typeof optionsInsight>;

const quotes = z.pick(option, { bid: true, ask: true, iv: true });

/**
 * What an option call is written from, and no more: it is asked for again and again. From one look to the next nearly every contract has
 * other quotes, so an answer of what changed would be no smaller.
 */
export const optionQuotes = z.extend(
  z.pick(optionsInsight, {
    symbol: true,
    spot: true,
    lot: true,
    expiry: true,
    expiries: true,
    term: true,
    forward: true,
    years: true,
    rate: true,
    atm: true,
    as_of: true,
    risk: true,
  }),
  {
    rows: z.array(z.object({ strike: z.number(), ce: z.nullable(quotes), pe: z.nullable(quotes) })),
    future: z.nullable(z.object({ expiry: z.string(), last: z.number() })),
  },
);

export type OptionQuotes = z.output<typeof optionQuotes>;

const interest = z.nullable(z.object({ oi: z.number(), oi_change: z.number(), volume: z.number() }));

/** Open interest and volume of every strike of an expiry, shares: what ratios, max pain and the strikes of largest interest are made of. */
export const strikeInterest = z.object({
  symbol: z.string(),
  expiry: z.string(),
  spot: z.number(),
  rows: z.array(z.object({ strike: z.number(), ce: interest, pe: interest })),
  as_of: z.string(),
});

export type StrikeInterestOf = z.output<typeof strikeInterest>;

/** India VIX, % a year. `value` null: see `note`. `change_pct`: % against its value at the close of the session before; null where that is not known. */
export const volatilityIndex = z.object({
  value: z.nullable(z.number()),
  change_pct: z.nullable(z.number()),
  note: z.string(),
  as_of: z.string(),
});

export type VolatilityIndex = z.output<typeof volatilityIndex>;
