import { mkdirSync, writeFileSync } from 'node:fs';

const VERSION = '1.0.0-0123456789';

/** Stores what a build of the widgets leaves for partners' pages, empty. */
export function storeEmbed(dataDir: string): void {
  const dir = `${dataDir}/embed`;
  mkdirSync(`${dir}/${VERSION}`, { recursive: true });
  const files = ['frame-market-sentiment', 'frame-equity-insights', 'frame-options-insights', 'loader'].map((name) => `${VERSION}/${name}.js`);
  for (const file of files) writeFileSync(`${dir}/${file}`, 'export {};\n');
  writeFileSync(`${dir}/v1.js`, `export * from './${VERSION}/loader.js';\n`);
  writeFileSync(`${dir}/embed.json`, JSON.stringify({ version: VERSION, files: files.map((path) => ({ path, integrity: 'sha384-x' })) }));
}
