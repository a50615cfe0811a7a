import { sql } from 'kysely';
import type { Database } from '../platform/platform.ts';
import { communicationTables } from './tables.ts';

/** How long the law keeps what was said, from the end of the relation: rooms, posts and messages to the desk go by this rule of their own. */
const YEARS_KEPT = 5;

/** Tables by the beginning of a subject, and the key of the row it names. */
const SUBJECTS = [
  ['chat_rooms/', sql`chat_rooms`, sql`id`],
  ['buzz_posts/', sql`buzz_posts`, sql`id`],
  ['tickets/', sql`tickets`, sql`number`],
] as const;
const BLOCKED = [
  ['chat_blocked/', sql`chat_blocked`, sql`'chat_blocked/' || sender_id || '/' || client_msg_id`],
  ['buzz_blocked/', sql`buzz_blocked`, sql`'buzz_blocked/' || author_id || '/' || client_id`],
] as const;

const allow = (tx: Database) => sql`set local vimarsh.retention = 'on'`.execute(tx);
const forbid = (tx: Database) => sql`set local vimarsh.retention = 'off'`.execute(tx);

/** Takes the texts of what is older than the law asks for and whose row is gone. What is under a hold still has its row: the database lets nobody delete it. */
export async function retainCommunications(tx: Database, now: Date): Promise<void> {
  const oldest = new Date(now);
  oldest.setUTCFullYear(oldest.getUTCFullYear() - YEARS_KEPT);
  await allow(tx);
  for (const [prefix, table, key] of SUBJECTS)
    await sql`update communication_entries e set content = null, person = '' where content is not null and at < ${oldest} and subject like ${`${prefix}%`}
      and not exists (select from ${table} t where t.${key} = substr(e.subject, ${sql.lit(prefix.length + 1)}))`.execute(tx);
  for (const [prefix, table, key] of BLOCKED)
    await sql`update communication_entries e set content = null, person = '' where content is not null and at < ${oldest} and subject like ${`${prefix}%`}
      and not exists (select from ${table} t where ${key} = e.subject)`.execute(tx);
  // Entries that a newer one has replaced; the row itself stays as long as its account.
  await sql`update communication_entries e set content = null, person = '' where content is not null and at < ${oldest} and subject like 'chat_hours/%'
    and n < (select c.n from communication_chains c where c.chain = e.chain) and not is_held('person', e.person)`.execute(tx);
  await forbid(tx);
}

/** What an erasure takes at once: questions to the desk, and who wrote a complaint. All else the law keeps; of a person under a hold, this too. */
export async function forgetAtDesk(tx: Database, user_id: string): Promise<void> {
  if (await isPersonHeld(tx, user_id)) return;
  await allow(tx);
  await sql`update communication_entries e set person = '', content = case when exists (select from tickets t where t.number = substr(e.subject, 9)) then content end
    where person = ${user_id} and subject like 'tickets/%'`.execute(tx);
  await sql`update communication_entries e set content = null where content is not null and subject like 'tickets/%' and person = ''
    and not exists (select from tickets t where t.number = substr(e.subject, 9))
    and exists (select from communication_entries q where q.chain = e.chain and q.n = 1 and q.content is null)`.execute(tx);
  await forbid(tx);
}

async function isPersonHeld(tx: Database, user_id: string): Promise<boolean> {
  const held = await communicationTables(tx)
    .selectFrom('communication_holds')
    .select('id')
    .where('kind', '=', 'person')
    .where('target', '=', user_id)
    .where('lifted_at', 'is', null)
    .executeTakeFirst();
  return held !== undefined;
}

/** What a person finds about it in the copy of their data. */
export async function keptWords(db: Database, user_id: string) {
  const { entries } = await communicationTables(db)
    .selectFrom('communication_entries')
    .select(({ fn }) => fn.countAll().as('entries'))
    .where('person', '=', user_id)
    .executeTakeFirstOrThrow();
  return {
    entries: Number(entries),
    kept: `What you wrote in chats, posts and comments is kept for ${YEARS_KEPT} years from the end of the conversation, as the law asks of advice in writing, and longer while a dispute or an authority asks for it. An erasure of your account takes your name from it and not the text.`,
  };
}
