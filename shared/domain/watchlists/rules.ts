import type { Room } from './room.ts';

/** Why a change is refused; '' where it is not. */
export type Refusal = '' | 'WATCHLIST_LOCKED' | 'WATCHLIST_DOUBLE' | 'WATCHLIST_FULL';

/** Names that people take for the same: `Banks`, `banks ` and `BANKS`. */
export const nameKey = (name: string): string => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * Whether a list is read-only: a plan that keeps fewer lists than there are deletes none, it locks the later ones. `place` counts
 * from 0 by the time of making, so deleting an earlier list opens the next.
 */
export const isLocked = (place: number, room: Room): boolean => place >= room.lists;

/**
 * Whether a list may hold `wanted` after it held `now`. One that is over its size, because a plan changed, may still be ordered and
 * emptied: only what is new to it needs room.
 */
export function refusalOf(now: readonly string[], wanted: readonly string[], room: Room): Refusal {
  if (new Set(wanted).size < wanted.length) return 'WATCHLIST_DOUBLE';
  const known = new Set(now);
  return wanted.length > room.items && wanted.some((code) => !known.has(code)) ? 'WATCHLIST_FULL' : '';
}

/** `codes` with the one at `from` standing at `to`; the same where there is no such place. */
export function moved<T>(codes: readonly T[], from: number, to: number): readonly T[] {
  if (from === to || from < 0 || to < 0 || from >= codes.length || to >= codes.length) return codes;
  const next = codes.filter((_, at) => at !== from);
  next.splice(to, 0, codes[from]!);
  return next;
}

/** `codes` with `code` back where it stood, or at the end where the list has become shorter. */
export const putBack = <T>(codes: readonly T[], code: T, at: number): readonly T[] =>
  codes.includes(code) ? codes : [...codes.slice(0, at), code, ...codes.slice(at)];
