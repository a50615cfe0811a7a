import type { NotJudgeable } from '../../../contract/calls/not-judgeable.ts';
import type { DraftLeg, Strategy, StructureFigures } from '../../../contract/calls/options/types.ts';
import type { AuthorFacts } from '../publishing/publish-rules.ts';

/** Limits of the rules (product D.2, options). */
export interface OptionLimits {
  readonly legs: number;
  /** A spread passes if it is within one of the two: % of the middle, or ₹. */
  readonly spreadPct: number;
  readonly spread: number;
  /** Open interest, lots. */
  readonly interest: { readonly index: number; readonly stock: number };
  /** ₹ a share. */
  readonly premium: number;
  /** An entry passes if it is within one of the two of the middle: %, or ₹. */
  readonly nearPct: number;
  readonly near: number;
  /** Share of an expiry's open interest of one type in one contract, %, above which readers are warned. */
  readonly concentrationPct: number;
  /** The oldest look at a chain that a call is published on, ms. */
  readonly oldest: number;
  /** IST. */
  readonly from: string;
  readonly to: string;
  readonly expiryDayTo: string;
  readonly perDay: number;
  readonly open: number;
}

export const OPTION_LIMITS: OptionLimits = {
  legs: 4,
  spreadPct: 10,
  spread: 2,
  interest: { index: 500, stock: 100 },
  premium: 2,
  nearPct: 5,
  near: 5,
  concentrationPct: 20,
  oldest: 120_000,
  from: '09:20',
  to: '15:15',
  expiryDayTo: '14:00',
  perDay: 6,
  open: 10,
};

/** A listed contract as the chain shows it. Prices ₹ a share, open interest in shares; `ofExpiry`: of all its type in that expiry. */
export interface ContractFacts {
  readonly bid: number | null;
  readonly ask: number | null;
  readonly oi: number;
  readonly ofExpiry: number;
}

/** What the rules need besides the draft. The rules load nothing themselves. */
export interface OptionContext {
  readonly author: AuthorFacts;
  /** Null where the exchange lists no options on it. */
  readonly underlying: { readonly kind: 'index' | 'stock'; readonly status: 'active' | 'suspended' | 'ban' | 'delisted'; readonly lot: number } | null;
  /** Listed expiries, IST dates, nearest first. */
  readonly expiries: readonly string[];
  /** The contract of a leg, null where it is not listed. */
  contract(leg: DraftLeg): ContractFacts | null;
  readonly spot: number | null;
  /** How far the underlying is expected to move until the first expiry by the quotes, in its points; null where the legs can't be valued. */
  readonly move: number | null;
  /** Why prices of the underlying say nothing of what would be published now; null where they do. */
  readonly doubt: NotJudgeable | null;
  /** How old the look at the chain is, ms; null without one. */
  readonly age: number | null;
  /** ₹ interest a year as a fraction; null where none is set. */
  readonly rate: number | null;
  /** Null where the legs can't be valued. */
  readonly figures: StructureFigures | null;
  /** Estimated ₹ of profit were the underlying at a level now; null where the legs can't be valued. */
  readonly worthAt: ((level: number) => number) | null;
  readonly phase: 'preopen' | 'continuous' | 'auction' | 'post' | 'closed';
  /** IST `YYYY-MM-DD` and `HH:MM`. */
  readonly today: string;
  readonly time: string;
  isTradingDay(day: string): boolean;
  /** The author's open calls, and how many the author published today. */
  readonly open: readonly { readonly stock: string; readonly strategy: Strategy; readonly expiry: string }[];
  readonly publishedToday: number;
  readonly limits: OptionLimits;
}
