import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REPOSITORY } from './modules.ts';
import { type Source, sizeProblems } from './sizes.ts';

const file = (path: string, text = 'export const a = 1;\n'): Source => ({ path, text });
const folder = (count: number, name = (at: number) => `f${at}.ts`): Source[] => Array.from({ length: count }, (_, at) => file(`api/src/x/${name(at)}`));
const lines = (count: number): string => 'export const a = 1;\n'.repeat(count);
/** `count` lines from the head of a function to its end. */
const long = (head: string, count: number, tail = '}'): string => `${head}\n${'  work();\n'.repeat(count - 2)}${tail}\n`;

test('a folder of more than 20 files says why in a README of its own; tests and subfolders are counted apart', () => {
  const problem = 'api/src/x: 21 files; divide it, or say in its README.md why they belong together (`**Why so many files.** …`)';
  const why = '# x\n\n**Why so many files.** One is one step.\n';
  expect(sizeProblems(folder(21))).toEqual([problem]);
  expect(sizeProblems([...folder(21), file('api/src/x/README.md', why)])).toEqual([]);
  expect(sizeProblems([...folder(21), file('api/src/x/README.md', why.replace('.**', ' in one folder.**'))])).toEqual([]);
  for (const silent of ['# x\n\nWords.\n', '**Why so many files.**\n', 'Why so many files? Because.'])
    expect(sizeProblems([...folder(21), file('api/src/x/README.md', silent)]), silent).toEqual([problem]);
  expect(sizeProblems([...folder(21), file('api/src/README.md', why)])).toEqual([problem]);
  expect(sizeProblems(folder(20))).toEqual([]);
  expect(sizeProblems([...folder(20), ...folder(9, (at) => `f${at}.test.ts`), ...folder(9, (at) => `y/f${at}.tsx`)])).toEqual([]);
});

test.each(['ts', 'tsx', 'mts', 'mjs', 'cjs', 'js'])('a .%s file of more than 300 lines says why on its first line', (ext) => {
  expect(sizeProblems([file(`a.${ext}`, lines(301))])).toEqual([`a.${ext}: 301 lines; divide it, or say why in its first line (\`// Long: …\`)`]);
  expect(sizeProblems([file(`a.${ext}`, lines(300))])).toEqual([]);
  expect(sizeProblems([file(`a.${ext}`, `// Long: one table.\n${lines(300)}`)])).toEqual([]);
  expect(sizeProblems([file(`a.${ext}`, `// Long:\n${lines(300)}`)])).toHaveLength(1);
  expect(sizeProblems([file(`a.${ext}`, `\n// Long: too late.\n${lines(300)}`)])).toHaveLength(1);
  expect(sizeProblems([file(`a.test.${ext.replace(/^[mc]?js$|^mts$/, 'ts')}`, lines(301))])).toEqual([]);
});

test.each([
  ['a function', 'function f() {', '}'],
  ['an exported async function', 'export async function f() {', '}'],
  ['a function in an expression', 'const f = function () {', '};'],
  ['an arrow', 'export const f = () => {', '};'],
  ['a callback', 'use(() => {', '});'],
])('%s of more than 120 lines says why on its first line', (_kind, head, tail) => {
  expect(sizeProblems([file('a.ts', long(head, 121, tail))])).toEqual(['a.ts:1 function of 121 lines; divide it, or say why in its first line (`// Long: …`)']);
  expect(sizeProblems([file('a.ts', long(head, 120, tail))])).toEqual([]);
  expect(sizeProblems([file('a.ts', `// Long: one state.\n${long(head, 121, tail)}`)])).toEqual([]);
  expect(sizeProblems([file('a.ts', long(`${head} // Long: one state.`, 121, tail))])).toEqual([]);
});

test.each([
  ['a method', '  f() {'],
  ['a private method', '  #f() {'],
  ['a constructor', '  constructor() {'],
])('%s of more than 120 lines is found where it stands', (_kind, head) => {
  const text = `/** Ümlaute and – dashes move bytes, not lines. */\nclass A {\n${long(head, 121, '  }')}}\n`;
  expect(sizeProblems([file('a.ts', text)])).toEqual(['a.ts:3 function of 121 lines; divide it, or say why in its first line (`// Long: …`)']);
});

test('a method of an object is found too, and of functions in one another only the long ones', () => {
  expect(sizeProblems([file('a.ts', `export const a = {\n${long('  f() {', 121, '  },')}};\n`)])).toHaveLength(1);
  expect(sizeProblems([file('a.tsx', long('function f() {\n  // Long: the next one.\n  const g = () => {', 122, '  };\n}'))])).toEqual([
    'a.tsx:1 function of 125 lines; divide it, or say why in its first line (`// Long: …`)',
  ]);
});

test('the house keeps to it', () => {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: REPOSITORY, maxBuffer: 64 * 1024 * 1024 })
    .toString()
    .split('\0')
    .filter((path) => /\.(md|tsx?|mts|[mc]?js)$/.test(path) && existsSync(REPOSITORY + path));
  expect(files.length).toBeGreaterThan(500);
  expect(sizeProblems(files.map((path) => ({ path, text: readFileSync(REPOSITORY + path, 'utf8') })))).toEqual([]);
});
