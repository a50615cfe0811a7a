import { type AlertCondition, MOST_ALERTS } from '@vimarsh/shared/contract/alerts/types.ts';
import { alertKey } from '@vimarsh/shared/domain/alerts/rules.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { sql } from 'kysely';
import { Fail } from '../platform/http/fail.ts';
import { ulid } from '../platform/text/id.ts';
import type { AlertDatabase, AlertRow } from './tables.ts';

/** The newest first. */
export const alertsOf = (db: AlertDatabase, user_id: string): Promise<AlertRow[]> =>
  db.selectFrom('alerts').selectAll().where('user_id', '=', user_id).orderBy('id', 'desc').execute();

/** How many of a person's alerts fired on the IST day of an instant of the market. */
export async function firedOn(db: AlertDatabase, user_id: string, at: Date): Promise<number> {
  const row = await db.selectFrom('alert_days').select('fired').where('user_id', '=', user_id).where('day', '=', istDay(at)).executeTakeFirst();
  return row?.fired ?? 0;
}

/** The next version; until the transaction ends nobody else sets an alert or lets one go on. */
async function nextVersion(tx: AlertDatabase): Promise<number> {
  const { version } = await tx
    .updateTable('alert_clock')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', 1)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

export interface NewAlert {
  readonly user_id: string;
  readonly condition: AlertCondition;
  readonly repeats: boolean;
  readonly level_day: string | null;
  /** Market time. */
  readonly since: Date;
  /** Wall clock. */
  readonly now: Date;
}

/** Throws ALERT_MOST or ALERT_TWICE. */
export async function keepAlert(tx: AlertDatabase, { user_id, condition, repeats, level_day, since, now }: NewAlert): Promise<void> {
  const version = await nextVersion(tx);
  const kept = await tx.selectFrom('alerts').select('key').where('user_id', '=', user_id).execute();
  if (kept.length >= MOST_ALERTS) throw new Fail('ALERT_MOST');
  const row = await tx
    .insertInto('alerts')
    .values({
      id: ulid(),
      user_id,
      kind: condition.kind,
      symbol: 'symbol' in condition ? condition.symbol : '',
      expert_id: condition.kind === 'call_expert' ? condition.user_id : '',
      condition: JSON.stringify(condition),
      key: alertKey(condition),
      ...{
        repeats,
        state: 'on',
        armed: true,
        since,
        moved_at: since,
        level_day,
        level_since: since,
        fired_at: null,
        fires: 0,
        held: false,
        created_at: now,
        version,
      },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new Fail('ALERT_TWICE');
}

export const alertOf = (db: AlertDatabase, user_id: string, id: string): Promise<AlertRow | undefined> =>
  db.selectFrom('alerts').selectAll().where('user_id', '=', user_id).where('id', '=', id).executeTakeFirst();

/** Tells who judges that alerts are not on any more. Their rows are changed before: who judges locks rows first and the clock last, too. */
async function tellStopped(tx: AlertDatabase, rows: readonly { id: string }[]): Promise<void> {
  if (rows.length === 0) return;
  const version = await nextVersion(tx);
  const ids = rows.map(({ id }) => id);
  await tx.updateTable('alerts').set({ version }).where('id', 'in', ids).execute();
}

export async function pause(tx: AlertDatabase, user_id: string, id: string): Promise<void> {
  const rows = await tx
    .updateTable('alerts')
    .set({ state: 'paused' })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('state', '=', 'on')
    .returning('id')
    .execute();
  await tellStopped(tx, rows);
}

/** Pauses alerts that their owners' plans no longer include. */
export async function pauseLapsed(tx: AlertDatabase, ids: ReadonlySet<string>): Promise<void> {
  const rows = await tx
    .updateTable('alerts')
    .set({ state: 'paused' })
    .where('id', 'in', [...ids])
    .where('state', '=', 'on')
    .returning('id')
    .execute();
  await tellStopped(tx, rows);
}

/** How a paused or fired alert goes on: from an instant of market time, with its level on the shares of an IST day. */
export interface GoingOn {
  readonly condition: AlertCondition;
  readonly level_day: string | null;
  readonly since: Date;
}

/** Lets a paused or fired alert go on. Throws ALERT_TWICE where an equal one is kept by now. */
export async function goOn(tx: AlertDatabase, { id, user_id }: AlertRow, { condition, level_day, since }: GoingOn): Promise<void> {
  const key = alertKey(condition);
  // The row before the clock, as everybody who changes one that stands.
  await tx.selectFrom('alerts').select('id').where('id', '=', id).forUpdate().execute();
  const version = await nextVersion(tx);
  const equal = await tx
    .selectFrom('alerts')
    .select('id')
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .where('state', '<>', 'done')
    .where('id', '<>', id)
    .executeTakeFirst();
  if (equal) throw new Fail('ALERT_TWICE');
  await tx
    .updateTable('alerts')
    .set({ condition: JSON.stringify(condition), key, state: 'on', armed: true, since, moved_at: since, level_day, level_since: since, version })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('state', '<>', 'on')
    .execute();
}

export async function removeAlert(tx: AlertDatabase, user_id: string, id: string): Promise<void> {
  await leave(tx, user_id, id);
}

/** Whose an alert is after its owner removed it: nobody's. Its row stays for who judges, which reads what changed, until the night. */
const NOBODY = '';

/** Removes one alert of a person, or all. */
async function leave(tx: AlertDatabase, user_id: string, id?: string): Promise<void> {
  const rows = await tx
    .updateTable('alerts')
    .set({ user_id: NOBODY, state: 'done' })
    .where('user_id', '=', user_id)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .returning('id')
    .execute();
  await tellStopped(tx, rows);
}

/** Everything kept of a person, for the copy of one's data. */
export async function alertsKept(db: AlertDatabase, user_id: string) {
  const alerts = await db
    .selectFrom('alerts')
    .select(['condition', 'repeats', 'state', 'fires', 'fired_at', 'created_at'])
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute();
  const days = await db.selectFrom('alert_days').select(['day', 'fired']).where('user_id', '=', user_id).orderBy('day').execute();
  return { alerts, days };
}

/** Part of the account's erasure. */
export async function eraseAlerts(tx: AlertDatabase, user_id: string): Promise<void> {
  for (const table of ['alert_fires', 'alert_days'] as const) await tx.deleteFrom(table).where('user_id', '=', user_id).execute();
  await leave(tx, user_id);
  await tx.deleteFrom('alerts').where('expert_id', '=', user_id).execute();
}

const expiry = sql<string>`condition -> 'contract' ->> 'expiry'`;

/**
 * Removes what nobody looks at any more: alerts that their owners removed, that were done or whose contract expired before an instant, and
 * what was told before it. `today`: the IST day of the market; what waits on a contract that expired before it is watched no more.
 */
export async function tidyAlerts(tx: AlertDatabase, before: Date, today: string): Promise<void> {
  await tx
    .deleteFrom('alerts')
    .where((eb) =>
      eb.or([
        eb('user_id', '=', NOBODY),
        eb.and([eb('state', '=', 'done'), eb('fired_at', '<', before)]),
        eb.and([eb('kind', '=', 'oi'), eb(expiry, '<', istDay(before))]),
      ]),
    )
    .execute();
  await tx.deleteFrom('alert_fires').where('at', '<', before).execute();
  await tx.deleteFrom('alert_days').where('day', '<', istDay(before)).execute();
  const ended = await tx
    .updateTable('alerts')
    .set({ state: 'paused' })
    .where('state', '=', 'on')
    .where('kind', '=', 'oi')
    .where(expiry, '<', today)
    .returning('id')
    .execute();
  await tellStopped(tx, ended);
}
