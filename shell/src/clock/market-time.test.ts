import { aClock } from '@vimarsh/shared/contract/market/clock.testing.ts';
import type { MarketClock } from '@vimarsh/shared/contract/market/types.ts';
import { marketLabel } from '@vimarsh/shared/domain/market/calendar.ts';
import { expect, test } from 'vitest';
import { askAgainIn, briefly, demoWords, marketNow } from './market-time.ts';

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

test.each([
  ['2026-11-20T09:00:00.000Z', 'Open · closes 15:30'],
  ['2026-11-23T20:10:00.000Z', 'Opens 25 Nov 09:15'],
  ['2026-11-23T03:36:00.000Z', 'Pre-open · opens 09:15'],
  ['2026-11-23T10:01:00.000Z', 'Auction · ends 15:35'],
  ['2026-11-23T10:25:00.000Z', 'Post-close · ends 16:00'],
])('on a phone of 320 px the phase at %s is told in at most 23 letters: %s', (now, said) => {
  expect(briefly({ label: marketLabel(new Date(now)), stale: false })).toBe(said);
  expect(said.length).toBeLessThanOrEqual(23);
});

test('on a phone prices that stand still are told instead of the phase', () => {
  expect(briefly({ label: 'Open · closes 15:30', stale: true })).toBe('Prices not up to date');
});

const DEMO = { held: false, by: null, since: null };
const MONDAY = Date.parse('2026-11-30T04:30:00.000Z');

test.each([
  [{ speed: 1 }, ''],
  [{ speed: 1, demo: DEMO }, 'Demo time · 30 Nov'],
  [{ speed: 60, demo: DEMO }, 'Demo time · 60×'],
  [{ speed: 0, demo: { ...DEMO, held: true } }, 'Demo time · paused'],
])('beside the clock of a demo on its own time: %o', (known, said) => {
  expect(demoWords(known, MONDAY)).toBe(said);
});

test('beside these words a phone has room for the phase alone, and a held or changed clock is asked for again soon', () => {
  expect(briefly({ label: 'Open · closes 15:30', stale: false, demo: DEMO })).toBe('Open');
  expect(askAgainIn({ clock: clock('2026-11-30T04:30:00.000Z', { demo: DEMO }), at: 0 })).toBe(10_000);
  expect(askAgainIn({ clock: clock('2026-11-30T04:30:00.000Z', { demo: { ...DEMO, held: true }, speed: 0 }), at: 0 })).toBe(10_000);
  expect(marketNow({ clock: clock('2026-11-30T04:30:00.000Z', { speed: 0 }), at: 1000 }, 61_000)).toBe(MONDAY);
});
