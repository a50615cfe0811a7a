import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ratio } from '../../money/ratio.ts';
import { potentialReturn } from './potential-return.ts';

describe('potential return', () => {
  test.each([
    ['Buy', 120, 100, 20, 'S9-CALC-06'],
    ['Sell', 80, 100, 20, 'S9-CALC-07'],
    ['Hold', 90, 100, 10, 'S9-CALC-08'],
    ['Hold', 110, 100, 10, 'S9-CALC-08'],
    ['Buy', 101, 3, 3266.67, 'S9-CALC-09'],
    ['Wait', 120, 100, 0, 'S9-CALC-10'],
    ['Buy', 90, 100, -10, 'S9-CALC-A03'],
    ['Buy', 90, 0, 0, 'S9-CALC-O02'],
    ['Buy', 90, Number.NaN, 0, 'S9-CALC-O02'],
  ])('%s to %d from %d is %d (%s)', (callType, target, price, expected) => {
    expect(potentialReturn(callType, target, price)).toBe(expected);
  });

  test('is a number, not text (S9-CALC-A02)', () => {
    expect(typeof potentialReturn('Buy', 120, 100)).toBe('number');
  });

  test('rounds half away from zero on the decimal digits', () => {
    // 0.201 / 20 = 1.005 %: binary floats say 1.00
    expect(potentialReturn('Buy', 20.201, 20)).toBe(1.01);
    expect(potentialReturn('Sell', 20.201, 20)).toBe(-1.01);
    expect(ratio(1.005, 0, 1, 1, 2)).toBe(1.01);
    expect(ratio(-1.005, 0, 1, 1, 2)).toBe(-1.01);
    expect(ratio(1e-7, 0, 1, 1, 2)).toBe(0);
    expect(ratio(1e21, 0, 1e20, 1, 2)).toBe(10);
  });

  test('Sell mirrors Buy, and the result is within half a hundredth of the exact quotient', () => {
    const paise = fc.integer({ min: 1, max: 999_999_999 });
    fc.assert(
      fc.property(paise, paise, (target, price) => {
        const buy = potentialReturn('Buy', target / 100, price / 100);
        expect(potentialReturn('Sell', target / 100, price / 100)).toBeCloseTo(-buy, 10);
        expect(Math.abs(buy - (100 * (target - price)) / price)).toBeLessThanOrEqual(0.005 + Math.abs(buy) * 1e-12 + 1e-9);
      }),
    );
  });
});
