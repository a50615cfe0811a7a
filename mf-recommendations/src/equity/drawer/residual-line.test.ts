import { aCall } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { describe, expect, test } from 'vitest';
import { residualLine } from './residual-line.ts';

describe('residual line', () => {
  const call = aCall({ price: 1450, entry_low: 1450, entry_high: 1450, target_price: 1500, stop_loss: 1420 });
  test('reads as in the words list', () => {
    expect(residualLine(call, 1455)).toEqual({ text: 'At ₹1,455.00 now: 3.09% to target, 2.41% to stop (RR 1.29)', entryPassed: false });
  });
  test('beyond the target there is no ratio', () =>
    expect(residualLine(call, 1510)).toMatchObject({ entryPassed: true, text: expect.stringContaining('no risk-reward left') }));
  test.each([
    [1550, '3.33% above its target'],
    [1450, 'inside its band'],
    [1400, '1.41% below its stop-loss'],
  ])('a Hold at %d says where its price is', (price, place) =>
    expect(residualLine({ ...call, call_type: 'Hold' }, price)?.text.split(' now: ')[1]).toBe(place),
  );
  test('a settled call has none', () => expect(residualLine({ ...call, status: 'sl_hit' }, 1455)).toBeNull());
  test('a way that rounds to nothing is not gone', () =>
    expect(residualLine({ ...call, target_price: 2500, stop_loss: 2400 }, 2499.9)).toMatchObject({
      text: 'At ₹2,499.90 now: < 0.01% to target, 4.00% to stop (RR 0.00)',
    }));
});
