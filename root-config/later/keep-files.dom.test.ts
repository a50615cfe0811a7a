import { afterEach, expect, test } from 'vitest';
import { keepFiles } from './keep-files.ts';

afterEach(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
const workers = (get: () => unknown) => Object.defineProperty(navigator, 'serviceWorker', { configurable: true, get });

test('a browser that throws when asked for its service workers keeps nothing, and nothing breaks', () => {
  workers(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  expect(() => keepFiles(true)).not.toThrow();
});
