import type { PlanAccount } from '@vimarsh/shared/contract/plans/types.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { exact } from '../../plans/rupees.ts';

type Refund = Pick<PlanAccount['refunds'][number], 'state' | 'amount_paise' | 'by_bank'>;

/** What became of money that goes back: where it is, and what its owner has to do. `account`: the last digits of the one they gave; null for none. */
export function refundWords({ state, amount_paise, by_bank }: Refund, account: string | null): string {
  const sum = exact(amount_paise);
  if (by_bank)
    return by_bank.ends_with
      ? `${sum} was sent to your account ending in ${by_bank.ends_with} on ${formatDay(by_bank.paid_at)}. Reference: ${by_bank.reference}.`
      : `${sum} was paid to you by bank transfer on ${formatDay(by_bank.paid_at)}. Reference: ${by_bank.reference}.`;
  if (state === 'done') return `${sum} was paid back the way you paid. Your bank may need a few days.`;
  if (state !== 'failed') return `${sum} is on its way back, the way you paid.`;
  return account === null
    ? `${sum} could not be paid back the way you paid. The money is still yours. Tell us an account of yours under Bank details.`
    : `${sum} could not be paid back the way you paid. We pay it to your account ending in ${account} within 7 working days. If that is the wrong account, change it under Bank details.`;
}
