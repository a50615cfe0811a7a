import type { ModuleManifest } from '@vimarsh/shared/contract/module.contract.ts';
import { expect, test } from 'vitest';
import { record } from '../testing.ts';
import { contractProblems } from './check-contract.ts';

const module = (name: string, changes: Partial<ModuleManifest> = {}, provides?: { contract: number; session: number }) => {
  const base = record(name);
  return { ...base, manifest: { ...base.manifest, ...changes }, ...(provides ? { provides } : {}) };
};
const routes = (...paths: string[]) => ({ routes: paths.map((path) => ({ path, title: 'T', guard: 'open' as const, page: 'p', layout: 'frame' as const })) });
const live = (...modules: ReturnType<typeof module>[]) => Object.fromEntries(modules.map((one) => [one.name, one]));
const shared = module('shared', {}, { contract: 1, session: 1 });

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

test.each([
  ['/pricing', '/pricing'],
  ['/pricing', '/pricing/:method?'],
  ['/pricing/:plan', '/pricing/:method?'],
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
