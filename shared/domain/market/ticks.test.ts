import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isOnTick, priceBand, snapToTick, tickOf } from './ticks.ts';

describe('steps by price', () => {
  test.each([
    [20, 0.01],
    [249.99, 0.01],
    [250, 0.05],
    [1000, 0.05],
    [1000.05, 0.1],
    [5000, 0.1],
    [5000.1, 0.5],
    [10_000, 0.5],
    [10_000.5, 1],
    [20_000, 1],
    [20_001, 5],
    [140_000, 5],
  ])('at ₹%d the tick is ₹%d', (price, tick) => {
    expect(tickOf(price, '2026-11-19')).toBe(tick);
  });

  test('the table is dated', () => {
    expect(tickOf(120, '2024-06-07')).toBe(0.05);
    expect(tickOf(120, '2024-06-10')).toBe(0.01);
    expect(tickOf(4000, '2025-04-11')).toBe(0.05);
    expect(tickOf(4000, '2025-04-15')).toBe(0.1);
  });
});

test('on and off the grid', () => {
  expect(isOnTick(1412.6, 0.1)).toBe(true);
  expect(isOnTick(1412.65, 0.1)).toBe(false);
  expect(isOnTick(0.29, 0.01)).toBe(true);
  expect(isOnTick(250.07, 0.05)).toBe(false);
  expect(isOnTick(13_846.5, 1)).toBe(false);
});

test('snapping', () => {
  expect(snapToTick(1412.64, 0.1)).toBe(1412.6);
  expect(snapToTick(1412.66, 0.1)).toBe(1412.7);
  expect(snapToTick(1412.69, 0.1, 'down')).toBe(1412.6);
  expect(snapToTick(1412.61, 0.1, 'up')).toBe(1412.7);
  expect(snapToTick(1412.6, 0.1, 'up')).toBe(1412.6);
});

test('a snapped price is on the grid and never overshoots in its direction', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999 }), fc.constantFrom(0.01, 0.05, 0.1, 0.5, 1, 5), (mils, tick) => {
      const price = mils / 1000;
      const [near, down, up] = [snapToTick(price, tick), snapToTick(price, tick, 'down'), snapToTick(price, tick, 'up')];
      expect([near, down, up].every((snapped) => isOnTick(snapped, tick))).toBe(true);
      expect(down).toBeLessThanOrEqual(price + 1e-9);
      expect(up).toBeGreaterThanOrEqual(price - 1e-9);
      expect([down, up]).toContain(near);
    }),
  );
});

test('bands are rounded inwards', () => {
  expect(priceBand(1412.6, 10, 0.1)).toEqual({ low: 1271.4, high: 1553.8 });
  expect(priceBand(388.2, 5, 0.05)).toEqual({ low: 368.8, high: 407.6 });
  expect(priceBand(100, 20, 0.01)).toEqual({ low: 80, high: 120 });
});
