import type { WeekHours } from '@vimarsh/shared/contract/chat/hours.ts';
import type { ChatEntry, ChatStatus, EntryFile, FileKind } from '@vimarsh/shared/contract/chat/types.ts';
import type { Generated, Kysely } from 'kysely';
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
  /** The published call that a message shows. */
  call_id: string | null;
}

/** An entry as it is told of, with what it carries. */
export type ToldEntry = EntryRow & { readonly file?: EntryFile | null };

export interface ChatFileRow {
  id: string;
  room_id: string;
  seq: number;
  kind: FileKind;
  name: string;
  width: number | null;
  height: number | null;
  size: number;
  sha256: string;
  sent_sha256: string;
  bytes: Buffer;
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

export interface HoursRow {
  expert_id: string;
  hours: WeekHours | null;
  away: boolean;
  note: string;
  changed_at: Date;
}

interface ChatTables {
  chat_rooms: RoomRow & { unheard_at: Generated<Date | null> };
  chat_messages: Omit<EntryRow, 'call_id'> & { call_id: Generated<string | null> };
  chat_reads: { room_id: string; user_id: string; delivered: number; seen: number; told: Generated<number> };
  chat_blocked: BlockedRow;
  chat_files: ChatFileRow;
  chat_hours: HoursRow;
  chat_ready_answers: { expert_id: string; id: string; body: string; made_at: Date; changed_at: Date };
}

export type ChatDb = Kysely<ChatTables>;

/** The connection, narrowed to these tables. */
export const chatTables = (db: Database): ChatDb => db;
