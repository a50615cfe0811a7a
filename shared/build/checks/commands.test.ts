import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../modules.ts';
import { told } from './told.testing.ts';

test('every npm script that a text names is there', async () => {
  const { scripts } = JSON.parse(readFileSync(`${REPOSITORY}package.json`, 'utf8')) as { scripts: Record<string, string> };
  const named = await told(/\bnpm run ([a-z][a-z-]*)/g);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((place) => !Object.hasOwn(scripts, place.split(' ')[1]!))).toEqual([]);
});

test('nobody is told to run TypeScript with the Node of their system: the oldest that npm start takes can’t', async () => {
  expect(await told(/`(node [^`$\n]*\.ts)\b/g)).toEqual([]);
});
