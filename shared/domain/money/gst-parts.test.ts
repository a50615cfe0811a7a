import fc from 'fast-check';
import { expect, test } from 'vitest';
import { STATE_CODES } from '../../contract/plans/states.ts';
import { gstParts } from './gst-parts.ts';

test.each([
  [76_12, '27', '27', { cgst: 38_06, sgst: 38_06, igst: 0 }],
  [76_13, '27', '27', { cgst: 38_07, sgst: 38_06, igst: 0 }],
  [76_13, '27', '29', { cgst: 0, sgst: 0, igst: 76_13 }],
  [1, '07', '07', { cgst: 1, sgst: 0, igst: 0 }],
  [0, '07', '09', { cgst: 0, sgst: 0, igst: 0 }],
] as const)('%d paise from state %s to %s', (gst, from, to, parts) => expect(gstParts(gst, from, to)).toEqual(parts));

test('the parts always add up, and only one kind of tax stands on an invoice', () => {
  const state = fc.constantFrom(...STATE_CODES);
  fc.assert(
    fc.property(fc.nat(10_000_000), state, state, (gst, from, to) => {
      const { cgst, sgst, igst } = gstParts(gst, from, to);
      expect(cgst + sgst + igst).toBe(gst);
      expect(igst === 0 || cgst + sgst === 0).toBe(true);
      expect(cgst - sgst).toBeLessThanOrEqual(1);
    }),
  );
});
