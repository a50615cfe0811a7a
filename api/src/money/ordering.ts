import { setTimeout as wait } from 'node:timers/promises';
import { ABROAD, type Place } from '@vimarsh/shared/contract/plans/place-of-supply.ts';
import type { orderPlan } from '@vimarsh/shared/contract/plans/routes.ts';
import type { Received } from '@vimarsh/shared/contract/route.ts';
import { EXPERT_TERMS_VERSION } from '@vimarsh/shared/domain/money/expert-terms.ts';
import { asksForPan } from '@vimarsh/shared/domain/money/kyc-gate.ts';
import { MITC_VERSION } from '@vimarsh/shared/domain/money/mitc.ts';
import { isPaidBy, lineOf } from '@vimarsh/shared/domain/money/purchase.ts';
import { orderAddress } from '@vimarsh/shared/domain/routing/member-places.ts';
import { Fail, refuseField } from '../platform/platform.ts';
import { ulid } from '../platform/text/id.ts';
import { billingOf } from './billing/parties.ts';
import { type Asking, couponCode, couponFor, quoteLess } from './coupons/coupons.ts';
import { take } from './provider-events.ts';
import { checkRenewal, keepMandateConsent } from './renewal/mandates.ts';
import { buyerOf, isLate, offersOf, PAY_WITHIN_MS, payUntil, type Shop } from './shop.ts';
import { sweep } from './sweep.ts';
import { isCharge, lockMoney, type MoneyDb, makesMandate, type OrderRow } from './tables.ts';

type Asked = Received<typeof orderPlan>['body'];

/** Orders a plan for somebody; the price is the server's. Asked again with the same key, it is the same order. */
export async function order(shop: Shop, user_id: string, site: string, asked: Asked): Promise<OrderRow> {
  const { provider, platform } = shop;
  if (!provider) throw new Fail('PAY_CLOSED');
  const agreed = agreedTo(asked);
  const open = !provider.methods || provider.methods.includes(asked.method);
  if (!open || !isPaidBy(lineOf(asked.plan), asked.method)) refuseField('method', 'This way to pay is not open yet. Choose another.');
  await refuseWithoutPan(shop, user_id, asked.plan);
  await refusePlace(shop, user_id, asked.place);
  const mine = () => openOrder(shop, user_id);
  const before = (await orderByKey(shop, user_id, asked.key)) ?? (await mine());
  if (before?.state === 'open' && before.idempotency_key !== asked.key) {
    // The same plan again is the same order, unless its time is over: nobody is led to a page that takes no money.
    if (isLate(before, shop.clock())) await putAside(shop, before, 'expired');
    else if (!isSamePurchase(before, asked) || (await hasOtherMoney(shop, before))) {
      // What can't be had takes the place of nothing.
      await priced(shop, shop.db, user_id, site, asked);
      await putAside(shop, before, 'replaced');
    }
  }
  const held = before?.state === 'open' && !isLate(before, shop.clock()) ? before : undefined;

  const row = await platform.transaction(async (tx: MoneyDb): Promise<OrderRow> => {
    await lockMoney(tx, user_id);
    const found = await tx.selectFrom('plan_orders').selectAll().where('user_id', '=', user_id).where('idempotency_key', '=', asked.key).executeTakeFirst();
    // A key names one order; with another body it is another wish, which the person has to see again.
    if (found && !isSamePurchase(found, asked)) throw new Fail('PRICE_CHANGED');
    if (found) return found;
    const open = await tx.selectFrom('plan_orders').selectAll().where('user_id', '=', user_id).where('state', '=', 'open').executeTakeFirst();
    // Another tab was first. The same plan is the same order; two different ones at once are asked for again.
    if (open && isSamePurchase(open, asked)) return askedAgain(tx, open);
    if (open) throw new Fail('RETRY');
    const price = await priced(shop, tx, user_id, site, asked, { locked: true, held });
    const { offer, coupon, discount_paise, kept, taxable, gst, credits, pay_paise } = price;
    const id = ulid();
    const made = await tx
      .insertInto('plan_orders')
      .values({
        ...{
          id,
          user_id,
          site,
          plan: offer.plan,
          days: offer.days,
          taxable_paise: taxable,
          gst_paise: gst,
          credits: JSON.stringify(credits),
          pay_paise,
        },
        ...{ coupon, discount_paise, mandate: asked.renew_paise === undefined ? '' : id },
        ...{ method: asked.method, place: asked.place, ...agreed, idempotency_key: asked.key, state: 'open', payable: null },
        ...{
          created_at: shop.clock(),
          held_until: kept && payUntil(kept),
          decided_at: null,
          refused_at: null,
          starts_at: null,
          ends_at: null,
          charged_from: null,
          ended: '',
        },
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    if (asked.renew_paise !== undefined) await keepMandateConsent(tx, made, asked.renew_paise);
    return made;
  });
  return row.state === 'open' && !row.payable ? offerToPay(shop, row) : row;
}

/** The terms that go with a plan, which must be agreed to as they are in force: with research the most important ones, with Publisher those for experts. */
function agreedTo({ plan, mitc_version, terms_version }: Asked): { mitc_version: string; terms_version: string } {
  if (lineOf(plan) === 'experts') {
    if (terms_version !== EXPERT_TERMS_VERSION) throw new Fail('TERMS_REQUIRED');
    return { mitc_version: '', terms_version };
  }
  if (mitc_version !== MITC_VERSION) throw new Fail('MITC_REQUIRED');
  return { mitc_version, terms_version: '' };
}

/** Who left a plan while it waited for their PAN had its tools for nothing: before the next one the PAN is given. */
export async function isPanFirst({ db, identity }: Shop, user_id: string): Promise<boolean> {
  if (await identity.pans.isGiven(db, user_id)) return false;
  const left = await db
    .selectFrom('plan_orders')
    .select('id')
    .where('user_id', '=', user_id)
    .where('ended', '=', 'cancelled')
    .where('kyc_gate_from', 'is not', null)
    .executeTakeFirst();
  return left !== undefined;
}

async function refuseWithoutPan(shop: Shop, user_id: string, plan: Asked['plan']): Promise<void> {
  if (asksForPan(plan) && (await isPanFirst(shop, user_id))) throw new Fail('KYC_GATE', { validation: 'Give your PAN before you buy another plan.' });
}

/** Outside India nothing is sold before it is settled how it is taxed, nor to a buyer whom the invoice can't name as the law asks. */
async function refusePlace({ db, exports }: Shop, user_id: string, place: Place): Promise<void> {
  if (place !== ABROAD) return;
  if (!exports) refuseField('place', 'We don’t sell to buyers outside India yet: how such a sale is taxed is not settled here. Nothing was ordered.');
  if ((await billingOf(db, user_id))?.state !== ABROAD)
    refuseField('place', 'For an invoice outside India, first save your name, address and country under Billing in My account. Nothing was ordered.');
}

/** What somebody asks for at the price that they were shown. Throws PRICE_CHANGED, why its coupon takes nothing off, or why it is not sold. */
async function priced(shop: Shop, db: MoneyDb, user_id: string, site: string, asked: Asked, more: Pick<Asking, 'locked' | 'held'> = {}) {
  const offer = (await offersOf(db, site, lineOf(asked.plan))).find(({ plan, days }) => plan === asked.plan && days === asked.days);
  if (!offer) throw new Fail('PRICE_CHANGED');
  const found = await couponFor(db, asked.coupon, { user_id, site, now: shop.clock(), ...more });
  if (found?.given.refused) throw new Fail(found.given.refused);
  const { refused, pay_paise, discount_paise, taxable, gst, credits } = quoteLess(await buyerOf(shop, db, user_id, asked.place), offer, found?.row ?? null);
  if (refused) throw new Fail(refused);
  if (pay_paise !== asked.pay_paise) throw new Fail('PRICE_CHANGED');
  checkRenewal(shop, offer, asked);
  const used = discount_paise > 0 ? found : null;
  return { offer, coupon: used?.given.code ?? '', kept: used?.row?.kept ?? null, discount_paise, taxable, gst, credits, pay_paise };
}

/** Who asks for an open order again has read that its last attempt was refused, and begins another. */
async function askedAgain(tx: MoneyDb, open: OrderRow): Promise<OrderRow> {
  if (!open.refused_at) return open;
  return tx.updateTable('plan_orders').set({ refused_at: null }).where('id', '=', open.id).returningAll().executeTakeFirstOrThrow();
}

const isSamePurchase = (row: OrderRow, asked: Asked): boolean =>
  row.plan === asked.plan &&
  row.days === asked.days &&
  row.method === asked.method &&
  row.pay_paise === asked.pay_paise &&
  row.place === asked.place &&
  !isCharge(row) &&
  makesMandate(row) === (asked.renew_paise !== undefined) &&
  (row.coupon === '' || row.coupon === couponCode(asked.coupon));

/** Tells the provider of an order. The process may have ended between the two, so whoever looks at the order does it again. */
export async function offerToPay({ provider, db }: Shop, row: OrderRow): Promise<OrderRow> {
  const { id, pay_paise, method, site } = row;
  const mandate =
    makesMandate(row) && (await db.selectFrom('plan_mandates').select('agreed_paise as most_paise').where('order_id', '=', id).executeTakeFirstOrThrow());
  const asked = { order_id: id, amount_paise: pay_paise, method, return_to: orderAddress(id), site, pay_until: payUntil(row) };
  const payable = await provider!.createOrder({ ...asked, ...(mandate && { mandate }) });
  const kept = await db
    .updateTable('plan_orders')
    .set({ payable: JSON.stringify(payable) })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  // Put aside meanwhile, when there was nothing to close yet. One that was paid stays as it is.
  if (kept.numUpdatedRows === 0n) await provider!.close(id);
  return { ...row, payable };
}

/** Takes an unpaid order out of payment. ORDER_PAYING where it was paid meanwhile: its event is on the way. */
export async function putAside(shop: Shop, row: OrderRow, state: 'replaced' | 'expired'): Promise<void> {
  const { provider, db, clock } = shop;
  // Paid there with money that was not for it and goes back: it is over. Anything else that came is on its way here.
  const isPaid = (await provider!.close(row.id)) === 'paid';
  if (isPaid && !(await isAllReturned(shop, row))) throw new Fail('ORDER_PAYING');
  await db
    .updateTable('plan_orders')
    .set({ state: isPaid ? 'returned' : state, decided_at: clock() })
    .where('id', '=', row.id)
    .where('state', '=', 'open')
    .execute();
}

/** Whether money came for an open order, and all of it was taken in as no payment of it. */
async function isAllReturned({ provider, db }: Shop, { id }: OrderRow): Promise<boolean> {
  const took = await provider!.payments(id);
  const known = new Set((await db.selectFrom('plan_payments').select('id').where('order_id', '=', id).execute()).map((payment) => payment.id));
  return took.length > 0 && took.every(({ payment_id, currency }) => known.has(payment_id) || currency !== 'INR');
}

/** Whether money of another amount came for it: its page takes no more, and who asks for the plan again needs another order. */
const hasOtherMoney = async ({ db }: Shop, { id }: OrderRow): Promise<boolean> =>
  (await db.selectFrom('plan_payments').select('id').where('order_id', '=', id).executeTakeFirst()) !== undefined;

const orderByKey = ({ db }: Shop, user_id: string, key: string) =>
  db.selectFrom('plan_orders').selectAll().where('user_id', '=', user_id).where('idempotency_key', '=', key).executeTakeFirst();

export const openOrder = ({ db }: Shop, user_id: string): Promise<OrderRow | undefined> =>
  db.selectFrom('plan_orders').selectAll().where('user_id', '=', user_id).where('state', '=', 'open').executeTakeFirst();

/** One of somebody's orders as it stands by now: one nobody paid in time has expired. While the provider is away it is shown as it was. */
export async function lookAt(shop: Shop, user_id: string, id: string): Promise<OrderRow> {
  const find = () => shop.db.selectFrom('plan_orders').selectAll().where('id', '=', id).where('user_id', '=', user_id).executeTakeFirst();
  const row = await find();
  if (!row) throw new Fail('NOT_FOUND');
  if (row.state !== 'open' || !shop.provider) return row;
  // A charge is paid without its payer.
  if (!isLate(row, shop.clock()) && (row.payable || isCharge(row))) return row;
  if (!mayAsk(shop, id)) return row;
  try {
    return await askAbout(shop, row, find);
  } catch (error) {
    // Nothing was learned: whoever looks next asks again.
    asked.get(shop)!.delete(id);
    throw error;
  }
}

const SOON_MS = 2000;

/** The same for who needs more than this order, as prices, which are our own: without the provider's answer within two seconds it stands as it was. */
export async function lookBriefly(shop: Shop, open: OrderRow): Promise<OrderRow> {
  const over = new AbortController();
  const look = lookAt(shop, open.user_id, open.id);
  look.catch((error) => shop.platform.log.warn({ err: error, row: open.id }, 'an open order could not be looked at'));
  const asItWas = wait(SOON_MS, open, { signal: over.signal }).catch(() => open);
  return Promise.race([look, asItWas]).finally(() => over.abort());
}

async function askAbout(shop: Shop, row: OrderRow, find: () => Promise<OrderRow | undefined>): Promise<OrderRow> {
  if (isLate(row, shop.clock())) {
    await putAside(shop, row, 'expired').catch(unless('ORDER_PAYING', 'PAY_AWAY'));
    return (await find())!;
  }
  return (await offerToPay(shop, row).catch(unless('PAY_AWAY'))) ?? row;
}

/** A screen that waits looks every other second; the provider is asked so often at most about one order, by each node. */
const ASK_EVERY_MS = 10_000;
const MOST_REMEMBERED = 1_000;
const asked = new WeakMap<Shop, Map<string, number>>();

function mayAsk(shop: Shop, id: string): boolean {
  const now = shop.clock().getTime();
  const times = asked.get(shop) ?? new Map<string, number>();
  asked.set(shop, times);
  const before = times.get(id);
  if (before !== undefined && Math.abs(now - before) < ASK_EVERY_MS) return false;
  if (times.size >= MOST_REMEMBERED) times.clear();
  times.set(id, now);
  return true;
}

const unless =
  (...codes: readonly Fail['code'][]) =>
  (error: unknown): void => {
    if (!(error instanceof Fail && codes.includes(error.code))) throw error;
  };

/** A provider's event comes in seconds. After this long past an order's time none may come at all, and we ask. */
const TOLD_WITHIN_MS = 30 * 60_000;

/** Late orders that are read at once. */
const MOST_LATE = 500;

/** Ends all orders that nobody paid in time. */
export async function expireOrders(shop: Shop): Promise<void> {
  if (!shop.provider) return;
  const now = shop.clock();
  const late = new Date(now.getTime() - PAY_WITHIN_MS);
  await sweep(shop, {
    page: (after, most) =>
      shop.db
        .selectFrom('plan_orders')
        .selectAll()
        .where('state', '=', 'open')
        .where((eb) => eb.or([eb.and([eb('created_at', '<=', late), eb('held_until', 'is', null)]), eb('held_until', '<=', now)]))
        .where('id', '>', after)
        .orderBy('id')
        .limit(most)
        .execute(),
    key: ({ id }) => id,
    each: async (row) => {
      const ended = await putAside(shop, row, 'expired').then(() => true, unless('ORDER_PAYING'));
      if (!ended && now.getTime() - payUntil(row).getTime() > TOLD_WITHIN_MS) await askForPayments(shop, row);
    },
    failed: 'a late order waits for the next run',
    most: MOST_LATE,
  });
}

/** Asks the provider what was paid for an order, and takes it in as if it had told: its event, if it still comes, does nothing more. */
async function askForPayments(shop: Shop, { id: order_id }: OrderRow): Promise<void> {
  shop.platform.log.error({ order: order_id }, 'an order is paid at the provider, and no event came: look at what it delivers');
  for (const took of await shop.provider!.payments(order_id)) await take(shop, { kind: 'payment.paid', id: `asked ${took.payment_id}`, order_id, ...took });
}
