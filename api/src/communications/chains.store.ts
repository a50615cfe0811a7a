import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { Fail } from '../platform/platform.ts';
import type { CommunicationDb, CommunicationEntry, HeadRowOfChain } from './tables.ts';

/** What is exported. `viewer`: whose eyes it is for; null for compliance, which sees all. */
export interface ExportWish {
  readonly scope: 'person' | 'room' | 'period';
  readonly target: string;
  readonly from: Date | null;
  readonly until: Date | null;
  readonly viewer: string | null;
}

export interface SelectedChain {
  readonly chain: string;
  /** Only entries of this person: a chain of somebody else, in which they wrote. */
  readonly only: string | null;
  /** The numbers between which a period lies; null: all. */
  readonly between: readonly [first: number, last: number] | null;
}

/** Entries read at once. */
export const PART = 1000;
/** Bounds of one file, of which `EVIDENCE_LIMITS` hold a multiple: each text stands in it as JSON, as mail and on paper. */
export const EXPORT_MOST = { entries: 200_000, bytes: 90 * 2 ** 20, files: 50_000 } as const;

/** In the order in which they stand in the file. */
const ORDER = ['room/', 'posts/', 'cases/', 'blocked/', 'away/', 'desk/'];
const rank = (chain: string): number => ORDER.findIndex((prefix) => chain.startsWith(prefix));

export async function chainsOf(db: CommunicationDb, wish: ExportWish): Promise<SelectedChain[]> {
  const found = new Map<string, string | null>();
  if (wish.scope === 'room') found.set(`room/${wish.target}`, null);
  if (wish.scope === 'person') {
    const person = wish.target;
    const rooms = await db
      .selectFrom('chat_rooms')
      .select('id')
      .where((eb) => eb.or([eb('investor_id', '=', person), eb('expert_id', '=', person)]))
      .execute();
    for (const { id } of rooms) found.set(`room/${id}`, null);
    const written = await db.selectFrom('communication_entries').select('chain').distinct().where('person', '=', person).execute();
    for (const { chain } of written) found.set(chain, /^(room|desk)\//.test(chain) ? null : person);
    for (const own of ['posts', 'blocked', 'away', ...(wish.viewer === null ? ['cases'] : [])]) found.set(`${own}/${person}`, null);
    // Who answered at the desk is one of us, and it is no message of theirs.
    for (const chain of [...found.keys()].filter((name) => name.startsWith('desk/'))) {
      const asked = await db.selectFrom('communication_entries').select('person').where('chain', '=', chain).where('n', '=', 1).executeTakeFirst();
      if (asked?.person !== person) found.set(chain, person);
    }
  }
  if (wish.scope === 'period')
    for (const { chain } of await db.selectFrom('communication_entries').select('chain').distinct().where(within(wish)).execute()) found.set(chain, null);
  const known = await among(db, [...found.keys()]);
  const chains = [...found]
    .filter(([chain]) => known.has(chain))
    .toSorted(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .map(([chain, only]) => ({ chain, only, between: null }));
  if (!wish.from && !wish.until) return chains;
  const cut: SelectedChain[] = [];
  for (const one of chains) {
    const { first, last } = await db
      .selectFrom('communication_entries')
      .select(({ fn }) => [fn.min('n').as('first'), fn.max('n').as('last')])
      .where('chain', '=', one.chain)
      .where(within(wish))
      .executeTakeFirstOrThrow();
    if (first !== null) cut.push({ ...one, between: [first, last] });
  }
  return cut;
}

/** Those of these chains that have an entry. */
async function among(db: CommunicationDb, chains: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (let at = 0; at < chains.length; at += PART)
    for (const { chain } of await db
      .selectFrom('communication_chains')
      .select('chain')
      .where('chain', 'in', chains.slice(at, at + PART))
      .execute())
      known.add(chain);
  return known;
}

function within({ from, until }: Pick<ExportWish, 'from' | 'until'>): Expression<SqlBool> {
  return sql<boolean>`(${from ? sql`at >= ${from}` : sql`true`} and ${until ? sql`at < ${until}` : sql`true`})`;
}

function entries(db: CommunicationDb, { chain, only, between }: SelectedChain) {
  let query = db.selectFrom('communication_entries').where('chain', '=', chain);
  if (only !== null) query = query.where('person', '=', only);
  if (between) query = query.where('n', '>=', between[0]).where('n', '<=', between[1]);
  return query;
}

export const entriesBehind = (db: CommunicationDb, chain: SelectedChain, n: number): Promise<CommunicationEntry[]> =>
  entries(db, chain).selectAll().where('n', '>', n).orderBy('n').limit(PART).execute();

/** Throws in words where one file would be too large. */
export async function refuseTooLarge(db: CommunicationDb, chains: readonly SelectedChain[]): Promise<void> {
  const sum = { entries: 0, bytes: 0, files: chains.length * 4 };
  for (const chain of chains) {
    const counted = await entries(db, chain)
      .select([
        sql<number>`count(*)::integer`.as('entries'),
        sql<number>`coalesce(sum(octet_length(content) + case when kind = 'chat.file' then (content::jsonb ->> 'size')::integer else 0 end), 0)::bigint`.as(
          'bytes',
        ),
        sql<number>`(count(distinct (at at time zone 'Asia/Kolkata')::date) + count(*) / ${sql.lit(PART / 4)} + count(*) filter (where kind = 'chat.file'))::integer`.as(
          'files',
        ),
      ])
      .executeTakeFirstOrThrow();
    sum.entries += Number(counted.entries);
    sum.bytes += Number(counted.bytes);
    sum.files += Number(counted.files);
    if (sum.entries > EXPORT_MOST.entries || sum.bytes > EXPORT_MOST.bytes || sum.files > EXPORT_MOST.files)
      throw new Fail('BAD_REQUEST', {
        validation: `One file holds at most ${EXPORT_MOST.entries.toLocaleString('en-IN')} entries or ${EXPORT_MOST.bytes / 2 ** 20} MB of text. Ask for one room or a shorter period, and for the rest in a second file.`,
      });
  }
}

/** Numbers of a room’s entries whose text was withdrawn, and ids of an expert’s comments that were removed. */
export async function takenBack(db: CommunicationDb, chain: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('communication_entries')
    .select([sql<string>`case when kind = 'chat.withdrawal' then content::jsonb ->> 'target' else ref end`.as('ref')])
    .where('chain', '=', chain)
    .where('content', 'is not', null)
    .where(sql<boolean>`(kind = 'chat.withdrawal' or (kind = 'comment' and content::jsonb ->> 'removed_by' <> ''))`)
    .execute();
  return new Set(rows.map(({ ref }) => ref));
}

export const headsOfChain = (db: CommunicationDb, chain: string): Promise<HeadRowOfChain[]> =>
  db.selectFrom('communication_heads').selectAll().where('chain', '=', chain).orderBy('n').execute();

/** Bytes of a file that a chat carries; undefined where it is gone. */
export const fileBytes = (db: CommunicationDb, id: string) => db.selectFrom('chat_files').select('bytes').where('id', '=', id).executeTakeFirst();

interface Difference {
  readonly kind: string;
  readonly ref: string;
  readonly why: string;
}

/** Rows that are not what was entered of them. */
export async function differencesOf(db: CommunicationDb, chain: string): Promise<({ readonly chain: string } & Difference)[]> {
  const found = chain.startsWith('room/') ? await roomDifferences(db, chain.slice('room/'.length)) : await otherDifferences(db, chain);
  return found.map((difference) => ({ chain, ...difference }));
}

async function otherDifferences(db: CommunicationDb, chain: string): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select * from communication_differences(${chain})
    ${chain.startsWith('cases/') ? sql`union all ${casesNotEntered(chain.slice('cases/'.length))}` : sql``}
    union all select * from communication_hours_differences(${chain}) order by 1, 2, 3`.execute(db);
  return rows;
}

/**
 * The same of a room, whose messages are compared in parts: its entries by their numbers, then its messages by theirs. One statement over all of
 * them would run into its time limit. Every numbered entry names its message, and the room's own last entry the room.
 */
async function roomDifferences(db: CommunicationDb, room_id: string): Promise<Difference[]> {
  const chain = `room/${room_id}`;
  const found: Difference[] = [];
  const add = async (query: RawBuilder<Difference>): Promise<void> => void found.push(...(await query.execute(db)).rows);
  for await (const [after, until] of partsOf(db, sql`select n as number from communication_entries where chain = ${chain}`))
    await add(sql`
      select e.kind, e.ref, case when m.seq is null then 'missing' else 'changed' end as why
      from communication_entries e left join chat_messages m on m.room_id = ${room_id} and m.seq = case when e.ref ~ '^[0-9]+$' then e.ref::integer end
      where e.chain = ${chain} and e.n > ${after} and e.n <= ${until} and e.ref ~ '^[0-9]+$' and e.content is not null
        and (m.seq is null or not to_jsonb(m) @> e.content::jsonb - 'salt')`);
  for await (const [after, until] of partsOf(db, sql`select seq as number from chat_messages where room_id = ${room_id}`))
    await add(sql`
      select 'chat.' || m.kind as kind, m.seq::text as ref, 'unknown' as why from chat_messages m
      where m.room_id = ${room_id} and m.seq > ${after} and m.seq <= ${until}
        and not exists (select from communication_entries e where e.subject = ${`chat_rooms/${room_id}`} and e.ref = m.seq::text)`);
  await add(sql`
    select e.kind, e.ref, case when r.id is null then 'missing' else 'changed' end as why
    from (select * from communication_entries where chain = ${chain} and kind = 'chat.room' and content is not null order by n desc limit 1) e
      left join chat_rooms r on r.id = ${room_id}
    where r.id is null or not to_jsonb(r) @> e.content::jsonb - 'salt'`);
  await add(sql`select * from communication_file_differences(${chain})`);
  return found.sort((a, b) => (`${a.kind} ${a.ref} ${a.why}` < `${b.kind} ${b.ref} ${b.why}` ? -1 : 1));
}

/** Ranges of as many numbers as a part has, each behind the one before, whatever lies between two numbers. */
async function* partsOf(db: CommunicationDb, numbers: RawBuilder<unknown>): AsyncGenerator<readonly [after: number, until: number]> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ until: number | null }>`
      select max(number) as until from (select number from (${numbers}) numbers where number > ${after} order by number limit ${sql.lit(PART)}) part`.execute(
      db,
    );
    const { until } = rows[0]!;
    if (until === null) return;
    yield [after, until];
    after = until;
  }
}

/** Reports and steps of cases about chats that were never entered. The functions of the database know those about posts alone. */
const casesNotEntered = (author_id: string) => sql`
  select p.kind, p.ref, 'unknown' as why from buzz_cases c join (
    select case_id, 'report' as kind, id as ref from buzz_reports union all select case_id, 'case', case_id || '/' || n from buzz_steps) p on p.case_id = c.id
  where c.area = 'chat' and c.author_id = ${author_id}
    and not exists (select from communication_entries e where e.subject = 'chat_rooms/' || c.post_id and e.ref = p.ref)`;

/** Chains of which nothing was entered, though there are rows that belong to them. */
export async function missingChains(db: CommunicationDb): Promise<string[]> {
  const { rows } = await sql<{ chain: string }>`
    select m as chain from communication_chains_missing() m
    union select h from communication_hours_missing() h
    union (select 'cases/' || author_id from buzz_cases where area = 'chat' except select chain from communication_chains) order by 1`.execute(db);
  return rows.map(({ chain }) => chain);
}
