import { runServerTests } from './server-tests.ts';

const FILE = 'api/src/money/histories.db.test.ts';

/**
 * Random histories of the shop beside its model, on the embedded database and on PostgreSQL where one answers at TEST_DATABASE_URL,
 * side by side. What differs is told in its shortest form, with its seed.
 */
export default async function liveHistories({ runs, seed }: { runs: number; seed: number }): Promise<boolean> {
  console.log(`${runs} histories, seed ${seed}`);
  const settings = { HISTORIES: String(runs), HISTORIES_SEED: String(seed) };
  // Where no PostgreSQL answers there is no test of that name.
  const held = await Promise.all(['pglite', 'postgres'].map((kind) => runServerTests([FILE, '-t', `on ${kind}`], settings)));
  return held.every(Boolean);
}
