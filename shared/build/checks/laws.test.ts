import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { cruise, type ICruiseResult, type IDependency } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matches, type Rule, weakenings } from './law-alternatives.testing.ts';

const require = createRequire(import.meta.url);
const laws = require('./laws.cjs');
const forbidden: readonly Rule[] = laws.forbidden;
const FEATURES: readonly string[] = require('./features.cjs');
const PUBLIC: readonly string[] = require('../../public.json');
const root = mkdtempSync(`${tmpdir()}/laws-`);
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What depends on what in a house made of these files, and which laws it breaks. */
async function inspect(files: Record<string, string>): Promise<ICruiseResult> {
  const dir = mkdtempSync(`${root}/house-`);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(`${dir}/${name}`), { recursive: true });
    writeFileSync(`${dir}/${name}`, content);
  }
  const { output } = await cruise(['.'], { ...laws.options, baseDir: dir, ruleSet: { forbidden: laws.forbidden }, validate: true });
  return output as ICruiseResult;
}

type How = 'import' | 'later' | 'type';
type Import = readonly [from: string, to: string, how?: How];
const all = (from: readonly string[], to: readonly string[], how?: How): Import[] =>
  from.flatMap((one) => to.map((other): Import => (how ? [one, other, how] : [one, other])));
const each = (from: readonly string[], to: string, how?: How): Import[] => all(from, [to], how);

const SERVED = ['api/src/calls/a.ts', 'shared/kit/a.ts', 'root-config/a.ts', 'shell/src/a.ts', 'mf-a/src/a.ts'];
const NOT_SERVED = [
  'api/src/calls/demo/a.ts',
  'mf-a/src/a.seed.ts',
  'mf-a/src/a.test.tsx',
  'shared/kit/a.testing.ts',
  'mf-a/src/testing/a.ts',
  'shared/kit/fake-host.tsx',
  'shared/build/a.ts',
  'shared/ui/gallery/a.ts',
  'root-config/release/a.ts',
  'mf-a/embed/build.ts',
];
const MADE_UP = [
  'shared/domain/market/demo.ts',
  'shared/domain/partners/demo/a.ts',
  'api/src/partners/x.seed.ts',
  'shared/session/testing.ts',
  'shared/domain/testing/a.ts',
];
const { KINDS }: { KINDS: readonly string[] } = require('./kinds.cjs');
/** A file of a kind in each of its rooms. */
const inKind = (kind: string, file: string): string[] =>
  ['api/src/calls', 'shared/domain/calls', 'shared/contract/calls'].map((room) => `${room}/${kind}/${file}`);
const IN_KINDS = KINDS.flatMap((kind) => inKind(kind, 'b.ts'));
/** Each kind, and the one after it. */
const NEIGHBOURS = KINDS.map((kind, at) => [kind, KINDS[(at + 1) % KINDS.length]!] as const);
const FRAME = ['authoring', 'call/list', 'filters', 'publishing'].map((folder) => `mf-recommendations/src/${folder}/a.ts`);
const BESIDE_KINDS = ['engine', 'reading', 'demo', 'migrations'].map((folder) => `api/src/calls/${folder}/b.ts`);
const LIBRARIES = {
  ours: 'index.js',
  theirs: 'index.js',
  unlisted: 'index.js',
  hidden: 'dist/lib/index.js',
  'single-spa': 'index.js',
  '@emotion/react': 'dist/react.js',
};
const library = (name: keyof typeof LIBRARIES) => `node_modules/${name}/${LIBRARIES[name]}`;

/** Per law: what it forbids, and what it lets through although it is near. The last test of this file says where one is missing. */
const CASES: Record<string, { breaks: Import[]; passes?: Import[] }> = {
  ...Object.fromEntries(
    FEATURES.slice(0, -1).map((feature, at) => [
      `${feature}-knows-nothing-behind-it`,
      {
        breaks: FEATURES.slice(at + 1).map((later) => [`api/src/${feature}/a.ts`, `api/src/${later}/index.ts`] as const),
        passes: each([`api/src/${feature}/a.test.ts`, `api/src/${feature}/a.testing.ts`, `api/src/${feature}/testing/a.ts`], 'api/src/demo/index.ts'),
      },
    ]),
  ),
  'kinds-of-calls-never-meet': {
    breaks: NEIGHBOURS.flatMap(([kind, other]) => all(inKind(kind, 'a.ts'), inKind(other, 'b.ts'))),
    passes: [
      ['api/src/calls/equity/a.ts', 'api/src/calls/equity/b.ts'],
      ['api/src/calls/equity/a.ts', 'shared/domain/calls/equity/b.ts'],
      ...each(BESIDE_KINDS, 'api/src/calls/equity/c.ts'),
      ...all(['api/src/calls/equity/a.ts'], BESIDE_KINDS),
    ],
  },
  'screens-of-kinds-never-meet': {
    breaks: NEIGHBOURS.map(([kind, other]) => [`mf-recommendations/src/${kind}/a.ts`, `mf-recommendations/src/${other}/publish/b.ts`]),
    passes: [
      ['mf-recommendations/src/equity/history/a.ts', 'mf-recommendations/src/equity/publish/b.ts'],
      ['mf-recommendations/src/options/a.ts', 'mf-recommendations/src/publishing/b.ts'],
      ['mf-recommendations/src/watchlists/a.ts', 'mf-recommendations/src/options/b.ts'],
    ],
  },
  'the-frame-knows-no-kind': {
    breaks: KINDS.flatMap((kind) => all(FRAME, [`mf-recommendations/src/${kind}/publish/b.ts`, `shared/domain/calls/${kind}/b.ts`])),
    passes: [
      ...each(
        ['mf-recommendations/src/publishing/a.test.tsx', 'mf-recommendations/src/call/a.testing.ts', 'mf-recommendations/src/call/testing/a.ts'],
        'mf-recommendations/src/equity/publish/b.ts',
      ),
      ['mf-recommendations/src/call/proof/a.ts', 'shared/domain/calls/ledger.ts'],
      ['mf-recommendations/src/equity/a.ts', 'mf-recommendations/src/call/drawer/b.ts'],
    ],
  },
  'the-ledger-knows-no-kind': {
    breaks: all(['api/src/ledger/a.ts'], IN_KINDS),
    passes: [
      ['api/src/ledger/a.ts', 'shared/contract/calls/types.ts'],
      ['api/src/ledger/a.test.ts', 'shared/domain/calls/equity/b.ts'],
      ['api/src/ledger/a.ts', 'shared/domain/calls/ledger.ts'],
      ...all(['api/src/ledger/a.ts'], BESIDE_KINDS),
    ],
  },
  'the-market-knows-no-kind': {
    breaks: all(['api/src/market/a.ts', 'shared/domain/market/a.ts'], IN_KINDS),
    passes: [
      ['api/src/market/a.test.ts', 'shared/domain/calls/equity/b.ts'],
      ['api/src/market/a.ts', 'shared/domain/calls/ledger.ts'],
      ...all(['api/src/market/a.ts'], BESIDE_KINDS),
    ],
  },
  'the-engine-knows-no-kind': {
    breaks: all(['api/src/calls/engine/a.ts', 'api/src/calls/reading/a.ts'], [...IN_KINDS, 'api/src/calls/kinds.ts']),
    passes: [['api/src/calls/engine/a.test.ts', 'api/src/calls/equity/b.ts'], ...all(['api/src/calls/engine/a.ts'], BESIDE_KINDS)],
  },
  'kinds-are-named-in-one-place': {
    breaks: all(['api/src/calls/routes.ts'], [...KINDS.map((kind) => `api/src/calls/${kind}/index.ts`), 'api/src/calls/kinds.ts']),
    passes: [
      ['api/src/calls/kinds.ts', 'api/src/calls/equity/index.ts'],
      ['api/src/calls/create-calls.ts', 'api/src/calls/kinds.ts'],
      ['api/src/calls/a.test.ts', 'api/src/calls/equity/b.ts'],
      ['api/src/calls/testing.ts', 'api/src/calls/equity/b.ts'],
      ...all(['api/src/calls/routes.ts'], BESIDE_KINDS),
    ],
  },
  'no-cycles': { breaks: [] },
  'a-module-never-imports-another': {
    breaks: [
      ['mf-a/src/a.ts', 'mf-b/src/b.ts'],
      ['mf-a/src/a.ts', 'shell/src/b.ts'],
      ['shell/src/a.ts', 'mf-b/src/b.ts'],
    ],
    passes: [['mf-a/src/a.ts', 'mf-a/src/b.ts']],
  },
  'modules-know-shared-only': {
    breaks: [...all(['mf-a/src/a.ts', 'shell/src/a.ts'], ['root-config/b.ts', 'api/src/market/index.ts', 'e2e/support/b.ts'])],
  },
  'modules-use-what-is-public': {
    breaks: all(
      ['mf-a/src/a.ts', 'mf-a/src/a.test.ts', 'shell/src/a.ts'],
      ['shared/session/core/b.ts', 'shared/kit/b.ts', 'shared/ui/b.ts', 'shared/domain/b.ts', 'shared/contract/b.ts'],
    ),
    passes: [
      ...all(
        ['mf-a/src/a.ts'],
        PUBLIC.map((file) => `shared/${file}`),
      ),
      ...each(['shared/ui/a.ts', 'root-config/release/a.ts'], 'shared/kit/b.ts'),
      ['mf-a/src/a.ts', 'mf-a/src/shared/b.ts'],
    ],
  },
  'shared-knows-no-module': {
    breaks: all(['shared/kit/a.ts'], ['root-config/b.ts', 'shell/src/b.ts', 'mf-b/src/b.ts', 'api/src/market/index.ts', 'e2e/support/b.ts']),
  },
  'root-config-knows-no-module': {
    breaks: all(['root-config/a.ts'], ['shell/src/b.ts', 'mf-b/src/b.ts', 'api/src/market/index.ts', 'e2e/support/b.ts']),
  },
  'root-config-stays-small': {
    breaks: all(
      ['root-config/a.ts'],
      [
        'shared/ui/b.ts',
        'shared/kit/b.ts',
        'shared/build/b.ts',
        'shared/domain/text/b.ts',
        'shared/domain/constants.ts',
        library('ours'),
        library('@emotion/react'),
      ],
    ),
    passes: [
      ...all(['root-config/a.ts'], ['shared/domain/routing/b.ts', 'shared/domain/access/b.ts', 'shared/domain/brand.ts', library('single-spa')]),
      ['root-config/release/a.ts', 'shared/build/b.ts'],
      ['root-config/a.test.ts', 'shared/build/b.ts'],
      ...each(['root-config/a.testing.ts', 'root-config/testing/a.ts', 'root-config/testing.ts'], 'shared/build/b.ts'),
    ],
  },
  'what-runs-never-imports-what-builds': { breaks: each(SERVED, 'shared/build/b.ts'), passes: each(NOT_SERVED, 'shared/build/b.ts') },
  'api-knows-contract-and-domain': {
    breaks: all(
      ['api/src/calls/a.ts'],
      [
        'shared/session/b.ts',
        'shared/kit/b.ts',
        'shared/ui/b.ts',
        'shared/build/b.ts',
        'root-config/b.ts',
        'shell/src/b.ts',
        'mf-b/src/b.ts',
        'e2e/support/b.ts',
      ],
    ),
    passes: all(['api/src/calls/a.ts'], ['shared/contract/b.ts', 'shared/domain/b.ts']),
  },
  'features-meet-at-their-index': {
    breaks: each(['api/src/calls/a.ts', 'api/src/calls/a.test.ts', 'api/src/commands/a.ts'], 'api/src/market/quotes.ts'),
    passes: [
      ...each(['api/src/platform/a.test.ts', 'api/src/commands/a.test.ts', 'api/src/commands/a.db.test.ts'], 'api/src/market/quotes.ts'),
      ...all(
        ['api/src/calls/a.ts'],
        [
          'api/src/calls/b.ts',
          'api/src/platform/b.ts',
          'api/src/market/index.ts',
          'api/src/market/demo/index.ts',
          'api/src/market/testing.ts',
          'api/src/market/staged.testing.ts',
          'api/src/market/files/files.testing.ts',
        ],
      ),
    ],
  },
  'platform-knows-no-feature': {
    breaks: [['api/src/platform/a.ts', 'api/src/market/index.ts']],
    passes: [
      ['api/src/platform/a.ts', 'api/src/platform/http/b.ts'],
      ['api/src/platform/a.test.ts', 'api/src/market/index.ts'],
    ],
  },
  'nothing-imports-the-whole': {
    breaks: each(['api/src/platform/a.ts', 'api/src/market/a.ts'], 'api/src/server.ts'),
    passes: [
      ...each(['api/src/market/a.test.ts', 'api/src/commands/a.ts'], 'api/src/server.ts'),
      ...all(['api/src/market/a.ts'], ['api/src/config.ts', 'api/src/broker-settings.ts']),
    ],
  },
  'e2e-knows-nothing': {
    breaks: all(['e2e/stories/a.spec.ts'], ['root-config/b.ts', 'shell/src/b.ts', 'mf-b/src/b.ts', 'api/src/market/index.ts', 'shared/domain/b.ts']),
    passes: each(['e2e/support/a.ts', 'e2e/playwright.config.ts'], 'shared/build/b.ts'),
  },
  'nothing-imports-the-laboratory': {
    breaks: each([...SERVED, ...NOT_SERVED, 'e2e/stories/a.spec.ts', 'e2e/support/a.ts'], 'lab/bench/b.ts'),
    passes: [
      ['lab/lab.ts', 'lab/bench/b.ts'],
      ['mf-a/src/a.ts', 'mf-a/src/lab/b.ts'],
    ],
  },
  'the-laboratory-looks-from-outside': {
    breaks: all(['lab/bench/a.ts'], ['root-config/b.ts', 'shell/src/b.ts', 'mf-b/src/b.ts', 'e2e/stories/b.spec.ts']),
    passes: all(['lab/bench/a.ts'], ['e2e/support/b.ts', 'api/src/market/quotes.ts', 'shared/kit/b.ts']),
  },
  'production-never-imports-demo': {
    breaks: [...each(SERVED, 'shared/domain/market/demo.ts'), ...all(['mf-a/src/a.ts'], MADE_UP)],
    passes: [
      ...each(NOT_SERVED, 'shared/domain/market/demo.ts'),
      ['api/src/market/a.ts', 'shared/contract/demo/routes.ts'],
      ['api/src/calls/a.ts', 'api/src/calls/demo/b.ts', 'later'],
      ['api/src/calls/a.ts', 'node_modules/ours/demo.js'],
    ],
  },
  'only-composition-loads-demo': {
    breaks: [...each(SERVED, 'shared/domain/market/demo.ts', 'later'), ...all(['mf-a/src/a.ts'], MADE_UP, 'later')],
    passes: [
      ...each(NOT_SERVED, 'shared/domain/market/demo.ts', 'later'),
      ...each(['api/src/server.ts', 'api/src/calls/create-calls.ts'], 'api/src/demo/index.ts', 'later'),
      ['api/src/market/a.ts', 'shared/contract/demo/routes.ts', 'later'],
      ['api/src/calls/a.ts', 'node_modules/ours/demo.js', 'later'],
    ],
  },
  'what-runs-is-a-dependency': {
    breaks: [...each(SERVED, library('theirs')), ...all(['mf-a/src/a.ts'], [library('unlisted'), library('hidden')])],
    passes: [
      ['mf-a/src/a.ts', library('ours')],
      ['mf-a/src/a.ts', library('theirs'), 'type'],
      ...each(
        NOT_SERVED.filter((path) => !/demo|seed/.test(path)),
        library('theirs'),
      ),
    ],
  },
  'shared-contract-knows-only-what-is-below': {
    breaks: all(['shared/contract/a.ts'], ['shared/domain/b.ts', 'shared/session/b.ts', 'shared/kit/b.ts', 'shared/ui/b.ts']),
    passes: [['shared/contract/a.test.ts', 'shared/domain/b.ts']],
  },
  'shared-domain-knows-only-what-is-below': {
    breaks: all(['shared/domain/a.ts'], ['shared/session/b.ts', 'shared/kit/b.ts', 'shared/ui/b.ts']),
    passes: [
      ['shared/domain/a.ts', 'shared/contract/b.ts'],
      ['shared/domain/a.test.ts', 'shared/session/b.ts'],
    ],
  },
  'shared-session-knows-only-what-is-below': {
    breaks: all(['shared/session/a.ts'], ['shared/kit/b.ts', 'shared/ui/b.ts']),
    passes: [['shared/session/a.test.ts', 'shared/kit/b.ts']],
  },
  'shared-kit-knows-only-what-is-below': {
    breaks: [['shared/kit/a.ts', 'shared/ui/b.ts']],
    passes: [
      ['shared/kit/a.ts', 'shared/session/b.ts'],
      ['shared/kit/a.test.tsx', 'shared/ui/b.ts'],
    ],
  },
};

const nameOf = ([from, to, how]: Import) => `${from} → ${to}${how ? ` (${how})` : ''}`;
const IMPORTS = new Map(
  Object.values(CASES)
    .flatMap(({ breaks, passes = [] }) => [...breaks, ...passes])
    .map((one) => [nameOf(one), one]),
);

const written: Record<How, (path: string) => string> = {
  import: (path) => `import '${path}';\n`,
  later: (path) => `void import('${path}');\n`,
  type: (path) => `import type {} from '${path}';\n`,
};

/** One house with all of these imports. */
function houseOf(imports: readonly Import[]): Record<string, string> {
  const files: Record<string, string> = {
    'package.json': JSON.stringify({ dependencies: { ours: '1', 'single-spa': '1', '@emotion/react': '1' }, devDependencies: { theirs: '1', hidden: '1' } }),
  };
  for (const [name, main] of Object.entries(LIBRARIES)) files[`node_modules/${name}/package.json`] = JSON.stringify({ name, main });
  for (const [from, to, how = 'import'] of imports) {
    const library = Object.keys(LIBRARIES).find((name) => to.startsWith(`node_modules/${name}/`));
    const path = library ? to.slice('node_modules/'.length) : '../'.repeat(from.split('/').length - 1) + to;
    files[from] = (files[from] ?? '') + written[how](path);
    files[to] ??= '';
  }
  return files;
}

describe('every law', () => {
  /** What each import is, as the cruiser sees it, with the laws it breaks. */
  const found = new Map<string, { from: string; to: IDependency; broken: string[] }>();
  beforeAll(async () => {
    // An import in two ways stands in two houses: the cruiser tells of the first only.
    for (const how of [undefined, 'later', 'type']) {
      const imports = [...IMPORTS.values()].filter((one) => one[2] === how);
      const { modules } = await inspect(houseOf(imports));
      for (const one of imports) {
        const [from, to] = one;
        const dependency = modules.find(({ source }) => source === from)?.dependencies.find(({ resolved }) => resolved === to);
        if (dependency) found.set(nameOf(one), { from, to: dependency, broken: (dependency.rules ?? []).map(({ name }) => name) });
      }
    }
  }, 60_000);

  test('has its cases here', () => {
    expect(forbidden.map(({ name }) => name).toSorted()).toEqual(Object.keys(CASES).toSorted());
  });

  const rows = (which: 'breaks' | 'passes') => Object.entries(CASES).flatMap(([law, cases]) => (cases[which] ?? []).map((one) => [law, nameOf(one)] as const));
  test.each(rows('breaks'))('%s forbids %s', (law, name) => expect(found.get(name)?.broken).toContain(law));
  test.each(rows('passes'))('%s lets %s pass', (law, name) => {
    expect(found.get(name)).toBeDefined();
    expect(found.get(name)!.broken).not.toContain(law);
  });

  // Else an alternative could be written wrongly, or be forgotten here, and nobody would know.
  test.each(forbidden.filter(({ to }) => !to.circular))('$name: each of its alternatives decides a case', (law) => {
    const cases = [...found.values()];
    const judged = (rule: Rule) => cases.map(({ from, to }) => matches(rule, from, to));
    const broken = cases.map((one) => one.broken.includes(law.name));
    expect(judged(law)).toEqual(broken);
    const idle = [...weakenings(law)].filter(([, other]) => judged(other).every((forbids, at) => forbids === broken[at]));
    expect(idle.map(([without]) => without)).toEqual([]);
  });
});

/** What features stand on, and what runs all of them. */
const BESIDE_FEATURES = ['platform', 'commands'];

test('every feature of the server has its place in the way of the data', () => {
  const folders = readdirSync('api/src', { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && !BESIDE_FEATURES.includes(entry.name) ? [entry.name] : [],
  );
  expect(folders.toSorted()).toEqual(FEATURES.toSorted());
});

test.each([
  ['values', "import { b } from './b.ts';\nexport const a = () => b;\n", "import { a } from './a.ts';\nexport const b = () => a;\n"],
  ['types', "import type { B } from './b.ts';\nexport interface A { b: B }\n", "import type { A } from './a.ts';\nexport interface B { a: A }\n"],
  ['a type one way', "import type { B } from './b.ts';\nexport const a = (b: B) => b;\n", "import { a } from './a.ts';\nexport interface B { a: typeof a }\n"],
])('cycles of %s are found', async (_of, a, b) => {
  const { summary } = await inspect({ 'shared/domain/a.ts': a, 'shared/domain/b.ts': b });
  expect(summary.violations.map(({ rule }) => rule.name)).toContain('no-cycles');
});

test('types are imported by statements: an import in place of a type is one that no law sees', () => {
  const IN_PLACE = /import\(\s*['"][^'"]+['"]\s*\)(\.[A-Z]|\[')/;
  expect(IN_PLACE.test("const menu: import('../../../shell/src/menu/menu.ts').Menu = [];")).toBe(true);
  const sources = globSync('{api,e2e,lab,mf-*,root-config,shared,shell}/**/*.{ts,tsx}', {
    exclude: (name) => /^(node_modules|dist|\.cache)$|laws\.test\.ts$/.test(String(name)),
  });
  expect(sources.length).toBeGreaterThan(1500);
  expect(sources.filter((file) => IN_PLACE.test(readFileSync(file, 'utf8')))).toEqual([]);
});

test('what builds leave behind is not looked at', async () => {
  const { modules } = await inspect({
    'mf-a/dist/a.js': 'export {};\n',
    'mf-a/.cache/b.js': 'export {};\n',
    'coverage/c.js': 'export {};\n',
    '.data/d.js': 'export {};\n',
    'mf-a/src/e.ts': 'export {};\n',
  });
  expect(modules.map(({ source }) => source)).toEqual(['mf-a/src/e.ts']);
});
