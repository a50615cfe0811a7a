import type { RenewalStop } from '@vimarsh/shared/contract/plans/renewal-stops.ts';
import type { Offer } from '@vimarsh/shared/domain/money/purchase.ts';
import { lineOf } from '@vimarsh/shared/domain/money/purchase.ts';
import { canRenew, renewalConsent } from '@vimarsh/shared/domain/money/renewal.ts';
import { Fail, refuseField } from '../../platform/platform.ts';
import type { ToldMandate } from '../provider.ts';
import type { Shop } from '../shop.ts';
import { sweep } from '../sweep.ts';
import { lockMoney, type MandateRow, type MoneyDb, makesMandate, type OrderRow } from '../tables.ts';
import { stoppedText, tellOf } from './telling.ts';

/** Ways to pay by which an offer can renew by itself here. */
export const renewsBy = ({ provider }: Pick<Shop, 'provider'>, offer: Offer): OrderRow['method'][] =>
  canRenew(offer) ? [...(provider?.mandates?.methods ?? [])] : [];

/** Throws where a buyer wants a renewal that is not to be had, or at another price than they were shown. */
export function checkRenewal(shop: Shop, offer: Offer, { method, renew_paise }: { method: OrderRow['method']; renew_paise?: number | undefined }): void {
  if (renew_paise === undefined) return;
  if (!renewsBy(shop, offer).includes(method)) refuseField('renew_paise', 'This plan does not renew by itself with this way to pay. Order it without.');
  if (renew_paise !== offer.price_paise) throw new Fail('PRICE_CHANGED');
}

/** Keeps what a buyer agreed to, with the order that asks for it. */
export async function keepMandateConsent(tx: MoneyDb, row: OrderRow, most_paise: number): Promise<void> {
  const { id: order_id, user_id, site, plan, days, method, created_at } = row;
  await tx
    .insertInto('plan_mandates')
    .values({
      ...{ order_id, user_id, site, plan, days, method, agreed_paise: most_paise, words: renewalConsent(row, most_paise, method), agreed_at: created_at },
      ...{ bank_id: '', bank_paise: 0, active_at: null, stopped: '', stopped_at: null, revoked_at: null },
    })
    .execute();
}

/** The most that is charged each time: what was agreed to, or less where the bank's limit is lower. */
export const mostOf = ({ agreed_paise, bank_id, bank_paise }: MandateRow): number => (bank_id === '' ? agreed_paise : Math.min(agreed_paise, bank_paise));

/** The order of a plan that ends last, which a renewal follows: it may have ended a while ago. */
export const lastOrderOf = (db: MoneyDb, { user_id, plan }: Pick<MandateRow, 'user_id' | 'plan'>): Promise<OrderRow | undefined> =>
  db
    .selectFrom('plan_orders')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('plan', '=', plan)
    .where('state', '=', 'paid')
    .where('ended', '=', '')
    .orderBy('ends_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const REVOKE_JOB = 'money.revoke';

/** What the provider tells of a mandate that it made. It may come before its payment, after it, or after all is over. */
export async function setUp(
  { platform, clock }: Shop,
  tx: MoneyDb,
  order_id: string,
  told: ToldMandate,
): Promise<'set up' | 'doubled' | 'unknown order' | 'ignored'> {
  const mandate = await mandateOf(tx, order_id);
  if (!mandate) return 'unknown order';
  if (mandate.bank_id !== '') return mandate.bank_id === told.mandate_id ? 'doubled' : 'ignored';
  const { mandate_id: bank_id, most_paise: bank_paise } = told;
  await tx.updateTable('plan_mandates').set({ bank_id, bank_paise, active_at: clock() }).where('order_id', '=', order_id).execute();
  if (mandate.stopped !== '') await platform.jobs.enqueue(tx, REVOKE_JOB, { order_id });
  return 'set up';
}

/** Its payer, or we, ended a mandate at the provider. Told before its activation, that counts for nothing any more. */
export async function revokedAtBank(
  shop: Shop,
  tx: MoneyDb,
  order_id: string,
  bank_id: string,
  mail: string,
): Promise<'revoked' | 'doubled' | 'unknown order' | 'ignored'> {
  const mandate = await mandateOf(tx, order_id);
  if (!mandate) return 'unknown order';
  if (mandate.bank_id !== '' && mandate.bank_id !== bank_id) return 'ignored';
  if (mandate.revoked_at) return 'doubled';
  await tx.updateTable('plan_mandates').set({ bank_id, revoked_at: shop.clock() }).where('order_id', '=', order_id).execute();
  await stop(shop, tx, { ...mandate, revoked_at: shop.clock() }, 'bank', mail);
  return 'revoked';
}

const mandateOf = (tx: MoneyDb, order_id: string): Promise<MandateRow | undefined> =>
  tx.selectFrom('plan_mandates').selectAll().where('order_id', '=', order_id).forUpdate().executeTakeFirst();

/** Of these its person reads with the plan itself. */
export const UNTOLD = ['plan', 'replaced', 'unpaid'] as const satisfies readonly RenewalStop[];

/** Nothing is renewed from now on. What was on its way and comes all the same goes back whole; the mandate is revoked until that succeeds. */
export async function stop(shop: Shop, tx: MoneyDb, mandate: MandateRow, why: RenewalStop, mail: string): Promise<void> {
  if (mandate.stopped !== '') return;
  const { order_id, user_id, site } = mandate;
  const now = shop.clock();
  await tx.updateTable('plan_mandates').set({ stopped: why, stopped_at: now }).where('order_id', '=', order_id).execute();
  await tx
    .updateTable('plan_orders')
    .set({ state: 'replaced', decided_at: now })
    .where('mandate', '=', order_id)
    .where('id', '!=', order_id)
    .where('state', '=', 'open')
    .execute();
  if (mandate.bank_id !== '' && !mandate.revoked_at) await shop.platform.jobs.enqueue(tx, REVOKE_JOB, { order_id });
  await shop.platform.audit.write(tx, { actor: user_id, action: 'plan.renewal-stop', object: order_id, result: 'done', partner_key: site });
  if ((UNTOLD as readonly string[]).includes(why)) return;
  const at = (await lastOrderOf(tx, mandate))?.ends_at ?? now;
  await tellOf(shop, tx, mandate, mail, { what: 'renewal_stopped', pay_paise: mostOf(mandate), at, why }, stoppedText(mandate, why, at, shop.clock()));
}

const going = (tx: MoneyDb, user_id: string): Promise<MandateRow[]> =>
  tx.selectFrom('plan_mandates').selectAll().where('user_id', '=', user_id).where('stopped', '=', '').forUpdate().execute();

/** With a plan that was paid: that of another plan of its line renews no more, and one that is to renew takes the place of what renewed it before. */
export async function stopOthers(shop: Shop, tx: MoneyDb, row: OrderRow): Promise<void> {
  for (const mandate of await going(tx, row.user_id)) {
    if (mandate.order_id === row.mandate || lineOf(mandate.plan) !== lineOf(row.plan)) continue;
    if (mandate.plan !== row.plan) await stop(shop, tx, mandate, 'plan', '');
    else if (makesMandate(row)) await stop(shop, tx, mandate, 'replaced', '');
  }
}

/** With a plan that was cancelled, or with an account, '' for all of its plans. */
export async function stopWith(shop: Shop, tx: MoneyDb, user_id: string, plan: OrderRow['plan'] | ''): Promise<void> {
  for (const mandate of await going(tx, user_id)) if (plan === '' || mandate.plan === plan) await stop(shop, tx, mandate, 'plan', '');
}

/** Somebody wants no renewal any more. Answers when their plan ends. */
export async function stopAsAsked(shop: Shop, user_id: string, order_id: string): Promise<{ ends_at: string }> {
  const mail = await shop.identity.mailOf(user_id);
  return shop.platform.transaction(async (tx: MoneyDb) => {
    await lockMoney(tx, user_id);
    const mandate = (await going(tx, user_id)).find((each) => each.order_id === order_id);
    if (!mandate) throw new Fail('NOT_FOUND');
    await stop(shop, tx, mandate, 'you', mail);
    return { ends_at: ((await lastOrderOf(tx, mandate))?.ends_at ?? shop.clock()).toISOString() };
  });
}

/** Revokes a mandate at the provider; asked twice, it is done once. */
export async function sendRevocation({ db, provider, clock }: Shop, order_id: string): Promise<void> {
  const row = await db.selectFrom('plan_mandates').selectAll().where('order_id', '=', order_id).executeTakeFirst();
  if (!row || row.stopped === '' || row.bank_id === '' || row.revoked_at || !provider?.mandates) return;
  await provider.mandates.revoke(row.bank_id);
  await db.updateTable('plan_mandates').set({ revoked_at: clock() }).where('order_id', '=', order_id).where('revoked_at', 'is', null).execute();
}

/** Read at once. */
const MOST_AGAIN = 50;

/** Asks again for what its job gave up: a provider may be away for longer than that. */
export async function sendRevocationsAgain(shop: Shop): Promise<void> {
  await sweep(shop, {
    page: (after, most) =>
      shop.db
        .selectFrom('plan_mandates')
        .select('order_id')
        .where('stopped', '!=', '')
        .where('bank_id', '!=', '')
        .where('revoked_at', 'is', null)
        .where('order_id', '>', after)
        .orderBy('order_id')
        .limit(most)
        .execute(),
    key: ({ order_id }) => order_id,
    each: ({ order_id }) => sendRevocation(shop, order_id),
    failed: 'a mandate waits to be revoked',
    most: MOST_AGAIN,
  });
}
