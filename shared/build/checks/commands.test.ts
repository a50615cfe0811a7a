import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../modules.ts';

/** `file command` for each place where a text of the house tells people to type what the pattern finds. */
async function told(pattern: RegExp): Promise<string[]> {
  const found: string[] = [];
  const files = '{*.md,{docs,shared,root-config,shell,mf-*,api,e2e}/**/*.{md,ts,tsx,mjs}}';
  for await (const file of glob(files, { cwd: REPOSITORY, exclude: (name) => name === 'node_modules' || name === 'dist' }))
    for (const [all, one = all] of readFileSync(REPOSITORY + file, 'utf8').matchAll(pattern)) found.push(`${file} ${one}`);
  return found;
}

test('every npm script that a text names is there', async () => {
  const { scripts } = JSON.parse(readFileSync(`${REPOSITORY}package.json`, 'utf8')) as { scripts: Record<string, string> };
  const named = await told(/\bnpm run ([a-z][a-z-]*)/g);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((place) => !Object.hasOwn(scripts, place.split(' ')[1]!))).toEqual([]);
});

test('nobody is told to run TypeScript with the Node of their system: the oldest that npm start takes can’t', async () => {
  expect(await told(/`(node [^`$\n]*\.ts)\b/g)).toEqual([]);
});
