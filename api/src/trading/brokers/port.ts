import type { Funds, LegTicket } from '@vimarsh/shared/contract/trading/types.ts';
import type { BookEntry } from '@vimarsh/shared/domain/trading/order/find-in-book.ts';
import type { BrokerReport } from '@vimarsh/shared/domain/trading/order/order-record.ts';
import type { BrokerRecovery } from '@vimarsh/shared/domain/trading/order/recovery.ts';
import type { BrokerTakes } from '@vimarsh/shared/domain/trading/ticket/ticket-facts.ts';

/** A customer's open session with the broker. */
export interface TradingSession {
  readonly client_id: string;
  readonly token: string;
}

/** An order as it goes out. */
export interface OutgoingOrder extends Omit<LegTicket, 'call_id'> {
  readonly instrument: string;
  /** Our id, as far as the broker's field takes it. */
  readonly tag: string;
  readonly after_market: boolean;
  /** ₹; the worst price of a market order; null for others. */
  readonly worst_price: number | null;
}

export interface ChangedTerms {
  readonly quantity: number;
  readonly price: number | null;
  readonly trigger: number | null;
}

/**
 * `refused` is the broker's own word, read from an answer it gave as one. `lost`: it may have come through or not. `not_sent`: no connection
 * was made, so nothing has. An adapter that does not know which says `lost`.
 */
export type Submitted =
  | { readonly kind: 'accepted'; readonly broker_order_id: string }
  | { readonly kind: 'refused'; readonly code: string; readonly broker_text: string }
  | { readonly kind: 'lost' | 'not_sent'; readonly why: string; readonly session_over: boolean };

export type ChangeAnswer =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly code: string; readonly broker_text: string }
  | { readonly kind: 'lost'; readonly why: string; readonly session_over: boolean };

/** What was asked, or why the broker did not say. */
export type BrokerAnswer<T> = { readonly kind: 'told'; readonly value: T } | { readonly kind: 'failed'; readonly why: string; readonly session_over: boolean };

/** An order in the broker's book of the day. */
export type BookLine = BrokerReport & BookEntry;

export interface BrokerPosition {
  readonly instrument: string;
  readonly exchange: LegTicket['exchange'];
  readonly product: LegTicket['product'];
  readonly quantity: number;
  readonly average: number;
  readonly realised_paise: number;
}

export interface BrokerHolding {
  readonly instrument: string;
  readonly exchange: LegTicket['exchange'];
  readonly quantity: number;
  readonly unsettled: number;
  readonly average: number;
}

/**
 * What trading asks of a broker. Nothing here throws for what the broker does: an answer that can't be read is `lost` or `failed`. An order is
 * never sent twice by an adapter.
 */
export interface OrderBroker {
  readonly takes: BrokerTakes;
  /** Orders, changes and cancellations that all customers together may send in a second, and one of them in a day. */
  readonly perSecond: number;
  readonly perDay: number;
  /** Longest id of ours that it gives back. */
  readonly tagLength: number;
  /** What can be found again after a lost answer. */
  readonly recovery: BrokerRecovery;
  /** Asks for one order by our id; null: the broker does not know it yet. Only where `recovery` says `at_once`. */
  find?(session: TradingSession, tag: string): Promise<BrokerAnswer<BookLine | null>>;
  submit(session: TradingSession, order: OutgoingOrder): Promise<Submitted>;
  modify(session: TradingSession, broker_order_id: string, terms: ChangedTerms, order: OutgoingOrder): Promise<ChangeAnswer>;
  cancel(session: TradingSession, broker_order_id: string): Promise<ChangeAnswer>;
  book(session: TradingSession): Promise<BrokerAnswer<readonly BookLine[]>>;
  positions(session: TradingSession): Promise<BrokerAnswer<readonly BrokerPosition[]>>;
  holdings(session: TradingSession): Promise<BrokerAnswer<readonly BrokerHolding[]>>;
  funds(session: TradingSession): Promise<BrokerAnswer<Funds>>;
}
