/** Rate of GST on what is sold here, of a hundred. */
export const GST_RATE = 18;
/** Code of research services: financial and related services. */
export const SAC = '9971';
/**
 * Code of the Publisher plan: an expert gets no research, but the use of software that we host, which is application service
 * provisioning (Scheme of Classification of Services, 998315).
 */
export const PUBLISHER_SAC = '998315';
export const sacOf = (plan: string): string => (plan === 'Publisher' ? PUBLISHER_SAC : SAC);
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
