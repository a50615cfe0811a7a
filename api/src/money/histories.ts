import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';

/*
 * `npm run histories -- --runs 10000 --seed 1`: random histories of the shop beside its model, as many as asked, on the embedded
 * database and on PostgreSQL where one answers at TEST_DATABASE_URL. What differs is told in its shortest form, with its seed.
 */

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
  },
});
console.log(`${values.runs} histories, seed ${values.seed}`);
const env = { ...process.env, HISTORIES: values.runs, HISTORIES_SEED: values.seed };
const child = spawn('vitest', ['run', '--project', 'api', 'api/src/money/histories.db.test.ts'], { env, stdio: 'inherit' });
child.on('close', (code) => process.exit(code ?? 1));
