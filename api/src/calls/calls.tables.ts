import type { CallStatus, CallType, EventType, Term } from '@vimarsh/shared/contract/calls.contract.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/platform.ts';

/** Rows as the driver returns them: dates as `YYYY-MM-DD`, instants as Date. */
export interface CallsTables {
  call_events: EventRow;
  ledger_roots: RootRow;
  ledger_head: { id: number; seq: number; judged_until: Date | null };
  expert_chains: { expert_id: string; n: number; hash: string; calls: number };
  calls: CallRow;
  call_intents: { expert_id: string; cid: string; body_hash: string; call_id: string };
  follows: { user_id: string; expert_id: string; since: Date };
  saved_views: { user_id: string; name: string; slice: string; saved_at: Date };
}

export interface EventRow {
  seq: number;
  call_id: string;
  expert_id: string;
  n: number;
  type: EventType;
  ts: Date;
  canonical: string;
  prev_hash: string;
  hash: string;
  sig: string;
}

export interface RootRow {
  trading_date: string;
  after_seq: number;
  last_seq: number;
  merkle_root: string;
  count: number;
  prev_root: string;
  signature: string;
  published_at: Date;
}

export interface CallRow {
  id: string;
  seq_no: number;
  expert_id: string;
  stock: string;
  stock_name: string;
  sector: string;
  cap: 'large' | 'mid' | 'small';
  exchange: 'NSE' | 'BSE';
  call_type: CallType;
  term: Term;
  entry_mode: 'market' | 'limit' | 'range';
  entry_low: number;
  entry_high: number;
  price: number;
  target_price: number;
  stop_loss: number;
  initial_stop_loss: number;
  target2: number | null;
  target3: number | null;
  status: CallStatus;
  is_open: boolean;
  published_at: Date;
  week: string;
  weekly_pick: boolean;
  valid_till: string;
  potential_return: number;
  risk_reward: number;
  entry_price: number | null;
  entry_at: Date | null;
  entry_index: number | null;
  exit_price: number | null;
  exit_at: Date | null;
  exit_reason: string | null;
  ended_at: Date | null;
  ended_on: string | null;
  realised_return: number | null;
  r_multiple: number | null;
  alpha: number | null;
  moves: number;
  hash: string;
  /** JSON of the lifecycle's `CallState`. */
  state: string;
}

export type CallsDatabase = Kysely<CallsTables>;

/** The connection, narrowed to the tables of calls. */
export const tablesOf = (db: Database): CallsDatabase => db as CallsDatabase;
