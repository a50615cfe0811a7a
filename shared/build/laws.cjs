/**
 * Import laws of the house (dependency-cruiser; run by `npm run check`). Each law says in one sentence what it protects.
 * Tests may look into their own room freely; they obey the same laws between rooms.
 */
const MODULES = '^(shell|mf-[a-z-]+)/';
const APPS = '^(root-config|shell|mf-[a-z-]+|api|e2e)/';

/** Inside shared, lower may not know higher: contract ← domain ← session ← kit ← ui. */
const LAYERS = ['contract', 'domain', 'session', 'kit', 'ui'];
const layers = LAYERS.slice(0, -1).map((layer, at) => ({
  name: `shared-${layer}-knows-only-what-is-below`,
  severity: 'error',
  comment: `shared/${layer} must stay usable without ${LAYERS.slice(at + 1).join(', ')}.`,
  from: { path: `^shared/${layer}/`, pathNot: '\\.test\\.tsx?$' },
  to: { path: `^shared/(${LAYERS.slice(at + 1).join('|')})/` },
}));

/** Inside api, data flows one way. Tests compose what they need. */
const FEATURES = require('./features.cjs');
const flow = FEATURES.slice(0, -1).map((feature, at) => ({
  name: `${feature}-knows-nothing-behind-it`,
  severity: 'error',
  comment: `Data flows ${FEATURES.join(' → ')}; nothing flows back.`,
  from: { path: `^api/src/${feature}/`, pathNot: '\\.test\\.ts$|/testing\\.ts$|\\.testing\\.ts$' },
  to: { path: `^api/src/(${FEATURES.slice(at + 1).join('|')})/` },
}));

/** What stands beside the kinds of calls in `calls/`: every other folder is a kind. */
const SHARED_BY_KINDS = '(?:engine|reading|categorised|demo|migrations)/';
const KIND = `^(api/src/calls|shared/domain/calls)/(?!${SHARED_BY_KINDS})([^/]+)/`;

/** Code that serves people: all but the demo, tests and what tests and builds share. */
const PRODUCTION = {
  path: '^(api/src|shared|root-config|shell|mf-[a-z-]+)/',
  pathNot: [
    '/demo[./-]',
    '\\.seed\\.ts$',
    '\\.test\\.tsx?$',
    '[./-]testing(/|\\.[a-z.]+$)',
    '/fake-host\\.tsx?$',
    '^shared/(build|ui/gallery)/',
    '^root-config/release/',
  ],
};
/** The demo's folders, and files that call themselves its. */
const MADE_UP = { path: '/demo[./-]|\\.seed\\.ts$|[./-]testing(/|\\.[a-z.]+$)', pathNot: '^(shared/contract/demo/|node_modules/)' };

module.exports = {
  forbidden: [
    ...flow,
    {
      name: 'kinds-of-calls-never-meet',
      severity: 'error',
      comment: 'A kind of call is added, changed or removed without touching another; what two need stands above both.',
      from: { path: KIND },
      to: { path: KIND, pathNot: '/calls/$2/' },
    },
    {
      name: 'the-engine-knows-no-kind',
      severity: 'error',
      comment: 'What all kinds share reads none of their rules; kinds are named in calls/kinds.ts alone.',
      from: { path: '^api/src/calls/(engine|reading)/', pathNot: '\\.test\\.ts$' },
      to: { path: KIND },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'A cycle can’t be read, tested or moved in parts, types included: a type that two files need lives in a leaf file.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'a-module-never-imports-another',
      severity: 'error',
      comment: 'Modules are released alone; they meet in shared/contract, events and the session.',
      from: { path: MODULES },
      to: { path: MODULES, pathNot: '^$1/' },
    },
    {
      name: 'modules-know-shared-only',
      severity: 'error',
      comment: 'Root-config and api are not a module’s business.',
      from: { path: MODULES },
      to: { path: '^(root-config|api|e2e)/' },
    },
    {
      name: 'shared-knows-no-module',
      severity: 'error',
      comment: 'shared would have to be released with every module it knows.',
      from: { path: '^shared/' },
      to: { path: APPS },
    },
    {
      name: 'front-end-never-imports-api',
      severity: 'error',
      comment: 'Server code and secrets stay on the server.',
      from: { path: '^(root-config|shell|mf-[a-z-]+|shared)/' },
      to: { path: '^api/' },
    },
    {
      name: 'root-config-stays-small',
      severity: 'error',
      comment: 'Root-config knows contract and session (and the route matcher); no React, no interface.',
      from: { path: '^root-config/', pathNot: '^root-config/release/|\\.test\\.tsx?$' },
      to: { path: '^(shared/(ui|kit|domain/(?!roles|plans)|build)/|node_modules/(react|@emotion))', pathNot: '^shared/kit/match\\.ts$' },
    },
    {
      name: 'api-knows-contract-and-domain',
      severity: 'error',
      comment: 'Of shared, the server may use only what both sides agree on.',
      from: { path: '^api/' },
      to: { path: '^(shared/(session|kit|ui|build)|root-config|shell|mf-[a-z-]+)/' },
    },
    {
      name: 'features-meet-at-their-index',
      severity: 'error',
      comment: 'Of another feature only its index.ts is public.',
      from: { path: '^api/src/([^/]+)/', pathNot: '^api/src/platform/' },
      // What tests of several features share is named `*.testing.ts`.
      to: { path: '^api/src/([^/]+)/', pathNot: '^api/src/($1/|platform/|[^/]+/(demo/)?index\\.ts$|[^/]+/[a-z-]+\\.testing\\.ts$)' },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      comment: 'The platform knows no business.',
      from: { path: '^api/src/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^api/src/(?!platform/|config\\.ts)[^/]+/' },
    },
    {
      name: 'e2e-knows-nothing',
      severity: 'error',
      comment: 'Stories know addresses and what people see.',
      from: { path: '^e2e/(?!support/|bench/|playwright\\.config)' },
      to: { path: '^(root-config|shell|mf-[a-z-]+|api|shared)/' },
    },
    {
      name: 'production-never-imports-demo',
      severity: 'error',
      comment: 'What is made up for a demo or a test must not be loaded where people’s money is at stake.',
      from: PRODUCTION,
      to: { ...MADE_UP, dynamic: false },
    },
    {
      name: 'only-composition-loads-demo',
      severity: 'error',
      comment: 'The demo is loaded on its setting, where a feature is put together, so that there are few places to look at.',
      from: { ...PRODUCTION, pathNot: [...PRODUCTION.pathNot, '^api/src/server\\.ts$', '/create-[a-z-]+\\.ts$'] },
      to: { ...MADE_UP, dynamic: true },
    },
    {
      name: 'what-runs-is-a-dependency',
      severity: 'error',
      comment: 'An installation without devDependencies must still serve: what is imported at run time stands in dependencies.',
      from: {
        path: '^(api/src|shared|root-config|shell|mf-[a-z-]+)/',
        pathNot: '^(shared/build|shared/ui/gallery|root-config/release)/|/build\\.ts$|[.-]test(ing)?\\.|/testing\\.|/fake-host\\.',
      },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'layers-of-kit',
      severity: 'error',
      comment: 'kit must not need the components that are built on it.',
      from: { path: '^shared/kit/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^shared/ui/' },
    },
    ...layers.filter(({ name }) => !name.includes('kit')),
  ],
  options: {
    parser: 'swc',
    // Workspaces list nothing of their own: every version stands in the root's package.json.
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|coverage|\\.cache|\\.data)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
    },
  },
};
