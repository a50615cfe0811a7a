import { describe, expect, test } from 'vitest';
import { residual } from './residual.ts';

const buy = { call_type: 'Buy', entry_low: 100, entry_high: 100, price: 100, target_price: 110, stop_loss: 95 } as const;
const sell = { call_type: 'Sell', entry_low: 200, entry_high: 204, price: 202, target_price: 182, stop_loss: 212 } as const;

describe('residual risk-reward at the current price (product C.3)', () => {
  test('at the entry it is the published ratio', () => {
    expect(residual(buy, 100)).toEqual({ toTarget: 10, toStop: 5, rr: 2, entryPassed: false });
  });
  test('a Sell is measured the other way round', () => {
    const at = residual(sell, 200)!;
    expect(at.toTarget).toBeCloseTo(9);
    expect(at.toStop).toBeCloseTo(6);
    expect(at.rr).toBeCloseTo(1.5);
    expect(at.entryPassed).toBe(false);
  });
  test.each([
    [102.5, false], // exactly a quarter of the way: still open
    [102.51, true],
    [99, false],
  ])('Buy at %d: entry window passed is %s', (now, passed) => {
    expect(residual(buy, now)!.entryPassed).toBe(passed);
  });
  test('a ratio below one also closes the window', () => {
    const wide = { ...buy, stop_loss: 91 }; // 9 to stop, 10 to target at entry
    expect(residual(wide, 100)!.entryPassed).toBe(false);
    expect(residual(wide, 101)!.entryPassed).toBe(true); // 9 / 10
  });
  test.each([110, 95, 120, 90])('no ratio once target or stop is passed (%d)', (now) => {
    expect(residual(buy, now)!.rr).toBeNull();
    expect(residual(buy, now)!.entryPassed).toBe(true);
  });
  test('a Hold or an unknown price has none', () => {
    expect(residual({ ...buy, call_type: 'Hold' }, 100)).toBeNull();
    expect(residual(buy, 0)).toBeNull();
  });
});
