import type { AlertCondition } from '@vimarsh/shared/contract/alerts/types.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/platform.ts';

export interface AlertRow {
  id: string;
  user_id: string;
  kind: AlertCondition['kind'];
  symbol: string;
  expert_id: string;
  condition: unknown;
  key: string;
  repeats: boolean;
  state: 'on' | 'paused' | 'done';
  armed: boolean;
  since: Date;
  moved_at: Date;
  level_day: string | null;
  level_since: Date | null;
  fired_at: Date | null;
  fires: number;
  held: boolean;
  created_at: Date;
  version: number;
}

/** The IST day on whose shares an alert's level is. The day on file counts while nobody set the level since who knew of none. */
export const levelDayOf = ({ level_day, level_since, since }: Pick<AlertRow, 'level_day' | 'level_since' | 'since'>): string =>
  level_day !== null && level_since?.getTime() === since.getTime() ? level_day : istDay(since);

interface AlertTables {
  alerts: AlertRow;
  alert_clock: { id: number; version: number; judged_until: Date | null };
  alert_fires: { event_id: string; user_id: string; lot: number; at: Date };
  alert_days: { user_id: string; day: string; fired: number };
}

export type AlertDatabase = Kysely<AlertTables>;

/** The connection, narrowed to these tables. */
export const alertTables = (db: Database): AlertDatabase => db;
