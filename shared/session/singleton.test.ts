import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import webpack from 'webpack';
import { SESSION_KEY } from '../build/bundle/sharing.ts';

/**
 * The promise behind `connect()`: two modules built apart from each other, at other times, find the same session. Here
 * with webpack's own federation and nothing else: one container provides the session, two consume it by its share key.
 */
const SHARED = fileURLToPath(new URL('../', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'vimarsh-singleton-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

interface Container {
  init(scope: unknown): Promise<void>;
  get(key: string): Promise<() => { session?: { snapshot(): unknown }; connect?: unknown }>;
}

function build(
  name: string,
  federation: Omit<ConstructorParameters<typeof webpack.container.ModuleFederationPlugin>[0], 'name'>,
  context: string,
): Promise<void> {
  const configuration: webpack.Configuration = {
    mode: 'development',
    devtool: false,
    context,
    target: ['web', 'es2022'],
    entry: {},
    output: { path: join(work, name), uniqueName: name, publicPath: '/', chunkLoading: false },
    module: { rules: [{ test: /\.ts$/, loader: 'swc-loader', options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } } }] },
    experiments: { typescript: false },
    resolve: { modules: [join(SHARED, '../node_modules')] },
    resolveLoader: { modules: [join(SHARED, '../node_modules')] },
    // One file per container, so that it runs without a page.
    optimization: { splitChunks: false, runtimeChunk: false },
    plugins: [
      new webpack.container.ModuleFederationPlugin({ name, filename: 'entry.js', library: { type: 'var', name }, ...federation }),
      new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
    ],
  };
  return new Promise((resolve, reject) => {
    webpack(configuration, (error, stats) => {
      if (error || stats?.hasErrors()) reject(error ?? new Error(stats?.toString({ all: false, errors: true })));
      else resolve();
    });
  });
}

beforeAll(async () => {
  writeFileSync(join(work, 'module.js'), `import { connect } from '${SESSION_KEY}';\nexport const session = connect({ wants: 2 });\n`);
  const consume = {
    exposes: { './module': './module.js' },
    shared: { [SESSION_KEY]: { import: false as const, singleton: true, strictVersion: true, requiredVersion: '^1.0.0' } },
  };
  await build(
    'provider',
    { exposes: { './session': './session/index.ts' }, shared: { './session/index.ts': { shareKey: SESSION_KEY, singleton: true, version: '1.0.0' } } },
    SHARED,
  );
  await build('first', consume, work);
  await build('second', consume, work);
}, 60_000);

test('two bundles built apart share one session', async () => {
  const { readFileSync } = await import('node:fs');
  const noop = () => undefined;
  const area = { getItem: () => null, setItem: noop, removeItem: noop, clear: noop };
  const world = createContext({
    console,
    location: { hostname: 'localhost', origin: 'http://localhost' },
    localStorage: area,
    sessionStorage: area,
    document: { getElementById: () => null, addEventListener: noop },
    addEventListener: noop,
    EventTarget,
    setTimeout,
    self: {},
  });
  const load = (name: string): Container => {
    for (const file of readdirSync(join(work, name))) runInContext(readFileSync(join(work, name, file), 'utf8'), world);
    return runInContext(name, world) as Container;
  };
  const scope = {};
  const [provider, first, second] = [load('provider'), load('first'), load('second')];
  for (const container of [provider, first, second]) await container.init(scope);
  const [one, two] = [(await first.get('./module'))(), (await second.get('./module'))()];
  expect(typeof one.session?.snapshot).toBe('function');
  expect(one).not.toBe(two);
  expect(one.session).toBe(two.session);
});
