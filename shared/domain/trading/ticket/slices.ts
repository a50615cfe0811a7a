/** More slices than this are no order of a private person. */
export const MOST_SLICES = 20;

/** The largest order of whole lots that the exchange takes. */
export const largestSlice = (lot: number, freeze: number): number => Math.max(lot, Math.floor(freeze / lot) * lot);

/** Cuts a quantity into orders that the exchange takes: whole lots, none above the freeze quantity, the largest first. */
export function sliceQuantity(quantity: number, lot: number, freeze: number | null): number[] {
  if (freeze === null || quantity <= freeze) return [quantity];
  const most = largestSlice(lot, freeze);
  const whole = Math.floor(quantity / most);
  const rest = quantity - whole * most;
  return [...Array.from({ length: Math.min(whole, MOST_SLICES + 1) }, () => most), ...(rest > 0 ? [rest] : [])];
}
