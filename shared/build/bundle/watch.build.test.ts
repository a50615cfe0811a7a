import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import webpack from 'webpack';
import { type Built, finish } from '../build.ts';
import { REPOSITORY, readWorkspace } from '../modules.ts';
import { preset } from './preset.ts';

const root = mkdtempSync(`${tmpdir()}/watch-`);
process.env.BUILD_CACHE = `${root}/cache`;
symlinkSync(`${REPOSITORY}node_modules`, `${root}/node_modules`);
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a module built from source on every change is whole each time', async () => {
  const dir = `${root}/mf-tiny`;
  mkdirSync(`${dir}/src`, { recursive: true });
  const page = (text: string) => writeFileSync(`${dir}/src/tiny.page.tsx`, `export const Page = () => ${JSON.stringify(text)};\n`);
  const manifest = {
    name: 'mf-tiny',
    owner: 't',
    routes: [],
    events: { emits: [], listens: [] },
    needs: { contract: 1, session: 1 },
    budget: { entry: 3500, page: 9000 },
  };
  writeFileSync(`${dir}/package.json`, '{"name":"mf-tiny","version":"0.1.0","type":"module"}');
  writeFileSync(`${dir}/module.json`, JSON.stringify(manifest));
  writeFileSync(`${dir}/src/other.page.tsx`, 'export const Page = () => 1;\n');
  writeFileSync(`${dir}/src/index.ts`, "export const module = { pages: [() => import('./tiny.page.tsx'), () => import('./other.page.tsx')] };\n");
  page('first');

  const compiler = webpack(preset({ name: 'mf-tiny', dir, out: `${root}/out`, mode: 'source' }))!;
  const builds: Built[] = [];
  const waiting: (() => void)[] = [];
  const next = () => new Promise<void>((resolve) => waiting.push(resolve));
  const first = next();
  const watching = compiler.watch({ aggregateTimeout: 20 }, (_error, stats) => {
    void finish(readWorkspace(dir), { mode: 'source' }, stats!, `${root}/out`).then((built) => {
      builds.push(built);
      waiting.shift()?.();
    });
  });
  try {
    await first;
    const second = next();
    page('second');
    await second;
  } finally {
    await new Promise((resolve) => watching!.close(resolve));
  }
  const [one, two] = [builds[0]!, builds.at(-1)!];
  expect(two.record.id).not.toBe(one.record.id);
  expect(readdirSync(two.files).toSorted()).toEqual(readdirSync(one.files).toSorted());
  expect(readdirSync(two.files)).toEqual(expect.arrayContaining(['entry.js', 'entry.js.map', 'page-tiny.js', 'page-other.js']));
});
