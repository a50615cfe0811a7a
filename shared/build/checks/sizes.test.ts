import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../modules.ts';
import { crowdedFolders } from './sizes.ts';

const folder = (count: number, name = (at: number) => `f${at}.ts`): string[] => Array.from({ length: count }, (_, at) => `api/src/x/${name(at)}`);

test('a folder of more than 24 files is named; tests, documents and subfolders are counted apart', () => {
  expect(crowdedFolders(folder(25))).toEqual(['api/src/x: 25 files; divide it by subject']);
  expect(crowdedFolders(folder(25, (at) => `f${at}.testing.ts`))).toEqual(['api/src/x: 25 files; divide it by subject']);
  expect(crowdedFolders(folder(24))).toEqual([]);
  expect(crowdedFolders([...folder(24), 'api/src/x/README.md', ...folder(9, (at) => `f${at}.test.ts`), ...folder(9, (at) => `y/f${at}.tsx`)])).toEqual([]);
});

test('the house keeps to it', () => {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: REPOSITORY, maxBuffer: 64 * 1024 * 1024 })
    .toString()
    .split('\0')
    .filter((path) => path && existsSync(REPOSITORY + path));
  expect(files.length).toBeGreaterThan(500);
  expect(crowdedFolders(files)).toEqual([]);
});
