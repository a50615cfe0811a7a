import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { verifyProof } from '@vimarsh/shared/domain/calls/verify-proof.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { draftOf, openStage, type Stage } from '../calls/testing.ts';
import { openLedger } from '../ledger/index.ts';
import { BANK_ACCOUNTS_SEAL } from '../money/index.ts';
import { sealingFor } from '../platform/access/sealing.ts';
import { checkArchive, entriesOf } from '../platform/backup/archive.ts';
import { backUp } from '../platform/backup/backup.ts';
import { openDatabase } from '../platform/database/database.ts';
import type { DatabasePlace } from '../platform/database/database.types.ts';
import { createLogger } from '../platform/log/logging.ts';
import { databases, freshPlace, TEST_DATABASE_URL, testConfig } from '../platform/testing.ts';

const silent = createLogger('silent');
const SECRET_KEY = 'one secret of all servers under test';
const root = mkdtempSync(join(tmpdir(), 'vimarsh-backup-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const bare = (): string => mkdtempSync(join(root, 'bare-'));

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}
/** A command as a person runs it; `kill`: asked again and again, and once true it dies at once. */
function run(command: string, args: readonly string[], env: Record<string, string>, kill?: () => boolean): Promise<Ended> {
  const script = fileURLToPath(new URL(`./${command}.ts`, import.meta.url));
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, SECRET_KEY, DEMO: 'off', ...env },
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (data) => {
    out += data;
  });
  child.stderr.on('data', (data) => {
    err += data;
  });
  const watch = kill && setInterval(() => kill() && child.kill('SIGKILL'), 5);
  return new Promise((done) =>
    child.on('close', (code) => {
      clearInterval(watch);
      done({ code, out, err });
    }),
  );
}

const found = await databases();
describe.each(found)('a backup of %s', (database) => {
  let stage: Stage;
  let place: DatabasePlace;
  let remove: () => Promise<void>;
  const archive = join(root, `${database}.tar.gz`);
  /** The archive and the place it goes to decide what a restore refuses or leaves half done, so archives of one source are tried. */
  const testOnce: (name: string, run: () => Promise<void>, timeout: number) => void = database === found[0] ? test : () => undefined;
  const ids: string[] = [];
  let known: string;

  beforeAll(async () => {
    ({ place, remove } = await freshPlace(database));
    const directory = bare();
    stage = await openStage({ database, place, start: '2026-11-18T09:50:00.000Z', limits: { minSessions: 2 }, settings: { DATA_DIR: directory } });
    known = (await stage.ledger.file()).public_key;
    for (const stock of ['TCS', 'INFY', 'RELIANCE']) {
      const price = Math.round(stage.market.quote(stock)!.ltp);
      const levels = { entry_low: price, entry_high: price, target: Math.round(price * 1.06), stop_loss: Math.round(price * 0.97) };
      const answer = await stage.post('exp_01', '/reco/v1/calls', { cid: stock, draft: draftOf({ stock, ...levels, valid_till: '2026-12-04' }) });
      ids.push(answer.data.id);
    }
    await stage.goTo('2026-11-18T13:30:00.000Z');
    await stage.platform.transaction((tx) => stage.ledger.rotateKey(tx));
    await stage.goTo('2026-11-19T13:30:00.000Z');
    mkdirSync(join(directory, 'releases', 'channels'), { recursive: true });
    mkdirSync(join(directory, 'releases', 'files', 'm'.repeat(90), 'h'.repeat(40)), { recursive: true });
    writeFileSync(join(directory, 'releases', 'channels', 'live.1.json'), '{}');
    writeFileSync(join(directory, 'releases', 'files', 'm'.repeat(90), 'h'.repeat(40), 'ünd.js.br'), Buffer.from([0, 255, 10, 13]));
    mkdirSync(join(directory, 'cache'));
    writeFileSync(join(directory, 'cache', 'compiled'), 'made anew');
    const source = await openDatabase(place, silent, { migrations: new Set() });
    await backUp(source, directory, archive);
    await source.close();
  }, 600_000);
  afterAll(async () => {
    await stage?.platform.close();
    await remove?.();
  });

  test('is one file that any tar opens, its owner’s alone, with keys sealed and what is made anew left out', async () => {
    expect(statSync(archive).mode & 0o077).toBe(0);
    const names: string[] = [];
    const { tables } = await checkArchive(archive, ({ name }) => void names.push(name));
    expect(tables.find(({ name }) => name === 'call_events')!.rows).toBe((await stage.ledger.head()).seq);
    expect(names.filter((name) => name.startsWith('files/releases'))).toHaveLength(2);
    expect(names.filter((name) => name.includes('cache'))).toEqual([]);
    const listed = spawn('tar', ['--quoting-style=literal', '-tzf', archive]);
    let text = '';
    for await (const data of listed.stdout) text += data;
    expect(text.split('\n').filter(Boolean)).toEqual([...names, 'manifest.json']);
  });

  test('restored on a bare machine, the record holds, signs on and proves every call to who knew its key', async () => {
    const DATA_DIR = bare();
    const { code, out, err } = await run('restore', [archive], { DATA_DIR });
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(out).toMatch(/The record is as it was signed: \d+ events, 2 daily roots, 2 keys, the receipts, the rows that screens show and the follows/);
    expect(readFileSync(join(DATA_DIR, 'releases', 'files', 'm'.repeat(90), 'h'.repeat(40), 'ünd.js.br'))).toEqual(Buffer.from([0, 255, 10, 13]));
    const there = await openDatabase({ kind: 'embedded', directory: DATA_DIR }, silent);
    try {
      const ledger = await openLedger({ db: there.db, config: testConfig({ DATA_DIR }) });
      const { roots, ...file } = await ledger.file();
      expect({ ...file, roots }).toEqual(await stage.ledger.file());
      expect(await ledger.checkpoint()).toBe(await stage.ledger.checkpoint());
      for (const id of ids) {
        const steps = await verifyProof(await ledger.prove(await ledger.eventsOf(id), null), { keys: [known], from: 'of the test', roots });
        expect(steps.filter(({ ok }) => !ok)).toEqual([]);
      }
    } finally {
      await there.close();
    }
    const again = await run('restore', [archive], { DATA_DIR });
    expect([again.code, again.err]).toEqual([1, expect.stringMatching(/^The data folder \S+ is not empty \(\w+\S*\), so nothing was restored/)]);
  }, 600_000);

  testOnce(
    'without the SECRET_KEY of its keys nothing is restored, and it is said what to do',
    async () => {
      for (const [secret, remedy] of [
        ['another-secret-another-secret-another', 'set SECRET_KEY as it was when the record was begun. Nothing was restored.'],
        ['', 'which is not set here: set it as it was. Nothing was restored.'],
      ] as const) {
        const DATA_DIR = bare();
        const { code, err } = await run('restore', [archive], { DATA_DIR, SECRET_KEY: secret });
        expect([code, err]).toEqual([1, expect.stringContaining(remedy)]);
        expect(readdirSync(DATA_DIR)).toEqual([]);
      }
    },
    300_000,
  );

  testOnce(
    'where what is sealed beside the keys needs another secret, nothing is restored',
    async () => {
      const source = await openDatabase(place, silent, { migrations: new Set() });
      const file = join(root, `${database}-other-secret.tar.gz`);
      const number_sealed = sealingFor('another-secret-another-secret-another', BANK_ACCOUNTS_SEAL).seal(Buffer.from('1234567890'), 'u1');
      await sql`insert into bank_accounts (user_id, holder, ifsc, number_sealed, number_end, saved_at) values ('u1', 'A', 'X', ${number_sealed}, '7890', now())`.execute(
        source.db,
      );
      await backUp(source, bare(), file);
      await sql`delete from bank_accounts`.execute(source.db);
      await source.close();
      const DATA_DIR = bare();
      const { code, err } = await run('restore', [file], { DATA_DIR });
      expect([code, err]).toEqual([
        1,
        'People’s bank accounts can’t be opened: sealed with another SECRET_KEY. Set SECRET_KEY as it was. Nothing was restored.\n',
      ]);
      expect(readdirSync(DATA_DIR)).toEqual([]);
    },
    300_000,
  );

  testOnce(
    'into a database that is not there it leaves the folder as it was, so that it can be done again',
    async () => {
      const DATA_DIR = bare();
      const { code, err } = await run('restore', [archive], { DATA_DIR, DATABASE_URL: 'postgres://127.0.0.1:1/x' });
      expect([code, err]).toEqual([1, expect.stringContaining('No PostgreSQL answers at 127.0.0.1:1')]);
      expect(readdirSync(DATA_DIR)).toEqual([]);
    },
    300_000,
  );

  testOnce(
    'cut short, or with one byte changed, it is refused before anything is written',
    async () => {
      const bytes = readFileSync(archive);
      const flipped = Buffer.from(bytes);
      flipped[Math.floor(bytes.length / 2)]! ^= 1;
      const plain = gunzipSync(bytes);
      /** A change that packing does not notice: the byte itself is another one. */
      const changedAt = (at: number): Buffer => {
        const changed = Buffer.from(plain);
        changed[at]! ^= 1;
        return gzipSync(changed);
      };
      for (const [name, body] of [
        ['cut', bytes.subarray(0, Math.floor(bytes.length * 0.7))],
        ['end', bytes.subarray(0, -5)],
        ['flipped', flipped],
        ['text', Buffer.from('no archive')],
        ['key', changedAt(plain.indexOf('{"', plain.indexOf('tables/ledger_keys/')))],
        ['manifest', changedAt(plain.indexOf('"format"'))],
      ] as const) {
        const file = join(root, `${database}-${name}`);
        writeFileSync(file, body);
        const DATA_DIR = bare();
        const { code, err } = await run('restore', [file], { DATA_DIR });
        expect([code, err], name).toEqual([1, expect.stringContaining(`The archive ${file} can’t be used`)]);
        expect(readdirSync(DATA_DIR)).toEqual([]);
      }
    },
    300_000,
  );

  testOnce(
    'a restore that dies in the middle leaves nothing that starts as if whole',
    async () => {
      for (const [when, begun] of [
        ['when it has begun', 'restoring'],
        ['when the tables are made', 'postgres/PG_VERSION'],
        ['when files are written', 'releases'],
      ] as const) {
        const DATA_DIR = bare();
        const killed = await run('restore', [archive], { DATA_DIR }, () => existsSync(join(DATA_DIR, begun)));
        expect(killed.code, when).toBe(null);
        const { code, err } = await run('check-record', [], { DATA_DIR });
        expect([code, err], when).toEqual([2, expect.stringContaining('was not finished. Empty the folder and restore again.')]);
      }
    },
    600_000,
  );

  // From the database that production runs on.
  if (database === 'postgres')
    test('goes into an empty PostgreSQL as well, and marks it until it is whole', async () => {
      const name = `vimarsh_restore_${process.pid}`;
      const admin = new pg.Client({ connectionString: TEST_DATABASE_URL });
      await admin.connect();
      const url = new URL(TEST_DATABASE_URL);
      url.pathname = `/${name}`;
      const fresh = async (): Promise<void> => {
        await admin.query(`drop database if exists ${name} with (force)`);
        await admin.query(`create database ${name}`);
      };
      try {
        await fresh();
        let DATA_DIR = bare();
        await run('restore', [archive], { DATA_DIR, DATABASE_URL: url.href }, () => existsSync(join(DATA_DIR, 'releases')));
        const half = await run('check-record', [], { DATA_DIR: bare(), DATABASE_URL: url.href });
        expect([half.code, half.err]).toEqual([2, expect.stringContaining('was not finished. Make the database anew')]);
        await fresh();
        DATA_DIR = bare();
        const whole = await run('restore', [archive], { DATA_DIR, DATABASE_URL: url.href });
        expect([whole.code, whole.err]).toEqual([0, '']);
        const used = await run('restore', [archive], { DATA_DIR: bare(), DATABASE_URL: url.href });
        expect([used.code, used.err]).toEqual([1, expect.stringContaining('The database is not empty')]);
        const checked = await run('check-record', [], { DATA_DIR, DATABASE_URL: url.href });
        expect([checked.code, checked.err]).toEqual([0, '']);
        const client = new pg.Client({ connectionString: url.href });
        await client.connect();
        await client.query('alter table calls disable trigger all');
        await client.query('update calls set target_price = target_price + 1');
        await client.end();
        const changed = await run('check-record', [], { DATA_DIR, DATABASE_URL: url.href });
        expect([changed.code, changed.err]).toEqual([1, expect.stringContaining('shows another thing than its events give')]);
      } finally {
        await admin.query(`drop database if exists ${name} with (force)`);
        await admin.end();
      }
    }, 900_000);

  test('a second backup overwrites none, and one that fails leaves no file', async () => {
    const source = await openDatabase(place, silent, { migrations: new Set() });
    try {
      await expect(backUp(source, bare(), archive)).rejects.toThrow('is there already');
      await expect(backUp(source, bare(), join(root, 'nowhere', 'archive'))).rejects.toThrow(
        /can’t be written into .*nowhere: .*Name a file in another folder/,
      );
      const broken = { ...source, db: source.db.withSchema('nowhere'), place: { kind: 'postgres', url: '', schema: 'nowhere' } } as typeof source;
      const file = join(root, `${database}-never`);
      await expect(backUp(broken, bare(), file)).rejects.toThrow();
      expect(existsSync(file) || existsSync(`${file}.unfinished`)).toBe(false);
      let last = '';
      for await (const { name } of entriesOf(archive)) last = name;
      expect(last).toBe('manifest.json');
    } finally {
      await source.close();
    }
  });
});
