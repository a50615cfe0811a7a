import { expect, test } from 'vitest';
import { loadVimarsh } from './index.ts';

test('a hash without its version is refused with a sentence, and nothing is fetched: the newest loader has another with every release', async () => {
  await expect(loadVimarsh({ portal: 'https://vimarsh.example', integrity: 'sha384-abc' })).rejects.toThrow(/give that version/);
  expect(document.querySelector('link')).toBeNull();
});
