import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { build } from '../build.ts';
import { REPOSITORY, readWorkspace } from '../modules.ts';
import { CHUNK_LOAD_TIMEOUT } from './preset.ts';

const root = mkdtempSync(`${tmpdir()}/preset-`);
process.env.BUILD_CACHE = `${root}/cache`;
symlinkSync(`${REPOSITORY}node_modules`, `${root}/node_modules`);
afterAll(() => rmSync(root, { recursive: true, force: true }));

function fixture(text: string) {
  const dir = `${root}/mf-tiny`;
  mkdirSync(`${dir}/src`, { recursive: true });
  const manifest = {
    name: 'mf-tiny',
    owner: 't',
    routes: [{ path: '/tiny', title: 'A tiny title', guard: 'open', page: 'tiny', layout: 'frame', menu: { label: 'Tiny', icon: 'gauge', order: 1 } }],
    events: { emits: [], listens: [] },
    needs: { contract: 1, session: 1 },
    budget: { entry: 3500, page: 9000 },
  };
  writeFileSync(`${dir}/package.json`, '{"name":"mf-tiny","version":"0.1.0","type":"module"}');
  writeFileSync(`${dir}/module.json`, JSON.stringify(manifest));
  writeFileSync(`${dir}/src/tiny.page.tsx`, `import { useState } from 'react';\nexport const Page = () => <p>{useState(${JSON.stringify(text)})[0]}</p>;\n`);
  writeFileSync(
    `${dir}/src/index.ts`,
    "import { connect } from '@vimarsh/shared/session';\nimport manifest from '../module.json' with { type: 'json' };\nexport const module = { connect, manifest, pages: { tiny: () => import('./tiny.page.tsx') } };\n",
  );
  return readWorkspace(dir);
}
const scripts = (dir: string) => readdirSync(dir).filter((name) => name.endsWith('.js'));

test('a chunk may take 120,000 ms (S9-LIM-09)', async () => {
  expect(CHUNK_LOAD_TIMEOUT).toBe(120_000);
  const { files, record } = await build(fixture('limit'));
  expect(readFileSync(`${files}/${record.entry.split('/').at(-1)}`, 'utf8')).toMatch(/\b(12e4|120000)\b/);
});

test('a module carries no copy of what the page shares, and its entry stays small', async () => {
  const { files, record } = await build(fixture('small'));
  const all = scripts(files).map((name) => readFileSync(`${files}/${name}`, 'utf8'));
  expect(all.join('').length).toBeLessThan(20_000);
  expect(all.join('')).not.toContain('createSession');
  expect(record.bytes.entry).toBeLessThan(3_500);
  // Of the manifest a module carries which page an address is, and nothing that the release set says already.
  expect(all.join('')).toMatch(/path:"\/tiny",page:"tiny"|"path":"\/tiny","page":"tiny"/);
  expect(all.join('')).not.toMatch(/guard|A tiny title|gauge/);
  expect(record.icons).toEqual({ gauge: ['m12 14 4-4', 'M3.34 19a10 10 0 1 1 17.32 0'] });
});

test('the entry knows the hash of every chunk; the record knows the entry’s', async () => {
  const { files, record } = await build(fixture('hashes'));
  const hash = (algorithm: string, name: string) =>
    `${createHash(algorithm)
      .update(readFileSync(`${files}/${name}`))
      .digest('base64')}`;
  const entry = record.entry.split('/').at(-1)!;
  const chunks = scripts(files).filter((name) => name !== entry);
  expect(chunks.length).toBeGreaterThan(1);
  for (const chunk of chunks) expect(readFileSync(`${files}/${entry}`, 'utf8')).toContain(`sha256-${hash('sha256', chunk)}`);
  expect(record.integrity).toBe(`sha384-${hash('sha384', entry)}`);
  expect(Object.values(record.pages ?? {})).toEqual([[expect.objectContaining({ url: expect.stringContaining('/page-tiny.js') })]]);
});

test('the same sources give the same bytes, other sources another chunk queue', async () => {
  const one = await build(fixture('one'));
  rmSync(`${root}/cache`, { recursive: true });
  const again = await build(fixture('one'));
  expect(again.record.id).toBe(one.record.id);
  const queue = ({ files, record }: typeof one) => /webpackChunk_\w+/.exec(readFileSync(`${files}/${record.entry.split('/').at(-1)}`, 'utf8'))?.[0];
  const other = await build(fixture('other'));
  expect(queue(other)).toMatch(/^webpackChunk_vimarsh_mf_tiny_b[0-9a-f]{10}$/);
  expect(queue(other)).not.toBe(queue(again));
});

test('what the first screen and most others need comes with the module, what the first one doesn’t need stays out of it', async () => {
  const tiny = fixture('screens');
  const pages = ['tiny', 'two', 'three', 'four', 'five', 'plain'];
  for (const [name, text] of [
    ['common', 'needed by all but the plain one'],
    ['later', 'needed by all but the first'],
  ] as const)
    writeFileSync(`${tiny.dir}/src/${name}.ts`, `export const ${name} = () => console.info('${text}');\n`);
  for (const page of pages) {
    const lines = [...(page === 'plain' ? [] : ["import { common } from './common.ts';"]), ...(page === 'tiny' ? [] : ["import { later } from './later.ts';"])];
    const calls = [...(page === 'plain' ? [] : ['common();']), ...(page === 'tiny' ? [] : ['later();'])];
    writeFileSync(`${tiny.dir}/src/${page}.page.tsx`, `${lines.join('\n')}\nexport const Page = () => {\n  ${calls.join(' ')}\n  return <p>${page}</p>;\n};\n`);
  }
  const index = readFileSync(`${tiny.dir}/src/index.ts`, 'utf8');
  writeFileSync(
    `${tiny.dir}/src/index.ts`,
    index.replace(/pages: \{.*\} \}/, `pages: { ${pages.map((page) => `${page}: () => import('./${page}.page.tsx')`).join(', ')} } }`),
  );
  const { files } = await build(readWorkspace(tiny.dir));
  const own = readFileSync(`${files}/module.js`, 'utf8');
  expect(own).toContain('needed by all but the plain one');
  expect(own).not.toContain('needed by all but the first');
});

test('nothing is built when nothing changed', async () => {
  expect((await build(fixture('kept'))).fresh).toBe(true);
  expect((await build(fixture('kept'))).fresh).toBe(false);
  expect((await build(fixture('changed'))).fresh).toBe(true);
});

test('a source that does not compile is an error that says where', async () => {
  const workspace = fixture('broken');
  writeFileSync(`${workspace.dir}/src/index.ts`, "import './missing.ts';\n");
  await expect(build(workspace)).rejects.toThrow(/missing\.ts/);
});
