import type { CareLimits, LegTicket, OrderState, OrderStep, OrderWay } from '@vimarsh/shared/contract/trading/types.ts';
import type { OrderRecord } from '@vimarsh/shared/domain/trading/order/order-record.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/platform.ts';

export interface AccountRow {
  user_id: string;
  broker_id: number;
  partner_key: string;
  look: number;
  next_look_at: Date | null;
  failed_looks: number;
  reconciled_at: Date | null;
  final_day: string | null;
  limits: CareLimits;
  limits_next: CareLimits | null;
  limits_day: string | null;
  paused_day: string | null;
  draft: unknown;
  draft_why: string;
  draft_at: Date | null;
}

export interface TradeOrderRow {
  id: string;
  user_id: string;
  broker_id: number;
  basket_id: string;
  key: string;
  leg: number;
  slice: number;
  tag: string;
  way: OrderWay;
  instrument: string;
  name: string;
  ticket: LegTicket;
  day: string;
  after_market: boolean;
  state: OrderState;
  broker_order_id: string;
  record: OrderRecord;
  value_paise: number;
  version: number;
  placed_at: Date;
  sent_at: Date | null;
  updated_at: Date;
  /** When it is handed to its owner; null while nothing waits. */
  due_at: Date | null;
}

export interface OrderStepRow {
  order_id: string;
  n: number;
  at: Date;
  by: OrderStep['by'];
  kind: string;
  text: string;
  record: OrderRecord;
}

export interface DifferenceRow {
  user_id: string;
  broker_id: number;
  kind: 'fills' | 'state' | 'not_ours' | 'missing';
  broker_order_id: string;
  /** '' where none of ours is meant. */
  order_id: string;
  symbol: string;
  ours: string;
  theirs: string;
  since: Date;
}

interface TradingTables {
  // JSON goes in as text and comes out as what it says.
  trading_accounts: AccountRow;
  trading_orders: TradeOrderRow;
  trading_steps: OrderStepRow;
  trading_differences: DifferenceRow;
  trading_authors: { user_id: string; symbol: string; call_id: string; published_at: Date };
  trading_told: { user_id: string; broker_id: number; what: 'positions' | 'holdings' | 'funds'; value: unknown; at: Date };
}

export type TradingDatabase = Kysely<TradingTables>;
export const tradingTables = (db: Database): TradingDatabase => db;
