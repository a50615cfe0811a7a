import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loaderSource } from './load-chunks.ts';

type Done = (event: { type: string }) => void;
type Load = (url: string, done: Done, key: string, chunk: string) => void;
const source = loaderSource({ loadScript: 'const load', createScriptUrl: '', retries: 2, integrity: '{}', timeout: 120_000 });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.head.replaceChildren();
});

/** Scripts never load here by themselves: they answer as told. */
function start() {
  const load = new Function(`${source}\nreturn load;`)() as Load;
  const done = vi.fn<Done>();
  load('/releases/mf-x/page.js', done, 'key', 'page');
  const asked = (): HTMLScriptElement[] => [...document.head.querySelectorAll('script')];
  const answer = (at: number, type: 'load' | 'error'): void => void asked()[at]!.dispatchEvent(new Event(type));
  return { load, done, asked, answer };
}

test('a chunk that fails twice is asked for again, each time under a new query; a third failure is told', async () => {
  const { done, asked, answer } = start();
  for (const tries of [1, 2]) {
    answer(0, 'error');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked()[0]!.src, `try ${tries}`).toMatch(/page\.js\?retry=\d+$/);
  }
  expect(done).not.toHaveBeenCalled();
  answer(0, 'error');
  expect(done.mock.calls.map(([{ type }]) => type)).toEqual(['error']);
  await vi.advanceTimersByTimeAsync(200_000);
  expect(done).toHaveBeenCalledTimes(1);
});

test('a chunk that hangs is asked for again after 15 and 45 s, under a new query, and the first answer counts', async () => {
  const { done, asked, answer } = start();
  await vi.advanceTimersByTimeAsync(14_900);
  expect(asked()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(asked().map(({ src }) => new URL(src).search.slice(0, 6))).toEqual(['', '?retry']);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked()).toHaveLength(3);
  answer(2, 'load');
  answer(0, 'error');
  await vi.advanceTimersByTimeAsync(200_000);
  expect(done.mock.calls.map(([{ type }]) => type)).toEqual(['load']);
});

test('what is only slow still counts when the second request fails', async () => {
  const { done, answer } = start();
  await vi.advanceTimersByTimeAsync(15_100);
  for (const _tries of [1, 2, 3]) {
    answer(1, 'error');
    await vi.advanceTimersByTimeAsync(2_000);
  }
  expect(done).not.toHaveBeenCalled();
  answer(0, 'load');
  expect(done.mock.calls.map(([{ type }]) => type)).toEqual(['load']);
});

test('a chunk that never comes at all is given up 120 s after it was asked for, once (S8-ERR-30)', async () => {
  const { done } = start();
  await vi.advanceTimersByTimeAsync(119_000);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(done.mock.calls.map(([{ type }]) => type)).toEqual(['timeout']);
});
