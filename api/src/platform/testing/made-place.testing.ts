import pg from 'pg';
import { openDatabase } from '../database/database.ts';
import type { DatabasePlace } from '../database/database.types.ts';
import { createLogger } from '../log/logging.ts';

/** A place whose tables are made. */
export interface MadePlace {
  readonly place: DatabasePlace;
  /**
   * Brings it back to what it was when its tables were made; false where a test changed the tables themselves, so that it can't serve again.
   * Making all tables anew takes some hundred times as long.
   */
  empty(): Promise<boolean>;
}

interface Row {
  readonly schema: string;
  readonly name: string;
}

/**
 * A table up to this size loses its rows one by one. To truncate it takes every table that refers to it along, makes all their files and indexes
 * anew and waits for the disk: a third of a second where the rows take a tenth of that. PostgreSQL plans all tables below ten pages alike, so
 * what is left of the rows changes no plan.
 */
const LARGEST_DELETED_BYTES = 9 * 8192;

const quoted = ({ schema, name }: Row): string => `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;

/** Tables, columns, constraints, functions and triggers by their numbers: a table that is dropped and made again has another. */
const SHAPE = `
  select md5(string_agg(line, ' ' order by line)) as shape from (
    select concat('class', c.oid, relname, relkind, relnatts) as line from pg_class c join spaces on spaces.oid = relnamespace where relkind <> 'S'
    union all select concat('column', attrelid, attname, atttypid, attnotnull, attisdropped) from pg_attribute
      join pg_class c on c.oid = attrelid join spaces on spaces.oid = relnamespace where attnum > 0 and relkind in ('r', 'p', 'v')
    union all select concat('constraint', n.oid, convalidated) from pg_constraint n join spaces on spaces.oid = connamespace
    union all select concat('function', p.oid, md5(prosrc)) from pg_proc p join spaces on spaces.oid = pronamespace
    union all select concat('trigger', t.oid, tgenabled) from pg_trigger t join pg_class c on c.oid = tgrelid join spaces on spaces.oid = relnamespace
  ) as lines`;

/** Makes the tables of an empty place, and notes what the migrations put into them. */
export async function makeTables(place: DatabasePlace, { schema, jobs }: { schema: string; jobs: string }): Promise<MadePlace> {
  await (await openDatabase(place, createLogger('silent'))).close();
  const spaces = (of: readonly string[]): string =>
    `with spaces as (select oid from pg_namespace where nspname = any(array[${of.map((name) => pg.escapeLiteral(name)).join()}]))`;
  const made = await connected(place, async (client) => {
    const { rows: tables } = await client.query<Row>('select schemaname as schema, tablename as name from pg_tables where schemaname = $1', [schema]);
    const filled: { table: Row; columns: string; rows: string }[] = [];
    for (const table of tables.filter(({ name }) => !ofMigrations(name))) {
      const { rows } = await client.query<{ rows: string | null }>(`select json_agg(t)::text as rows from ${quoted(table)} t`);
      if (!rows[0]?.rows) continue;
      const { rows: columns } = await client.query<{ name: string }>(
        `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [quoted(table)],
      );
      filled.push({ table, columns: columns.map(({ name }) => pg.escapeIdentifier(name)).join(), rows: rows[0].rows });
    }
    const { rows: counters } = await client.query<Row & { next: string }>(
      'select schemaname as schema, sequencename as name, coalesce(last_value + increment_by, start_value)::text as next from pg_sequences where schemaname = $1',
      [schema],
    );
    const { rows } = await client.query<{ shape: string }>(spaces([schema]) + SHAPE);
    return { filled, counters, shape: rows[0]!.shape };
  });

  return {
    place,
    empty: () =>
      connected(place, async (client) => {
        const { rows: now } = await client.query<{ shape: string }>(spaces([schema]) + SHAPE);
        if (now[0]!.shape !== made.shape) return false;
        const { rows: used } = await client.query<Row & { small: boolean }>(
          `${spaces([schema, jobs])} select nspname as schema, relname as name, pg_relation_size(c.oid) <= ${LARGEST_DELETED_BYTES} as small from pg_class c join spaces on spaces.oid = relnamespace
           join pg_namespace n on n.oid = relnamespace where relkind = 'r' and pg_relation_size(c.oid) > 0`,
        );
        const dirty = used.filter(({ schema: of, name }) => (of === jobs ? name !== 'version' : !ofMigrations(name)));
        const [small, large] = [dirty.filter((table) => table.small), dirty.filter((table) => !table.small)];
        const statements = [
          // Records that only grow are emptied as well.
          'set session_replication_role = replica',
          ...small.map((table) => `delete from ${quoted(table)}`),
          ...(large.length > 0 ? [`truncate ${large.map(quoted).join()} restart identity cascade`] : []),
          ...made.filled.map(
            ({ table, columns, rows }) =>
              `insert into ${quoted(table)} (${columns}) overriding system value select ${columns} from json_populate_recordset(null::${quoted(table)}, ${pg.escapeLiteral(rows)})`,
          ),
          // What was learnt of those rows would lead questions about other rows the long way.
          `${spaces([schema, jobs])} delete from pg_statistic where starelid in (select c.oid from pg_class c join spaces on spaces.oid = relnamespace)`,
          `${spaces([schema, jobs])} update pg_class set relpages = 0, reltuples = -1 where relkind = 'r' and reltuples >= 0 and relnamespace in (select oid from spaces)`,
          ...made.counters.map((counter) => `select setval(${pg.escapeLiteral(quoted(counter))}, ${counter.next}, false)`),
        ];
        await client.query(`begin; ${statements.join('; ')}; commit`);
        // The embedded database has one session, which the next test gets.
        await client.query('discard all');
        return true;
      }),
  };
}

/** Which migrations there were stays known. */
const ofMigrations = (table: string): boolean => table.startsWith('kysely_');

async function connected<T>(place: DatabasePlace, work: (client: pg.Client) => Promise<T>): Promise<T> {
  if (place.kind === 'embedded') throw new Error('A place for tests is in memory or on a PostgreSQL.');
  const client = new pg.Client(place.kind === 'memory' ? { stream: () => place.thread.connect() as never } : { connectionString: place.url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
