import { runServerTests } from './server-tests.ts';

const FILE = 'api/src/trading/engine/histories.db.test.ts';

/**
 * Random histories of orders beside the broker's own books, some twenty in a day of one person, through kills, lost answers and words in any
 * order: on the embedded database and on PostgreSQL where one answers at TEST_DATABASE_URL, side by side. What differs is told with its seed.
 */
export default async function playOrders({ runs, seed, minutes, on }: { runs: number; seed: number; minutes: number; on: string[] }): Promise<boolean> {
  console.log(`${runs} orders, at most ${minutes} min, seed ${seed}`);
  const settings = { ORDER_HISTORIES: String(runs), ORDER_SEED: String(seed), ORDER_MINUTES: String(minutes) };
  const databases = on.length > 0 ? on : ['pglite', 'postgres'];
  const held = await Promise.all(databases.map((kind) => runServerTests([FILE, '-t', `\\(${kind}\\).*no order twice`], settings)));
  return held.every(Boolean);
}
