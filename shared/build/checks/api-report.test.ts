import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../modules.ts';
import { changedLines, reportOf } from './api-report.ts';

const DECLARATIONS: Readonly<Record<string, string>> = {
  'contract/calls/routes.ts': `import * as z from 'zod/mini';
export declare const readCall: {
    readonly path: "/calls/:id";
    readonly data: z.ZodMiniObject<{
        id: z.ZodMiniString<string>;
        price: z.ZodMiniNumber<number>;
    }, z.core.$strip>;
};
`,
  'contract/calls/types.ts': `import * as z from 'zod/mini';
import type { Cap } from './cap.ts';
export type Call = z.infer<typeof call>;
export declare const call: z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    price: z.ZodMiniNumber<number>;
}, z.core.$strip>;
export declare function add(a: number): number;
export declare function add(a: string): string;
`,
  'contract/calls/cap.ts': `export type Cap = "large" | "small";
export {};
`,
  'kit/link.tsx': `declare function Link(): void;
export { Link };
`,
};
const declarationOf = (file: string) => DECLARATIONS[file]!;
const PUBLIC = ['contract/calls/routes.ts', 'contract/calls/types.ts', 'kit/link.tsx'];

test('the report has a text per folder: public files and what they refer to, statements by name, a shape written out once', () => {
  const reports = reportOf(PUBLIC, declarationOf);
  expect([...reports.keys()]).toEqual(['docs/api/contract.txt', 'docs/api/kit.txt']);
  expect(reports.get('docs/api/contract.txt')!.split('\n').slice(1)).toEqual([
    '',
    '== contract/calls/cap.ts (not public itself: public types refer to it)',
    'export type Cap = "large" | "small";',
    '',
    '== contract/calls/routes.ts',
    'export declare const readCall: {',
    ' readonly path: "/calls/:id";',
    ' readonly data: typeof call;',
    '};',
    '',
    '== contract/calls/types.ts',
    'export type Call = z.infer<typeof call>;',
    'export declare function add(a: number): number;',
    'export declare function add(a: string): string;',
    'export declare const call: z.ZodMiniObject<{',
    ' id: z.ZodMiniString<string>;',
    ' price: z.ZodMiniNumber<number>;',
    '}, z.core.$strip>;',
    '',
  ]);
});

test('a changed signature is named with its file; so are a new file and a line that stands twice', () => {
  const before = reportOf(PUBLIC, declarationOf).get('docs/api/contract.txt')!;
  const after = before.replace('add(a: number)', 'add(a: bigint)');
  expect(changedLines('docs/api/contract.txt', before, before)).toEqual([]);
  expect(changedLines('docs/api/contract.txt', before, after)).toEqual([
    'docs/api/contract.txt: - contract/calls/types.ts: export declare function add(a: number): number;',
    'docs/api/contract.txt: + contract/calls/types.ts: export declare function add(a: bigint): number;',
  ]);
  expect(changedLines('docs/api/new.txt', '', 'one\n')).toEqual(['docs/api/new.txt: + : one']);
  expect(changedLines('docs/api/a.txt', 'one\ntwo\n', 'two\none\n')).toEqual(['docs/api/a.txt: the same lines in another order or number']);
  const many = Array.from({ length: 100 }, (_, at) => `line ${at}\n`).join('');
  expect(changedLines('docs/api/a.txt', '', many)).toHaveLength(41);
});

const publicFiles = (): string[] => JSON.parse(readFileSync(`${REPOSITORY}shared/public.json`, 'utf8'));

test('each public file is there once, in order, and some module imports it', () => {
  const files = publicFiles();
  expect(files).toEqual([...new Set(files)].sort());
  const sources = globSync('{shell,mf-*}/**/*.{ts,tsx,mjs}', { cwd: REPOSITORY, exclude: (name) => /^(node_modules|dist|\.cache)$/.test(String(name)) });
  const imported = new Set(
    sources.flatMap((source) => [...readFileSync(REPOSITORY + source, 'utf8').matchAll(/'@vimarsh\/shared\/([^']+)'/g)].map(([, path]) => path!)),
  );
  // The package exports the session's index under a name of its own.
  expect(files.filter((file) => !imported.has(file.replace(/^session\/index\.ts$/, 'session')))).toEqual([]);
});

const DECLARED = /^export (?:async )?(?:function\*?|const|let|class|interface|type|enum) ([\w$]+)/gm;
const KIND = /\/calls\/(equity|options)\//;
/** One rule for every kind, which the page of all calls has without loading a kind. */
const ALSO_ABOVE_KINDS = ['isOpen'];

/** Names that two files declare. Kinds of calls name alike what each of them has: no file imports two kinds. */
function namesOfTwo(sources: Readonly<Record<string, string>>): string[] {
  const declared = Object.entries(sources).flatMap(([file, text]) => [...text.matchAll(DECLARED)].map(([, name]) => ({ name: name!, file })));
  const groups = Map.groupBy(declared, ({ name }) => name);
  return [...groups].flatMap(([name, places]) => {
    const files = [...new Set(places.map(({ file }) => file))];
    const kinds = new Set(files.map((file) => KIND.exec(file)?.[1]));
    const onePerKind = kinds.size === files.length && !kinds.has(undefined);
    return files.length === 1 || onePerKind || ALSO_ABOVE_KINDS.includes(name) ? [] : [`${name}: ${files.join(', ')}`];
  });
}

test('a public name stands for one thing', () => {
  const kinds = { 'domain/calls/equity/a.ts': 'export const stopAt = 1;\n', 'domain/calls/options/a.ts': 'export function stopAt() {}\n' };
  expect(namesOfTwo(kinds)).toEqual([]);
  expect(namesOfTwo({ ...kinds, 'ui/a.ts': 'export type stopAt = 1;\n' })).toHaveLength(1);
  expect(namesOfTwo({ 'domain/calls/equity/a.ts': 'export const a = 1;\n', 'domain/calls/equity/b.ts': 'export const a = 1;\n' })).toHaveLength(1);
  expect(namesOfTwo({ 'kit/a.ts': 'export function a(b: 1): 1;\nexport function a(b: 2): 2;\n' })).toEqual([]);

  expect(namesOfTwo(Object.fromEntries(publicFiles().map((file) => [file, readFileSync(`${REPOSITORY}shared/${file}`, 'utf8')])))).toEqual([]);
});
