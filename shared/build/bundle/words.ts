import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import webpack from 'webpack';
import { type BundleTarget, preset } from './preset.ts';
import { WORDS_FILE } from './words-file.ts';

/** The variable that the file defines: a function, from JSON to JSON. */
const DEFINES = 'words';

const kit = (file: string): string => fileURLToPath(new URL(`../../kit/words/${file}`, import.meta.url));
const file = (request: string): string => fileURLToPath(import.meta.resolve(request));

export const hasWords = (dir: string): boolean => existsSync(`${dir}/src/words.ts`);

/**
 * Builds `src/words.ts` of a module into one file that needs nothing of a browser and nothing of Node: plain JavaScript with React
 * and the screens in it. Parts that a screen loads later are left out, because a drawing ends before they would come.
 */
export function wordsPreset(target: BundleTarget): webpack.Configuration {
  const { context, resolve, module, optimization, experiments, performance, stats, infrastructureLogging } = preset(target);
  return {
    name: `${target.name} words`,
    mode: 'production',
    target: ['es2022'],
    ...(context && { context }),
    ...{ experiments, performance, stats, infrastructureLogging },
    entry: { words: './src/words.ts' },
    output: {
      path: target.out,
      filename: WORDS_FILE,
      library: { type: 'var', name: DEFINES, export: 'draw' },
      globalObject: 'globalThis',
      publicPath: '',
      chunkFormat: false,
      chunkLoading: false,
      wasmLoading: false,
    },
    resolve: {
      ...resolve,
      // Emotion's build for servers that are no Node.
      conditionNames: ['edge-light', 'import', 'module', 'require', 'default'],
      alias: {
        ...resolve?.alias,
        'react-dom/server$': file('react-dom/package.json').replace('package.json', 'cjs/react-dom-server-legacy.browser.production.js'),
        '@vimarsh/shared/session$': kit('session-on-server.ts'),
        [fileURLToPath(new URL('../../session/index.ts', import.meta.url))]: kit('session-on-server.ts'),
      },
    },
    module: { ...module, parser: { javascript: { dynamicImportMode: 'weak' } } },
    optimization: { ...optimization, splitChunks: false },
    plugins: [
      new webpack.DefinePlugin({ LEDGER_KEYS_OF_BUILD: '[]' }),
      new webpack.NormalModuleReplacementPlugin(/^react$/, (found) => {
        if (!/node_modules|react-on-server\.ts$/.test(found.contextInfo.issuer)) found.request = kit('react-on-server.ts');
      }),
    ],
  };
}
