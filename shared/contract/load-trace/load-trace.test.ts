import { expect, test } from 'vitest';
import { loadTrace } from './routes.ts';

test('a page of twenty modules may say how they came up: its set names a hash of each', () => {
  const names = Array.from({ length: 20 }, (_, at) => `mf-${at}`);
  const modules = names.map((name) => ({
    name,
    release: `${name}@0.1.0+19143aae90`,
    outcome: 'shown',
    retried: false,
    phase: 'mount',
    entry_ms: 1,
    module_ms: 2,
    shown_ms: 3,
  }));
  const set = names.map(() => '19143aae90').join('-');
  expect(loadTrace.body!.safeParse({ set, modules }).success).toBe(true);
  expect(loadTrace.body!.safeParse({ set: `${set}-19143aae90`, modules }).success).toBe(false);
});
