import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { afterAll, expect, test } from 'vitest';

const laws = createRequire(import.meta.url)('./laws.cjs');
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
  ['root-config-stays-small', 'root-config/a.ts', 'shared/ui/b.ts'],
  ['e2e-knows-nothing', 'e2e/stories/a.spec.ts', 'shared/domain/b.ts'],
])('%s: %s may not import %s', async (law, from, to) => {
  const up = '../'.repeat(from.split('/').length - 1);
  expect(await broken({ [from]: imports(`${up}${to}`), [to]: leaf })).toContain(law);
});

test('cycles are found', async () => {
  expect(
    await broken({
      'shared/domain/a.ts': "import { b } from './b.ts';\nexport const a = () => b;\n",
      'shared/domain/b.ts': "import { a } from './a.ts';\nexport const b = () => a;\n",
    }),
  ).toContain('no-cycles');
});

test('what the laws allow passes', async () => {
  const files = {
    'mf-a/src/a.ts': imports('../../shared/ui/b.ts'),
    'shared/ui/b.ts': "export { x } from '../kit/c.ts';\n",
    'shared/kit/c.ts': "export { x } from '../contract/d.ts';\n",
    'shared/contract/d.ts': leaf,
    'api/src/calls/a.ts': imports('../market/index.ts'),
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
