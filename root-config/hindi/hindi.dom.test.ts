import { said } from '@vimarsh/shared/session/say.ts';
import { expect, test } from 'vitest';

test('modules are told how their words are said, once Hindi is laid over the page', async () => {
  expect(said('Compliance')).toBe('Compliance');
  await import('./hindi.ts');
  expect(said('Compliance')).toBe('अनुपालन');
});
