import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import webpack from 'webpack';
import type { SiteFile } from '../../../../e2e/support/site.ts';
import { compile, floorConfig } from '../compile.ts';

/** React and react-dom with one native remote that draws the same calls: files by address. `calls` is the page's data. */
export async function federationFloor(calls: unknown): Promise<Record<string, SiteFile>> {
  const out = mkdtempSync(join(tmpdir(), 'vimarsh-floor-'));
  const context = fileURLToPath(new URL('.', import.meta.url));
  const shared = (own: boolean) =>
    Object.fromEntries(['react', 'react-dom', 'react-dom/client'].map((key) => [key, { singleton: true, ...(own ? {} : { import: false as const }) }]));
  try {
    await compile([
      floorConfig(
        {
          context,
          entry: { boot: './boot.ts' },
          output: { path: `${out}/host`, filename: '[name].js', uniqueName: 'floor_host', publicPath: '/host/' },
          plugins: [new webpack.container.ModuleFederationPlugin({ name: 'floor_host', shared: shared(true) })],
        },
        'react',
      ),
      floorConfig(
        {
          context,
          entry: {},
          output: { path: `${out}/remote`, filename: '[name].js', uniqueName: 'floor_remote', publicPath: '/remote/' },
          plugins: [
            new webpack.container.ModuleFederationPlugin({
              name: 'floor_remote',
              filename: 'entry.js',
              library: { type: 'var', name: 'floor_remote' },
              exposes: { './rows': './rows.tsx' },
              shared: shared(false),
            }),
          ],
        },
        'react',
      ),
    ]);
    const scripts = ['host', 'remote'].flatMap((folder) =>
      readdirSync(`${out}/${folder}`)
        .filter((name) => name.endsWith('.js'))
        .map((name): [string, SiteFile] => [`/${folder}/${name}`, { type: 'text/javascript', body: readFileSync(`${out}/${folder}/${name}`, 'utf8') }]),
    );
    const data = JSON.stringify(calls).replaceAll('<', '\\u003c');
    const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Floor</title><body><h1>Closed calls</h1><div id="outlet" style="min-height:300px"></div><script type="application/json" id="data">${data}</script><script defer src="/host/boot.js"></script></body></html>`;
    return { '/': { type: 'text/html', body: page }, ...Object.fromEntries(scripts) };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
