import * as z from 'zod/mini';
import { day } from '../text.ts';

/** The life of a referral: who opened a link is invited, and nothing of them is kept before they sign up (product D.9). */
export const REFERRAL_STATES = ['invited', 'joined', 'qualified', 'credited', 'void'] as const;
export const referralState = z.enum(REFERRAL_STATES);
export type ReferralState = z.output<typeof referralState>;

/** Somebody who signed up with the caller’s code: no name, no plan, no time of day. */
export const broughtPerson = z.object({ state: referralState, joined_on: day });
export type BroughtPerson = z.output<typeof broughtPerson>;

/** Days that the caller was given. They pass while no plan runs that the caller bought and that gives as much. */
export const givenDays = z.object({
  /** For somebody they brought, or for their own sign-up with a code. */
  side: z.enum(['referrer', 'referee']),
  plan: z.enum(['Lite', 'Premium']),
  days: z.int(),
  given_at: z.string(),
  ends_at: z.string(),
});
export type GivenDays = z.output<typeof givenDays>;

export const referralRule = z.object({
  /** Days for each of the two. */
  days: z.int(),
  /** So many a year count for who brings people. */
  most_a_year: z.int(),
});

/** The caller’s referrals. */
export const ownReferrals = z.object({
  ...referralRule.shape,
  /** '' until they ask for one. */
  code: z.string(),
  /** Of `most_a_year`, in the last 365 days. */
  credited_in_year: z.int(),
  /** Whether they signed up with somebody’s code themselves, and what became of it. */
  joined_by_code: z.nullable(referralState),
  /** The latest first, at most 200. */
  people: z.array(broughtPerson),
  /** The latest first. */
  given: z.array(givenDays),
});
export type OwnReferrals = z.output<typeof ownReferrals>;
