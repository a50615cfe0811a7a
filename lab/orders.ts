import { runServerTests } from './server-tests.ts';

const FILE = 'api/src/trading/engine/histories.db.test.ts';

/**
 * Random days of orders beside the broker's own books, through kills, lost answers and words in any order, on the embedded database and on
 * PostgreSQL where one answers at TEST_DATABASE_URL, side by side. What differs is told with its seed.
 */
export default async function playOrders({ runs, seed }: { runs: number; seed: number }): Promise<boolean> {
  console.log(`${runs} histories, seed ${seed}`);
  const settings = { ORDER_HISTORIES: String(runs), ORDER_SEED: String(seed) };
  const held = await Promise.all(['pglite', 'postgres'].map((kind) => runServerTests([FILE, '-t', `\\(${kind}\\).*no order twice`], settings)));
  return held.every(Boolean);
}
