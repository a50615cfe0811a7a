import type { CareLimits, LegTicket } from '../../../contract/trading/types.ts';

/** What a leg is about, as the market knows it now. Prices ₹. */
export interface SubjectFacts {
  /** `TCS`, or `NIFTY 2026-12-01 24000 CE`. */
  readonly instrument: string;
  readonly name: string;
  readonly kind: 'equity' | 'option';
  /** The underlying is an index. */
  readonly index: boolean;
  readonly exchanges: readonly LegTicket['exchange'][];
  readonly status: 'active' | 'suspended' | 'ban' | 'delisted';
  readonly ltp: number | null;
  /** The underlying's price; the share's own for equity. */
  readonly spot: number | null;
  /** No price of now: a feed that hangs, a gap, a file of yesterday. */
  readonly stale: boolean;
  readonly tick: number;
  readonly lot: number;
  readonly freeze: number | null;
  readonly band: { readonly low: number; readonly high: number } | null;
  /** Its trading phase: shares with futures close by auction. */
  readonly phase: 'preopen' | 'continuous' | 'auction' | 'post' | 'closed';
  /** After this instant (ms) no intraday position can be opened today. */
  readonly intradayUntil: number;
}

/** What its owner has, and has done. Quantities in shares; null where the broker has not told. */
export interface OwnerFacts {
  /** Shares that can be sold with delivery: holdings without those in other open sales and in earlier legs. */
  readonly sellable: number | null;
  /** Net position in the instrument that other orders leave to this one; sold short negative. */
  readonly position: number | null;
  /** Where an identical order stands: among those of the last minute, or earlier in the same ticket; '' nowhere. */
  readonly twice: '' | 'minute' | 'ticket';
  /** The author of a call on this share may not deal in it up to this IST day; null: may. */
  readonly conflict_until: string | null;
  /** A call of the same person on this share or its contracts is open. */
  readonly own_call_open: boolean;
  /** The call it follows: its trade can't be had any more, and its stop-loss, ₹. */
  readonly call: { readonly entry_passed: boolean; readonly stop_loss: number | null } | null;
}

export interface BrokerTakes {
  readonly types: readonly LegTicket['type'][];
  readonly products: readonly LegTicket['product'][];
  readonly after_market: boolean;
  readonly modify: boolean;
}

export interface TicketFacts {
  /** ms of market time. */
  readonly now: number;
  readonly subjects: readonly SubjectFacts[];
  readonly owners: readonly OwnerFacts[];
  readonly takes: BrokerTakes;
  readonly limits: CareLimits;
  readonly used: { readonly orders: number; readonly paise: number };
  readonly available_paise: number | null;
}
