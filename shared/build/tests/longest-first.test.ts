import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../modules.ts';
import { LONG, rankOf } from './longest-first.ts';

test('the files that begin first are there, and all others come after them', () => {
  expect(LONG.filter((file) => !existsSync(REPOSITORY + file))).toEqual([]);
  expect(LONG.map((file) => rankOf(REPOSITORY + file))).toEqual(LONG.map((_file, at) => at));
  expect(rankOf(`${REPOSITORY}api/src/config.test.ts`)).toBe(LONG.length);
});
