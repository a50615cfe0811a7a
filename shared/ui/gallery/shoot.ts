/**
 * Renders the gallery in Chromium, light and dark, at 360 and 1440 px, under the portal's style policy, runs axe on it,
 * and saves screenshots in the given folder (default: `vimarsh-gallery` in the temporary folder).
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import webpack from 'webpack';
import { accessibilityFaults } from '../../build/checks/accessible.ts';
import { fontFiles, fontsCss } from '../fonts.css.ts';
import { tokensCss } from '../tokens.css.ts';

const out = process.argv[2] ?? `${tmpdir()}/vimarsh-gallery`;
const here = fileURLToPath(new URL('.', import.meta.url));
const { resolve } = createRequire(import.meta.url);
mkdirSync(out, { recursive: true });

await new Promise<void>((done, failed) =>
  webpack(
    {
      mode: 'production',
      context: here,
      entry: './gallery.tsx',
      experiments: { typescript: false },
      output: { path: `${out}/js`, publicPath: '/js/' },
      // The gallery has its own session.
      externals: { '@vimarsh/shared/session': 'var {}' },
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
      optimization: { minimize: false },
      performance: false,
    },
    (error, stats) => (error || stats?.hasErrors() ? failed(error ?? new Error(stats?.toString('errors-only'))) : done()),
  ),
);

const page = `<!doctype html><html lang="en" data-theme="light" data-layout="bare"><meta charset="utf-8"><title>Gallery</title>
<meta name="viewport" content="width=device-width"><style nonce="abc">${tokensCss}${fontsCss}</style>
<main id="outlet"></main><script nonce="abc" src="/js/main.js"></script>`;
const server = createServer((request, response) => {
  const font = fontFiles.find((file) => file.url === request.url);
  if (font) return response.end(readFileSync(resolve(font.from)));
  if (request.url?.startsWith('/js/')) return response.setHeader('content-type', 'text/javascript').end(readFileSync(`${out}${request.url}`));
  const policy = "default-src 'self'; script-src 'self' 'nonce-abc'; style-src 'self' 'nonce-abc'";
  response.setHeader('content-type', 'text/html').setHeader('content-security-policy', policy).end(page);
}).listen(0);
const { port } = server.address() as { port: number };
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
let problems = 0;
for (const theme of ['light', 'dark'] as const) {
  for (const width of [360, 1440]) {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    const tab = await context.newPage();
    tab.on('console', (message) => message.type() === 'error' && console.log(`${theme} ${width}: ${message.text()}`));
    tab.on('pageerror', (error) => console.log(`${theme} ${width}: ${error}`));
    await tab.goto(`http://localhost:${port}/`);
    await tab.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
    await tab.getByRole('slider', { name: /sentiment/ }).scrollIntoViewIfNeeded();
    await tab.waitForSelector('canvas');
    await tab.waitForTimeout(300);
    const faults = await accessibilityFaults(tab);
    for (const fault of faults) console.log(`${theme} ${width} axe ${fault}`);
    const overflow = await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (overflow > 0) {
      const widest = await tab.evaluate(() =>
        [...document.querySelectorAll('#outlet *')]
          .filter((element) => element.getBoundingClientRect().right > innerWidth && !element.closest('[role=img],section'))
          .map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`),
      );
      console.log(`${theme} ${width}: the page is ${overflow} px too wide: ${widest.slice(0, 5).join(' | ')}`);
    }
    problems += faults.length + (overflow > 0 ? 1 : 0);
    const shot = (name: string, fullPage = false) => tab.screenshot({ path: `${out}/${theme}-${width}-${name}.png`, fullPage });
    await shot('all', true);
    await tab.getByRole('button', { name: '+6.21%' }).click();
    await shot('computed');
    await tab.keyboard.press('Escape');
    await tab.getByRole('combobox', { name: 'Stock' }).click();
    await tab.waitForTimeout(300);
    await shot('combobox');
    await tab.keyboard.press('Escape');
    await tab.getByRole('button', { name: 'More actions' }).click();
    await shot('menu');
    await tab.keyboard.press('Escape');
    await tab.getByRole('button', { name: 'Open drawer' }).click();
    await tab.getByRole('dialog').getByRole('button', { name: '+6.21%' }).click();
    await tab.waitForTimeout(250);
    await shot('drawer');
    await tab.keyboard.press('Escape');
    await tab.keyboard.press('Escape');
    await tab.evaluate(() => (window as unknown as { notice(): void }).notice());
    await tab.getByRole('button', { name: 'Open dialog' }).click();
    await tab.waitForTimeout(250);
    await shot('dialog');
    await context.close();
  }
}
await browser.close();
server.close();
console.log(problems ? `${problems} problems; screenshots in ${out}` : `No problems; screenshots in ${out}`);
process.exitCode = problems ? 1 : 0;
