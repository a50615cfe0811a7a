import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';

/*
 * `npm run histories -- --runs 10000 --seed 1`: random histories of the shop beside its model, as many as asked, on the embedded
 * database and on PostgreSQL where one answers at TEST_DATABASE_URL, side by side. What differs is told in its shortest form, with
 * its seed.
 */

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
  },
});
console.log(`${values.runs} histories, seed ${values.seed}`);
const env = { ...process.env, HISTORIES: values.runs, HISTORIES_SEED: values.seed };
// Where no PostgreSQL answers there is no test of that name.
const runs = ['pglite', 'postgres'].map((kind) => {
  const child = spawn('vitest', ['run', '--project', 'api', 'api/src/money/histories.db.test.ts', '-t', `on ${kind}`], { env, stdio: 'inherit' });
  return new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? 1)));
});
process.exit(Math.max(...(await Promise.all(runs))));
