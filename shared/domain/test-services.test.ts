import { afterEach, expect, test, vi } from 'vitest';
import { testService } from './test-services.testing.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['TEST_DATABASE_URL', undefined, 'postgres://postgres@127.0.0.1:5432/test'],
  ['TEST_DATABASE_URL', 'postgresql://me@db:5433/mine', 'postgresql://me@db:5433/mine'],
  ['TEST_REDIS_URL', 'rediss://cache:6380', 'rediss://cache:6380'],
] as const)('%s given as %s is %s', (name, given, url) => {
  vi.stubEnv(name, given);
  expect(testService(name)).toBe(url);
});

test.each([
  ['TEST_DATABASE_URL', '', 'TEST_DATABASE_URL is empty: leave it out, or set it as in postgres://postgres@127.0.0.1:5432/test.'],
  ['TEST_DATABASE_URL', ' ', 'TEST_DATABASE_URL is empty: leave it out, or set it as in postgres://postgres@127.0.0.1:5432/test.'],
  [
    'TEST_DATABASE_URL',
    'mysql://db/x',
    'TEST_DATABASE_URL is no address of such a service: leave it out, or set it as in postgres://postgres@127.0.0.1:5432/test.',
  ],
  ['TEST_REDIS_URL', 'localhost', 'TEST_REDIS_URL is no address of such a service: leave it out, or set it as in redis://127.0.0.1:6379.'],
] as const)('%s set to “%s” is told in a sentence', (name, given, sentence) => {
  vi.stubEnv(name, given);
  expect(() => testService(name)).toThrow(sentence);
});
