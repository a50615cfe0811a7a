import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createContext, runInContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Built, build } from '../build.ts';
import { REPOSITORY, readWorkspace } from '../modules.ts';
import { consumed } from './sharing.ts';

const root = mkdtempSync(`${tmpdir()}/take-shared-`);
process.env.BUILD_CACHE = `${root}/cache`;
symlinkSync(`${REPOSITORY}node_modules`, `${root}/node_modules`);
afterAll(() => rmSync(root, { recursive: true, force: true }));

let built: Built;
beforeAll(async () => {
  const dir = `${root}/mf-tiny`;
  mkdirSync(`${dir}/src`, { recursive: true });
  writeFileSync(`${dir}/package.json`, '{"name":"mf-tiny","version":"0.1.0","type":"module"}');
  writeFileSync(`${dir}/src/index.ts`, "import { version } from 'react';\nexport const module = { version, flow: () => import('xstate') };\n");
  const manifest = { name: 'mf-tiny', owner: 't', routes: [], events: { emits: [], listens: [] }, needs: { contract: 1, session: 1 } };
  writeFileSync(`${dir}/module.json`, JSON.stringify({ ...manifest, budget: { entry: 3500, page: 9000 } }));
  built = await build(readWorkspace(dir));
});

type Scope = Record<string, Record<string, { get(): Promise<() => unknown> }>>;

/** The built container as a browser runs it: scripts of its release come from the disk, libraries from `scope`. */
async function container(scope: Scope) {
  const { files, record } = built;
  const base = `http://portal${record.entry.replace(/[^/]*$/, '')}`;
  const world = createContext({ setTimeout, clearTimeout, URL });
  const run = (src: string): void => void runInContext(readFileSync(`${files}/${src.slice(base.length)}`, 'utf8'), world);
  const append = (script: { src: string; onload(event: object): void }): void => {
    run(script.src);
    script.onload({ type: 'load', target: script });
  };
  Object.assign(world, { document: { currentScript: { src: `http://portal${record.entry}` }, createElement: () => ({ remove() {} }), head: { append } } });
  run(`http://portal${record.entry}`);
  const { vimarsh_mf_tiny: opened } = world as unknown as { vimarsh_mf_tiny: { init(scope: Scope): void; get(key: string): Promise<() => Opened> } };
  opened.init(scope);
  return async () => (await opened.get('./module'))().module;
}
interface Opened {
  module: { version: string; flow(): Promise<{ name: string }> };
}

const wantedVersion = (key: string): string => (consumed()[key] as { requiredVersion: string }).requiredVersion.slice(1);
const provides = (key: string, content: object, version = wantedVersion(key)): Scope => ({ [key]: { [version]: { get: async () => () => content } } });

test('a library that could not be had is asked for again with the next try, and its own failure is told', async () => {
  const scope = { ...provides('react', { version: 'R' }), ...provides('xstate', { name: 'X' }) };
  const [works] = Object.values(scope.react!);
  let asked = 0;
  const get = works!.get;
  works!.get = () => {
    asked += 1;
    return asked < 4 ? Promise.reject(new Error('Loading chunk base failed')) : get();
  };
  const take = await container(scope);
  for (const tries of [1, 2, 3]) {
    await expect(take()).rejects.toThrow('Loading chunk base failed');
    expect(asked).toBe(tries);
  }
  expect((await take()).version).toBe('R');
  expect((await (await take()).flow()).name).toBe('X');
  expect(asked, 'what is there is not asked for again').toBe(4);
});

const [major, minor, patch] = wantedVersion('react').split('.').map(Number) as [number, number, number];
test.each([
  [[major, minor, patch + 1], true],
  [[major, minor + 1, 0], true],
  [[major, minor, patch - 1], false],
  [[major, minor - 1, patch + 9], false],
  [[major + 1, minor, patch], false],
  [[major - 1, 99, 99], false],
] as const)('version %j of a library fits: %j', async (version, fits) => {
  const take = await container(provides('react', { version: 'R' }, version.join('.')));
  if (fits) expect((await take()).version).toBe('R');
  else await expect(take()).rejects.toThrow(`react ^${wantedVersion('react')} is not provided, but ${version.join('.')}`);
});

test('a library nobody provides is named', async () => {
  await expect((await container({}))()).rejects.toThrow(/^react \^\S+ is not provided/);
});
