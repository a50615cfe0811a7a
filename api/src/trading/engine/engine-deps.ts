import type { Database } from '../../platform/platform.ts';
import type { OrderBroker, TradingSession } from '../brokers/port.ts';
import type { AccountKey } from '../store/account.store.ts';
import type { TradeOrderRow } from '../tables.ts';

/** A broker and the customer's open session there; null: over, or never opened. */
export interface OpenDesk {
  readonly broker: OrderBroker;
  readonly session: TradingSession | null;
}

export interface EngineDeps {
  /** One transaction. */
  transaction<T>(work: (tx: Database) => Promise<T>): Promise<T>;
  readonly db: Database;
  desk(account: AccountKey): Promise<OpenDesk>;
  /** The broker takes the session no more. */
  sessionOver(account: AccountKey): Promise<void>;
  /** Whether one more order may be sent now, by the rates of the broker and of the person. */
  mayCall(account: AccountKey, broker: OrderBroker): Promise<boolean>;
  /** Whether one more book may be read now, by the rate of the broker. */
  mayRead(account: AccountKey, broker: OrderBroker): Promise<boolean>;
  /** Market time, ms. */
  now(): number;
  changed(order: TradeOrderRow): void;
  /** An order was handed to its owner, within the transaction that stores it. */
  handedOver?(tx: Database, order: TradeOrderRow): Promise<void>;
  /** ms of wall time an answer is waited for. */
  readonly answerMs?: number;
}
