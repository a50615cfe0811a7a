import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { whyRefusedBy } from './find-postgres.ts';
import { lookAhead, portWords } from './look-ahead.ts';

const root = mkdtempSync(join(tmpdir(), 'vimarsh-look-ahead-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const log = { warn: () => undefined };

const fault = (code: string, syscall: string, more: object = {}) => Object.assign(new Error(`${syscall} ${code}`), { code, syscall, ...more });

test.each([
  ['EACCES', 'listen', /^This user may not open port 80\./],
  ['EADDRINUSE', 'listen', /^Port 80 is taken\./],
  ...['mkdir', 'open', 'write', 'connect', 'unlink', 'scandir'].map((syscall): [string, string, null] => ['EACCES', syscall, null]),
  ['EADDRINUSE', 'connect', null],
  ['ENOSPC', 'listen', null],
] as const)('%s of %s is a port’s fault only where a port was opened', (code, syscall, words) => {
  const said = portWords(fault(code, syscall, { port: 80 }));
  if (words) expect(said).toMatch(words);
  else expect(said).toBeNull();
});

test('a socket of DATABASE_URL that is not there, or another user’s, is named with its path', () => {
  const address = '/run/postgresql/.s.PGSQL.5432';
  const url = 'postgres://%2Frun%2Fpostgresql/x';
  expect(whyRefusedBy(url, fault('EACCES', 'connect', { address }))).toBe(
    `This user may not use the socket ${address}, which DATABASE_URL names: give the user that right, or name another in DATABASE_URL.`,
  );
  for (const code of ['ENOENT', 'ECONNREFUSED'])
    expect(whyRefusedBy(url, fault(code, 'connect', { address }))).toBe(
      `No PostgreSQL answers at the socket ${address}, where DATABASE_URL says (${code}): start the database, or set DATABASE_URL to where it is.`,
    );
});

test('a file of certificates that DATABASE_URL names and nobody can read is named', async () => {
  const path = join(root, 'none.pem');
  const DATABASE_URL = `postgres://%2Frun%2Fnone/x?sslmode=verify-full&sslrootcert=${path}`;
  await expect(lookAhead({ PORT: 0, DATA_DIR: root, DATABASE_URL, REDIS_URL: undefined }, log)).rejects.toThrow(
    `DATABASE_URL names the file ${path}, which can’t be read (ENOENT): correct it, or give this user the right to read it.`,
  );
});

test('a data folder that is there and takes no file is refused by its name', async () => {
  const folder = join(root, 'closed');
  mkdirSync(folder);
  // Root may write anywhere, so for root the file's name is taken instead.
  chmodSync(folder, 0o555);
  if (process.getuid?.() === 0) mkdirSync(join(folder, `.probe-${process.pid}`));
  await expect(lookAhead({ PORT: 0, DATA_DIR: folder, DATABASE_URL: undefined, REDIS_URL: undefined }, log)).rejects.toThrow(
    new RegExp(`^The data folder ${folder} can’t be used: .+ Mend that, or set DATA_DIR to another folder\\.$`),
  );
  writeFileSync(join(root, 'file'), '');
  await expect(lookAhead({ PORT: 0, DATA_DIR: join(root, 'file/x'), DATABASE_URL: undefined, REDIS_URL: undefined }, log)).rejects.toThrow(
    'it is not a folder',
  );
});
