import type { QuietHours } from '@vimarsh/shared/contract/notices/types.ts';
import { USUAL_QUIET_HOURS } from '@vimarsh/shared/domain/notices/quiet-hours.ts';
import type { NoticeDatabase } from './tables.ts';

/** Those of these people who muted an expert. */
export async function mutersOf(db: NoticeDatabase, expert_id: string, user_ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('notice_mutes').select('user_id').where('expert_id', '=', expert_id).where('user_id', 'in', user_ids).execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

export async function mutedBy(db: NoticeDatabase, user_id: string): Promise<string[]> {
  const rows = await db.selectFrom('notice_mutes').select('expert_id').where('user_id', '=', user_id).orderBy('since').execute();
  return rows.map(({ expert_id }) => expert_id);
}

export async function setMute(db: NoticeDatabase, user_id: string, expert_id: string, on: boolean, since: Date): Promise<void> {
  if (on)
    await db
      .insertInto('notice_mutes')
      .values({ user_id, expert_id, since })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else await db.deleteFrom('notice_mutes').where('user_id', '=', user_id).where('expert_id', '=', expert_id).execute();
}

/** The quiet hours of each of these people. */
export async function quietHoursOf(db: NoticeDatabase, user_ids: readonly string[]): Promise<(user_id: string) => QuietHours> {
  const rows = await db.selectFrom('notice_quiet_hours').selectAll().where('user_id', 'in', user_ids).execute();
  const own = new Map(rows.map(({ user_id, is_on, from_minute, to_minute }) => [user_id, { on: is_on, from: from_minute, to: to_minute }]));
  return (user_id) => own.get(user_id) ?? USUAL_QUIET_HOURS;
}

/** Those of these people who want one mail a day. */
export async function dailyReadersOf(db: NoticeDatabase, user_ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('notice_daily_mail').select('user_id').where('user_id', 'in', user_ids).execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/** What waits for the next mail of a day is sent with it, also where its reader wants none after that. */
export async function setDaily(db: NoticeDatabase, user_id: string, on: boolean): Promise<void> {
  if (on)
    await db
      .insertInto('notice_daily_mail')
      .values({ user_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else await db.deleteFrom('notice_daily_mail').where('user_id', '=', user_id).execute();
}

export async function setQuiet(db: NoticeDatabase, user_id: string, { on, from, to }: QuietHours): Promise<void> {
  const row = { is_on: on, from_minute: from, to_minute: to };
  await db
    .insertInto('notice_quiet_hours')
    .values({ user_id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}
