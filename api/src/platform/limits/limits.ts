import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { roomsOf } from '../http/address.ts';
import { Fail } from '../http/fail.ts';
import type { SharedCounts } from './shared-counts.ts';

export interface Limit {
  max: number;
  perSeconds: number;
}

export interface Limits {
  /** Counts one use of `key`; throws `RATE` with `retry_after` (seconds) when the window is full. */
  take(key: string, limit: Limit): Promise<void>;
  /** The same for one use of `what` from an IP address, counted as `roomsOf` says. Every limit per address goes this way. */
  takeFrom(address: string, what: string, limit: Limit): Promise<void>;
}

/**
 * A node takes uses of a large limit from the shared count by the hundredth, and asks again when those are spent: the ceiling
 * of all requests would cost a question each. What it has left is lost to other nodes, so that much less than the limit may be had.
 */
const PORTIONS = 100;

interface Window {
  endsAt: number;
  /** Uses this node was given and has not spent. */
  left: number;
  /** All it was given. */
  given: number;
  full: boolean;
  asking: Promise<void> | null;
}

interface Together {
  counts: SharedCounts;
  /** Keys name addresses and people; what leaves this process does not. */
  hashKey: string;
}

/**
 * Fixed windows, counted for all nodes together where they share a store; while that does not answer, and without one, each node
 * counts for itself. At most 100,000 keys are remembered here, so a flood of keys can't grow the process.
 */
export function createLimits({ now = Date.now, together }: { now?: () => number; together?: Together | undefined } = {}): Limits {
  const windows = new LRUCache<string, Window>({ max: 100_000 });

  function windowOf(key: string, perSeconds: number): Window {
    const at = now();
    let window = windows.get(key);
    if (!window || (window.endsAt <= at && !window.asking)) {
      window = { endsAt: at + perSeconds * 1000, left: 0, given: 0, full: false, asking: null };
      windows.set(key, window);
    }
    return window;
  }

  async function refill(window: Window, key: string, { max, perSeconds }: Limit): Promise<void> {
    const portion = Math.max(1, Math.floor(max / PORTIONS));
    const counted = together && (await together.counts.add(createHmac('sha256', together.hashKey).update(key).digest('base64url'), portion, perSeconds));
    if (counted) window.endsAt = now() + counted.msLeft;
    const used = counted ? counted.used - portion : window.given;
    window.left = Math.min(portion, Math.max(0, max - used));
    window.given += window.left;
    window.full = window.left === 0;
  }

  async function take(key: string, limit: Limit): Promise<void> {
    for (;;) {
      const window = windowOf(key, limit.perSeconds);
      if (window.left > 0) {
        window.left -= 1;
        return;
      }
      if (window.full) throw new Fail('RATE', { retry_after: Math.max(1, Math.ceil((window.endsAt - now()) / 1000)) });
      // Requests that come together ask once.
      window.asking ??= refill(window, key, limit).finally(() => {
        window.asking = null;
      });
      await window.asking;
    }
  }

  return {
    take,
    async takeFrom(address, what, limit) {
      for (const { name, most } of roomsOf(address, limit.max)) await take(`${what} ${name}`, { ...limit, max: most });
    },
  };
}
