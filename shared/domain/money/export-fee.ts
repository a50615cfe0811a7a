import { ABROAD, type Place } from '../../contract/plans/place-of-supply.ts';
import { type Fee, splitGst } from './gst.ts';

/**
 * How services to buyers outside India are billed, as the seller has settled it with its accountant (IGST Act, 16(3)): with IGST that is
 * paid and claimed back, or without tax under a letter of undertaking. null: it is not settled, and nothing is sold abroad.
 */
export type ExportRule = 'igst' | 'lut' | null;

/** Parts a price by the place of supply. The buyer pays the same price everywhere; under a letter of undertaking none of it is tax. */
export const feeAt = (price: number, place: Place | '', rule: ExportRule): Fee =>
  place === ABROAD && rule === 'lut' ? { taxable: price, gst: 0 } : splitGst(price);
