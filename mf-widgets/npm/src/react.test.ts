import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ELEMENTS, type Kind } from '@vimarsh/shared/contract/embed/elements.ts';
import { createElement, type FunctionComponent } from 'react';
import { renderToString } from 'react-dom/server';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The package as its `prepack` builds it, used as a server does that renders React: in Node, without a browser. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
let dist: string;
let components: Readonly<Record<string, FunctionComponent<Readonly<Record<string, unknown>>>>>;

beforeAll(async () => {
  // Below the repository, so that its `react` is found.
  mkdirSync(`${ROOT}.cache`, { recursive: true });
  dist = mkdtempSync(`${ROOT}.cache/embed-package-`);
  execFileSync(process.execPath, [`${ROOT}node_modules/typescript/bin/tsc`, '-p', `${ROOT}mf-widgets/npm/tsconfig.json`, '--outDir', dist]);
  components = (await import(/* @vite-ignore */ pathToFileURL(`${dist}/react.js`).href)) as typeof components;
}, 120_000);
afterAll(() => rmSync(dist, { recursive: true, force: true }));

test('what is published for React says that it runs on clients: without that a Next.js App Router build fails on its effects', () => {
  // A directive counts only in front of every statement.
  const built = readFileSync(`${dist}/react.js`, 'utf8');
  expect(built.replaceAll(/^\s*\/\/.*$/gm, '').trimStart()).toMatch(/^'use client';/);
});

test('the loader’s own entry may be used on a server, too: nothing is loaded there, and nothing of a browser is asked for', async () => {
  expect(readFileSync(`${dist}/index.js`, 'utf8')).not.toContain('use client');
  expect(typeof document).toBe('undefined');
  const { loadVimarsh } = (await import(/* @vite-ignore */ pathToFileURL(`${dist}/index.js`).href)) as { loadVimarsh(options: object): unknown };
  expect(loadVimarsh({ portal: 'https://vimarsh.example' })).toBeNull();
});

const common = { portal: 'https://vimarsh.example', accessKey: 'pk_live_1', stock: 'TCS' };
test.each<[string, string, object, (kind: Kind) => string]>([
  ['VimarshSentiment', 'vimarsh-sentiment', {}, ({ height }) => height],
  ['VimarshSentiment', 'vimarsh-sentiment', { density: 'compact' }, ({ compact }) => compact!],
  ['VimarshEquity', 'vimarsh-equity', {}, ({ height }) => height],
  ['VimarshEquity', 'vimarsh-equity', { height: 480 }, () => '480px'],
  ['VimarshOptions', 'vimarsh-options', { height: 100 }, () => '320px'],
  ['VimarshOptions', 'vimarsh-options', { height: 1e9 }, () => '5000px'],
  ['VimarshOptions', 'vimarsh-options', {}, ({ height }) => height],
  ['VimarshDisclaimer', 'vimarsh-disclaimer', {}, ({ height }) => height],
  ['VimarshDisclaimer', 'vimarsh-disclaimer', { derivatives: true }, ({ whole }) => whole!],
])('a server renders %s as <%s> with the room that the element takes (%j)', (name, tag, props, room) => {
  const html = renderToString(createElement(components[name]!, { ...common, ...props }));
  expect(html).toContain(`<${tag} `);
  expect(html).toContain(`style="display:block;min-height:${room(ELEMENTS[tag as keyof typeof ELEMENTS])}"`);
});

test('what a page says of the style is kept', () => {
  const html = renderToString(createElement(components.VimarshEquity!, { ...common, style: { minHeight: 900, margin: 4 } }));
  expect(html).toContain('style="display:block;min-height:900px;margin:4px"');
});

test('there is a component for every element', () => {
  const shown = Object.values(components).map((component) => (component as { displayName?: string }).displayName);
  expect(shown.toSorted()).toEqual(Object.keys(ELEMENTS).toSorted());
});
