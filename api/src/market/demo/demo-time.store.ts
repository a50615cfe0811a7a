import { type Kysely, sql } from 'kysely';
import type { DemoTimeStore } from './demo-time.ts';

/** The mark of the demo's market time (table `demo_time`). */
export const demoTimeStore = (db: Kysely<unknown>): DemoTimeStore => ({
  async read() {
    const { rows } = await sql<{ reached: Date }>`select reached from demo_time`.execute(db);
    return rows[0]?.reached ?? null;
  },
  async write(mark) {
    await sql`
      insert into demo_time (reached) values (${mark})
      on conflict (one) do update set reached = greatest(demo_time.reached, excluded.reached)
    `.execute(db);
  },
  async end(from, to) {
    await sql`update demo_time set reached = ${to} where reached = ${from}`.execute(db);
  },
});
