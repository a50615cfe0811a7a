import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Fail } from '../platform/platform.ts';
import { LockWatch } from './lock-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const notAvailable = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
const isRetry = (error: unknown): boolean => error instanceof Fail && error.code === 'RETRY';
const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'entered',
    (error) => (isRetry(error) ? 'RETRY' : String(error)),
  );

test('two writers are inside at once; the next enters when one leaves, and who waits too long is told to try again', async () => {
  const watch = new LockWatch(() => Date.now());
  const [leave] = [await watch.enter(), await watch.enter()];
  const third = outcome(watch.enter());
  const fourth = outcome(watch.enter());
  leave!();
  expect(await third).toBe('entered');
  await vi.advanceTimersByTimeAsync(2000);
  expect(await fourth).toBe('RETRY');
});

test('while the lock can’t be had, one writer tries and the others are refused at once; when it is had, all enter again', async () => {
  const watch = new LockWatch(() => Date.now());
  const leave = await watch.enter();
  const lock = Promise.withResolvers<void>();
  const taking = outcome(watch.taking(() => lock.promise));
  await vi.advanceTimersByTimeAsync(1001);
  expect(await outcome(watch.enter())).toBe('RETRY');
  lock.reject(notAvailable);
  expect(await taking).toContain('lock timeout');
  leave();

  const again = await watch.enter();
  const second = Promise.withResolvers<void>();
  const trying = watch.taking(() => second.promise);
  expect(await outcome(watch.enter())).toBe('RETRY');
  second.resolve();
  await trying;
  again();
  expect([await outcome(watch.enter()), await outcome(watch.enter())]).toEqual(['entered', 'entered']);
});

test('whoever waits for a place is refused as soon as a wait for the lock has failed', async () => {
  const watch = new LockWatch(() => Date.now());
  await watch.enter();
  await watch.enter();
  const waiting = outcome(watch.enter());
  await outcome(watch.taking(() => Promise.reject(notAvailable)));
  expect(await waiting).toBe('RETRY');
});

test.each([
  ['free each time', [true, true, true], [1, 1, 1], [0, 0, 0]],
  ['taken, and the record goes on', [false, false, false], [1, 2, 3], [0, 0, 0]],
  ['taken, and the record stands still', [false, false, false], [1, 1, 1], [0, 1000, 2000]],
  ['taken for a while', [false, false, true], [1, 1, 1], [0, 1000, 0]],
])('how long the record has been held up: %s', async (_, free, seq, ms) => {
  const watch = new LockWatch(() => Date.now());
  const seen: number[] = [];
  for (const [at, isFree] of free.entries()) {
    seen.push(watch.heldUpFor({ seq: seq[at]!, free: isFree }));
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(seen).toEqual(ms);
});
