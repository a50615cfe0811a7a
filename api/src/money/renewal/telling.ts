import type { AccountNotice } from '@vimarsh/shared/contract/notices/types.ts';
import { paidBy } from '@vimarsh/shared/domain/money/renewal.ts';
import { STOPPED_WORDS } from '@vimarsh/shared/domain/money/renewal-stops.ts';
import { formatDay, formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { inWords, type Shop, writeMail } from '../shop.ts';
import type { MandateRow, MoneyDb } from '../tables.ts';

type News = Omit<NonNullable<AccountNotice['renewal']>, 'plan' | 'days' | 'at'> & { readonly what: keyof typeof SUBJECTS; readonly at: Date };
type Told = Pick<MandateRow, 'user_id' | 'plan' | 'days' | 'method'>;

/** Tells somebody about a renewal, or that there is none, in the bell and by mail. Answers the id of the mail, '' for none. */
export async function tellOf(shop: Shop, tx: MoneyDb, mandate: Told, mail: string, { what, pay_paise, at, why }: News, text: string): Promise<string> {
  const { user_id, plan, days } = mandate;
  await shop.tellPerson(tx, user_id, { what, document: null, demo: null, renewal: { plan, days, pay_paise, at: at.toISOString(), why } });
  return writeMail(shop, tx, mail, `${SUBJECTS[what]}: ${plan}`, text);
}

const SUBJECTS = {
  renewal_announced: 'Your plan renews soon',
  renewal_refused: 'Your plan could not be renewed yet',
  renewal_stopped: 'Your plan renews no more',
  plan_ends: 'Your plan ends soon',
};

/** Plan, days, amount, when it is charged and how it is stopped: what the law asks an announcement to say. */
export const announcedText = ({ plan, days, method }: Told, pay_paise: number, charge_at: Date, ends_at: Date): string =>
  `Your ${plan} plan renews by itself for ${days} days: ${inWords(pay_paise)} with GST is taken by ${paidBy(method)} on ${formatDay(charge_at)}, from ${formatIst(charge_at)} on. ` +
  `If you don’t want that, stop it before then under My account, Plan, or at your bank: nothing is taken then, and the plan ends on ${formatDay(ends_at)}.`;

export const refusedText = ({ plan, days, method }: Told, pay_paise: number, again_at: Date): string =>
  `Your bank refused ${inWords(pay_paise)} by ${paidBy(method)} for your ${plan} plan of ${days} days. Nothing was taken. It is tried once more on ${formatDay(again_at)}, from ` +
  `${formatIst(again_at)} on. You can stop it before then under My account, Plan.`;

export const stoppedText = ({ plan }: Told, why: keyof typeof STOPPED_WORDS, ends_at: Date, now: Date): string =>
  `Your ${plan} plan does not renew by itself any more. ${STOPPED_WORDS[why]} Nothing is taken from you again. ` +
  `The plan ${ends_at <= now ? 'ended' : 'ends'} on ${formatDay(ends_at)}; you can buy it anew at any time.`;

export const endsText = ({ plan, days }: Pick<Told, 'plan' | 'days'>, ends_at: Date, mayBuyAgain: boolean): string =>
  `Your ${plan} plan of ${days} days ends on ${formatIst(ends_at)} and does not renew by itself. Nothing is taken from you.` +
  (mayBuyAgain ? ' If you buy it again before then, under Plans, the new days follow the old.' : '');
