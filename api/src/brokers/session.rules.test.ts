import { expect, test } from 'vitest';
import { endOfDay, nextMorning, type SessionState, type StoredState, sessionStateOf } from './session.rules.ts';

const NOW = new Date('2026-11-20T06:00:00Z');
const later = new Date(NOW.getTime() + 1);

test.each<[StoredState, Date, SessionState]>([
  ['active', later, 'active'],
  ['active', NOW, 'expired'],
  ['expired', NOW, 'expired'],
  ['ended', later, 'ended'],
  ['ended', NOW, 'ended'],
])('%s, good until %s: %s', (state, expires_at, is) => {
  expect(sessionStateOf({ state, expires_at }, NOW)).toBe(is);
});

test('without a row there is none', () => {
  expect(sessionStateOf(undefined, NOW)).toBe('none');
});

test.each([
  ['at noon', '2026-11-20T06:30:00Z', '2026-11-21T00:30:00Z', '2026-11-20T18:30:00Z'],
  ['just before midnight', '2026-11-20T18:29:59Z', '2026-11-21T00:30:00Z', '2026-11-20T18:30:00Z'],
  ['at midnight', '2026-11-20T18:30:00Z', '2026-11-21T00:30:00Z', '2026-11-21T18:30:00Z'],
  ['just before six', '2026-11-21T00:29:59Z', '2026-11-21T00:30:00Z', '2026-11-21T18:30:00Z'],
  ['at six', '2026-11-21T00:30:00Z', '2026-11-22T00:30:00Z', '2026-11-21T18:30:00Z'],
])('a session that begins %s in India ends the next morning or with the day', (_when, now, morning, midnight) => {
  expect(nextMorning(new Date(now))).toEqual(new Date(morning));
  expect(endOfDay(new Date(now))).toEqual(new Date(midnight));
});
