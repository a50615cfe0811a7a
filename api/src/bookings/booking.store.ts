import type { DemoBooking, DemoStatus } from '@vimarsh/shared/contract/booking/types.ts';
import { type DemoTime, isAhead } from '@vimarsh/shared/domain/bookings/booking-days.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../platform/platform.ts';

interface DemoRow extends DemoTime {
  id: string;
  user_id: string;
  status: DemoStatus;
  created_at: Date;
  updated_at: Date;
}

export type DemoDb = Kysely<{ demo_bookings: DemoRow }>;
export const demosOf = (db: Database): DemoDb => db;
type Db = ReturnType<typeof demosOf>;

/** Until the transaction ends nobody else changes this person's demos: two requests at once must not pass the most they may have. */
export async function lockDemos(db: Db, user_id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`demos ${user_id}`}, 0))`.execute(db);
}

const COLUMNS = ['id', 'date', 'slot', 'status'] as const;

/** The latest date first. */
export const demosBy = (db: Db, user_id: string, most: number): Promise<DemoBooking[]> =>
  db.selectFrom('demo_bookings').select(COLUMNS).where('user_id', '=', user_id).orderBy('date', 'desc').orderBy('slot', 'desc').limit(most).execute();

/** All that is kept of a person's demos, for the copy of one's data. */
export const demosKept = (db: Db, user_id: string) =>
  db
    .selectFrom('demo_bookings')
    .select([...COLUMNS, 'created_at', 'updated_at'])
    .where('user_id', '=', user_id)
    .orderBy('date', 'desc')
    .orderBy('slot', 'desc')
    .execute();

/** Those that are still to come. */
export async function comingDemos(db: Db, user_id: string, now: Date): Promise<DemoBooking[]> {
  const rows = await db
    .selectFrom('demo_bookings')
    .select(COLUMNS)
    .where('user_id', '=', user_id)
    .where('status', '=', 'new')
    .where('date', '>=', istDay(now))
    .execute();
  return rows.filter((row) => isAhead(row, now));
}

export async function demoOf(db: Db, user_id: string, id: string): Promise<DemoBooking | null> {
  return (await db.selectFrom('demo_bookings').select(COLUMNS).where('id', '=', id).where('user_id', '=', user_id).executeTakeFirst()) ?? null;
}

/** Slots of a day that somebody has. */
export async function takenSlots(db: Db, date: string): Promise<Set<string>> {
  const rows = await db.selectFrom('demo_bookings').select('slot').where('date', '=', date).where('status', '=', 'new').execute();
  return new Set(rows.map(({ slot }) => slot));
}

/** False when somebody else was first. */
export async function keepDemo(db: Db, { date, slot }: DemoTime, { id, user_id, now }: { id: string; user_id: string; now: Date }): Promise<boolean> {
  const row = await db
    .insertInto('demo_bookings')
    .values({ id, user_id, date, slot, status: 'new', created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Breaks the index of slots, and with it the transaction, when somebody else was first. */
export async function moveDemo(db: Db, id: string, { date, slot }: DemoTime, now: Date): Promise<void> {
  await db.updateTable('demo_bookings').set({ date, slot, updated_at: now }).where('id', '=', id).execute();
}

/** Whether a failed statement says that the slot has somebody. */
export const isTaken = (error: unknown): boolean => error instanceof Error && (error as { code?: unknown }).code === '23505';

export async function cancelDemo(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('demo_bookings').set({ status: 'cancel', updated_at: now }).where('id', '=', id).execute();
}

/** The next first. */
export const demosFrom = (db: Db, day: string, most: number): Promise<(DemoBooking & { user_id: string })[]> =>
  db
    .selectFrom('demo_bookings')
    .select([...COLUMNS, 'user_id'])
    .where('status', '=', 'new')
    .where('date', '>=', day)
    .orderBy('date')
    .orderBy('slot')
    .limit(most)
    .execute();

export async function forgetDemos(db: Db, user_id: string): Promise<void> {
  await db.deleteFrom('demo_bookings').where('user_id', '=', user_id).execute();
}

export async function tidyDemos(db: Db, before: string): Promise<void> {
  await db.deleteFrom('demo_bookings').where('date', '<', before).execute();
}
