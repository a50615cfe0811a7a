import { LRUCache } from 'lru-cache';
import { Fail } from './fail.ts';

export interface Limits {
  /** Counts one use of `key`; throws `RATE` with `retry_after` (seconds) when the window is full. */
  take(key: string, limit: { max: number; perSeconds: number }): void;
}

/** Fixed windows in memory. At most 100,000 keys are remembered, so a flood of keys can't grow the process. */
export function createLimits(now: () => number = Date.now): Limits {
  const windows = new LRUCache<string, { count: number; endsAt: number }>({ max: 100_000 });
  return {
    take(key, { max, perSeconds }) {
      const at = now();
      let window = windows.get(key);
      if (!window || window.endsAt <= at) {
        window = { count: 0, endsAt: at + perSeconds * 1000 };
        windows.set(key, window);
      }
      if (window.count >= max) throw new Fail('RATE', { retry_after: Math.ceil((window.endsAt - at) / 1000) });
      window.count += 1;
    },
  };
}
