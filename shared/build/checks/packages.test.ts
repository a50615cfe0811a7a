import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../modules.ts';

/** What the product was ordered to be built with; nobody takes one of them out by the way. */
const ORDERED = [
  'react',
  'react-dom',
  'single-spa',
  'single-spa-react',
  'webpack',
  'preact',
  'xstate',
  'axios',
  'socket.io-client',
  '@emotion/react',
  'zod',
  'dayjs',
  'vitest',
  '@playwright/test',
];

test('every package the product was ordered to be built with is installed and used', async () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(`${REPOSITORY}package.json`, 'utf8')) as Record<string, Record<string, string>>;
  expect(Object.keys({ ...dependencies, ...devDependencies })).toEqual(expect.arrayContaining(ORDERED));

  const used = new Set<string>();
  for await (const file of glob('{shared,root-config,shell,mf-*,e2e,lab}/**/*.{ts,tsx}', { cwd: REPOSITORY, exclude: (path) => path.includes('node_modules') }))
    for (const [, name] of readFileSync(REPOSITORY + file, 'utf8').matchAll(/^(?:import|export) .*from '((?:@[\w-]+\/)?[\w.-]+)/gm)) used.add(name!);
  expect(ORDERED.filter((name) => !used.has(name))).toEqual([]);
});
