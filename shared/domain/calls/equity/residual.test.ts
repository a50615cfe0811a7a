import { describe, expect, test } from 'vitest';
import { formatWay, holdPlace, residual } from './residual.ts';

const buy = { call_type: 'Buy', status: 'active', entry_low: 100, entry_high: 100, price: 100, target_price: 110, stop_loss: 95 } as const;
const sell = { call_type: 'Sell', status: 'active', entry_low: 200, entry_high: 204, price: 202, target_price: 182, stop_loss: 212 } as const;

describe('residual risk-reward at the current price (product C.3)', () => {
  test('at the entry it is the published ratio', () => {
    expect(residual(buy, 100)).toEqual({ toTarget: 10, toStop: 5, rr: 2, entryPassed: false });
  });
  test('a Sell is measured the other way round', () => {
    const at = residual(sell, 200)!;
    expect(at).toEqual({ toTarget: 9, toStop: 6, rr: 1.5, entryPassed: false });
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
  test('a Hold has the gap to both ends of its band and no entry to miss', () => {
    expect(residual({ ...buy, call_type: 'Hold' }, 108)).toEqual({ toTarget: 1.85, toStop: 12.04, rr: null, entryPassed: false });
  });
  test('who waits for the entry has not missed it', () => {
    expect(residual({ ...buy, status: 'awaiting_entry' }, 106)).toMatchObject({ toTarget: 3.77, toStop: 10.38, entryPassed: false });
  });
  test('figures are rounded once, half away from zero on decimals, as the published ones are', () => {
    // 100 × 2.01 ÷ 200 is 1.005 exactly; in binary it is a little less.
    expect(residual({ ...buy, target_price: 202.01, stop_loss: 197.99 }, 200)).toMatchObject({ toTarget: 1.01, toStop: 1.01 });
  });
  test('an unknown price has none', () => expect(residual(buy, 0)).toBeNull());
  test.each([
    ['a paisa below a target of ₹2,500', { ...buy, target_price: 2500, stop_loss: 2400 }, 2499.99, true, '< 0.01%', '4.00%'],
    ['at the target', { ...buy, target_price: 2500, stop_loss: 2400 }, 2500, false, '0.00%', '4.00%'],
    ['a paisa above the stop-loss', { ...buy, target_price: 2500, stop_loss: 2400 }, 2400.01, true, '4.17%', '< 0.01%'],
    ['a Sell a paisa above its target', { ...sell, target_price: 2400, stop_loss: 2500 }, 2400.01, true, '< 0.01%', '4.17%'],
    ['a Sell beyond its stop-loss', { ...sell, target_price: 2400, stop_loss: 2500 }, 2500.05, false, '4.00%', '0.00%'],
  ] as const)('%s: whether levels are ahead is told by the price, not by a rounded way', (_, call, now, ahead, toTarget, toStop) => {
    const left = residual(call, now)!;
    expect(left.rr !== null).toBe(ahead);
    expect([formatWay(left.toTarget, ahead), formatWay(left.toStop, ahead)]).toEqual([toTarget, toStop]);
  });
  test('a Hold a little outside its band is not there with nothing between', () => {
    expect(holdPlace({ target_price: 2500, stop_loss: 2400 }, 2500.05)).toEqual({ words: 'above its target', away: '< 0.01%' });
  });
  test('how far outside its band a Hold is, is measured from the edge', () => {
    // 29.45 / 753.65 = 3.9077 %, and 50 / 700 = 7.1429 %.
    expect(holdPlace({ target_price: 753.65, stop_loss: 700 }, 783.1)).toEqual({ words: 'above its target', away: '3.91%' });
    expect(holdPlace({ target_price: 753.65, stop_loss: 700 }, 650)).toEqual({ words: 'below its stop-loss', away: '7.14%' });
  });
});
