import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SESSION_ENDS } from '../session/kept-drafts.ts';
import { useSoon } from './drafts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What was typed last is kept soon. */
function typed() {
  const { result, unmount } = renderHook(() => useSoon());
  const kept: string[] = [];
  for (const text of ['a', 'ab']) result.current.soon(() => kept.push(text));
  return { kept, never: result.current.never, unmount };
}

test.each<[string, (form: ReturnType<typeof typed>) => unknown]>([
  ['after a moment', () => vi.advanceTimersByTime(400)],
  ['at once when the page is left', () => dispatchEvent(new Event('pagehide'))],
  ['at once when the session ends', () => dispatchEvent(new Event(SESSION_ENDS, { cancelable: true }))],
  ['at once when the form goes', ({ unmount }) => unmount()],
])('the last that was typed is kept, and once: %s', (_when, comes) => {
  const form = typed();
  expect(form.kept).toEqual([]);
  comes(form);
  expect(form.kept).toEqual(['ab']);
  vi.advanceTimersByTime(1000);
  dispatchEvent(new Event('pagehide'));
  expect(form.kept).toEqual(['ab']);
});

test('what is to be forgotten is not kept', () => {
  const { kept, never, unmount } = typed();
  never();
  vi.advanceTimersByTime(1000);
  unmount();
  expect(kept).toEqual([]);
});
