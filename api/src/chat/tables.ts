import type { ChatEntry, ChatStatus } from '@vimarsh/shared/contract/chat/types.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/platform.ts';

export interface RoomRow {
  id: string;
  investor_id: string;
  expert_id: string;
  partner_key: string;
  status: ChatStatus;
  topic: string;
  symbol: string | null;
  request_text: string;
  reason: string;
  requested_at: Date;
  decided_at: Date | null;
  answered_at: Date | null;
  closed_at: Date | null;
  ends_at: Date | null;
  without_plan_since: Date | null;
  last_seq: number;
  last_at: Date;
}

export interface EntryRow {
  room_id: string;
  seq: number;
  kind: ChatEntry['kind'];
  sender_id: string;
  client_msg_id: string;
  body: string;
  target: number | null;
  status_str: string;
  reason: string;
  at: Date;
}

export interface BlockedRow {
  sender_id: string;
  client_msg_id: string;
  room_id: string;
  body: string;
  kind: string;
  sentence: string;
  at: Date;
}

interface ChatTables {
  chat_rooms: RoomRow;
  chat_messages: EntryRow;
  chat_reads: { room_id: string; user_id: string; delivered: number; seen: number };
  chat_blocked: BlockedRow;
}

export type ChatDb = Kysely<ChatTables>;

/** The connection, narrowed to these tables. */
export const chatTables = (db: Database): ChatDb => db;
