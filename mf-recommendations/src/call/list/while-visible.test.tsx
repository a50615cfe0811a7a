import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useWhileVisible } from './while-visible.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('it runs every so often while the page is seen and connected, and at once when it is again', () => {
  const again = vi.fn();
  const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const { unmount } = renderHook(() => useWhileVisible(again, 1000));
  const times = (act: () => unknown): number => {
    again.mockClear();
    act();
    return again.mock.calls.length;
  };
  const later = () => vi.advanceTimersByTime(3000);
  expect(times(later)).toBe(3);
  visible.mockReturnValue('hidden');
  expect(times(later)).toBe(0);
  visible.mockReturnValue('visible');
  expect(times(() => document.dispatchEvent(new Event('visibilitychange')))).toBe(1);
  online.mockReturnValue(false);
  expect(times(later)).toBe(0);
  online.mockReturnValue(true);
  expect(times(() => dispatchEvent(new Event('online')))).toBe(1);
  unmount();
  const all = () => [later(), dispatchEvent(new Event('online')), document.dispatchEvent(new Event('visibilitychange'))];
  expect(times(all)).toBe(0);
});
