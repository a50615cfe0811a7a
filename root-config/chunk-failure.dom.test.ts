import { beforeEach, expect, test, vi } from 'vitest';
import { reloadOnChunkFailure } from './chunk-failure.ts';

beforeEach(() => sessionStorage.clear());
const fail = () => dispatchEvent(new CustomEvent('vimarsh:chunk-failed', { detail: { url: '/releases/x', why: 'error' } }));

test('a failed chunk reloads the app, the same release set at most once', () => {
  const reload = vi.fn();
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  reloadOnChunkFailure('set-1', reload);
  fail();
  expect(reload, 'offline a reload would only lose the page').not.toHaveBeenCalled();
  online.mockReturnValue(true);
  fail();
  expect(reload).toHaveBeenCalledTimes(1);
  fail();
  fail();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a newer release set may try again', () => {
  const reload = vi.fn();
  sessionStorage.setItem('vimarsh.chunk_reload', 'set-1');
  reloadOnChunkFailure('set-2', reload);
  fail();
  expect(reload).toHaveBeenCalledTimes(1);
});
