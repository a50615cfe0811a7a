import { createLogger } from '../log/logging.ts';
import { openDatabase } from './database.ts';

/* Child of the kill test: eight writers on one embedded database, each telling the parent what was acknowledged. */

const directory = process.argv[2]!;
try {
  const { pool } = await openDatabase({ kind: 'embedded', directory }, createLogger('silent'));
  await pool.query(
    'create table if not exists written (id int primary key, note text not null); create table if not exists twins (id int primary key, note text not null)',
  );
  let next = Number((await pool.query('select coalesce(max(id), 0) + 1 as next from written')).rows[0].next);
  process.send?.({ started: true });
  const write = async (): Promise<never> => {
    for (;;) {
      const id = next;
      next += 1;
      const client = await pool.connect();
      await client.query('begin');
      await client.query('insert into written values ($1, $2)', [id, 'x'.repeat(id % 500)]);
      await client.query('insert into twins values ($1, $2)', [id, 'y']);
      await client.query('commit');
      client.release();
      process.send?.({ ids: [id] });
    }
  };
  await Promise.all(Array.from({ length: 8 }, write));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
