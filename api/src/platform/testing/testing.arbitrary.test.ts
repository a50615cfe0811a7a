import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Route } from '@vimarsh/shared/contract/route.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { requests } from './testing.arbitrary.ts';

const CONTRACT = fileURLToPath(new URL('../../../../shared/contract/', import.meta.url));
const isRoute = (value: unknown): value is Route => typeof value === 'object' && value !== null && 'access' in value && 'path' in value;

// The fuzzing of a running server takes minutes; that it can ask everything, and so which patterns a contract may have, shows here.
test('requests can be made for every route of the contract', async () => {
  const files = globSync('**/*.ts', { cwd: CONTRACT }).filter((file) => !/\.(test|test-d|testing)\.ts$/.test(file));
  const modules = await Promise.all(files.map((file) => import(CONTRACT + file) as Promise<object>));
  const routes = modules.flatMap((each) => Object.values(each)).filter(isRoute);
  expect(routes.length).toBeGreaterThan(100);
  const broken = routes.flatMap((route) => {
    try {
      fc.sample(requests(route, ['bearer']), 3);
      return [];
    } catch (error) {
      return [`${route.method} ${route.path}: ${error}`];
    }
  });
  expect(broken).toEqual([]);
});
