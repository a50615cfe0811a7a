import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { REPOSITORY } from '../modules.ts';
import { matches, type Rule } from './law-alternatives.testing.ts';

const require = createRequire(import.meta.url);
const { KINDS }: { KINDS: readonly string[] } = require('./kinds.cjs');
const LIST = 'api/src/calls/kinds.ts';

const copy = mkdtempSync(`${tmpdir()}/kinds-`);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test('a third kind of call is kept apart and may use the names of others as soon as the server lists it', () => {
  for (const file of ['laws.cjs', 'kinds.cjs', 'features.cjs']) cpSync(`${REPOSITORY}shared/build/checks/${file}`, `${copy}/shared/build/checks/${file}`);
  cpSync(`${REPOSITORY}shared/public.json`, `${copy}/shared/public.json`);
  mkdirSync(`${copy}/api/src/calls`, { recursive: true });
  writeFileSync(`${copy}/${LIST}`, `${readFileSync(REPOSITORY + LIST, 'utf8')}export { createTouch as touch } from './touch/index.ts';\n`);
  const { forbidden }: { forbidden: readonly Rule[] } = require(`${copy}/shared/build/checks/laws.cjs`);
  const { KINDS: three, kindOf } = require(`${copy}/shared/build/checks/kinds.cjs`);

  expect(three).toEqual([...KINDS, 'touch']);
  expect(['api/src/calls/touch/store.ts', 'shared/domain/calls/touch/figures.ts', 'api/src/calls/kind.ts'].map(kindOf)).toEqual(['touch', 'touch', undefined]);
  const broken = (from: string, to: string): string[] =>
    forbidden.filter((rule) => matches(rule, from, { resolved: to, dependencyTypes: ['local'] } as never)).map(({ name }) => name);
  const screens = 'mf-recommendations/src';
  expect(broken('api/src/calls/touch/a.ts', 'api/src/calls/equity/b.ts')).toContain('kinds-of-calls-never-meet');
  expect(broken(`${screens}/equity/a.tsx`, `${screens}/touch/b.tsx`)).toContain('screens-of-kinds-never-meet');
  expect(broken(`${screens}/publishing/a.tsx`, `${screens}/touch/b.tsx`)).toContain('the-frame-knows-no-kind');
  expect(broken('api/src/ledger/a.ts', 'shared/domain/calls/touch/b.ts')).toContain('the-ledger-knows-no-kind');
});

/** Features that are about one kind alone, or show its calls beside what else they show. */
const ABOUT: Readonly<Record<string, readonly string[]>> = {
  equity: [
    'corrections/correction.view.ts',
    'corrections/corrections.page.tsx',
    'desk/my-calls.tsx',
    'desk/my-dashboard.page.tsx',
    'experts/expert.page.tsx',
    'experts/open-calls.tsx',
    'public/closed-rows.tsx',
    'public/not-yet.tsx',
    'public/public.page.tsx',
    'public/verify-demo.tsx',
  ],
  options: ['experts/record/option-pools.tsx', 'watchlists/add-contract.tsx'],
};

test.each(KINDS)('beside its own folder the screens of %s are named by the list of pages, and by the features that show its calls', (kind) => {
  const cwd = `${REPOSITORY}mf-recommendations/src`;
  const imports = new RegExp(`(from |import\\()'\\.{1,2}/([^']*/)?${kind}/`);
  const naming = globSync('**/*.{ts,tsx}', { cwd })
    .filter((file) => !/\.test\.tsx?$/.test(file) && !KINDS.some((one) => file.startsWith(`${one}/`)))
    .filter((file) => file !== 'index.ts' && imports.test(readFileSync(`${cwd}/${file}`, 'utf8')));
  expect(naming.toSorted()).toEqual(ABOUT[kind] ?? []);
});
