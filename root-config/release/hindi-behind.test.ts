import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { record } from '../testing.ts';
import { hindiBehind, hindiNotes } from './hindi-behind.ts';
import { openReleaseStore } from './store.ts';
import { withoutHindi } from './unsaid.ts';

const root = mkdtempSync(`${tmpdir()}/hindi-`);
afterAll(() => rmSync(root, { recursive: true, force: true }));

const LISTS = {
  shared: { Close: 'बंद करें' },
  'mf-x': { Calls: 'कॉल', Alerts: 'अलर्ट' },
  'mf-x, desk': { 'Sign up': 'साइन अप करें', Notices: 'अलर्ट' },
  'mf-xy': { Plans: 'प्लान' },
};

test('the Hindi of a module that the live root-config does not say yet is counted, each text once', () => {
  const store = openReleaseStore(`${root}/store`);
  expect(hindiBehind(store, 'mf-x', LISTS), 'nothing is live that would say it').toBe(0);
  const files = `${root}/files`;
  mkdirSync(files);
  writeFileSync(`${files}/hindi.js`, 'const a={"Calls":"कॉल","Sign up":"साइन अप करें"};');
  const integrity = `sha256-${'A'.repeat(43)}=`;
  store.publish(record('root-config', { pages: { hindi: [{ url: '/releases/root-config/0123456789/hindi.js', integrity }] } }), files);
  store.move('live', 0, { 'root-config': record('root-config').id }, 'start');
  expect(['mf-x', 'mf-xy', 'mf-none', 'root-config'].map((name) => hindiBehind(store, name, LISTS))).toEqual([1, 1, 0, 0]);
});

test('a sentence that stands in no list is named at the release, with its file; what is put together of parts is none', () => {
  const said = new Map([
    ['shell/src/moon.tsx', ['The moon is {0} km away.', 'Publish a call', 'outside your access']],
    ['shell/src/sun.tsx', ['Publish a call']],
  ]);
  const missing = withoutHindi('shell', said);
  expect(missing).toEqual([['shell/src/moon.tsx', ['The moon is {0} km away.']]]);
  expect(hindiNotes(0, missing)).toEqual([
    '1 of its sentences has no Hindi, so that those who read Hindi see English (CONTRIBUTING.md, “Its Hindi”):',
    '  shell/src/moon.tsx: “The moon is {0} km away.”',
  ]);
});

test('many are counted, and what only waits for root-config is told beside them', () => {
  expect(hindiNotes(2, [['a.tsx', ['One fish.', 'Two fish.', 'Red fish.', 'Blue fish.', 'Old fish.']]])).toEqual([
    'its Hindi comes with root-config, where 2 of its sentences are not live yet: npm run release -- root-config',
    '5 of its sentences have no Hindi, so that those who read Hindi see English (CONTRIBUTING.md, “Its Hindi”):',
    '  a.tsx: “One fish.”',
    '  a.tsx: “Two fish.”',
    '  a.tsx: “Red fish.”',
    '  and 2 more: npx vitest run root-config/hindi',
  ]);
  expect(hindiNotes(0, [])).toEqual([]);
});

test('every module is read as it is now, and none has such a sentence', () => {
  expect(['shell', 'mf-auth', 'mf-static-pages', 'mf-none'].flatMap((module) => withoutHindi(module))).toEqual([]);
});
