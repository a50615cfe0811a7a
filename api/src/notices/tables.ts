import type { NoticeTopic } from '@vimarsh/shared/contract/notices/types.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/platform.ts';

export interface NoticeEventRow {
  id: string;
  source: string;
  topic: NoticeTopic;
  expert_id: string;
  about: string;
  first: boolean;
  facts: unknown;
  happened_at: Date;
  recorded_at: Date;
}

export interface FanoutRow {
  event_id: string;
  draw: number;
  parts: number;
  part: number;
  after_lot: number;
  after_user: string;
  told: number;
  touched_at: Date;
  done_at: Date | null;
}

interface NoticeTables {
  notice_events: NoticeEventRow;
  notice_fanouts: FanoutRow;
  notice_boxes: { user_id: string; last_seq: number };
  notices: { user_id: string; seq: number; event_id: string; place: number; told_at: Date; read_at: Date | null };
  notice_waiting: { user_id: string; event_id: string; until: Date };
  notice_daily_mail: { user_id: string };
  notice_mail_waiting: { user_id: string; event_id: string; due_at: Date };
  notice_mutes: { user_id: string; expert_id: string; since: Date };
  notice_quiet_hours: { user_id: string; is_on: boolean; from_minute: number; to_minute: number };
}

export type NoticeDatabase = Kysely<NoticeTables>;

/** The connection, narrowed to these tables. */
export const noticeTables = (db: Database): NoticeDatabase => db;
