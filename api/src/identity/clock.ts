/** Wall clock; tests give their own. */
export type Clock = () => Date;

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export function after(from: Date, ms: number): Date {
  return new Date(from.getTime() + ms);
}
