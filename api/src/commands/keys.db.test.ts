import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestKeys, type PartnersDb } from '../partners/index.ts';
import { openOrMakeDatabase } from './server-database.ts';

const SECRET_KEY = 'a secret that the server and its commands share';
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vimarsh-keys-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./keys.ts', import.meta.url)), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, DATA_DIR: join(folder, 'data'), SECRET_KEY },
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (data) => (out += data));
  child.stderr.on('data', (data) => (err += data));
  const code = await new Promise<number | null>((done) => child.on('close', done));
  return { code, out, err };
}

test('a key is made, rotated, listed and revoked by command, for whoever can show the claim of a test key', { timeout: 240_000 }, async () => {
  expect(await run('list')).toMatchObject({ code: 2, err: expect.stringContaining('No database of Vimarsh') });
  const database = await openOrMakeDatabase({ kind: 'embedded', directory: join(folder, 'data') }, () => undefined);
  const [neem] = ENVIRONMENTS;
  const db: PartnersDb = database.db;
  await db
    .insertInto('partners')
    .values({ key: 'neem', broker_id: 1, environment: JSON.stringify(neem), host_url: null })
    .execute();
  await database.close();

  const { access_key, claim_secret } = createTestKeys(SECRET_KEY).make(new Date());
  const origin = ['--origin', 'https://www.neem.example'];
  const make = (claim: string) => run('make', 'neem', 'Neem', 'web site', ...origin, '--test-key', access_key, '--claim', claim, '--by', 'Asha');
  expect(await make('claim_other')).toMatchObject({ code: 1, err: expect.stringContaining('This claim secret is not that of the test key') });
  const made = await make(claim_secret);
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(made.out).toMatch(
    /^pk_live_neem_[0-9a-f]{20} {2}neem “Neem web site”: active; https:\/\/www\.neem\.example; market-sentiment equity-insights options-insights \(made /,
  );
  const key = made.out.split(' ')[0]!;
  expect(await run('make', 'neem', 'Neem', '--origin', 'https://*.neem.example')).toMatchObject({ code: 1, err: expect.stringContaining('no exact origin') });
  expect(await run('grant', key)).toMatchObject({ code: 2, err: expect.stringContaining('“grant” is nothing that can be done with keys.') });

  expect((await run('rotate', key, '--overlap', '48', '--by', 'Ravi')).out).toMatch(new RegExp(`in the place of ${key}\\)\\n${key} ends at 20`));
  expect(await run('revoke', key, '--by', 'Ravi')).toMatchObject({ code: 0, out: expect.stringContaining(`${key} is revoked.`) });
  const lines = (await run('list', 'neem')).out.split('\n');
  expect(lines[0]).toContain(`${key}  neem “Neem web site”: revoked;`);
  expect(lines[1]).toContain('active;');
});
