import { expect, test } from 'vitest';
import { bodies, HEIGHT, type Mark, marksOf, scaleOf, standMarks, stepsOf, volumes, WIDTH } from './candle-drawing.ts';

const candle = (t: string, o: number, h: number, l: number, c: number, v = 10) => ({ t, o, h, l, c, v });
const candles = [candle('2026-11-18T03:45:00.000Z', 100, 110, 90, 105), candle('2026-11-19T03:45:00.000Z', 105, 108, 95, 96, 20)];

test('the highest price lies at the top, the lowest above the volume, candles in the middle of their rooms', () => {
  const { x, y } = scaleOf(candles);
  expect([y(110), y(100), y(90)]).toEqual([16, 250, 484]);
  expect([x(0), x(1)]).toEqual([WIDTH / 4, (3 * WIDTH) / 4]);
});

test('a day without a move lies in the middle: small steps never fill the chart', () => {
  expect(scaleOf([candle('', 5, 5, 5, 5)]).y(5)).toBe(250);
  const { y } = scaleOf([candle('', 1000, 1000.5, 999.5, 999.6)]);
  expect(y(999.5) - y(1000.5)).toBeLessThan(0.11 * (484 - 16));
});

test('rising and falling candles are apart, each with wick and body; a day that stood still rises', () => {
  const scale = scaleOf(candles);
  const [rose, fell] = [bodies(candles, scale, true), bodies(candles, scale, false)];
  expect(rose).toBe(`M250 16V${scale.y(105)}M250 ${scale.y(100)}V484M90 ${scale.y(105)}h320V${scale.y(100)}h-320z`);
  expect(fell.startsWith('M750 ')).toBe(true);
  expect(bodies([candle('', 5, 6, 4, 5)], scaleOf([candle('', 5, 6, 4, 5)]), true)).not.toBe('');
});

test('volumes reach up a sixth at most; an index has none', () => {
  expect(volumes(candles)).toContain(`V${HEIGHT - 100}h320`);
  expect(volumes([candle('', 1, 1, 1, 1, 0)])).toBe('');
});

test.each([
  [90, 110, [90, 95, 100, 105, 110]],
  [24_010.35, 25_990.1, [24_500, 25_000, 25_500]],
  [0.05, 0.27, [0.05, 0.1, 0.15, 0.2, 0.25]],
  [7, 7, [7]],
])('round prices between %d and %d', (low, high, steps) => {
  expect(stepsOf({ low, high })).toEqual(steps);
});

test('a call stands at the candle it happened in: a buy below, a sell and every end above; what was before the first candle is left out', () => {
  const calls = [
    { call_type: 'Buy', published_at: '2026-11-18T05:00:00.000Z', ended_at: '2026-11-19T09:00:00.000Z', status: 'target_hit' },
    { call_type: 'Sell', published_at: '2026-11-01T05:00:00.000Z', ended_at: '2026-11-18T04:00:00.000Z', status: 'sl_hit' },
  ] as const;
  expect(marksOf({ candles, calls: [...calls] })).toEqual([
    { at: 0, glyph: '▲', words: 'Buy call published', price: 90, away: 14 },
    { at: 1, glyph: '◆', words: 'Buy call ended: target hit', price: 108, away: -14 },
    { at: 0, glyph: '◆', words: 'Sell call ended: stop-loss hit', price: 110, away: -14 },
  ]);
});

test('no mark lies over another: it moves on from its candle, and back where the drawing ends', () => {
  const scale = { x: (at: number) => at * 20, y: (price: number) => price };
  const mark = (at: number, price: number, away: number): Mark => ({ at, glyph: '◆', words: '', price, away });
  const tops = (marks: Mark[]) => standMarks(marks, scale).map(({ top }) => top);
  // At one candle, at its neighbour, and far enough beside.
  expect(tops([mark(5, 300, -14), mark(5, 300, -14), mark(6, 300, -14), mark(8, 300, -14)])).toEqual([286, 260, 234, 286]);
  // A buy below one candle and an end above the next that lie at one height.
  expect(tops([mark(5, 300, 14), mark(6, 328, -14)])).toEqual([314, 288]);
  expect(tops([mark(5, 30, -14), mark(5, 30, -14)])).toEqual([16, 42]);
});
