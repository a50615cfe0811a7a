import type { Kysely } from 'kysely';
import type { Database } from '../platform/platform.ts';

export interface CommunicationEntry {
  chain: string;
  n: number;
  at: Date;
  kind: string;
  /** The row it goes with, and the part of it that was written. */
  subject: string;
  ref: string;
  person: string;
  /** JSON with a salt; null once the law asks for it no more. */
  content: string | null;
  digest: string;
  prev: string;
  hash: string;
}

export interface HeadRowOfChain {
  serial: number;
  chain: string;
  n: number;
  manifest: string;
  signature: string;
}

export interface HoldRow {
  id: string;
  kind: 'person' | 'room';
  target: string;
  reason: string;
  set_by: string;
  set_at: Date;
  lifted_by: string | null;
  lifted_at: Date | null;
  lift_reason: string;
}

export interface ExportRow {
  id: string;
  scope: 'person' | 'room' | 'period';
  target: string;
  from_at: Date | null;
  until_at: Date | null;
  reason: string;
  asked_by: string;
  asked_at: Date;
  state: 'asked' | 'approved' | 'refused';
  decided_by: string | null;
  decided_at: Date | null;
  delivered: number;
  /** The file that was begun last: when, and what came of it. */
  begun_at: Date | null;
  ended_at: Date | null;
  /** '' while it is made. */
  made: '' | 'done' | 'failed';
  file: string;
  /** The driver gives large numbers as text. */
  bytes: number | string;
  sha256: string;
}

interface CommunicationTables {
  communication_chains: { chain: string; n: number; hash: string; signed_n: number };
  communication_entries: CommunicationEntry;
  communication_heads: HeadRowOfChain;
  communication_holds: HoldRow;
  communication_exports: ExportRow;
  /** Of the chats: who is in which room. */
  chat_rooms: {
    id: string;
    investor_id: string;
    expert_id: string;
    partner_key: string;
    status: string;
    topic: string;
    symbol: string | null;
    request_text: string;
    reason: string;
    requested_at: Date;
    decided_at: Date | null;
    closed_at: Date | null;
  };
  chat_files: { id: string; bytes: Buffer };
  chat_reads: { room_id: string; user_id: string; delivered: number; seen: number };
}

export type CommunicationDb = Kysely<CommunicationTables>;

/** The connection, narrowed to these tables. */
export const communicationTables = (db: Database): CommunicationDb => db;
