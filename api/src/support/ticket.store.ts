import type { Data } from '@vimarsh/shared/contract/route.ts';
import type { deskTickets } from '@vimarsh/shared/contract/support/routes.ts';
import type { DeskTicket, Ticket, TicketKind } from '@vimarsh/shared/contract/support/types.ts';
import { type Kysely, sql } from 'kysely';
import { type Database, refuseField } from '../platform/platform.ts';
import type { Complaint } from './complaint-table.ts';

interface TicketRow {
  number: string;
  user_id: string;
  /** Written signed in: its sender is somebody, also after the account is erased. */
  by_member: boolean;
  /** '' without one: sent again with it, it is the same message. */
  key: string;
  /** A mail with the number was sent. */
  confirmed: boolean;
  partner_key: string;
  kind: TicketKind;
  name: string;
  email: string;
  message: string;
  opened_at: Date;
  answered_at: Date | null;
  answered_by: string;
  answer: string;
}

export const ticketsOf = (db: Database): Kysely<{ tickets: TicketRow }> => db;
type Db = ReturnType<typeof ticketsOf>;

const COLUMNS = ['number', 'kind', 'opened_at', 'message', 'answered_at', 'answer'] as const;
const said = <R extends Pick<TicketRow, (typeof COLUMNS)[number]>>({ opened_at, answered_at, ...row }: R) => ({
  ...row,
  opened_at: opened_at.toISOString(),
  answered_at: answered_at?.toISOString() ?? null,
});
const DESK_COLUMNS = [...COLUMNS, 'name', 'email', 'partner_key'] as const;

type Kept = Pick<TicketRow, 'number' | 'confirmed' | 'kind' | 'email' | 'message'>;
const KEPT = ['number', 'confirmed', 'kind', 'email', 'message'] as const;

/** The message that came first with a key. */
export const ticketBy = (db: Db, user_id: string, key: string): Promise<Kept | undefined> =>
  db.selectFrom('tickets').select(KEPT).where('user_id', '=', user_id).where('key', '=', key).where('key', '<>', '').executeTakeFirst();

/** False where one with its key came first. */
export async function keepTicket(db: Db, row: Omit<TicketRow, 'answered_at' | 'answered_by' | 'answer'>): Promise<boolean> {
  const made = await db
    .insertInto('tickets')
    .values({ ...row, answered_at: null, answered_by: '', answer: '' })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).where('key', '<>', '').doNothing())
    .returning('number')
    .executeTakeFirst();
  return made !== undefined;
}

/** Newest first. */
export async function ticketsBy(db: Db, user_id: string, most: number): Promise<Ticket[]> {
  const rows = await db.selectFrom('tickets').select(COLUMNS).where('user_id', '=', user_id).orderBy('opened_at', 'desc').limit(most).execute();
  return rows.map(said);
}

/** All that is kept of a person's messages, for the copy of one's data. */
export async function ticketsKept(db: Db, user_id: string): Promise<DeskTicket[]> {
  const rows = await db.selectFrom('tickets').select(DESK_COLUMNS).where('user_id', '=', user_id).orderBy('opened_at', 'desc').execute();
  return rows.map(said);
}

/** Whether complaints are over, when the message was written in ms, and its number: where a page ends and the next goes on. */
const PLACE = /^([01])_(\d{1,14})_(V-[0-9A-Z]{8})$/;
const placeOf = ({ kind, opened_at, number }: Pick<TicketRow, 'kind' | 'opened_at' | 'number'>): string =>
  `${kind === 'complaint' ? 0 : 1}_${opened_at.getTime()}_${number}`;

/** Complaints first, the oldest first; a page of them, from behind `after` on. */
export async function waitingTickets(db: Db, most: number, after?: string): Promise<Data<typeof deskTickets>> {
  const open = db.selectFrom('tickets').where('answered_at', 'is', null);
  const [, others, at, number] = PLACE.exec(after ?? '') ?? [];
  if (after && !number) refuseField('after', 'Not a place in the list');
  const behind = number ? open.where(sql<boolean>`(kind <> 'complaint', opened_at, number) > (${others === '1'}, ${new Date(Number(at))}, ${number})`) : open;
  const rows = await behind
    .select(DESK_COLUMNS)
    .orderBy(sql`kind <> 'complaint'`)
    .orderBy('opened_at')
    .orderBy('number')
    .limit(most + 1)
    .execute();
  const { waiting } = await open.select(({ fn }) => fn.countAll().as('waiting')).executeTakeFirstOrThrow();
  const page = rows.slice(0, most);
  return { waiting: Number(waiting), tickets: page.map(said), next: rows.length > most ? placeOf(page.at(-1)!) : null };
}

/** Of a member's complaints those that wait for an answer; until the transaction ends they write no other. */
export async function openComplaints(tx: Db, user_id: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`complaints ${user_id}`}, 0))`.execute(tx);
  const { waiting } = await tx
    .selectFrom('tickets')
    .select(({ fn }) => fn.countAll().as('waiting'))
    .where('user_id', '=', user_id)
    .where('kind', '=', 'complaint')
    .where('answered_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(waiting);
}

/** Whom an answer goes to; null when there is no such message or it was answered. Two answers at once: one counts. */
export async function storeAnswer(db: Db, { number, answer, answered_by, now }: { number: string; answer: string; answered_by: string; now: Date }) {
  const row = await db
    .updateTable('tickets')
    .set({ answer, answered_by, answered_at: now })
    .where('number', '=', number)
    .where('answered_at', 'is', null)
    .returning(['email', 'name'])
    .executeTakeFirst();
  return row ?? null;
}

/** Complaints that count and are open, or were at that instant or later. Anybody can write under any name: a visitor's counts once it was answered. */
export const complaintsSince = (db: Db, since: Date): Promise<Complaint[]> =>
  db
    .selectFrom('tickets')
    .select(['opened_at', 'answered_at'])
    .where('kind', '=', 'complaint')
    .where((eb) => eb.or([eb.and([eb('answered_at', 'is', null), eb('by_member', '=', true)]), eb('answered_at', '>=', since)]))
    .execute();

/** Questions go, complaints stay without their sender. */
export async function forgetTickets(db: Db, user_id: string): Promise<void> {
  await db.deleteFrom('tickets').where('user_id', '=', user_id).where('kind', '<>', 'complaint').execute();
  await db.updateTable('tickets').set({ user_id: '', name: '', email: '', key: '' }).where('user_id', '=', user_id).execute();
}

export async function tidyTickets(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('tickets').where('opened_at', '<', before).execute();
}
