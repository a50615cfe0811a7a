import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import webpack from 'webpack';
import { snippet } from '../support/readme.ts';
import { serveSite } from '../support/site.ts';
import { REPOSITORY, type Stack } from '../support/stack.ts';
import { expect, test } from '../support/story.ts';

/** Pages written from the README alone, word for word, on the partner's origin and another port than ours. */
const PACKAGE = `${REPOSITORY}mf-widgets/npm`;

const portOf = (stack: Stack): number => Number(new URL(stack.partnerSite).port);
const html = (body: string) => ({ type: 'text/html; charset=utf-8', body });

async function expectInsights(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Market sentiment of RELIANCE' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Equity insight of RELIANCE' })).toBeVisible();
  await page.locator('vimarsh-options').scrollIntoViewIfNeeded();
  await expect(page.getByRole('region', { name: 'Options insight of NIFTY' })).toBeVisible();
  await page.locator('vimarsh-disclaimer').scrollIntoViewIfNeeded();
  await expect(page.getByRole('note', { name: 'Disclaimer' })).toContainText('subject to market risks');
}

test('the README’s page shows all insights and the disclaimer; pinned with its hash, too', async ({ page, stack, demo }) => {
  const whole = snippet("## On a partner's page", 'html', stack, demo);
  const { version, files } = JSON.parse(readFileSync(`${stack.dataDir}/embed/embed.json`, 'utf8')) as {
    version: string;
    files: { path: string; integrity: string }[];
  };
  const { integrity } = files.find(({ path }) => path === `${version}/loader.js`)!;
  const tag = snippet('### Pinned', 'html', stack, demo).replace('VERSION', version).replace('sha384-…', integrity);
  const pinned = whole.replace(/<script.*<\/script>/, tag);
  expect(pinned).toContain(integrity);
  const tampered = pinned.replace(integrity, `sha384-${'A'.repeat(64)}`);
  const site = await serveSite({ '/': html(whole), '/pinned': html(pinned), '/tampered': html(tampered) }, portOf(stack));
  try {
    for (const path of ['/', '/pinned']) {
      await page.goto(site.origin + path);
      await expectInsights(page);
    }
    await page.goto(`${site.origin}/tampered`);
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('link', { name: 'RELIANCE equity insight' })).toBeVisible();
    await expect(page.getByRole('region')).toHaveCount(0);
  } finally {
    site.close();
  }
});

test('two versions and a double tag on one page: the first defines the elements, one request, one runtime, one console line each', async ({
  page,
  stack,
  demo,
}) => {
  const { version } = JSON.parse(readFileSync(`${stack.dataDir}/embed/embed.json`, 'utf8')) as { version: string };
  const older = `${version.split('-')[0]}-0123456789`;
  cpSync(`${stack.dataDir}/embed/${version}`, `${stack.dataDir}/embed/${older}`, { recursive: true });
  const whole = snippet("## On a partner's page", 'html', stack, demo);
  const tag = /<script.*<\/script>/.exec(whole)![0];
  const others = [tag.replace('v1.js', `${older}/loader.js`), tag.replace('v1.js', 'v1.js?again')].join('');
  const site = await serveSite({ '/': html(whole.replace('</head>', `${others}</head>`)) }, portOf(stack));
  const lines: string[] = [];
  const asked: string[] = [];
  page.on('pageerror', (error) => lines.push(String(error)));
  page.on('console', (message) => lines.push(message.text()));
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  try {
    await page.goto(site.origin);
    await expectInsights(page);
    const ours = lines.filter((line) => !line.includes('favicon'));
    expect(ours.filter((line) => !/^vimarsh-\w+ is defined already\.$/.test(line) && !line.startsWith('Failed to load resource'))).toEqual([]);
    expect(ours.filter((line) => line.startsWith('vimarsh-equity'))).toHaveLength(2);
    expect(asked.filter((path) => path.endsWith('/runtime.js'))).toHaveLength(1);
    expect(asked.filter((path) => path.endsWith('/loader.js') || path.endsWith('/v1.js'))).toHaveLength(3);
  } finally {
    site.close();
  }
});

test('the README’s frames show all insights on a page without any script', async ({ page, stack, demo }) => {
  const frames = snippet('### Frames', 'html', stack, demo);
  const site = await serveSite({ '/': html(`<!doctype html><title>Frames</title>${frames}`) }, portOf(stack));
  try {
    await page.goto(site.origin);
    for (const [at, name] of ['Market sentiment of RELIANCE', 'Equity insight of RELIANCE', 'Options insight of NIFTY'].entries()) {
      await page.locator('iframe').nth(at).scrollIntoViewIfNeeded();
      await expect(page.frameLocator(`iframe >> nth=${at}`).getByRole('region', { name, exact: true })).toBeVisible();
    }
  } finally {
    site.close();
  }
});

/** A new app in an empty folder with the packed package and one React; answers its script. */
async function buildApp(folder: string, installed: Readonly<Record<string, string>>, component: string): Promise<string> {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@vimarsh'), { recursive: true });
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', folder], { cwd: PACKAGE, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }),
  ) as {
    filename: string;
    files: { path: string }[];
  }[];
  expect(packed!.files.map(({ path }) => path).toSorted()).toEqual([
    'README.md',
    ...['events', 'index', 'react'].flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]),
    'package.json',
  ]);
  execFileSync('tar', ['-xzf', join(folder, packed!.filename), '-C', folder]);
  symlinkSync(join(folder, 'package'), join(modules, '@vimarsh/embed'));
  for (const [name, place] of Object.entries(installed)) symlinkSync(`${REPOSITORY}node_modules/${place}`, join(modules, name));
  symlinkSync(`${REPOSITORY}node_modules/@types`, join(modules, '@types'));
  writeFileSync(join(folder, 'insights.tsx'), component);
  writeFileSync(
    join(folder, 'main.tsx'),
    `import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Insights } from './insights';
createRoot(document.getElementById('root')!).render(<StrictMode><Insights /></StrictMode>);
`,
  );
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        jsx: 'react-jsx',
        module: 'esnext',
        moduleResolution: 'bundler',
        target: 'es2022',
        lib: ['es2022', 'dom'],
        types: [],
      },
      include: ['*.tsx'],
    }),
  );
  execFileSync(`${REPOSITORY}node_modules/.bin/tsc`, ['-p', folder], { stdio: 'inherit' });
  await new Promise<void>((resolve, reject) => {
    webpack(
      {
        mode: 'production',
        context: folder,
        entry: './main.tsx',
        output: { path: join(folder, 'out'), filename: 'app.js' },
        resolve: {
          extensions: ['.tsx', '.js'],
          modules: [modules, `${REPOSITORY}node_modules`],
          symlinks: false,
          alias: { react: join(modules, 'react'), 'react-dom': join(modules, 'react-dom') },
        },
        resolveLoader: { modules: [`${REPOSITORY}node_modules`] },
        module: {
          rules: [
            {
              test: /\.tsx$/,
              loader: 'swc-loader',
              options: { jsc: { parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } } } },
            },
          ],
        },
        performance: false,
      },
      (error, stats) => {
        if (error) reject(error);
        else if (stats?.hasErrors() || stats?.hasWarnings()) reject(new Error(stats.toString({ all: false, errors: true, warnings: true })));
        else resolve();
      },
    );
  });
  return readFileSync(join(folder, 'out/app.js'), 'utf8');
}

/** The Reacts a partner's app may have, and where each part of them is installed here: ours, and the older under another name. */
const REACTS = {
  'React 19': { react: 'react', 'react-dom': 'react-dom', scheduler: 'scheduler' },
  'React 18': { react: 'react-18', 'react-dom': 'react-dom-18', scheduler: 'react-dom-18/node_modules/scheduler' },
};
for (const [name, installed] of Object.entries(REACTS))
  test(`a new ${name} app from the packed package and the README’s component, in StrictMode`, async ({ page, stack, demo }) => {
    for (const part of ['react', 'react-dom'] as const)
      expect(readFileSync(`${REPOSITORY}node_modules/${installed[part]}/package.json`, 'utf8')).toContain(`"version": "${name.slice(-2)}.`);
    const folder = mkdtempSync(join(tmpdir(), 'vimarsh-app-'));
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    try {
      const app = await buildApp(folder, installed, snippet('### React', 'tsx', stack, demo));
      const site = await serveSite(
        {
          '/': html('<!doctype html><title>App</title><link rel="icon" href="data:,"><div id="root"></div><script src="/app.js"></script>'),
          '/app.js': { type: 'text/javascript', body: app },
        },
        portOf(stack),
      );
      try {
        const ready = page.waitForEvent('console', (message) => /^ready in \d+ ms$/.test(message.text()));
        await page.goto(site.origin);
        await expectInsights(page);
        await ready;
        expect(errors).toEqual([]);
      } finally {
        site.close();
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
