import { runServerTests } from './server-tests.ts';

const FILE = 'api/src/market/files/files-conformance.test.ts';

/** What the port for prices promises, in random histories of files. What breaks is told in its shortest form, with its seed. */
export default async function priceHistories({ runs, seed }: { runs: number; seed: number }): Promise<boolean> {
  console.log(`${runs} histories, seed ${seed}`);
  return await runServerTests([FILE, '-t', 'random histories'], { HISTORIES: String(runs), HISTORIES_SEED: String(seed) }, null, 'node');
}
