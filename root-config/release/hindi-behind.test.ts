import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { record } from '../testing.ts';
import { hindiBehind } from './hindi-behind.ts';
import { openReleaseStore } from './store.ts';

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
