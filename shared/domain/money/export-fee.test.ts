import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ABROAD, PLACE_CODES } from '../../contract/plans/place-of-supply.ts';
import { feeAt } from './export-fee.ts';
import { gstParts } from './gst-parts.ts';
import { refundOf } from './refund-amount.ts';

test.each([
  ['27', 'lut', { taxable: 422_88, gst: 76_12 }],
  ['', 'lut', { taxable: 422_88, gst: 76_12 }],
  [ABROAD, 'igst', { taxable: 422_88, gst: 76_12 }],
  // The seller withdrew the rule while a plan renews: tax is never too little.
  [ABROAD, null, { taxable: 422_88, gst: 76_12 }],
  [ABROAD, 'lut', { taxable: 499_00, gst: 0 }],
] as const)('₹499 at “%s” under %s is %o', (place, rule, fee) => expect(feeAt(499_00, place, rule)).toEqual(fee));

test('both parts add up to the price at every place, and abroad no part belongs to a state', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 1e8 }), fc.constantFrom(...PLACE_CODES), fc.constantFrom('igst', 'lut', null), (price, place, rule) => {
      const { taxable, gst } = feeAt(price, place, rule);
      expect(taxable + gst).toBe(price);
      const parts = gstParts(gst, '27', place);
      expect(parts.cgst + parts.sgst + parts.igst).toBe(gst);
      if (place === ABROAD) expect(parts).toEqual({ cgst: 0, sgst: 0, igst: gst });
    }),
  );
});

test('a refund of a plan without tax gives back no tax', () => {
  const plan = { ...feeAt(499_00, ABROAD, 'lut'), days: 30, starts_at: new Date('2026-11-20T06:00:00Z') };
  expect(refundOf(plan, new Date('2026-11-25T06:00:00Z'))).toEqual({ taxable: 399_20, gst: 0, unused: 24 });
});
