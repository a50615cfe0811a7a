import { expect, test } from 'vitest';
import { Fail } from './fail.ts';
import { createLimits } from './limits.ts';

test('a full window refuses with the seconds to wait, per key, and opens again', () => {
  let now = 0;
  const limits = createLimits(() => now);
  const three = { max: 3, perSeconds: 60 };
  for (let i = 0; i < 3; i += 1) limits.take('a', three);
  now = 10_500;
  const refused = (() => {
    try {
      limits.take('a', three);
      return null;
    } catch (error) {
      return error as Fail;
    }
  })();
  expect(refused).toBeInstanceOf(Fail);
  expect(refused?.code).toBe('RATE');
  expect(refused?.options.retry_after).toBe(50);
  expect(() => limits.take('b', three)).not.toThrow();
  now = 60_000;
  expect(() => limits.take('a', three)).not.toThrow();
});
