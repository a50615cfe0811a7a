import pg from 'pg';

/** Adds so many follows: half of them of the first expert, the others of all in turn; days go back by up to two years. Only rows to be counted: nobody's account. */
export async function growFollows(url: string, follows: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`insert into follows (user_id, expert_id, since)
      select 'bench' || n, expert.user_id, now() - (n % 700) * interval '1 day'
      from generate_series(1, ${follows}) n
      join (select user_id, row_number() over (order by user_id) - 1 as place, count(*) over () as experts from expert_registrations) expert
        on expert.place = case when n % 2 = 0 then 0 else n % experts end`);
    await client.query('vacuum analyze follows');
  } finally {
    await client.end();
  }
}
