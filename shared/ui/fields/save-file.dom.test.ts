import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saveFile } from './save-file.ts';

/** Addresses of files that a browser could read at the moment. */
const readable = new Map<string, Blob>();
beforeEach(() => {
  vi.useFakeTimers();
  readable.clear();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    const url = `blob:${readable.size}`;
    readable.set(url, file as Blob);
    return url;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void readable.delete(url));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a browser that reads the file only after the press finds it; a minute later its memory is free again', async () => {
  const saved: { name: string; type: string; text: string }[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    setTimeout(() => {
      const file = readable.get(this.href);
      if (file) void file.text().then((text) => saved.push({ name: this.download, type: file.type, text }));
    }, 2000);
  });
  saveFile('list.csv', 'a,b', 'text/csv');
  await vi.advanceTimersByTimeAsync(2000);
  expect(saved).toEqual([{ name: 'list.csv', type: 'text/csv', text: 'a,b' }]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(readable.size).toBe(0);
});
