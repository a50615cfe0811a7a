import { sql } from 'kysely';
import type { Database } from '../database/database.types.ts';

/** Bytes of JSON read at once, about. */
const PART = 4_000_000;
const MOST = 2000;

/** The rows of a table as lines of JSON, in parts of about four megabytes however long a row is. Numbers keep every digit. In a transaction. */
export async function* linesOf(db: Database, schema: string, table: string): AsyncGenerator<string> {
  await sql`declare reading no scroll cursor for select to_jsonb(t)::text as row from ${sql.id(schema, table)} t`.execute(db);
  let limit = 50;
  let part = '';
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(limit)} from reading`.execute(db);
    if (rows.length === 0) break;
    const bytes = rows.reduce((sum, { row }) => sum + row.length + 1, 0);
    for (const { row } of rows) part += `${row}\n`;
    limit = Math.max(1, Math.min(MOST, Math.floor((PART * rows.length) / bytes)));
    if (part.length >= PART) {
      yield part;
      part = '';
    }
  }
  await sql`close reading`.execute(db);
  if (part) yield part;
}

/** Puts such lines into a table. */
export async function putLines(db: Database, schema: string, table: string, lines: string): Promise<void> {
  const rows = lines.split('\n').filter(Boolean);
  if (rows.length === 0) return;
  const { rows: columns } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = format('%I.%I', ${schema}::text, ${table}::text)::regclass
      and attnum > 0 and not attisdropped and attgenerated = ''`.execute(db);
  const names = sql.join(columns.map(({ name }) => sql.id(name)));
  await sql`insert into ${sql.id(schema, table)} (${names}) overriding system value
    select ${names} from jsonb_populate_recordset(null::${sql.id(schema, table)}, ${`[${rows.join(',')}]`}::jsonb)`.execute(db);
}

/** Lets a table's own numbers go on behind the highest it has. */
export async function goOnCounting(db: Database, schema: string, table: string): Promise<void> {
  const { rows: columns } = await sql<{ name: string; sequence: string | null }>`
    select attname as name, pg_get_serial_sequence(format('%I.%I', ${schema}::text, ${table}::text), attname) as sequence
      from pg_attribute where attrelid = format('%I.%I', ${schema}::text, ${table}::text)::regclass and attnum > 0 and not attisdropped`.execute(db);
  for (const { name, sequence } of columns) {
    if (sequence)
      await sql`select setval(${sequence}, greatest((select max(${sql.id(name)}) from ${sql.id(schema, table)}), 1), (select count(*) > 0 from ${sql.id(schema, table)}))`.execute(
        db,
      );
  }
}
