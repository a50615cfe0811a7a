/** Strikes shown on each side of the middle. */
const EACH_SIDE = 15;
/** So many strikes the money may stray from the middle before the window follows. */
const STRAY = 3;

/**
 * Which strikes of a chain are shown. The middle of before is kept while the money is near it: close to the border of two
 * strikes the money changes with every price, and with it the whole chain would move under the reader's eyes.
 */
export function chainWindow<Row extends { readonly strike: number }>(rows: readonly Row[], atm: number, before?: number): { middle: number; shown: Row[] } {
  const money = rows.findIndex((row) => row.strike === atm);
  const kept = rows.findIndex((row) => row.strike === before);
  const at = kept >= 0 && Math.abs(kept - money) <= STRAY ? kept : money;
  return { middle: rows[at]?.strike ?? atm, shown: rows.slice(Math.max(0, at - EACH_SIDE), at + EACH_SIDE + 1) };
}
