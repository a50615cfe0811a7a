import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { afterAll, expect, test } from 'vitest';

const require = createRequire(import.meta.url);
const laws = require('./laws.cjs');
const FEATURES: readonly string[] = require('./features.cjs');
const root = mkdtempSync(`${tmpdir()}/laws-`);
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Laws that a house made of these files breaks. */
async function broken(files: Record<string, string>): Promise<string[]> {
  const dir = `${root}/${Math.random().toString(36).slice(2)}`;
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(`${dir}/${name}`), { recursive: true });
    writeFileSync(`${dir}/${name}`, content);
  }
  const { output } = await cruise(['.'], { ...laws.options, baseDir: dir, ruleSet: { forbidden: laws.forbidden }, validate: true });
  return (output as ICruiseResult).summary.violations.map(({ rule }) => rule.name);
}
const leaf = 'export const x = 1;\n';
const imports = (path: string) => `import { x } from '${path}';\nexport const y = x;\n`;

test.each([
  ['a-module-never-imports-another', 'mf-a/src/a.ts', 'mf-b/src/b.ts'],
  ['a-module-never-imports-another', 'shell/src/a.ts', 'mf-b/src/b.ts'],
  ['shared-knows-no-module', 'shared/kit/a.ts', 'mf-b/src/b.ts'],
  ['front-end-never-imports-api', 'shared/domain/a.ts', 'api/src/market/b.ts'],
  ['shared-contract-knows-only-what-is-below', 'shared/contract/a.ts', 'shared/domain/b.ts'],
  ['shared-domain-knows-only-what-is-below', 'shared/domain/a.ts', 'shared/session/b.ts'],
  ['shared-session-knows-only-what-is-below', 'shared/session/a.ts', 'shared/kit/b.ts'],
  ['layers-of-kit', 'shared/kit/a.ts', 'shared/ui/b.ts'],
  ['features-meet-at-their-index', 'api/src/calls/a.ts', 'api/src/market/quotes.ts'],
  ['platform-knows-no-feature', 'api/src/platform/a.ts', 'api/src/market/b.ts'],
  ['api-knows-contract-and-domain', 'api/src/calls/a.ts', 'shared/session/b.ts'],
  ['kinds-of-calls-never-meet', 'api/src/calls/equity/a.ts', 'api/src/calls/options/index.ts'],
  ['kinds-of-calls-never-meet', 'api/src/calls/options/a.ts', 'api/src/calls/equity/index.ts'],
  ['kinds-of-calls-never-meet', 'shared/domain/calls/options/a.ts', 'shared/domain/calls/equity/b.ts'],
  ['the-engine-knows-no-kind', 'api/src/calls/engine/a.ts', 'api/src/calls/equity/index.ts'],
  ['the-engine-knows-no-kind', 'api/src/calls/reading/a.ts', 'api/src/calls/options/index.ts'],
  ...FEATURES.flatMap((from, at) => FEATURES.slice(at + 1).map((to) => [`${from}-knows-nothing-behind-it`, `api/src/${from}/a.ts`, `api/src/${to}/index.ts`])),
  ['root-config-stays-small', 'root-config/a.ts', 'shared/ui/b.ts'],
  ['e2e-knows-nothing', 'e2e/stories/a.spec.ts', 'shared/domain/b.ts'],
])('%s: %s may not import %s', async (law, from, to) => {
  const up = '../'.repeat(from.split('/').length - 1);
  expect(await broken({ [from]: imports(`${up}${to}`), [to]: leaf })).toContain(law);
});

test('every feature of the server has its place in the way of the data', () => {
  const folders = readdirSync('api/src', { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() && entry.name !== 'platform' ? [entry.name] : []));
  expect(folders.toSorted()).toEqual(FEATURES.toSorted());
});

test.each([
  ['values', "import { b } from './b.ts';\nexport const a = () => b;\n", "import { a } from './a.ts';\nexport const b = () => a;\n"],
  ['types', "import type { B } from './b.ts';\nexport interface A { b: B }\n", "import type { A } from './a.ts';\nexport interface B { a: A }\n"],
  ['a type one way', "import type { B } from './b.ts';\nexport const a = (b: B) => b;\n", "import { a } from './a.ts';\nexport interface B { a: typeof a }\n"],
])('cycles of %s are found', async (_of, a, b) => {
  expect(await broken({ 'shared/domain/a.ts': a, 'shared/domain/b.ts': b })).toContain('no-cycles');
});

const importsLater = (path: string) => `export const y = () => import('${path}');\n`;

test.each([
  ['api/src/calls/a.ts', 'api/src/calls/demo/b.ts'],
  ['api/src/server.ts', 'api/src/demo/index.ts'],
  ['api/src/calls/create-calls.ts', 'api/src/calls/demo/b.ts'],
  ['api/src/partners/a.ts', 'api/src/partners/demo.seed.ts'],
  ['api/src/identity/brokers/a.ts', 'api/src/identity/brokers/demo-broker.ts'],
  ['api/src/identity/social/create-social-login.ts', 'api/src/identity/social/demo-provider.page.ts'],
  ['shared/domain/market/a.ts', 'shared/domain/market/demo.ts'],
  ['mf-a/src/a.ts', 'shared/domain/partners/demo/b.ts'],
  ['api/src/identity/a.ts', 'api/src/identity/site.testing.ts'],
  ['api/src/platform/a.ts', 'api/src/platform/testing.ts'],
  ['api/src/platform/a.ts', 'api/src/platform/testing.arbitrary.ts'],
  ['shared/session/a.ts', 'shared/session/testing.ts'],
  ['root-config/a.ts', 'root-config/testing.ts'],
  ['shell/src/a.ts', 'shell/src/demo/b.ts'],
  ['mf-a/src/a.ts', 'mf-a/src/x.seed.ts'],
])('production-never-imports-demo: %s may not import %s', async (from, to) => {
  const up = '../'.repeat(from.split('/').length - 1);
  expect(await broken({ [from]: imports(`${up}${to}`), [to]: leaf })).toContain('production-never-imports-demo');
});

test.each([
  ['api/src/server.ts', 'api/src/demo/index.ts', []],
  ['api/src/calls/create-calls.ts', 'api/src/calls/demo/b.ts', []],
  ['api/src/identity/brokers/create-broker-login.ts', 'api/src/identity/demo/index.ts', []],
  ['api/src/calls/a.ts', 'api/src/calls/demo/b.ts', ['only-composition-loads-demo']],
  ['api/src/partners/a.ts', 'api/src/partners/demo.seed.ts', ['only-composition-loads-demo']],
  ['mf-a/src/a.ts', 'mf-a/src/demo/b.ts', ['only-composition-loads-demo']],
])('the demo is loaded later by those who compose: %s and %s', async (from, to, laws) => {
  const up = '../'.repeat(from.split('/').length - 1);
  expect(await broken({ [from]: importsLater(`${up}${to}`), [to]: leaf })).toEqual(laws);
});

test.each([
  ['api/src/calls/a.test.ts', 'api/src/identity/site.testing.ts'],
  ['api/src/calls/demo/a.ts', 'api/src/identity/demo/index.ts'],
  ['api/src/market/a.ts', 'shared/contract/demo/routes.ts'],
])('%s may import %s', async (from, to) => {
  const up = '../'.repeat(from.split('/').length - 1);
  expect(await broken({ [from]: imports(`${up}${to}`), [to]: leaf })).toEqual([]);
});

test('what the laws allow passes', async () => {
  const files = {
    'mf-a/src/a.ts': imports('../../shared/ui/b.ts'),
    'shared/ui/b.ts': "export { x } from '../kit/c.ts';\n",
    'shared/kit/c.ts': "export { x } from '../contract/d.ts';\n",
    'shared/contract/d.ts': leaf,
    'api/src/calls/a.ts': imports('../market/index.ts'),
    'api/src/calls/equity/a.ts': imports('../engine/b.ts'),
    'api/src/calls/engine/b.ts': leaf,
    'api/src/calls/demo/c.ts': imports('../equity/a.ts').replace('x }', 'y as x }'),
    'api/src/market/index.ts': "export { x } from '../../../shared/contract/d.ts';\n",
  };
  expect(await broken(files)).toEqual([]);
});

test('what-runs-is-a-dependency: run-time code may not import what only development installs', async () => {
  const files = {
    'package.json': JSON.stringify({ name: 'house', dependencies: { ours: '1.0.0' }, devDependencies: { theirs: '1.0.0' } }),
    ...Object.fromEntries(
      ['ours', 'theirs'].flatMap((name) => [
        [`node_modules/${name}/package.json`, `{"name":"${name}","main":"index.js"}`],
        [`node_modules/${name}/index.js`, leaf],
      ]),
    ),
    'api/src/calls/a.ts': imports('ours'),
  };
  expect(await broken(files)).toEqual([]);
  expect(await broken({ ...files, 'api/src/calls/b.ts': imports('theirs') })).toEqual(['what-runs-is-a-dependency']);
  expect(await broken({ ...files, 'api/src/calls/b.test.ts': imports('theirs') })).toEqual([]);
});
