import { MOST_A_DAY } from '@vimarsh/shared/contract/alerts/types.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { sql } from 'kysely';
import type { Follower, Lots } from '../notices/index.ts';
import type { AlertDatabase } from './tables.ts';

/** Alerts that fired by one happening. */
export interface Fire {
  /** The happening's, the same however often it is judged. */
  readonly event_id: string;
  /** Market time at which it happened. */
  readonly at: Date;
  readonly ids: readonly string[];
  /** A figure decided, so that one that repeats has to come back first, and what is judged late is over. False: a call, of which each is told whatever came before it. */
  readonly level: boolean;
}

/** Begins the ids of all events that tell of one call by alerts; page by page they are events of their own. */
export const callEvents = (call_id: string): string => `alert-call-${call_id}-`;

export interface Told {
  /** How many are told. */
  readonly told: number;
  /** A happening of its own tells so many that what fires for them today is only kept in their list. */
  readonly most: number;
}

/** What tells of an event that some had too many. */
export const mostEvent = (event_id: string): string => `${event_id}-most`;

/**
 * Marks alerts as fired and draws who is told, in the caller's transaction. The rows decide: what fired before, is paused or removed, or was
 * set later, does not fire, whoever judged it and how often. Beyond the most a day an alert fires too, but nothing is told of it.
 */
export async function fire(tx: AlertDatabase, { event_id, at, ids, level }: Fire): Promise<Told> {
  const { rows: fired } = await sql<{ id: string; user_id: string }>`
    update alerts set state = case when repeats then state else 'done' end, armed = ${!level}, moved_at = greatest(moved_at, ${at}::timestamptz),
      fired_at = greatest(fired_at, ${at}::timestamptz), fires = fires + 1, held = false
    where id in (select id from alerts where id = any(${ids}::text[]) order by id for update)
      and state = 'on' and armed and since <= ${at}::timestamptz and (${!level} or moved_at <= ${at}::timestamptz)
      and not exists (select 1 from alert_fires f where f.event_id = ${event_id} and f.user_id = alerts.user_id)
    returning id, user_id`.execute(tx);
  if (fired.length === 0) return { told: 0, most: 0 };
  const users = [...new Set(fired.map(({ user_id }) => user_id))];
  const { rows: counted } = await sql<{ user_id: string; fired: number }>`
    insert into alert_days (user_id, day, fired) select u, ${istDay(at)}, 1 from unnest(${users}::text[]) u order by u
    on conflict (user_id, day) do update set fired = alert_days.fired + 1 returning user_id, fired`.execute(tx);
  const told = counted.filter((row) => row.fired <= MOST_A_DAY).map(({ user_id }) => user_id);
  const most = counted.filter((row) => row.fired === MOST_A_DAY + 1).map(({ user_id }) => user_id);
  await draw(tx, event_id, told, at);
  await draw(tx, mostEvent(event_id), most, at);
  const heard = new Set(told);
  const held = fired.filter(({ user_id }) => !heard.has(user_id)).map(({ id }) => id);
  // That they were had by this call stands too, or a second look at it would count them again.
  if (!level) await draw(tx, `${event_id}-held`, held.length > 0 ? users.filter((user) => !heard.has(user)) : [], at);
  if (held.length > 0) await sql`update alerts set held = true where id = any(${held}::text[])`.execute(tx);
  return { told: told.length, most: most.length };
}

/** Everybody gets a lot by chance, so that nobody is always the first to be told. */
async function draw(tx: AlertDatabase, event_id: string, users: readonly string[], at: Date): Promise<void> {
  if (users.length === 0) return;
  await sql`insert into alert_fires (event_id, user_id, lot, at)
    select ${event_id}, u, floor(random() * 2147483647)::integer, ${at}::timestamptz from unnest(${[...users]}::text[]) u
    on conflict do nothing`.execute(tx);
}

/** Arms again what came back, unless something happened to it since. */
export async function armAgain(tx: AlertDatabase, ids: readonly string[], at: Date): Promise<void> {
  await sql`update alerts set armed = true, moved_at = ${at}::timestamptz
    where id in (select id from alerts where id = any(${[...ids]}::text[]) order by id for update)
      and state = 'on' and not armed and moved_at < ${at}::timestamptz`.execute(tx);
}

export async function firedCount(db: AlertDatabase, event_id: string): Promise<number> {
  const { count } = await db
    .selectFrom('alert_fires')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('event_id', '=', event_id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Some of those who are told, in the order of their lots, by the index alone. */
export const firedPage = (db: AlertDatabase, event_id: string, lots: Lots, after: Follower, limit: number): Promise<Follower[]> =>
  db
    .selectFrom('alert_fires')
    .select(['user_id', 'lot'])
    .where('event_id', '=', event_id)
    .where('lot', '>=', Math.max(lots.from, after.lot))
    .where('lot', '<=', lots.below - 1)
    .where(sql<boolean>`(lot, user_id) > (${after.lot}, ${after.user_id})`)
    .orderBy('lot')
    .orderBy('user_id')
    .limit(limit)
    .execute();
