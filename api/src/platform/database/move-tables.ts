import { sql } from 'kysely';
import type { Logger } from 'pino';
import { openDatabase, schemaOf } from './database.ts';
import type { Database, DatabasePlace, OpenDatabase } from './database.types.ts';

const BATCH = 1000;

export interface MovedTable {
  table: string;
  rows: number;
}

/** The target holds data already. */
export class TargetNotEmpty extends Error {}

/** Tables of the features, referenced ones before those that refer to them. */
export async function tablesInOrder(db: Database, schema: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c where c.relnamespace = ${schema}::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not like 'kysely_%' order by 1`.execute(db);
  const { rows: links } = await sql<{ name: string; refers_to: string }>`
    select c.relname as name, r.relname as refers_to from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid
      where k.contype = 'f' and c.relnamespace = ${schema}::regnamespace and c.oid <> r.oid`.execute(db);
  const ordered: string[] = [];
  const visit = (name: string, path: readonly string[]): void => {
    if (ordered.includes(name)) return;
    if (path.includes(name)) throw new Error(`The tables ${[...path, name].join(' → ')} refer to each other in a circle.`);
    for (const link of links) if (link.name === name) visit(link.refers_to, [...path, name]);
    ordered.push(name);
  };
  for (const { name } of tables) visit(name, []);
  return ordered;
}

/** Number of rows and a hash that does not depend on their order. */
export async function fingerprint(db: Database, schema: string, table: string): Promise<{ rows: number; hash: string }> {
  const { rows } = await sql<{ rows: number; hash: string }>`
    select count(*) as rows, coalesce(sum(('x' || substr(md5(to_jsonb(t)::text), 1, 15))::bit(60)::bigint), 0)::text as hash from ${sql.id(schema, table)} t`.execute(
    db,
  );
  return rows[0]!;
}

/** Opens the target for a move. Throws TargetNotEmpty, naming the first table with rows; rows its own migrations write make way for the copy. */
export async function openTarget(place: DatabasePlace, log: Logger): Promise<OpenDatabase> {
  const schema = schemaOf(place);
  const filled = async (db: Database): Promise<string[]> => {
    const tables = await tablesInOrder(db, schema);
    const looks = tables.map(async (table) => ((await sql`select 1 from ${sql.id(schema, table)} limit 1`.execute(db)).rows.length > 0 ? [table] : []));
    return (await Promise.all(looks)).flat();
  };
  const target = await openDatabase(place, log, {
    work: 'backup',
    beforeMigrations: async (db) => {
      const [table] = await filled(db);
      if (table) throw new TargetNotEmpty(`The target database is not empty (${table} has rows), so nothing was copied.`);
    },
  });
  for (const table of (await filled(target.db)).reverse()) await sql`delete from ${sql.id(schema, table)}`.execute(target.db);
  return target;
}

/** Copies every table in one transaction of the target and compares counts and hashes before it commits: all or nothing. */
export async function moveTables(source: OpenDatabase, target: OpenDatabase, progress: (table: string, rows: number) => void): Promise<MovedTable[]> {
  const from = schemaOf(source.place);
  const to = schemaOf(target.place);
  const tables = await tablesInOrder(source.db, from);
  const moved: MovedTable[] = [];
  await source.db.transaction().execute(async (read) => {
    await sql`set local timezone = 'UTC'`.execute(read);
    await target.db.transaction().execute(async (write) => {
      await sql`set local timezone = 'UTC'`.execute(write);
      // Triggers that count along leave alone what is copied with its counts.
      await sql`set local vimarsh.copying = 'on'`.execute(write);
      for (const table of tables) {
        await copyTable({ read, write, from, to, table }, progress);
        const [there, here] = [await fingerprint(read, from, table), await fingerprint(write, to, table)];
        if (there.rows !== here.rows || there.hash !== here.hash) throw new Error(`The copy of ${table} differs from the original, so nothing was kept.`);
        moved.push({ table, rows: here.rows });
      }
    });
  });
  return moved;
}

interface Copy {
  read: Database;
  write: Database;
  from: string;
  to: string;
  table: string;
}

async function copyTable({ read, write, from, to, table }: Copy, progress: (table: string, rows: number) => void): Promise<void> {
  const { rows: columns } = await sql<{ name: string; sequence: string | null }>`
    select a.attname as name, pg_get_serial_sequence(format('%I.%I', ${to}::text, ${table}::text), a.attname) as sequence
      from pg_attribute a where a.attrelid = format('%I.%I', ${to}::text, ${table}::text)::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`.execute(
    write,
  );
  const names = sql.join(columns.map(({ name }) => sql.id(name)));
  let copied = 0;
  await sql`declare moving no scroll cursor for select to_jsonb(t)::text as row from ${sql.id(from, table)} t`.execute(read);
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(BATCH)} from moving`.execute(read);
    if (rows.length === 0) break;
    // The JSON stays text all the way: numbers keep every digit.
    const batch = `[${rows.map(({ row }) => row).join(',')}]`;
    await sql`insert into ${sql.id(to, table)} (${names}) overriding system value
      select ${names} from jsonb_populate_recordset(null::${sql.id(to, table)}, ${batch}::jsonb)`.execute(write);
    copied += rows.length;
    progress(table, copied);
  }
  await sql`close moving`.execute(read);
  for (const { name, sequence } of columns) {
    if (sequence)
      await sql`select setval(${sequence}, greatest((select max(${sql.id(name)}) from ${sql.id(to, table)}), 1), (select count(*) > 0 from ${sql.id(to, table)}))`.execute(
        write,
      );
  }
}
