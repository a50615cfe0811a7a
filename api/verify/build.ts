import { fileURLToPath } from 'node:url';
import { ledgerKeys } from '@vimarsh/shared/contract/release/ledger-keys.ts';
import webpack from 'webpack';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** Puts the command into one file that needs nothing but Node. `keys`: of the ledger, base64url, that it trusts. */
export function buildCommand(out: string, keys: readonly string[] = []): Promise<void> {
  const compiler = webpack({
    mode: 'production',
    context: HERE,
    target: 'node20',
    entry: { verify: './src/main.ts' },
    experiments: { outputModule: true, typescript: true },
    output: { path: out, filename: '[name].js', module: true, chunkFormat: 'module', library: { type: 'module' } },
    optimization: { minimize: false },
    resolve: { extensions: ['.ts', '.js'] },
    plugins: [new webpack.DefinePlugin({ LEDGER_KEYS_OF_BUILD: JSON.stringify(keys) }), new webpack.BannerPlugin({ banner: '#!/usr/bin/env node', raw: true })],
  });
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error) reject(error);
        else if (stats?.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true })));
        else resolve();
      });
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildCommand(`${HERE}dist`, ledgerKeys.parse(process.env.LEDGER_KEYS?.split(',') ?? []));
