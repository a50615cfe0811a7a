import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/platform.ts';
import type { BookLine, OutgoingOrder } from '../port.ts';

/** Faults of the paper broker on demand. `lost`: it has the order and does not answer; `never`: it has nothing and does not answer. */
export const PAPER_FAULTS = ['lost', 'never', 'refuse', 'pending', 'part', 'session'] as const;
export type PaperFault = (typeof PAPER_FAULTS)[number];

export interface PaperOrderRow {
  broker_order_id: string;
  client_id: string;
  tag: string;
  instrument: string;
  terms: OutgoingOrder & { readonly part?: boolean };
  side: 'buy' | 'sell';
  quantity: number;
  price: number | null;
  trigger: number | null;
  triggered: boolean;
  state: BookLine['state'];
  code: string;
  text: string;
  placed_at: Date;
  rests_until: Date;
  day: string;
}

export interface PaperTradeRow {
  broker_order_id: string;
  n: number;
  quantity: number;
  price: number;
  at: Date;
}

export interface PaperBasketRow {
  id_hash: string;
  client_id: string;
  broker_id: number;
  basket_id: string;
  device_hash: string;
  orders: OutgoingOrder[];
  form_hash: string;
  state: 'open' | 'confirmed' | 'left';
  expires_at: Date;
}

interface PaperTables {
  paper_baskets: PaperBasketRow;
  paper_accounts: { client_id: string; cash_paise: number; faults: PaperFault[] };
  paper_orders: PaperOrderRow;
  paper_trades: PaperTradeRow;
}

export const paperTables = (db: Database): Kysely<PaperTables> => db;
