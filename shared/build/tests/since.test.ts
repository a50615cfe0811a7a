import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../modules.ts';
import { EVERY_MODULE, LABORATORY, type ModulesOfStories, reachOf } from './since.ts';

const STORIES: ModulesOfStories = {
  'stories/sign-in.spec.ts': ['mf-auth'],
  'stories/visitor.spec.ts': ['mf-recommendations', 'mf-auth'],
  'stories/partner-page.spec.ts': ['mf-widgets'],
  'stories/bench.spec.ts': [LABORATORY],
};

test.each([
  ['nothing', [], { builds: false, stories: [] }],
  ['words only', ['README.md', 'docs/product.md', 'mf-auth/README.md'], { builds: false, stories: [] }],
  ['a unit test', ['mf-auth/src/login/otp/otp.machine.test.ts'], { builds: false, stories: [] }],
  ['a module', ['mf-auth/src/login/otp/otp.machine.ts'], { builds: true, stories: ['stories/sign-in.spec.ts', 'stories/visitor.spec.ts'] }],
  [
    'two modules',
    ['mf-widgets/embed/loader.ts', 'mf-recommendations/module.json'],
    { builds: true, stories: ['stories/partner-page.spec.ts', 'stories/visitor.spec.ts'] },
  ],
  ['a file of stories', ['e2e/stories/sign-in.spec.ts'], { builds: false, stories: ['stories/sign-in.spec.ts'] }],
  ['a module without a story', ['mf-new/src/index.ts'], { builds: true, stories: [] }],
  ['an experiment', ['lab/bench/bench.ts'], { builds: false, stories: ['stories/bench.spec.ts'] }],
  ['what every story stands on', ['e2e/support/stack.ts'], { builds: true, stories: 'all' }],
  ['the server', ['mf-auth/src/index.ts', 'api/src/server.ts'], { builds: true, stories: 'all' }],
  ['shared', ['shared/ui/floats/dialog.tsx'], { builds: true, stories: 'all' }],
  ['an installed package', ['package-lock.json'], { builds: true, stories: 'all' }],
] as const)('%s', (_, changed, expected) => {
  expect(reachOf(changed, STORIES)).toEqual(expected);
});

test('a file that goes through every screen is run for a module nobody had named', () => {
  const stories = { ...STORIES, 'stories/screens.spec.ts': [EVERY_MODULE] };
  expect(reachOf(['lab/lab.ts'], stories).stories).toEqual(['stories/bench.spec.ts']);
  expect(reachOf(['mf-new/src/index.ts'], stories).stories).toEqual(['stories/screens.spec.ts']);
  expect(reachOf(['e2e/stories/sign-in.spec.ts'], stories).stories).toEqual(['stories/sign-in.spec.ts']);
});

test('e2e/reach.json names every file of stories, no other, and only modules there are', () => {
  const named: ModulesOfStories = JSON.parse(readFileSync(`${REPOSITORY}e2e/reach.json`, 'utf8'));
  const there = ['stories', 'faults'].flatMap((folder) =>
    readdirSync(`${REPOSITORY}e2e/${folder}`)
      .filter((name) => name.endsWith('.spec.ts'))
      .map((name) => `${folder}/${name}`),
  );
  expect(Object.keys(named).toSorted()).toEqual(there.toSorted());
  const modules = new Set(Object.values(named).flat());
  for (const name of [EVERY_MODULE, LABORATORY]) modules.delete(name);
  for (const module of modules) expect(existsSync(`${REPOSITORY}${module}/module.json`), module).toBe(true);
});
