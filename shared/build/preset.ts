import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack from 'webpack';
import { BUILD_ID_HOLE, BuildIdPlugin } from './build-id.ts';
import { LoadChunksPlugin } from './load-chunks.ts';
import { consumed, provided } from './sharing.ts';

/** A chunk that takes longer counts as failed (S8-ERR-30, S9-LIM-09), in milliseconds. */
export const CHUNK_LOAD_TIMEOUT = 120_000;

export interface Target {
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
}

/** Global variable of a module's container. */
export const containerOf = (name: string): string => `vimarsh_${name.replaceAll('-', '_')}`;

/** The one webpack configuration of the house. */
export function preset(target: Target): webpack.Configuration {
  const release = target.mode !== 'source';
  const container = containerOf(target.name);
  return {
    name: target.name,
    mode: 'production',
    context: target.dir,
    target: ['web', 'es2022'],
    entry: target.name === 'root-config' ? { boot: './boot.ts' } : {},
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
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          loader: 'swc-loader',
          options: {
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              target: 'es2022',
              transform: { react: { runtime: 'automatic', importSource: '@emotion/react' } },
            },
          },
        },
      ],
    },
    optimization: {
      chunkIds: 'deterministic',
      moduleIds: 'deterministic',
      minimize: release,
      minimizer: [new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, minimizerOptions: { ecma: 2022, compress: { passes: 2 }, mangle: true } })],
      splitChunks: splitChunks(target.name),
    },
    plugins: [
      ...federation(target.name, container),
      new PageChunkNames(),
      new BuildIdPlugin(),
      new LoadChunksPlugin({ retries: target.without?.includes('retry') ? 0 : 2, integrity: !target.without?.includes('integrity') }),
    ],
    devtool: release ? false : 'source-map',
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
  };
}

function federation(name: string, container: string): webpack.WebpackPluginInstance[] {
  if (name === 'root-config') return [];
  const entry = { name: container, filename: 'entry.js', library: { type: 'var' as const, name: container } };
  if (name === 'shared') {
    // It only provides: taking its own libraries from the share scope would add the version resolver to its entry.
    return [
      new webpack.container.ContainerPlugin({ ...entry, exposes: { './session': './session/index.ts', './provided': './build/provided.ts' } }),
      new webpack.sharing.ProvideSharedPlugin({ provides: provided() }),
    ];
  }
  return [new webpack.container.ModuleFederationPlugin({ ...entry, exposes: { './module': './src/index.ts' }, shared: consumed() })];
}

/** The libraries of `shared` arrive as one file instead of a waterfall; XState and what only a few screens need stay apart. */
function splitChunks(name: string): NonNullable<webpack.Configuration['optimization']>['splitChunks'] {
  // One file per screen plus what several screens share; splitting vendors off would only add requests before first content.
  if (name !== 'shared') return { chunks: 'async', minSize: 20_000, cacheGroups: { defaultVendors: false } };
  const inVendors = /node_modules\/(react|react-dom|react-is|scheduler|@emotion|stylis|hoist-non-react-statics|@babel)\//;
  const group = (name: string, test: RegExp) => ({ [name]: { name, test, enforce: true } });
  return {
    chunks: 'async',
    cacheGroups: { default: false, defaultVendors: false, ...group('vendors', inVendors), ...group('xstate', /node_modules\/xstate\//) },
  };
}

/** Names the chunk of `x.page.tsx` `page-x` and of `x.panel.tsx` `panel-x`, so that the page can preload the active one. */
class PageChunkNames implements webpack.WebpackPluginInstance {
  apply(compiler: webpack.Compiler): void {
    compiler.hooks.compilation.tap('PageChunkNames', (compilation) => {
      compilation.hooks.afterChunks.tap('PageChunkNames', () => {
        for (const group of compilation.chunkGroups) {
          const request = group.origins.map((origin) => /([\w-]+)\.(page|panel)\.tsx$/.exec(origin.request ?? '')).find(Boolean);
          if (request && group.chunks.length === 1 && !group.chunks[0]!.name) group.chunks[0]!.name = `${request[2]}-${request[1]}`;
        }
      });
    });
  }
}
