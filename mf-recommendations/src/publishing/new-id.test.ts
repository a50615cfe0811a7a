import { id } from '@vimarsh/shared/contract/text.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { newId } from './new-id.ts';

afterEach(() => vi.unstubAllGlobals());

test('an id is made on a page without TLS too, as the contract wants it, and never twice', () => {
  const { getRandomValues } = crypto;
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) });
  const ids = Array.from({ length: 200 }, newId);
  expect(new Set(ids).size).toBe(200);
  for (const one of ids) expect(id.parse(one)).toMatch(/^[0-9a-f]{32}$/);
});
