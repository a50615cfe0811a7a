/** Rate of GST on research services, of a hundred, and their code. */
export const GST_RATE = 18;
export const SAC = '9971';
/** What a fee's two parts come to, in paise. */
export interface Fee {
  readonly taxable: number;
  readonly gst: number;
}

/** Whole number nearest to a / b, halves up. Of whole numbers, so no fraction of a paisa is ever rounded twice. */
export const nearest = (a: number, b: number): number => Math.floor((2 * a + b) / (2 * b));

/** Parts a price that includes GST: both add up to it, to the paisa. */
export function splitGst(price: number): Fee {
  const taxable = nearest(price * 100, 100 + GST_RATE);
  return { taxable, gst: price - taxable };
}

export const gstOn = (taxable: number): number => nearest(taxable * GST_RATE, 100);
export const totalOf = ({ taxable, gst }: Fee): number => taxable + gst;
export const sumOf = (fees: readonly Fee[]): Fee => ({
  taxable: fees.reduce((sum, { taxable }) => sum + taxable, 0),
  gst: fees.reduce((sum, { gst }) => sum + gst, 0),
});
