import pg from 'pg';

/** Tables of the kinds of calls. */
export const CALL_TABLES = ['calls', 'option_calls'] as const;
export type CallTable = (typeof CALL_TABLES)[number];

/**
 * Replaces the demo's calls of a kind by copies of them, so many in all and so many of them live: other ids, numbers and days, the
 * same mixture of stocks, experts, terms and results. Only rows of lists; nobody signed them, so they are no record.
 */
export async function growCalls(url: string, table: CallTable, { calls, open }: { calls: number; open: number }): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where schemaname = 'public' and tablename = $1 and indexname not in (select conname from pg_constraint)`,
      [table],
    );
    const { rows: columns } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1 order by ordinal_position`,
      [table],
    );
    // What must differ from copy to copy; days go back by up to two years.
    const changed: Record<string, string> = {
      id: `'bench' || lpad(n::text, 10, '0')`,
      weekly_pick: 'false',
      hash: 'md5(n::text)',
      published_at: "published_at - back - (n % 20000) * interval '1 second'",
      entry_at: 'entry_at - back',
      exit_at: 'exit_at - back',
      ended_at: "ended_at - back - (n % 20000) * interval '1 second'",
      ended_on: '(ended_on - back)::date',
    };
    const list = columns.map(({ name }) => name).join(', ');
    const values = columns.map(({ name }) => changed[name] ?? name).join(', ');
    const copy = async (of: 'is_open' | 'not is_open', from: number, to: number): Promise<void> => {
      const { rows } = await client.query<{ places: string }>(`select count(*) as places from seeded where ${of}`);
      await client.query(`insert into ${table} (${list})
       select ${values} from generate_series(${from}, ${to}) n
       cross join lateral (select (n % 700) * interval '1 day' as back) shift
       join (select s.*, row_number() over (order by id) - 1 as place from seeded s where ${of}) seed on seed.place = n % ${rows[0]!.places}`);
    };
    await client.query(`create table seeded as select * from ${table}`);
    await client.query(`truncate ${table}`);
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    await copy('is_open', 1, open);
    await copy('not is_open', open + 1, calls);
    for (const { definition } of indexes) await client.query(definition);
    await client.query('drop table seeded');
    await client.query(`vacuum analyze ${table}`);
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${table}`);
    if (Number(rows[0]!.count) !== calls) throw new Error(`${rows[0]!.count} calls instead of ${calls}`);
  } finally {
    await client.end();
  }
}
