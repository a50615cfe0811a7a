import { expect, test } from 'vitest';
import { sealingFor } from './sealing.ts';

test('nobody opens what was sealed with another secret, for another purpose or for another id', () => {
  const sealed = sealingFor('secret', 'one').seal(Buffer.from('text'), 'u1');
  expect(sealingFor('secret', 'one').open(sealed, 'u1').toString()).toBe('text');
  expect(() => sealingFor('secret', 'one').open(sealed, 'u2')).toThrow();
  expect(() => sealingFor('secret', 'another').open(sealed, 'u1')).toThrow();
  expect(() => sealingFor('other secret', 'one').open(sealed, 'u1')).toThrow();
});
