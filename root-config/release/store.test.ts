import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { MAJORS } from '@vimarsh/shared/contract/majors.ts';
import { releaseRecord } from '@vimarsh/shared/contract/release/types.ts';
import { afterAll, expect, test } from 'vitest';
import { openReleaseStore } from './store.ts';

const root = mkdtempSync(`${tmpdir()}/store-`);
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('what was tried out from source takes no room once it is not live, and can be tried out again', () => {
  const store = openReleaseStore(`${root}/store`);
  const files = `${root}/built`;
  mkdirSync(files);
  writeFileSync(`${files}/entry.js`, '1');
  const release = (hash: string, from_source: boolean) =>
    releaseRecord.parse({
      ...{ id: `mf-one@0.1.0+${hash}`, name: 'mf-one', version: '0.1.0', entry: `/releases/mf-one/${hash}/entry.js`, integrity: `sha384-${'A'.repeat(64)}` },
      manifest: {
        ...{ name: 'mf-one', owner: 't', routes: [], events: { emits: [], listens: [] } },
        ...{ needs: { contract: MAJORS.contract, session: MAJORS.session }, budget: { entry: 1 } },
      },
      ...{ preload: [], bytes: { entry: 1, total: 1 }, commit: '', previous: null, built_at: '2026-11-26T09:00:00.000Z' },
      ...(from_source && { from_source }),
    });
  const [released, tried, trying] = [release('0000000001', false), release('0000000002', true), release('0000000003', true)];
  for (const [at, one] of [released, tried, trying].entries()) {
    store.publish(one, files);
    store.move('live', at, { 'mf-one': one.id }, 'test');
  }
  mkdirSync(`${store.dir}/source-mf-one-7`);
  store.dropTriedOut('mf-one');
  expect([released, tried, trying].map((one) => existsSync(`${store.filesOf(one)}/entry.js`))).toEqual([true, false, true]);
  expect([existsSync(`${store.dir}/source-mf-one-7`), store.record(tried.id)?.id, store.history('live', 'mf-one')]).toEqual([false, tried.id, [released.id]]);
  store.publish(tried, files);
  expect(existsSync(`${store.filesOf(tried)}/entry.js`)).toBe(true);
});
