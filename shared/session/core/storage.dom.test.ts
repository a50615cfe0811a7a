import { expect, test, vi } from 'vitest';
import { heldByPage, KEYS, openStore } from './storage.ts';

test('what the browser refuses to keep is held for the page’s life, whatever elements of the page are called', () => {
  document.body.innerHTML = '<div id="held"></div>';
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  openStore().write(KEYS.email, 'asha@example.in');
  expect(openStore().read(KEYS.email), 'the route guard opens its own').toBe('asha@example.in');
  expect([...heldByPage()]).toEqual([[KEYS.email, 'asha@example.in']]);
});
