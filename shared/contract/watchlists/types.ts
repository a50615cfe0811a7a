import * as z from 'zod/mini';
import { text } from '../text.ts';

/** Stocks, or option contracts. Each has lists of its own. */
export const SEGMENTS = ['equity', 'options'] as const;
export type Segment = (typeof SEGMENTS)[number];

/** The most lists of one segment and items of one list that any plan gives. */
export const MOST_LISTS = 10;
export const MOST_ITEMS = 50;

export const listName = text(40, 1);

/** A symbol, `TCS`, or a contract, `NIFTY 2026-11-26 24000 CE`. What it names is for the rules to say. */
export const itemCode = text(48, 1);

export const watchItem = z.object({
  code: z.string(),
  /** The stock, or the contract's underlying. */
  symbol: z.string(),
  /** The company or index; '' where the market does not know the symbol any more. */
  name: z.string(),
  state: z.enum(['active', 'suspended', 'ban', 'delisted', 'unknown']),
  /** Null for stocks. `expiry` is an IST day; `days_left` are calendar days from the market's day to it, 0 on the day itself and after. */
  contract: z.nullable(z.object({ expiry: z.string(), strike: z.number(), type: z.enum(['CE', 'PE']), days_left: z.number() })),
});
export type WatchItem = z.output<typeof watchItem>;

export const watchlist = z.object({
  id: z.string(),
  name: z.string(),
  /** Raised by every change. A change names the version it was made on, so two tabs never undo each other unseen. */
  version: z.number(),
  /** Over the lists the plan keeps: it can be read, saved as a file and deleted, not changed. */
  locked: z.boolean(),
  /** In the person's order. */
  items: z.array(watchItem),
  /** Contracts whose last day is over, the latest first. They take no room. */
  archived: z.array(watchItem),
});
export type Watchlist = z.output<typeof watchlist>;

export const watchlists = z.object({
  segment: z.enum(SEGMENTS),
  /** By the time they were made. */
  lists: z.array(watchlist),
  /** Lists that can be changed, and items each may take; 0 where the plan has none of this segment. */
  room: z.object({ lists: z.number(), items: z.number() }),
  /** What somebody without a list may begin with; null where they have one, or where there are no prices yet. */
  starter: z.nullable(z.object({ name: z.string(), items: z.array(watchItem) })),
});
export type Watchlists = z.output<typeof watchlists>;

/** What the reader is told of about a row, in words; `on`: it waits now, and is not paused. */
export const rowAlert = z.object({ words: z.string(), on: z.boolean() });
export type RowAlert = z.output<typeof rowAlert>;

/** What is known of a stock beside its price. Counts of calls are of those the reader's plan opens, as everywhere. */
export const stockFigures = z.object({
  code: z.string(),
  sentiment: z.nullable(z.object({ score: z.number(), zone: z.string() })),
  calls: z.object({ buy: z.number(), sell: z.number(), hold: z.number() }),
  /** Lowest and highest price of 52 weeks on today's share count, ₹; null where history is shorter. */
  year: z.nullable(z.object({ low: z.number(), high: z.number() })),
  /** Today's volume against the mean of 20 sessions; null where fewer are known. */
  volume_times: z.nullable(z.number()),
  /** Absent without an alert on it. */
  alert: z.optional(rowAlert),
});
export type StockFigures = z.output<typeof stockFigures>;

/** A contract as its chain shows it now. Prices ₹ a share, open interest in shares, `iv` % a year; null: not quoted, or not traded. */
export const contractFigures = z.object({
  code: z.string(),
  last: z.nullable(z.number()),
  change_pct: z.nullable(z.number()),
  oi: z.number(),
  oi_change: z.number(),
  iv: z.nullable(z.number()),
  delta: z.nullable(z.number()),
  build_up: z.string(),
  /** The underlying now, and how far the strike is from it, % of the underlying. */
  spot: z.number(),
  distance_pct: z.number(),
  as_of: z.string(),
  /** Of the contract or of its underlying; absent without one. */
  alert: z.optional(rowAlert),
});
export type ContractFigures = z.output<typeof contractFigures>;

/**
 * What becomes of a row of a file: it comes in, is in the list already, stands in the file twice, names nothing we know, is a
 * formula, or finds no room.
 */
export const importRow = z.object({
  line: z.number(),
  written: z.string(),
  code: z.string(),
  what: z.enum(['in', 'there', 'double', 'unknown', 'formula', 'over']),
});
export type ImportRow = z.output<typeof importRow>;
