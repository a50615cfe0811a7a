import type { Generated, Kysely } from 'kysely';
import type { Database } from '../platform/platform.ts';

/** What calls of every kind share beside the record. */
export interface CallsTables {
  call_intents: { expert_id: string; cid: string; body_hash: string; call_id: string };
  follows: { user_id: string; expert_id: string; since: Date; lot: Generated<number> };
  /** Kept by the database with every change of `follows`. */
  follower_counts: { expert_id: string; followers: number };
  follower_days: { expert_id: string; day: string; followers: number };
  call_corrections: CorrectionRow;
}

/** A correction on its way; `proposal`, `before`, `after` and `late_action` are JSON. */
export interface CorrectionRow {
  id: string;
  cid: string;
  call_id: string;
  call_hash: string;
  proposal: string;
  event_type: string;
  before: string;
  after: string;
  proposed_by: string;
  proposed_at: Date;
  state: 'waiting' | 'approved' | 'refused';
  decided_by: string | null;
  decided_at: Date | null;
  /** The action that puts the end in question, where the end is to stand. */
  late_action: string | null;
}

export type CallsDatabase = Kysely<CallsTables>;

/** The connection, narrowed to these tables. */
export const callTables = (db: Database): CallsDatabase => db;
