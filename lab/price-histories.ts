import { runServerTests } from './server-tests.ts';

const FILE = 'api/src/market/files/files-conformance.test.ts';

/** Holds the port for prices to its promises in random histories of files. A failure is printed in its shortest form, with its seed. */
export default async function priceHistories({ runs, seed }: { runs: number; seed: number }): Promise<boolean> {
  console.log(`${runs} histories, seed ${seed}`);
  return await runServerTests([FILE, '-t', 'random histories'], { HISTORIES: String(runs), HISTORIES_SEED: String(seed) }, null, 'node');
}
