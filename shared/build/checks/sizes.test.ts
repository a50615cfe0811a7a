import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../modules.ts';
import { crowdedFolders, type Source } from './sizes.ts';

const file = (path: string, text = 'export const a = 1;\n'): Source => ({ path, text });
const folder = (count: number, name = (at: number) => `f${at}.ts`): Source[] => Array.from({ length: count }, (_, at) => file(`api/src/x/${name(at)}`));

test('a folder of more than 24 files is named, unless its own README says why; tests and subfolders are counted apart', () => {
  const problem = 'api/src/x: 25 files; divide it by subject';
  const why = '# x\n\n**Why so many files.** One is one step.\n';
  expect(crowdedFolders(folder(25))).toEqual([problem]);
  expect(crowdedFolders([...folder(25), file('api/src/x/README.md', why)])).toEqual([]);
  expect(crowdedFolders([...folder(25), file('api/src/x/README.md', why.replace('.**', ' in one folder.**'))])).toEqual([]);
  for (const silent of ['# x\n\nWords.\n', '**Why so many files.**\n', 'Why so many files? Because.'])
    expect(crowdedFolders([...folder(25), file('api/src/x/README.md', silent)]), silent).toEqual([problem]);
  expect(crowdedFolders([...folder(25), file('api/src/README.md', why)])).toEqual([problem]);
  expect(crowdedFolders(folder(24))).toEqual([]);
  expect(crowdedFolders([...folder(24), ...folder(9, (at) => `f${at}.test.ts`), ...folder(9, (at) => `y/f${at}.tsx`)])).toEqual([]);
});

test('the house keeps to it', () => {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: REPOSITORY, maxBuffer: 64 * 1024 * 1024 })
    .toString()
    .split('\0')
    .filter((path) => /\.(md|tsx?|mts|[mc]?js)$/.test(path) && existsSync(REPOSITORY + path));
  expect(files.length).toBeGreaterThan(500);
  expect(crowdedFolders(files.map((path) => ({ path, text: readFileSync(REPOSITORY + path, 'utf8') })))).toEqual([]);
});
