import type { LevelBasis, Outlook, Strategy, UnderlyingType } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { Kysely } from 'kysely';
import type { CallHead } from '../../ledger/index.ts';
import type { Database } from '../../platform/platform.ts';

/** Name of this kind in the record. */
export const OPTIONS = 'options';

/** Rows as the driver returns them: dates as `YYYY-MM-DD`, instants as Date. */
export interface OptionTables {
  option_calls: OptionRow;
}

export interface OptionRow extends CallHead {
  underlying_name: string;
  underlying_type: UnderlyingType;
  outlook: Outlook;
  strategy: Strategy;
  defined_risk: boolean;
  expiry: string;
  /** JSON of the contract's legs. */
  legs: string;
  lot_size: number;
  net_premium: number;
  max_profit: number | null;
  max_loss: number | null;
  /** JSON of numbers. */
  breakevens: string;
  margin_est: number;
  pop: number | null;
  level_basis: LevelBasis;
  target: number;
  stop_loss: number;
  initial_stop_loss: number;
  net_limit: number | null;
  valid_till: string;
  entry_at: Date | null;
  exit_at: Date | null;
  exit_reason: string | null;
  ended_at: Date | null;
  ended_on: string | null;
  pnl: number | null;
  headline_pnl: number | null;
  slippage: number | null;
  risk: number | null;
  return_on_risk: number | null;
  on_margin: boolean;
  cost: number | null;
  settlement: string | null;
  /** JSON of the contract's field. */
  stale: string | null;
  moves: number;
  /** IST day on which its author looked back on it. */
  post_mortem_on: string | null;
  /** How many conflicts of interest its author declared. */
  conflicts: number;
}

export type OptionDatabase = Kysely<OptionTables>;

/** The connection, narrowed to the tables of option calls. */
export const optionsTables = (db: Database): OptionDatabase => db;
