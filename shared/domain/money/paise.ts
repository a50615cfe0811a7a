/*
 * The one rule by which ₹ become whole paise: half away from zero, on decimal digits and never on binary floats. A gain and a loss of the
 * same size are rounded to the same size.
 */

/** A whole number of parts as ₹ in whole paise. `each`: how many of them make a paisa. */
export function rupeesOf(parts: number, each: number): number {
  const paise = Math.floor((2 * Math.abs(parts) + each) / (2 * each));
  return (parts < 0 && paise > 0 ? -paise : paise) / 100;
}

/** Parts of a paisa in which prices are counted: the middle of two quotes may lie between two paise. */
export const PRICE_PARTS = 100;

/** A price of at most four decimals in whole parts of a paisa: sums of these, times whole lots, carry no error. */
export const partsOf = (price: number): number => Math.round(price * 100 * PRICE_PARTS);

/** ₹ in whole paise by the digits with which the number is printed: 1.005 → 1.01, −2.675 → −2.68. What is no number stays none. */
export function toPaise(rupees: number): number {
  if (!Number.isFinite(rupees)) return rupees;
  const [mantissa = '0', exponent = '0'] = String(Math.abs(rupees)).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const point = whole.length + Number(exponent) + 2;
  const digits = (whole + fraction).padEnd(point, '0');
  // Of the digits that are left out the first decides: five and more is a half or beyond it.
  const paise = point < 0 ? 0 : Number(digits.slice(0, point)) + (digits.charAt(point) >= '5' ? 1 : 0);
  return (rupees < 0 && paise > 0 ? -paise : paise) / 100;
}
