import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type ShortName, WIDGETS as SUBJECTS, SHORT_NAMES as WIDGETS } from '@vimarsh/shared/contract/embed/widgets.ts';
import TerserPlugin from 'minimizer-webpack-plugin';
import webpack from 'webpack';
import { EQUITY_HINDI } from '../src/hindi/equity.hindi.ts';
import { packed } from '../src/hindi/hindi-texts.ts';
import { OPTIONS_HINDI } from '../src/hindi/options.hindi.ts';
import { SENTIMENT_HINDI } from '../src/hindi/sentiment.hindi.ts';
import { PROTOCOL } from './wire/protocol-major.ts';

/**
 * Builds the standalone bundles for partner pages: ES modules on preact, each named in its importer by hash.
 *
 *   v1.js (floating) = <version>/loader.js → runtime.js and the widget's chunk, side by side
 *                                            equity.js → candles.js, options.js → strategy.js when near the screen
 *                                          → disclaimer.js, frames.js (the page's side of iframes), check.js
 *   hi-<widget>.js, hindi-words.js: its words in Hindi and what speaks them, fetched by the widget that is asked for them
 *   frame-<widget>.js: an iframe page, all in one but what comes near the screen later and Hindi
 *
 * Hashes are filled in after the build, innermost first, because a file's hash depends on the hashes it carries.
 */
const here = fileURLToPath(new URL('.', import.meta.url));
const RELEASE = '1.0.0';
/** What the loader imports by hash. */
const LOADED = [...WIDGETS, 'runtime', 'disclaimer', 'frames', 'check'];
/** Parts fetched when near the screen, and what imports them by hash. */
const LATER = {
  candles: ['equity', 'frame-equity-insights'],
  strategy: ['options', 'frame-options-insights'],
} as const;
/** What takes preact from the page. */
const CHUNKS = [...WIDGETS, ...Object.keys(LATER), 'hindi-words'];
const ALONE = ['loader', 'runtime', 'disclaimer', 'frames', 'check', ...SUBJECTS.map((widget) => `frame-${widget}`)];
const NAMES = [...CHUNKS, ...ALONE];
/** Nearly all of these has run when the first figures stand. Browsers that know the hint compile it while it arrives, off the main thread, and not function by function when first called. */
const RUN_AT_ONCE: readonly string[] = ['loader', 'runtime', 'sentiment'];
const COMPILE_AHEAD = '//# allFunctionsCalledOnLoad\n';
const HINDI = { sentiment: SENTIMENT_HINDI, equity: EQUITY_HINDI, options: OPTIONS_HINDI } satisfies Record<ShortName, object>;

export interface EmbedBuild {
  readonly version: string;
  /** Path below `/w/`, e.g. `1.0.0-ab12cd34ef/loader.js`. */
  readonly files: readonly { path: string; integrity: string; bytes: number }[];
}

export async function buildEmbeds(outDir: string): Promise<EmbedBuild> {
  const raw = `${outDir}.raw`;
  await rm(raw, { recursive: true, force: true });
  await compile(raw);
  const source = async (name: string): Promise<string> => (await readFile(`${raw}/${name}.js`, 'utf8')).trim();

  const texts = new Map<string, string>();
  for (const name of NAMES) texts.set(name, (RUN_AT_ONCE.includes(name) ? COMPILE_AHEAD : '') + (await source(name)));
  for (const name of WIDGETS) {
    const words = `export const hindi=${JSON.stringify(packed(HINDI[name]))}`;
    texts.set(`hi-${name}`, words);
    for (const reader of NAMES) texts.set(reader, texts.get(reader)!.replaceAll(`__HI_${name.toUpperCase()}_INTEGRITY__`, sriOf(words, 'sha256')));
  }
  const hash = createHash('sha256')
    .update([...texts.values()].join('\0'))
    .digest('hex')
    .slice(0, 10);
  const version = `${RELEASE}-${hash}`;
  for (const [name, text] of texts) texts.set(name, text.replaceAll('__EMBED_VERSION__', version));

  const speaking = sriOf(texts.get('hindi-words')!);
  for (const name of NAMES) texts.set(name, texts.get(name)!.replaceAll('__HINDI_WORDS_INTEGRITY__', speaking));
  for (const [part, importers] of Object.entries(LATER)) {
    const hash = sriOf(texts.get(part)!, 'sha256');
    for (const name of importers) texts.set(name, fill(texts.get(name)!, `__${part.toUpperCase()}_INTEGRITY__`, hash));
  }
  const integrities = LOADED.map((name) => `${name} ${sriOf(texts.get(name)!, 'sha256')}`).join();
  const hashed = fill(texts.get('loader')!, '__INTEGRITIES__', integrities);
  const loaderAt = (base: string): string => fill(hashed, '__EMBED_BASE__', base);
  texts.set('loader', loaderAt('./'));

  // Older versions stay where they are: pinned script tags point at them. Only v1.js moves.
  const built: { path: string; integrity: string; bytes: number }[] = [];
  for (const [name, text] of texts) built.push(await write(outDir, `${version}/${name}.js`, text));
  // It is the loader itself and not a pointer to it: one round trip less before the first widget.
  built.push(await write(outDir, 'v1.js', loaderAt(`./${version}/`)));
  const result = { version, files: built };
  // A server may be reading it.
  await writeFile(`${outDir}/embed.json.draft`, `${JSON.stringify(result, null, 2)}\n`);
  await rename(`${outDir}/embed.json.draft`, `${outDir}/embed.json`);
  await rm(raw, { recursive: true, force: true });
  return result;
}

function fill(text: string, hole: string, value: string): string {
  if (!text.includes(hole)) throw new Error(`The bundle has no place for ${hole}`);
  return text.replaceAll(hole, value);
}

/** The shorter hash is for the files that the loader names: five of them are in it. */
const sriOf = (text: string, algorithm: 'sha256' | 'sha384' = 'sha384'): string => `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`;

async function write(outDir: string, path: string, text: string): Promise<{ path: string; integrity: string; bytes: number }> {
  const file = `${outDir}/${path}`;
  const compressed = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  await mkdir(file.slice(0, file.lastIndexOf('/')), { recursive: true });
  await writeFile(file, text);
  await writeFile(`${file}.br`, compressed);
  await writeFile(`${file}.gz`, gzipSync(text, { level: 9 }));
  return { path, integrity: sriOf(text), bytes: compressed.length };
}

function compile(outDir: string): Promise<void> {
  // Widget chunks take preact, hooks and the style shim from the page's runtime; loader, runtime and frame carry them.
  const fromRuntime = (name: string): string => `globalThis[Symbol.for("vimarsh.embed.${PROTOCOL}")].runtime.modules.${name}`;
  const configs = [
    config(outDir, ALONE, {}),
    config(outDir, CHUNKS, { react: fromRuntime('react'), '@emotion/react': fromRuntime('emotion'), '@emotion/react/jsx-runtime': fromRuntime('jsx') }),
  ];
  return new Promise((resolve, reject) => {
    webpack(configs, (error, stats) => {
      if (error) reject(error);
      else if (stats?.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true, errorDetails: true })));
      else resolve();
    });
  });
}

function config(outDir: string, names: readonly string[], externals: Record<string, string>): webpack.Configuration {
  return {
    mode: 'production',
    context: here,
    target: ['web', 'es2022'],
    entry: Object.fromEntries(names.map((name) => [name, `./${name}`])),
    externals,
    externalsType: 'var',
    experiments: { outputModule: true, typescript: false },
    output: { path: outDir, filename: '[name].js', library: { type: 'module' }, module: true },
    resolve: {
      extensions: ['.ts', '.tsx', '.js'],
      alias: { '@emotion/react/jsx-runtime$': `${here}emotion-shim.ts`, '@emotion/react$': `${here}emotion-shim.ts`, react$: `${here}react.ts` },
    },
    module: {
      // Left as written: import() targets and this module's own address are decided at run time.
      parser: { javascript: { importMeta: false } },
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
      minimizer: [
        new TerserPlugin({
          minify: TerserPlugin.swcMinify,
          minimizerOptions: { ecma: 2022, module: true, compress: { passes: 3, unsafe_arrows: true }, mangle: true },
        }),
      ],
    },
    performance: false,
    devtool: false,
    stats: 'errors-only',
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const result = await buildEmbeds(process.argv[2] ?? `${here}../dist/embed`);
  for (const file of result.files) console.log(`${file.path.padEnd(40)} ${String(file.bytes).padStart(6)} B br`);
}
