import { aClock } from '@vimarsh/shared/contract/market/clock.testing.ts';
import type { MarketClock } from '@vimarsh/shared/contract/market/types.ts';
import { expect, test } from 'vitest';
import { askAgainIn, marketNow } from './market-time.ts';

const clock = (now: string, more: Partial<MarketClock> = {}) => aClock({ now, ...more });

test('market time runs at the replay’s speed', () => {
  const at = { clock: clock('2026-11-20T09:00:00.000Z', { speed: 60 }), at: 1000 };
  expect(new Date(marketNow(at, 3000)).toISOString()).toBe('2026-11-20T09:02:00.000Z');
});

test('the clock is reloaded a second after the phase changes, after five minutes at most', () => {
  expect(askAgainIn({ clock: clock('2026-11-20T09:59:00.000Z'), at: 0 })).toBe(61_000);
  expect(askAgainIn({ clock: clock('2026-11-20T09:59:00.000Z', { speed: 60 }), at: 0 })).toBe(2_000);
  expect(askAgainIn({ clock: clock('2026-11-20T08:00:00.000Z'), at: 0 })).toBe(300_000);
  expect(askAgainIn({ clock: clock('2026-11-20T11:00:00.000Z', { opens_at: null }), at: 0 })).toBe(300_000);
});
