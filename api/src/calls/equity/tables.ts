import type { CallType, Term } from '@vimarsh/shared/contract/calls/types.ts';
import type { Kysely } from 'kysely';
import type { CallHead } from '../../ledger/index.ts';
import type { Database } from '../../platform/platform.ts';

/** Name of this kind in the record. */
export const EQUITY = 'equity';

/** Rows as the driver returns them: dates as `YYYY-MM-DD`, instants as Date. */
export interface EquityTables {
  calls: CallRow;
  /** Views of data categorisation. */
  saved_views: { user_id: string; name: string; slice: string; saved_at: Date };
}

export interface CallRow extends CallHead {
  stock_name: string;
  sector: string;
  /** '' where it was not known at publication. */
  cap: 'large' | 'mid' | 'small' | '';
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
  /** IST day on which its author looked back on it. */
  post_mortem_on: string | null;
  /** How many conflicts of interest its author declared. */
  conflicts: number;
}

export type EquityDatabase = Kysely<EquityTables>;

/** The connection, narrowed to the tables of equity calls. */
export const equityTables = (db: Database): EquityDatabase => db;
