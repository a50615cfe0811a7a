import type { CallType, Term } from '../../../contract/calls/types.ts';
import { costPct } from './costs.ts';
import { direction } from './levels.ts';

/*
 * Results of one call as sums are made of them. What is on record and shown of a call is rounded to four decimals; whoever adds up rounded
 * numbers rounds twice, so that a mean of many calls is off by more than its last decimal.
 */

/** A call between two prices, ₹. */
export interface RoundTrip {
  readonly call_type: CallType;
  readonly term: Term;
  readonly entry: { readonly price: number };
  readonly exit: { readonly price: number };
}

/** Prices have two decimals: their differences are exact in whole paise. */
const paise = (price: number): number => Math.round(price * 100);

const gainInPaise = ({ call_type, entry, exit }: RoundTrip): number => direction(call_type) * (paise(exit.price) - paise(entry.price));

/** Return between entry and exit before costs, %. */
export const grossReturn = (trip: RoundTrip): number => (100 * gainInPaise(trip)) / paise(trip.entry.price);

/** Return after the costs of its term, %. */
export const exactNet = (trip: RoundTrip): number => grossReturn(trip) - costPct(trip.term);

/** The result as a multiple of the published risk |entry − first stop|; 0 where there was none. */
export function riskMultiple(trip: RoundTrip & { readonly initial_stop: number }): number {
  const risk = Math.abs(paise(trip.entry.price) - paise(trip.initial_stop));
  return risk === 0 ? 0 : gainInPaise(trip) / risk;
}

/**
 * Whether a call that was entered at one price counts as a gain where it ends at another: its return, rounded to four decimals as it is on record,
 * is above its costs. In whole numbers, because each call asks it several times: the return in millionths is at least half a one above them.
 */
export const gainsAt = (call: Omit<RoundTrip, 'exit'>, price: number): boolean =>
  2_000_000 * gainInPaise({ ...call, exit: { price } }) >= (2 * Math.round(10_000 * costPct(call.term)) + 1) * paise(call.entry.price);
