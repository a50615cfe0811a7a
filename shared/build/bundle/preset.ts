import { fileURLToPath } from 'node:url';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack from 'webpack';
import { REPOSITORY } from '../modules.ts';
import { BUILD_ID_HOLE, BuildIdPlugin } from './build-id.ts';
import { LoadChunksPlugin } from './load-chunks.ts';
import { consumed, provided } from './sharing.ts';
import { TakeSharedPlugin } from './take-shared.ts';

/** A chunk that takes longer counts as failed (S8-ERR-30, S9-LIM-09), in milliseconds. */
export const CHUNK_LOAD_TIMEOUT = 120_000;

export interface BundleTarget {
  /** Workspace folder name: `shell`, `mf-auth`, `shared`, `root-config`. */
  readonly name: string;
  /** Folder with the sources. */
  readonly dir: string;
  /** Where the files go. */
  readonly out: string;
  /** `source`: readable, with source maps, for `npm start -- --only`. */
  readonly mode?: 'release' | 'source';
  /** Loader variants for the fault suite, which must fail against the bug they guard. */
  readonly without?: readonly ('retry' | 'integrity')[];
  /** Keys of the ledger that it trusts, base64url. */
  readonly ledgerKeys?: readonly string[];
}

/** Replaces Lucide's own `createLucideIcon`; if Lucide moves that, the builds grow and their budgets tell. */
const LIGHT_ICON = fileURLToPath(new URL('./lucide-icon.ts', import.meta.url));

/** A function written out where it is called repeats text: shorter as it is, longer once compressed. */
const SMALL = { ecma: 2022, compress: { passes: 2, inline: 0, reduce_funcs: false }, mangle: true } as const;

/** Leaves out of a build what a page does not use of the contract. */
const PURE_CONSTANTS = fileURLToPath(new URL('./pure-constants.mjs', import.meta.url));

/** Global variable of a module's container. */
export const containerOf = (name: string): string => `vimarsh_${name.replaceAll('-', '_')}`;

/** The one webpack configuration of the house. */
export function preset(target: BundleTarget): webpack.Configuration {
  const release = target.mode !== 'source';
  const container = containerOf(target.name);
  const pages = new PageChunkNames();
  return {
    name: target.name,
    mode: 'production',
    context: target.dir,
    target: ['web', 'es2022'],
    entry: target.name === 'root-config' ? { boot: './boot.ts', later: './later.ts', rescue: './rescue/start.ts', hindi: './hindi/hindi.ts' } : {},
    // `.ts` and `.tsx` go through swc; webpack's own type stripping knows no JSX.
    experiments: { typescript: false },
    output: {
      path: target.out,
      clean: !release,
      // No hash in names: the folder of a release carries the hash of everything in it.
      filename: '[name].js',
      chunkFilename: '[name].js',
      uniqueName: container,
      chunkLoadingGlobal: `webpackChunk_${container}_${BUILD_ID_HOLE}`,
      publicPath: 'auto',
      crossOriginLoading: 'anonymous',
      chunkLoadTimeout: CHUNK_LOAD_TIMEOUT,
      // A module that threw while loading throws again, instead of resolving to an empty object the second time.
      strictModuleExceptionHandling: true,
      trustedTypes: { policyName: 'vimarsh' },
      hashFunction: 'xxhash64',
    },
    resolve: {
      extensions: ['.ts', '.tsx', '.js'],
      alias: { [fileURLToPath(import.meta.resolve('lucide-react/icons/x').replace('icons/x', 'createLucideIcon'))]: LIGHT_ICON },
    },
    module: {
      rules: [
        // The page decides by the manifest before the module runs; the module itself only asks which page an address is.
        { test: /\/module\.json$/, type: 'json', parser: { parse: pagesOf } },
        // Only emotion's `withTheme` needs it, which nobody calls; its package does not say that it may be left out.
        { test: /node_modules\/hoist-non-react-statics\//, sideEffects: false },
        ...(release ? [{ test: /shared\/contract\/.*\.ts$/, enforce: 'post' as const, loader: PURE_CONSTANTS }] : []),
        {
          test: /\.tsx?$/,
          loader: 'swc-loader',
          options: {
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              target: 'es2022',
              transform: { react: { runtime: 'automatic', importSource: '@emotion/react' } },
              // Takes white space out of styles, and lets the minimizer drop the ones nobody uses.
              experimental: { plugins: [['@swc/plugin-emotion', { sourceMap: false, autoLabel: 'never' }]], cacheRoot: `${REPOSITORY}.cache/swc` },
            },
          },
        },
      ],
    },
    optimization: {
      chunkIds: 'deterministic',
      moduleIds: 'deterministic',
      minimize: release,
      minimizer: [new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, minimizerOptions: SMALL })],
      splitChunks: target.name === 'shared' ? splitShared() : splitModule(pages),
    },
    plugins: [
      ...federation(target.name, container),
      pages,
      ...(release && target.name === 'shared' ? [COMPILED_AT_ONCE] : []),
      new webpack.DefinePlugin({ LEDGER_KEYS_OF_BUILD: JSON.stringify(target.ledgerKeys ?? []) }),
      new BuildIdPlugin(),
      new NamesAsIdsPlugin(),
      new TakeSharedPlugin(),
      new LoadChunksPlugin({ retries: target.without?.includes('retry') ? 0 : 2, integrity: !target.without?.includes('integrity') }),
    ],
    devtool: release ? false : 'source-map',
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
  };
}

/**
 * Chromium compiles such a file while it comes, on another thread, and not function by function when it runs: what sends requests runs
 * in a third of the time. Of React, and of a module's screens, much is never called: there it costs five tabs more than it gives one.
 */
const COMPILED_AT_ONCE = new webpack.BannerPlugin({
  banner: '//# allFunctionsCalledOnLoad',
  raw: true,
  exclude: /^(entry|base)\.js$/,
  // What the minimizer sees as a comment, it takes away.
  stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
});

function federation(name: string, container: string): webpack.WebpackPluginInstance[] {
  if (name === 'root-config') return [];
  const entry = { name: container, filename: 'entry.js', library: { type: 'var' as const, name: container } };
  if (name === 'shared') {
    // It only provides: taking its own libraries from the share scope would add the version resolver to its entry.
    return [
      new webpack.container.ContainerPlugin({
        ...entry,
        exposes: { './session': { import: './session/index.ts', name: SESSION_CHUNK }, './provided': './build/bundle/provided.ts' },
      }),
      new webpack.sharing.ProvideSharedPlugin({ provides: provided() }),
    ];
  }
  return [
    new webpack.container.ModuleFederationPlugin({ ...entry, exposes: { './module': { import: './src/index.ts', name: MODULE_CHUNK } }, shared: consumed() }),
  ];
}

/** A chunk that has a name is called by it: with numbers, each entry would carry a table from number to name. */
class NamesAsIdsPlugin {
  apply(compiler: webpack.Compiler): void {
    compiler.hooks.compilation.tap(NamesAsIdsPlugin.name, (compilation) => {
      compilation.hooks.chunkIds.tap(NamesAsIdsPlugin.name, (chunks) => {
        for (const chunk of chunks) {
          if (!chunk.name) continue;
          chunk.id = chunk.name;
          chunk.ids = [chunk.name];
        }
      });
    });
  }
}

type SplitChunks = NonNullable<webpack.Configuration['optimization']>['splitChunks'];
/** Where a module of the build stands, for the tests of cache groups. */
type Graph = { chunkGraph: webpack.ChunkGraph };
const chunksOf = (module: webpack.Module, { chunkGraph }: Graph): webpack.Chunk[] => [...chunkGraph.getModuleChunksIterable(module)];

/** What a module exposes: its `src/index.ts`. */
const MODULE_CHUNK = 'module';
/** What `shared` exposes as the session, before it is put together with the libraries. */
const SESSION_CHUNK = 'session';

/** Session and libraries of `shared` arrive as one file: every page needs both. XState and what few screens need stay apart. */
function splitShared(): SplitChunks {
  const libraries = /node_modules\/(react|react-dom|scheduler|single-spa-react|@emotion|stylis|@babel)\/|build\/bundle\/emotion\.ts$/;
  const everyPage = (module: webpack.Module, graph: Graph): boolean =>
    libraries.test(module.nameForCondition() ?? '') || chunksOf(module, graph).some(({ name }) => name === SESSION_CHUNK);
  return {
    chunks: 'async',
    cacheGroups: {
      default: false,
      defaultVendors: false,
      base: { name: 'base', test: everyPage, enforce: true },
      xstate: { name: 'xstate', test: /node_modules\/xstate\//, enforce: true },
    },
  };
}

/** Of a module's screens, the share that must need something for it to come with the module. */
const MOST = 0.75;

/**
 * One file per screen plus what several screens share; what the first screen and most others need comes with the module itself, so
 * that one plain screen doesn't tear it apart for all. Splitting vendors off would only add requests before first content.
 * A part under 110 kB of source is copied into each screen that needs it: as files of their own, such parts made every screen load more,
 * and each costs the module's entry the hash of its file.
 */
function splitModule(pages: PageChunkNames): SplitChunks {
  const mostScreens = (module: webpack.Module, graph: Graph): boolean => {
    const screens = chunksOf(module, graph).filter(({ name }) => name?.startsWith('page-'));
    return pages.count > 1 && screens.length >= pages.count * MOST && screens.some(({ name }) => name === pages.first);
  };
  return { chunks: 'async', minSize: 110_000, cacheGroups: { defaultVendors: false, module: { name: MODULE_CHUNK, test: mostScreens, enforce: true } } };
}

/** Names the chunk of `x.page.tsx` `page-x` and of `x.panel.tsx` `panel-x`, so that the page can preload the active one. */
class PageChunkNames implements webpack.WebpackPluginInstance {
  count = 0;
  /** In the order of the module's `src/index.ts`. */
  first = '';

  apply(compiler: webpack.Compiler): void {
    compiler.hooks.compilation.tap('PageChunkNames', (compilation) => {
      compilation.hooks.afterChunks.tap('PageChunkNames', () => {
        this.count = 0;
        this.first = '';
        for (const group of compilation.chunkGroups) {
          const request = group.origins.map((origin) => /([\w-]+)\.(page|panel)\.tsx$/.exec(origin.request ?? '')).find(Boolean);
          if (!request || group.chunks.length !== 1 || group.chunks[0]!.name) continue;
          group.chunks[0]!.name = `${request[2]}-${request[1]}`;
          if (request[2] !== 'page') continue;
          this.first ||= group.chunks[0]!.name;
          this.count += 1;
        }
      });
    });
  }
}

function pagesOf(text: string): object {
  const { name, routes } = JSON.parse(text) as { name: string; routes: { path: string; page: string }[] };
  return { name, routes: routes.map(({ path, page }) => ({ path, page })) };
}
