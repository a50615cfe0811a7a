import { asFilled } from '../as-filled.ts';
import { type DrawnOption, lotAtExpiry } from './extremes.ts';

/** Levels of the underlying between which a lot gains, ascending; null at an end without a bound. */
export type GainZone = readonly [from: number | null, to: number | null];

/** Where a lot of an option call gains at the first expiry, by the prices a follower got, before the entry the published ones; null where legs expire apart. */
export function gainZones(call: DrawnOption & Parameters<typeof asFilled>[0] & { readonly breakevens: readonly number[] }): readonly GainZone[] | null {
  const value = lotAtExpiry(call);
  if (!value) return null;
  const bounds = [0, ...(asFilled(call)?.breakevens ?? call.breakevens), Number.POSITIVE_INFINITY];
  return bounds.slice(1).flatMap((to, at): GainZone[] => {
    const from = bounds[at]!;
    // Beyond the last bound it is a straight line: on any level there it is on the same side of zero.
    const inside = to === Number.POSITIVE_INFINITY ? 2 * from + 1 : (from + to) / 2;
    return value(inside) > 0 ? [[from === 0 ? null : from, to === Number.POSITIVE_INFINITY ? null : to]] : [];
  });
}
