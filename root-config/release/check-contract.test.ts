import type { ModuleManifest } from '@vimarsh/shared/contract/module/types.ts';
import { expect, test } from 'vitest';
import { record } from '../testing.ts';
import { contractProblems } from './check-contract.ts';

const module = (name: string, changes: Partial<ModuleManifest> = {}, provides?: ModuleManifest['needs']) => {
  const base = record(name);
  return { ...base, manifest: { ...base.manifest, ...changes }, ...(provides ? { provides } : {}) };
};
const routes = (...paths: string[]) => ({ routes: paths.map((path) => ({ path, title: 'T', guard: 'open' as const, page: 'p', layout: 'frame' as const })) });
const live = (...modules: ReturnType<typeof module>[]) => Object.fromEntries(modules.map((one) => [one.name, one]));
const shared = module('shared', {}, { contract: 1, calls: 1, market: 2, session: 1 });

test('a module that fits its neighbours has no problem', () => {
  expect(contractProblems(module('mf-a', routes('/a')), live(shared, module('mf-b', routes('/b'))))).toEqual([]);
});

test('a major that shared does not provide is refused', () => {
  const [problem] = contractProblems(module('mf-a', { needs: { contract: 1, session: 2 } }), live(shared));
  expect(problem).toMatchObject({ module: 'mf-a', neighbour: 'shared', mention: '"session"', text: 'needs session 2, but shared provides session 1' });
});

test('shared may not drop a major that a live neighbour needs', () => {
  const [problem] = contractProblems(module('shared', {}, { contract: 2, session: 1 }), live(shared, module('mf-b')));
  expect(problem).toMatchObject({ neighbour: 'mf-b', text: 'mf-b is live and needs contract 1; this release provides contract 2' });
});

test('a resource has its own major: raising one is refused by whoever needs it, and by nobody else', () => {
  const needs = (changes: Record<string, number>) => ({ needs: { contract: 1, session: 1, ...changes } });
  const next = module('shared', {}, { contract: 1, calls: 2, market: 2, session: 1 });
  const problems = contractProblems(next, live(shared, module('mf-a', needs({ calls: 1 })), module('mf-b', needs({ market: 2 })), module('mf-c')));
  expect(problems.map(({ text }) => text)).toEqual(['mf-a is live and needs calls 1; this release provides calls 2']);
});

test('a resource that shared no longer has, or does not have yet, is named', () => {
  const needs = { needs: { contract: 1, session: 1, orders: 1 } };
  expect(contractProblems(module('mf-a', needs), live(shared))).toMatchObject([{ mention: '"orders"', text: 'needs orders 1, but shared provides no orders' }]);
  expect(contractProblems(shared, live(module('mf-a', needs)))).toMatchObject([
    { neighbour: 'mf-a', text: 'mf-a is live and needs orders 1; this release provides no orders' },
  ]);
});

test.each([
  ['/pricing', '/pricing'],
  ['/pricing', '/pricing/:method?'],
  ['/pricing/:plan', '/pricing/:method?'],
  ['/pricing/yearly', '/pricing/:method?'],
  ['/pricing/:plan', '/pricing/yearly'],
  ['/a/:x/b', '/a/list/:y'],
])('%s is refused while a neighbour has %s', (mine, theirs) => {
  const [problem] = contractProblems(module('mf-a', routes(mine)), live(shared, module('mf-b', routes(theirs))));
  expect(problem).toMatchObject({ neighbour: 'mf-b', mention: `"${mine}"` });
});

test('routes that only look alike are no collision, nor are a module’s own', () => {
  expect(
    contractProblems(
      module('mf-a', routes('/pricing/list', '/a/:x')),
      live(shared, module('mf-b', routes('/pricing', '/a/:x/y')), module('mf-a', routes('/pricing/list'))),
    ),
  ).toEqual([]);
});

test('an event somebody live listens for can’t be dropped, unless another emits it too', () => {
  const emits = (...events: 'call.published'[]) => ({ events: { emits: events, listens: [] } });
  const listener = module('mf-b', { events: { emits: [], listens: ['call.published'] } });
  const [problem] = contractProblems(module('mf-a', emits()), live(shared, module('mf-a', emits('call.published')), listener));
  expect(problem).toMatchObject({ neighbour: 'mf-b', text: 'no longer emits call.published, and mf-b listens for it' });
  expect(
    contractProblems(module('mf-a', emits()), live(shared, module('mf-a', emits('call.published')), listener, module('mf-c', emits('call.published')))),
  ).toEqual([]);
});

test.each(['/:any', '/:any?', '/:a?/:b?', '/:a/list'])('%s is refused whoever lives beside it: it would take every address', (path) => {
  expect(contractProblems(module('mf-a', routes(path)), live(shared))).toMatchObject([
    { mention: `"${path}"`, text: expect.stringContaining('every address') },
  ]);
});

test.each(['/docs', '/docs/:page?', '/metrics', '/base/v1/campaign', '/w', '/market-sentiment-widget/:stock?'])(
  '%s is refused: the server answers there itself',
  (path) => {
    const [problem] = contractProblems(module('mf-a', routes(path)), live(shared));
    expect(problem).toMatchObject({ neighbour: 'api', mention: `"${path}"` });
    expect(problem?.text).toMatch(/ would not be seen: the server answers \/[a-z-]+ and what is under it itself$/);
  },
);

test('what only begins like an address of the server is a screen’s to have', () => {
  expect(contractProblems(module('mf-a', routes('/docs-for-experts', '/metric', '/stocks/docs')), live(shared))).toEqual([]);
});

test('the home page is an address, not every one', () => {
  expect(contractProblems(module('mf-a', routes('/')), live(shared, module('mf-b', routes('/b'))))).toEqual([]);
});

test('an event somebody live emits can’t lose its last listener', () => {
  const listens = (...events: 'broker-login.asked'[]) => ({ events: { emits: [], listens: events } });
  const emitter = module('mf-b', { events: { emits: ['broker-login.asked'], listens: [] } });
  const running = module('shell', listens('broker-login.asked'));
  const [problem] = contractProblems(module('shell', listens()), live(shared, running, emitter));
  expect(problem).toMatchObject({
    neighbour: 'mf-b',
    mention: '"listens"',
    text: 'no longer listens for broker-login.asked, which mf-b emits and nobody else hears',
  });
  expect(contractProblems(module('shell', listens()), live(shared, running, emitter, module('mf-c', listens('broker-login.asked'))))).toEqual([]);
});

test('a version nobody provides is refused, also before anybody provides one', () => {
  const [problem] = contractProblems(module('mf-a', { needs: { contract: 9, session: 1 } }), {});
  expect(problem).toMatchObject({ text: expect.stringMatching(/^needs contract 9, but shared provides contract \d+$/) });
});

test.each([
  ['19.3.1', true],
  ['19.3.0', true],
  ['19.2.9', true],
  ['19.3.2', false],
  ['19.4.0', false],
  ['18.3.1', false],
  ['20.0.0', false],
])('a module built against react %s beside 19.3.1: %j', (least, fits) => {
  const provider = { ...shared, libraries: { react: '19.3.1' } };
  const candidate = { ...module('mf-a'), libraries: { react: least } };
  const text = `was built against react ${least}; shared provides 19.3.1`;
  expect(contractProblems(candidate, live(provider))).toMatchObject(fits ? [] : [{ neighbour: 'shared', text }]);
  const [turned] = contractProblems(provider, live(candidate));
  expect(turned?.text).toBe(fits ? undefined : `mf-a is live and was built against react ${least}; this release provides 19.3.1`);
});
