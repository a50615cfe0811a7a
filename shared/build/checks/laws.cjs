/**
 * Import laws of the house (dependency-cruiser; run by `npm run check`). Each law says in one sentence what it protects.
 * Tests may look into their own room freely; they obey the same laws between rooms.
 */
const MODULES = '^(shell|mf-[a-z-]+)/';

const TEST = '\\.test\\.tsx?$';
/** What tests share: `x.testing.ts`, `testing.ts`, folders called `testing` or `x.testing`. */
const FOR_TESTS = '[./-]testing(/|\\.[a-z.]+$)';

/** Inside shared, lower may not know higher: contract ← domain ← session ← kit ← ui. */
const LAYERS = ['contract', 'domain', 'session', 'kit', 'ui'];
const layers = LAYERS.slice(0, -1).map((layer, at) => ({
  name: `shared-${layer}-knows-only-what-is-below`,
  severity: 'error',
  comment: `shared/${layer} must stay usable without ${LAYERS.slice(at + 1).join(', ')}.`,
  from: { path: `^shared/${layer}/`, pathNot: TEST },
  to: { path: `^shared/(${LAYERS.slice(at + 1).join('|')})/` },
}));

/** Inside api, data flows one way. Tests compose what they need. */
const FEATURES = require('./features.cjs');
const flow = FEATURES.slice(0, -1).map((feature, at) => ({
  name: `${feature}-knows-nothing-behind-it`,
  severity: 'error',
  comment: `Data flows ${FEATURES.join(' → ')}; nothing flows back.`,
  from: { path: `^api/src/${feature}/`, pathNot: [TEST, FOR_TESTS] },
  to: { path: `^api/src/(${FEATURES.slice(at + 1).join('|')})/` },
}));

const NAMES_OF_KINDS = require('./kinds.cjs').KINDS.join('|');
const KIND = `^(api/src/calls|shared/domain/calls|shared/contract/calls)/(${NAMES_OF_KINDS})/`;
const SERVED_KIND = `^api/src/calls/(${NAMES_OF_KINDS})/`;
const KINDS = '^api/src/calls/kinds\\.ts$';

/** The same of their screens, and what stands above all. */
const SCREENS = `mf-recommendations/src/(${NAMES_OF_KINDS})/`;
const FRAME = '^mf-recommendations/src/(authoring|call|filters|publishing)/';

/** What modules may use of shared. Only these files: a barrel would cost bytes wherever tree shaking leaves something behind. */
const PUBLIC = require('../../public.json').map((file) => file.replaceAll('.', '\\.'));

/** What neither a server nor a page loads: tests, builders and what they share. */
const NOT_RUN = [TEST, FOR_TESTS, '/fake-host\\.tsx?$', '/build\\.ts$', '^shared/(build|ui/gallery)/', '^root-config/release/'];
const ROOMS = '^(api/src|shared|root-config|shell|mf-[a-z-]+)/';
/** Code that serves people: the demo is none of it. */
const PRODUCTION = { path: ROOMS, pathNot: ['/demo[./-]', '\\.seed\\.ts$', ...NOT_RUN] };
/** The demo's folders, and files that call themselves its. */
const MADE_UP = { path: ['/demo[./-]', '\\.seed\\.ts$', FOR_TESTS], pathNot: '^(shared/contract/demo/|node_modules/)' };

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
      name: 'screens-of-kinds-never-meet',
      severity: 'error',
      comment: 'A kind of call is added, changed or removed without touching another; what two need stands in authoring, call, filters or publishing.',
      from: { path: `^${SCREENS}` },
      to: { path: `^${SCREENS}`, pathNot: '^mf-recommendations/src/$1/' },
    },
    {
      name: 'the-frame-knows-no-kind',
      severity: 'error',
      comment: 'A kind gives the frame an object: what the frame named, a third kind would have to change.',
      from: { path: FRAME, pathNot: [TEST, FOR_TESTS] },
      to: { path: `^(${SCREENS}|shared/domain/calls/(${NAMES_OF_KINDS})/)` },
    },
    {
      name: 'the-ledger-knows-no-kind',
      severity: 'error',
      comment: 'The record of all calls outlives each kind: kinds register with it.',
      from: { path: '^api/src/ledger/', pathNot: TEST },
      to: { path: KIND },
    },
    {
      name: 'the-market-knows-no-kind',
      severity: 'error',
      comment: 'Prices come first: what is published on them is another matter.',
      from: { path: '^(api/src|shared/domain)/market/', pathNot: TEST },
      to: { path: KIND },
    },
    {
      name: 'the-engine-knows-no-kind',
      severity: 'error',
      comment: 'What all kinds share reads none of their rules.',
      from: { path: '^api/src/calls/(engine|reading)/', pathNot: TEST },
      to: { path: [KIND, KINDS] },
    },
    {
      name: 'kinds-are-named-in-one-place',
      severity: 'error',
      comment: 'A new kind is its folder and one line in calls/kinds.ts, which is read where calls are put together.',
      from: { path: '^api/src/calls/[^/]+$', pathNot: [TEST, '/(testing|kinds|create-calls)\\.ts$'] },
      to: { path: [SERVED_KIND, KINDS] },
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
      comment: 'Root-config, the server and the stories are not a module’s business.',
      from: { path: MODULES },
      to: { path: '^(root-config|api|e2e)/' },
    },
    {
      name: 'modules-use-what-is-public',
      severity: 'error',
      comment: 'What modules stand on is agreed: a file of shared that one more module needs is added to shared/public.json, and npm run docs renews docs/api.',
      from: { path: MODULES },
      to: { path: '^shared/', pathNot: `^shared/(${PUBLIC.join('|')})$` },
    },
    {
      name: 'shared-knows-no-module',
      severity: 'error',
      comment: 'shared would have to be released with every module it knows.',
      from: { path: '^shared/' },
      to: { path: '^(root-config|shell|mf-[a-z-]+|api|e2e)/' },
    },
    {
      name: 'root-config-knows-no-module',
      severity: 'error',
      comment: 'Root-config knows modules by their manifests; server code and secrets stay on the server.',
      from: { path: '^root-config/' },
      to: { path: '^(shell|mf-[a-z-]+|api|e2e)/' },
    },
    {
      name: 'root-config-stays-small',
      severity: 'error',
      comment: 'Everyone loads root-config first: contract, session, and of the domain what routes, rights and the name need; no React, no interface.',
      from: { path: '^root-config/', pathNot: ['^root-config/release/', TEST, FOR_TESTS] },
      to: { path: ['^shared/(ui|kit|build)/', '^shared/domain/(?!routing/|access/|brand\\.ts$)', '^node_modules/(?!single-spa/)'] },
    },
    {
      name: 'what-runs-never-imports-what-builds',
      severity: 'error',
      comment: 'Builders and checks know every room and need what only development installs.',
      from: PRODUCTION,
      to: { path: '^shared/build/' },
    },
    {
      name: 'api-knows-contract-and-domain',
      severity: 'error',
      comment: 'Of shared, the server may use only what both sides agree on.',
      from: { path: '^api/' },
      to: { path: '^(shared/(session|kit|ui|build)|root-config|shell|mf-[a-z-]+|e2e)/' },
    },
    {
      name: 'features-meet-at-their-index',
      severity: 'error',
      comment: 'Of another feature only its index.ts is public.',
      // Tests of commands compose the whole, as the commands do.
      from: { path: '^api/src/([^/]+)/', pathNot: ['^api/src/platform/', `^api/src/commands/.*${TEST}`] },
      // What tests of several features share is named `testing.ts` or `*.testing.ts`.
      to: { path: '^api/src/([^/]+)/', pathNot: '^api/src/($1/|platform/|[^/]+/(demo/)?index\\.ts$|.*[/.]testing\\.ts$)' },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      comment: 'The platform knows no business.',
      from: { path: '^api/src/platform/', pathNot: TEST },
      to: { path: '^api/src/(?!platform/)[^/]+/' },
    },
    {
      name: 'nothing-imports-the-whole',
      severity: 'error',
      comment: 'The server is put together from its parts; what a part may know of the whole are its settings. Commands run the whole.',
      from: { path: '^api/src/(?!commands/)[^/]+/', pathNot: TEST },
      to: { path: '^api/src/[^/]+$', pathNot: '/(config|broker-settings)\\.ts$' },
    },
    {
      name: 'e2e-knows-nothing',
      severity: 'error',
      comment: 'Stories know addresses and what people see.',
      from: { path: '^e2e/(?!support/|playwright\\.config)' },
      to: { path: '^(root-config|shell|mf-[a-z-]+|api|shared)/' },
    },
    {
      name: 'nothing-imports-the-laboratory',
      severity: 'error',
      comment: 'Experiments may break whatever they stand on and change at any time; stories start them as commands.',
      from: { pathNot: '^lab/' },
      to: { path: '^lab/' },
    },
    {
      name: 'the-laboratory-looks-from-outside',
      severity: 'error',
      comment: 'Experiments see modules as a browser does; of the stories they use what starts servers and people.',
      from: { path: '^lab/' },
      to: { path: ['^(root-config|shell|mf-[a-z-]+)/', '^e2e/(?!support/)'] },
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
      from: { path: ROOMS, pathNot: NOT_RUN },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg'], dependencyTypesNot: ['type-only'] },
    },
    ...layers,
  ],
  options: {
    parser: 'swc',
    // Workspaces list nothing of their own: every version stands in the root's package.json.
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    // What builds and tests leave behind. A library’s code may well lie in a folder `dist`.
    exclude: { path: '^(?!.*node_modules/)(.*/|)(dist|coverage|\\.cache|\\.data)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
    },
  },
};
