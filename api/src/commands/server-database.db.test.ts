import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { databases, TEST_DATABASE_URL } from '../platform/testing.ts';

const root = mkdtempSync(join(tmpdir(), 'vimarsh-commands-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const FILE = join(root, 'cm02MAR2026bhav.csv');
writeFileSync(
  FILE,
  `"SYMBOL","SERIES","OPEN","HIGH","LOW","CLOSE","LAST","PREVCLOSE","TOTTRDQTY","TOTTRDVAL","TIMESTAMP","TOTALTRADES","ISIN","HI_52_WK","LO_52_WK"\n` +
    `"RELIANCE","EQ",1340,1360,1335,1350,1350,1345,1000000,13450,"02-Mar-2026",100,"",1600,1100\n`,
);
const hasPostgres = (await databases()).includes('postgres');

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  /** What the command left in the folder in which it ran. */
  readonly made: readonly string[];
}

/** A command in a new folder, in a shell without the server's settings. */
async function run([command, ...args]: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const cwd = mkdtempSync(join(root, 'shell-'));
  const script = fileURLToPath(new URL(`./${command}.ts`, import.meta.url));
  const child = spawn(process.execPath, [script, ...args], {
    cwd,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (data) => {
    out += data;
  });
  child.stderr.on('data', (data) => {
    err += data;
  });
  const code = await new Promise<number | null>((done) => child.on('close', done));
  return { code, out, err, made: readdirSync(cwd) };
}

const WORKING_ON_A_SERVER: readonly (readonly string[])[] = [
  ['calendar', 'close', '2026-12-04', 'x'],
  ['check-record'],
  ['backup'],
  ['rotate-key', '--show'],
  ['import', '--dry-run', FILE],
];

test.each([...WORKING_ON_A_SERVER, ['move-data']].map((command) => ({ name: command[0]!, command })))(
  '$name without the server’s settings finds no database, says so, and makes none',
  async ({ name, command }) => {
    const { code, err, made } = await run(command, name === 'move-data' ? { DATABASE_URL: TEST_DATABASE_URL } : {});
    expect(err).toBe('No database of Vimarsh at .data/postgres: set DATA_DIR or DATABASE_URL as the server has it.\n');
    expect(code).toBeGreaterThan(0);
    expect(made).toEqual([]);
  },
  60_000,
);

test.runIf(hasPostgres)(
  'on a PostgreSQL database that is empty they say so too, and leave it empty',
  async () => {
    const url = new URL(TEST_DATABASE_URL);
    const admin = new pg.Client({ connectionString: url.href });
    await admin.connect();
    const name = `vimarsh_empty_${process.pid}`;
    await admin.query(`create database ${name}`);
    try {
      url.pathname = `/${name}`;
      for (const command of WORKING_ON_A_SERVER) {
        const { code, err } = await run(command, { DATABASE_URL: url.href });
        expect(err).toBe(`No database of Vimarsh at ${url.hostname}:${url.port || 5432}/${name}: set DATA_DIR or DATABASE_URL as the server has it.\n`);
        expect(code).toBeGreaterThan(0);
      }
      const there = new pg.Client({ connectionString: url.href });
      await there.connect();
      expect((await there.query("select tablename from pg_tables where schemaname = 'public'")).rows).toEqual([]);
      await there.end();
    } finally {
      await admin.query(`drop database ${name}`);
      await admin.end();
    }
  },
  120_000,
);

test('an import before the first start makes a database and says where; the next finds it, and so does a backup', async () => {
  const DATA_DIR = mkdtempSync(join(root, 'data-'));
  const where = join(DATA_DIR, 'postgres');
  const first = await run(['import', FILE], { DATA_DIR });
  expect([first.code, first.err]).toEqual([0, '']);
  expect(first.out).toContain(`A new database at ${where}\n`);
  expect(first.out.trimEnd().split('\n').at(-1)).toBe(`The database: ${where}`);
  const second = await run(['import', FILE], { DATA_DIR });
  expect(second.out).not.toContain('A new database');
  const saved = await run(['backup', join(root, 'saved.tar.gz')], { DATA_DIR });
  expect([saved.err, saved.out.trimEnd().split('\n').at(-1)]).toEqual(['', `The database: ${where}`]);
}, 180_000);

test.each(['calendar', 'check-record', 'backup', 'rotate-key', 'import', 'move-data', 'restore'])(
  '%s --help says how it is called, and does nothing',
  async (command) => {
    const { code, out, err, made } = await run([command, '--help']);
    expect([code, err, made]).toEqual([0, '', []]);
    expect(out).toMatch(new RegExp(`^npm run ${command}\\b`));
  },
);
