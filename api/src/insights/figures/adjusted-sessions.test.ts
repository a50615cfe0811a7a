import { expect, test } from 'vitest';
import { adjusted } from './adjusted-sessions.ts';

test('sessions before a split are on today’s share count, later ones stay as they are', () => {
  const bar = (day: string, c: number, v: number) => ({ day, o: c, h: c, l: c, c, v, prev_close: c });
  const bars = [bar('2026-06-15', 5000, 100), bar('2026-06-16', 1010, 600)];
  expect(adjusted(bars, [{ symbol: 'X', day: '2026-06-16', type: 'split', ratio: 5 }])).toEqual([bar('2026-06-15', 1000, 500), bars[1]]);
  expect(adjusted(bars, [{ symbol: 'X', day: '2026-06-16', type: 'dividend', amount: 5 }])).toEqual(bars);
});
