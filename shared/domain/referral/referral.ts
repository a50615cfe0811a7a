import type { ReferralState } from '../../contract/referrals/types.ts';

/** Days on a plan, to both; no money and no part of a fee. */
export const REWARD_DAYS = 7;
/** So many a year count for who brings people. */
export const MOST_A_YEAR = 5;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long the plan and the PAN have to stand. */
export const HELD_DAYS = 7;
/** Who has not bought anything by then is nobody’s any more. */
export const JOINED_DAYS = 365;

/** Why nobody gets anything; kept for who is asked about it, shown to nobody. */
export type VoidReason = 'same person' | 'not investors' | 'cancelled' | 'late' | 'erased';

export interface Referral {
  readonly state: ReferralState;
  readonly joined_at: Date;
  readonly qualified_at: Date | null;
}

/** What is known of the two on a night. */
export interface ReferralFacts {
  /** Both are investors who may earn this way; an account that was closed meanwhile says nothing against the other. */
  readonly investors: boolean;
  /** The newcomer was here before, or is who brought them. */
  readonly samePerson: boolean;
  /** What the newcomer paid for: nothing yet, a plan that stands or ran to its end, or only plans of which money was asked back. */
  readonly bought: 'nothing' | 'kept' | 'cancelled';
  readonly panGiven: boolean;
  /**
   * What the newcomer paid for days that are used is worth the days of both sides. It never comes back, so whoever cancels afterwards
   * has paid for what was given, and two people who play together gain nothing.
   */
  readonly covers: boolean;
}

export interface Judged {
  readonly state: ReferralState;
  readonly reason: VoidReason | '';
}

/** Whether the time is over in which somebody who joined can still become a buyer. */
export const isLate = ({ state, joined_at }: Pick<Referral, 'state' | 'joined_at'>, now: Date): boolean =>
  state === 'joined' && now.getTime() - joined_at.getTime() > JOINED_DAYS * DAY_MS;

const judged = (state: ReferralState): Judged => ({ state, reason: '' });
const voided = (reason: VoidReason): Judged => ({ state: 'void', reason });

/** What a referral is after a night, judged by what holds now. It goes on by one step at most, and never back. */
export function judge(referral: Referral, { investors, samePerson, bought, panGiven, covers }: ReferralFacts, now: Date): Judged {
  const { state, qualified_at } = referral;
  if (state !== 'joined' && state !== 'qualified') return judged(state);
  if (!investors) return voided('not investors');
  if (samePerson) return voided('same person');
  if (state === 'joined') {
    if (bought === 'kept' && panGiven) return judged('qualified');
    return bought !== 'kept' && isLate(referral, now) ? voided('late') : judged('joined');
  }
  if (bought !== 'kept') return voided('cancelled');
  // A PAN that was rejected meanwhile is waited for.
  // Nights begin seconds sooner or later than those before.
  const stood = now.getTime() - qualified_at!.getTime() >= HELD_DAYS * DAY_MS - HOUR_MS;
  return judged(panGiven && stood && covers ? 'credited' : 'qualified');
}

const YEAR_MS = 365 * DAY_MS;
/** How many of these count in the year that ends now. */
export const inYear = (credited: readonly Date[], now: Date): number => credited.filter((at) => now.getTime() - at.getTime() < YEAR_MS).length;
