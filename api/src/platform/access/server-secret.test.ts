import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSecret } from './server-secret.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'vimarsh-secret-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true }));

test('a secret is made once, kept for its owner only, and read again', () => {
  const made = readSecret({ DATA_DIR, SECRET_KEY: undefined });
  expect(made.length).toBeGreaterThanOrEqual(32);
  expect(readSecret({ DATA_DIR, SECRET_KEY: undefined })).toBe(made);
  expect(statSync(join(DATA_DIR, 'keys', 'identity-secret')).mode & 0o077).toBe(0);
});

test('a secret of the settings comes first', () => {
  expect(readSecret({ DATA_DIR, SECRET_KEY: 'x'.repeat(32) })).toBe('x'.repeat(32));
});

test.each([
  ['empty', ''],
  ['damaged', 'c2hvcnQ'],
])('a secret that is %s is not used, and not replaced either: the start is refused by the name of the file', (state, text) => {
  const folder = mkdtempSync(join(DATA_DIR, 'other-'));
  readSecret({ DATA_DIR: folder, SECRET_KEY: undefined });
  const file = join(folder, 'keys', 'identity-secret');
  writeFileSync(file, text);
  expect(() => readSecret({ DATA_DIR: folder, SECRET_KEY: undefined })).toThrow(`The key file ${file} is ${state}. Put it back from a backup.`);
  expect(readFileSync(file, 'utf8')).toBe(text);
});
