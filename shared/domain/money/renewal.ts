import type { PayMethod } from '../../contract/plans/types.ts';
import { formatInr } from '../text/formats.ts';
import { type Held, MOST_DAYS_AHEAD, type Offer, type Purchase, purchaseOf } from './purchase.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** From so long before its end on a renewal is announced. */
export const ANNOUNCED_BEFORE_MS = 3 * DAY_MS;
/** A charge comes so long after its announcement has left, at the least (RBI, e-mandates). */
export const NOTICE_MS = DAY_MS;
/** So long after its end a plan is still renewed. */
export const GRACE_MS = 2 * DAY_MS;
/** A charge that was refused is tried once more, so long after. */
export const AGAIN_MS = DAY_MS;
export const MOST_CHARGES = 2;
/** No mandate charges more without an OTP (RBI, e-mandates). */
export const MANDATE_CEILING_PAISE = 15_000_00;

/** Whether a mandate could ever renew an offer: a year is all that may be paid ahead, and what renews is paid a day ahead. */
export const canRenew = ({ days, price_paise }: Pick<Offer, 'days' | 'price_paise'>): boolean => price_paise <= MANDATE_CEILING_PAISE && days < MOST_DAYS_AHEAD;

const BY: Readonly<Record<PayMethod, string>> = { upi: 'UPI', card: 'card', netbanking: 'netbanking', cefcom: 'CeFCoM' };
export const paidBy = (method: PayMethod): string => BY[method];

/** What a buyer agrees to, and what is kept of it. */
export const renewalConsent = ({ plan, days }: Pick<Offer, 'plan' | 'days'>, most_paise: number, method: PayMethod): string =>
  `Renew ${plan} by itself every ${days} days: at most ${formatInr(most_paise / 100)} with GST each time, by ${paidBy(method)}`;

/** What is said of the announcement, before one agrees and as long as one does: by `ANNOUNCED_BEFORE_MS` and `NOTICE_MS`. */
export const RENEWAL_NOTICE = 'We write to you three days before the plan ends, and at least 24 hours before it is taken: how much, and when.';

/** When a charge may come: in the last day of a plan, and never sooner after its announcement than the law allows. */
export const chargeableFrom = (ends_at: Date, sent_at: Date): Date => new Date(Math.max(ends_at.getTime() - DAY_MS, sent_at.getTime() + NOTICE_MS));

/** How far the renewal of one plan has come. */
export interface Renewing {
  readonly ends_at: Date;
  /** Null before the announcement. `sent_at`: when it left, null while it has not. */
  readonly announced: { readonly sent_at: Date | null } | null;
  /** The oldest first. `at`: when it began, or was over. */
  readonly charges: readonly { readonly open: boolean; readonly at: Date }[];
}

/** `charge` also asks again for one that is open: it counts once. `late`: there was no time left to announce it first. */
export type RenewalStep = { do: 'wait' } | { do: 'announce'; charge_at: Date } | { do: 'charge' } | { do: 'stop'; why: 'late' | 'refused' };

/** What a renewal needs next. */
export function renewalStep({ ends_at, announced, charges }: Renewing, now: Date): RenewalStep {
  const over = new Date(ends_at.getTime() + GRACE_MS);
  const last = charges.at(-1);
  if (last?.open) return { do: 'charge' };
  if (charges.length >= MOST_CHARGES) return { do: 'stop', why: 'refused' };
  if (!announced) {
    if (now.getTime() < ends_at.getTime() - ANNOUNCED_BEFORE_MS) return { do: 'wait' };
    const charge_at = chargeableFrom(ends_at, now);
    return charge_at < over ? { do: 'announce', charge_at } : { do: 'stop', why: 'late' };
  }
  const from = last ? new Date(last.at.getTime() + AGAIN_MS) : announced.sent_at && chargeableFrom(ends_at, announced.sent_at);
  if (now >= over || (from && from >= over)) return { do: 'stop', why: last ? 'refused' : 'late' };
  return { do: from && now >= from ? 'charge' : 'wait' };
}

/** What a renewal costs, or why there is none: the price rose above what was agreed to, or it is not sold to them any more. */
export type Renewal = { readonly refused: null; readonly purchase: Purchase } | { readonly refused: 'price' | 'sale' };

/** The renewal of a plan at an instant. `offer` is what it costs now, null where it is not sold. */
export function renewalOf(offer: Offer | null, most_paise: number, held: readonly Held[], at: Date, paidInYear: number): Renewal {
  if (!offer || offer.price_paise > MANDATE_CEILING_PAISE) return { refused: 'sale' };
  if (offer.price_paise > most_paise) return { refused: 'price' };
  const purchase = purchaseOf(offer, held, at, paidInYear);
  // It follows its own plan. Beside a lesser one it would be another purchase, at another price.
  return purchase.refused || purchase.credits.length > 0 ? { refused: 'sale' } : { refused: null, purchase };
}
