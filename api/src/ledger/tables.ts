import type { Generated, Kysely, Selectable } from 'kysely';
import type { Database } from '../platform/platform.ts';

/** The record's own tables, as the driver returns them: dates as `YYYY-MM-DD`, instants as Date. */
export interface LedgerTables {
  call_events: EventRow;
  ledger_roots: RootRow;
  /** `key`: the id of the one that signs now. */
  ledger_head: { id: number; seq: number; judged_until: Date | null; key: Generated<number>; differs: string | null };
  ledger_keys: KeyTable;
  log_tiles: { level: number; n: number; hashes: Uint8Array };
  log_heads: HeadRow;
  /** JSON of the receipt. */
  call_receipts: { seq: number; receipt: string };
  log_cosignatures: { size: number; witness: string; line: string; cosigned_at: Date; stored_at: Generated<Date> };
  log_anchors: { size: number; calendar: string; timestamp: Uint8Array; block: number | null; stamped_at: Generated<Date> };
  log_refusals: { witness: string; size: number; root: string; why: string; refused_at: Generated<Date> };
  expert_chains: { expert_id: string; n: number; hash: string };
  ledger_row_rules: { kind: string; rules: number };
}

interface KeyTable {
  /** Counted from 1, in the order they were in force. */
  id: number;
  public_key: string;
  /** The private half; null where nothing seals it and it lies in the data folder of the one node. */
  sealed: Uint8Array | null;
  made_at: Generated<Date>;
  /** The last event before it. */
  after_seq: Generated<number>;
  /** The daily root it follows, and its hash. */
  after_day: Generated<string | null>;
  root: Generated<string | null>;
  /** The change, signed by the key before and by this one. */
  signed: Generated<string | null>;
  accepted: Generated<string | null>;
}
export type KeyRow = Selectable<KeyTable>;

export interface EventRow {
  seq: number;
  kind: string;
  call_id: string;
  expert_id: string;
  /** Of the expert's events, and `prev_hash` of the one before. The text may hold other numbers. */
  n: number;
  type: string;
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

export interface HeadRow {
  /** Events in the log. */
  size: number;
  /** Hex. */
  root: string;
  /** The signed text. */
  note: string;
  /** By the server's own clock, which no demo moves. */
  signed_at: Date;
}

export type LedgerDatabase = Kysely<LedgerTables>;

/** The connection, narrowed to the tables of the record. */
export const recordTables = (db: Database): LedgerDatabase => db;
