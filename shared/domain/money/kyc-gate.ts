import { addDays, istDay, istInstant } from '../market/calendar.ts';
import { lineOf, type SoldPlan } from './purchase.ts';

/** Of one plan, however often its gate closes: it waits for a PAN no longer than that, and days are charged all the same. */
export const MOST_PAUSED_DAYS = 7;
const DAY_MS = 86_400_000;

/** Whether it is known who pays: a PAN was written down, and no card of it was rejected. */
export const isPanGiven = ({ pan_card_number, pan_card_status }: { pan_card_number: string; pan_card_status: string }): boolean =>
  pan_card_number !== '' && pan_card_status !== 'Rejected';

/** Whether live calls of a plan wait for its buyer's PAN. An expert's papers are looked at before anything is sold to them. */
export const asksForPan = (plan: SoldPlan): boolean => lineOf(plan) === 'investors';

/** A plan that was bought, as far as its clock goes. */
export interface Clock {
  readonly starts_at: Date;
  readonly ends_at: Date;
  /** From when its days are charged, where that is later than its start. */
  readonly charged_from: Date | null;
  /** From when whole days are paused; null while its PAN is there. */
  readonly kyc_gate_from: Date | null;
  /** Days by which its end was moved so far; null: it asks for no PAN. */
  readonly kyc_paused_days: number | null;
}

/**
 * Days of India's calendar for which the gate was closed all day and that were not moved yet, seven at most with those that were: until
 * yesterday, or while it is closed with today, on which nothing can be read either. The part of a day with which a plan ends is no day.
 */
export function pausedDays({ ends_at, kyc_gate_from, kyc_paused_days }: Clock, at: Date, until: 'yesterday' | 'today'): number {
  if (!kyc_gate_from || kyc_paused_days === null || kyc_gate_from.getTime() + DAY_MS > ends_at.getTime()) return 0;
  const days = (Date.parse(istDay(at)) - Date.parse(istDay(kyc_gate_from))) / DAY_MS + (until === 'today' ? 1 : 0);
  return Math.max(0, Math.min(days, MOST_PAUSED_DAYS - kyc_paused_days));
}

/** From when days of a plan are charged, if it is left at an instant: after those that are paused. */
export function chargedFrom(clock: Clock, at: Date): Date {
  const from = clock.charged_from ?? clock.starts_at;
  const days = pausedDays(clock, at, 'today');
  return days === 0 ? from : istInstant(addDays(istDay(from), days));
}

/** Whether the day of an instant is paused, so that nothing of it is charged. */
export const isPausedOn = (clock: Clock, at: Date): boolean => pausedDays(clock, at, 'today') > pausedDays(clock, at, 'yesterday');

/** The clock once the days until yesterday are moved; null where there are none. Moved again on the same day, it stays. */
export function movedClock(clock: Clock, at: Date): (Clock & { readonly days: number }) | null {
  const days = pausedDays(clock, at, 'yesterday');
  if (days === 0 || !clock.kyc_gate_from) return null;
  return {
    days,
    starts_at: clock.starts_at,
    ends_at: new Date(clock.ends_at.getTime() + days * DAY_MS),
    charged_from: istInstant(addDays(istDay(clock.charged_from ?? clock.starts_at), days)),
    kyc_gate_from: istInstant(addDays(istDay(clock.kyc_gate_from), days)),
    kyc_paused_days: (clock.kyc_paused_days ?? 0) + days,
  };
}

/** From when days are paused of a plan whose gate closes at an instant: from its start, or where it runs from the next day on, for today was readable. */
export const gateFrom = (starts_at: Date, at: Date): Date => (starts_at > at ? starts_at : istInstant(addDays(istDay(at), 1)));

/** What follows a plan by so many days later. */
export const laterBy = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);
