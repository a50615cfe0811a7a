import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createServer } from '../../server.ts';
import { openDatabase } from '../database/database.ts';
import type { DatabasePlace } from '../database/database.types.ts';
import { createLogger } from '../log/logging.ts';
import { databases, freshPlace, testConfig } from '../testing.ts';
import { purposeOf } from './database-purpose.ts';

const silent = createLogger('silent');
const root = mkdtempSync(join(tmpdir(), 'vimarsh-purpose-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const folder = (): string => mkdtempSync(join(root, 'data-'));

async function start(place: DatabasePlace, settings: Record<string, string>): Promise<void> {
  const server = await createServer(testConfig({ DATA_DIR: folder(), MARKET_FEED: 'replay', ...settings }), silent, { place });
  // Its turn to start ends when it is ready.
  await server.start();
  await server.close();
}

async function counted(place: DatabasePlace): Promise<{ users: number; keys: number }> {
  const database = await openDatabase(place, silent);
  try {
    const { rows } = await sql<{ users: number; keys: number }>`
      select (select count(*) from users) as users, (select count(*) from access_keys) as keys`.execute(database.db);
    return rows[0]!;
  } finally {
    await database.close();
  }
}

for (const database of await databases()) {
  test(`${database}: a start with the demo on adds no account to a database that a server without it has begun`, async () => {
    const { place, remove } = await freshPlace(database);
    try {
      await start(place, { DEMO: 'off' });
      await expect(start(place, {})).rejects.toThrow(
        /^The database \S.* belongs to a server without the demo, .*: set NODE_ENV=production or DEMO=off, or DAT\w+ to another\.$/,
      );
      expect(await counted(place)).toEqual({ users: 0, keys: 0 });
      await start(place, { DEMO: 'off' });
    } finally {
      await remove();
    }
  }, 120_000);

  test(`${database}: a start without the demo refuses a database that holds it; with DEMO=on it goes on`, async () => {
    const { place, remove } = await freshPlace(database);
    try {
      await start(place, {});
      await expect(start(place, { DEMO: 'off' })).rejects.toThrow(
        /^The database \S.* holds the demo, .*: set DAT\w+ to another, or DEMO=on to go on with the demo\.$/,
      );
      await start(place, { DEMO: 'on', NODE_ENV: 'production', DRAIN_SECONDS: '0' });
    } finally {
      await remove();
    }
  }, 120_000);

  test.each([
    [
      'demo',
      `insert into users (id, partner_key, username, email, profession, roles, created_at) values ('usr_admin', '', 'a', 'admin@vimarsh.example.com', '', '[]', now())`,
    ],
    [
      'real',
      `insert into users (id, partner_key, username, email, profession, roles, created_at) values ('usr_1', '', 'b', 'someone@example.org', '', '[]', now())`,
    ],
    [null, 'select 1'],
  ])(
    `${database}: of a database from before, the accounts in it say whose it is: %s`,
    async (purpose, rows) => {
      const { place, remove } = await freshPlace(database);
      try {
        const newer = await openDatabase(place, silent);
        await sql`drop table database_purpose`.execute(newer.db);
        await sql`delete from kysely_migration where name = '0259_database_purpose'`.execute(newer.db);
        await sql.raw(rows).execute(newer.db);
        await newer.close();
        const brought = await openDatabase(place, silent);
        expect(await purposeOf(brought.db)).toBe(purpose);
        await brought.close();
      } finally {
        await remove();
      }
    },
    120_000,
  );
}

test('a check of the record in a shell without the server’s NODE_ENV adds no account', async () => {
  const DATA_DIR = folder();
  const place = { kind: 'embedded', directory: DATA_DIR } as const;
  const server = await createServer(testConfig({ DATA_DIR, MARKET_FEED: 'replay', DEMO: 'off', SECRET_KEY: '' }), silent);
  await server.close();
  const script = fileURLToPath(new URL('../../commands/check-record.ts', import.meta.url));
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, DATA_DIR },
    stdio: 'ignore',
  });
  expect(await new Promise((done) => child.on('close', done))).toBe(0);
  expect(await counted(place)).toEqual({ users: 0, keys: 0 });
}, 120_000);
