import type { Call } from '../../../contract/calls/types.ts';
import { isOpen } from '../record-rules.ts';
import { exactNet } from './exact-result.ts';

/** A call as far as a follower's result follows from it, open or ended. */
export type FollowedCall = Pick<Call, 'call_type' | 'term' | 'status' | 'entry_fill' | 'exit' | 'follower' | 'not_judgeable'>;

/** What a follower paid, ₹; the call's own entry where theirs is not known. Null before the entry. */
export const followerPaid = ({ entry_fill, follower }: Pick<Call, 'entry_fill' | 'follower'>): number | null => follower?.entry ?? entry_fill?.price ?? null;

/** What a follower leaves at, ₹: `now` while the call is open, then their price of leaving, and the call's own until theirs is known. */
const leftAt = ({ status, exit, follower }: FollowedCall, now: number | null): number | null => (isOpen(status) ? now : exit && (follower?.exit ?? exit.price));

/**
 * What a follower has made of a call since entry, % after the costs of its term. `now` is the price of this moment, ₹; it counts while the call is
 * open. Null before the entry, without a price, for a Hold, and where prices can't judge the call.
 */
export function madeOf(call: FollowedCall, now: number | null): number | null {
  const { call_type, term, not_judgeable } = call;
  const [paid, left] = [followerPaid(call), leftAt(call, now)];
  if (call_type === 'Hold' || not_judgeable || paid === null || left === null || !(left > 0)) return null;
  return exactNet({ call_type, term, entry: { price: paid }, exit: { price: left } });
}
