import { mayBuy } from '@vimarsh/shared/domain/access/buying.ts';
import { type ExportRule, feeAt } from '@vimarsh/shared/domain/money/export-fee.ts';
import { asksForPan } from '@vimarsh/shared/domain/money/kyc-gate.ts';
import { lineOf } from '@vimarsh/shared/domain/money/purchase.ts';
import { AGAIN_MS, ANNOUNCED_BEFORE_MS, GRACE_MS, type Renewal, type Renewing, renewalOf, renewalStep } from '@vimarsh/shared/domain/money/renewal.ts';
import { callerOf } from '../../platform/access/access.ts';
import { ulid } from '../../platform/text/id.ts';
import { placeOf } from '../billing/parties.ts';
import type { Mandates } from '../provider.ts';
import { feesOfYear, heldBy, isLate, offersOf, type Shop } from '../shop.ts';
import { sweep } from '../sweep.ts';
import { isCharge, lockMoney, type MandateRow, type MoneyDb, type OrderRow } from '../tables.ts';
import { lastOrderOf, mostOf, stop } from './mandates.ts';
import { announcedText, refusedText, tellOf } from './telling.ts';

type Charge = Parameters<Mandates['charge']>[0];

/** An order that gives no plan any more. */
const GONE = ['expired', 'replaced', 'returned'] as const;
const isGone = ({ state }: OrderRow): boolean => (GONE as readonly string[]).includes(state);
/** Read at once. */
const MOST = 500;

/** Takes every renewal one step on: announces, charges, tries again or stops. Run twice or ended anywhere, nothing is charged twice. */
export async function renewDue(shop: Shop, most = MOST): Promise<void> {
  const { db, clock } = shop;
  if (!shop.provider?.mandates) return;
  const soon = new Date(clock().getTime() + ANNOUNCED_BEFORE_MS);
  await sweep(shop, {
    page: (after, many) => dueAfter(db, after, soon, many),
    key: ({ order_id }) => order_id,
    each: (row) => takeStep(shop, row),
    failed: 'a renewal waits for the next run',
    most,
  });
}

/** The next mandates in order that may need a step: their plan ends soon, or they never had one. */
const dueAfter = (db: MoneyDb, after: string, soon: Date, most: number): Promise<Pick<MandateRow, 'order_id' | 'user_id'>[]> =>
  db
    .selectFrom('plan_mandates as mandate')
    .innerJoin('plan_orders as first', 'first.id', 'mandate.order_id')
    .select(['mandate.order_id', 'mandate.user_id'])
    .where('mandate.stopped', '=', '')
    .where('first.state', '!=', 'open')
    .where('mandate.order_id', '>', after)
    .where((eb) => {
      const later = eb
        .selectFrom('plan_orders as later')
        .select('later.id')
        .whereRef('later.user_id', '=', 'mandate.user_id')
        .whereRef('later.plan', '=', 'mandate.plan')
        .where('later.state', '=', 'paid')
        .where('later.ended', '=', '')
        .where('later.ends_at', '>', soon);
      return eb.or([eb('first.state', 'in', GONE), eb.not(eb.exists(later))]);
    })
    .orderBy('mandate.order_id')
    .limit(most)
    .execute();

async function takeStep(shop: Shop, { order_id, user_id }: Pick<MandateRow, 'order_id' | 'user_id'>): Promise<void> {
  const { platform, identity, provider } = shop;
  const mail = await identity.mailOf(user_id);
  const asker = await identity.asker(user_id);
  const charge = await platform.transaction(async (tx: MoneyDb): Promise<Charge | null> => {
    await lockMoney(tx, user_id);
    const mandate = await tx.selectFrom('plan_mandates').selectAll().where('order_id', '=', order_id).forUpdate().executeTakeFirstOrThrow();
    if (mandate.stopped !== '') return null;
    // Nobody is charged again for calls that they could never read.
    const isReadable = !asksForPan(mandate.plan) || (await identity.pans.isGiven(tx, user_id));
    const mayRenew = isReadable && asker !== null && mayBuy(callerOf(asker), lineOf(mandate.plan));
    const { stops, charges } = await nextOf(shop, tx, mandate, { mail, mayRenew });
    if (stops) await stop(shop, tx, mandate, stops, mail);
    return charges ? { order_id: charges.id, mandate_id: mandate.bank_id, amount_paise: charges.pay_paise } : null;
  });
  // Asked again by each run until its event has come, for the process may have ended here.
  if (charge) await provider!.mandates!.charge(charge);
}

interface Next {
  readonly stops?: Parameters<typeof stop>[3];
  /** The order that is charged. */
  readonly charges?: OrderRow | null;
}

/** Does what a renewal needs next, and says what else must be done. */
async function nextOf(shop: Shop, tx: MoneyDb, mandate: MandateRow, { mail, mayRenew }: { mail: string; mayRenew: boolean }): Promise<Next> {
  const now = shop.clock();
  const first = await tx.selectFrom('plan_orders').selectAll().where('id', '=', mandate.order_id).executeTakeFirstOrThrow();
  if (isGone(first)) return { stops: 'unpaid' };
  const last = await lastOrderOf(tx, mandate);
  if (!last) return { stops: 'plan' };
  // The bank has not said yes so far.
  if (mandate.bank_id === '') return now.getTime() < last.ends_at!.getTime() + GRACE_MS ? {} : { stops: 'plan' };
  const { renewing, pay_paise, orders } = await progressOf(shop, tx, mandate, last);
  const step = renewalStep(renewing, now);
  if (step.do === 'wait') return {};
  if (step.do === 'stop') return { stops: step.why };
  const open = orders.find(({ state }) => state === 'open');
  // Nobody is charged days after what was announced: one whose time is over is closed by `expireOrders`, and tried again where there is time.
  if (open) return isLate(open, now) ? {} : { charges: open };

  const at = step.do === 'announce' ? step.charge_at : now;
  // At the price that was announced, whatever it is by now.
  const price = mayRenew ? await priceOf(shop, tx, mandate, at, step.do === 'announce' ? null : pay_paise) : { refused: 'sale' as const };
  if (price.refused) return { stops: price.refused };
  // Something else that they were given runs longer.
  if (price.purchase.starts_at > last.ends_at! && price.purchase.starts_at > at) return {};
  if (step.do === 'announce') {
    await announce(shop, tx, mandate, last, price.purchase.pay_paise, step.charge_at, mail);
    return {};
  }
  return { charges: await makeOrder(tx, mandate, { first, last, serial: orders.length + 1, pay_paise: price.purchase.pay_paise, now, exports: shop.exports }) };
}

/** No mail leaves later than a day after it was written (`platform/messages/outbox.ts`). */
const LOST_AFTER_MS = 24 * 3_600_000;

const keyOf = (last: OrderRow): string => `renew ${last.id}`;

/** How far the renewal has come that follows an order. */
async function progressOf(
  { platform, clock }: Shop,
  tx: MoneyDb,
  mandate: MandateRow,
  last: OrderRow,
): Promise<{ renewing: Renewing; pay_paise: number; orders: OrderRow[] }> {
  const ends_at = last.ends_at!;
  const found = await tx
    .selectFrom('plan_orders')
    .selectAll()
    .where('user_id', '=', mandate.user_id)
    .where('mandate', '=', mandate.order_id)
    .where('idempotency_key', 'like', `${keyOf(last)} %`)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const orders = found.filter(isCharge);
  const row = await tx.selectFrom('plan_renewals').selectAll().where('after_order', '=', last.id).where('mandate', '=', mandate.order_id).executeTakeFirst();
  const charges = orders.map(({ state, created_at, decided_at }) => ({ open: state === 'open', at: decided_at ?? created_at }));
  // Of a plan whose end moved since it says another day: it is announced anew.
  if (!row || (charges.length === 0 && row.ends_at.getTime() !== ends_at.getTime()))
    return { renewing: { ends_at, announced: null, charges }, pay_paise: 0, orders };
  const waited = row.mail === '' ? 0 : await platform.outbox.waited(tx, row.mail);
  // A mail that a day did not carry is given up: it is announced anew, while there is time.
  const isLost = waited === null && clock().getTime() - row.announced_at.getTime() > LOST_AFTER_MS;
  if (isLost && charges.length === 0) return { renewing: { ends_at, announced: null, charges }, pay_paise: 0, orders };
  const sent_at = waited === null ? null : new Date(row.announced_at.getTime() + waited);
  return { renewing: { ends_at, announced: { sent_at }, charges }, pay_paise: row.pay_paise, orders };
}

/** What a renewal costs at an instant: the list price of the site, or what was announced of it. */
async function priceOf(shop: Shop, tx: MoneyDb, mandate: MandateRow, at: Date, announced: number | null): Promise<Renewal> {
  const { user_id, site, plan, days } = mandate;
  const listed = (await offersOf(tx, site, lineOf(plan))).find((offer) => offer.plan === plan && offer.days === days);
  const offer = listed ? { ...listed, price_paise: announced ?? listed.price_paise } : null;
  return renewalOf(offer, mostOf(mandate), await heldBy(shop, tx, user_id), at, await feesOfYear(shop, tx, user_id, at));
}

async function announce(shop: Shop, tx: MoneyDb, mandate: MandateRow, last: OrderRow, pay_paise: number, charge_at: Date, to: string): Promise<void> {
  const text = announcedText(mandate, pay_paise, charge_at, last.ends_at!);
  const mail = await tellOf(shop, tx, mandate, to, { what: 'renewal_announced', pay_paise, at: charge_at, why: '' }, text);
  const row = { mandate: mandate.order_id, ends_at: last.ends_at!, pay_paise, charge_at, announced_at: shop.clock(), mail };
  await tx
    .insertInto('plan_renewals')
    .values({ after_order: last.id, ...row })
    .onConflict((conflict) => conflict.column('after_order').doUpdateSet(row))
    .execute();
  await shop.platform.audit.write(tx, { actor: '', action: 'plan.renewal-announce', object: mandate.order_id, result: 'done', partner_key: mandate.site });
}

interface Due {
  readonly first: OrderRow;
  readonly last: OrderRow;
  readonly serial: number;
  readonly pay_paise: number;
  readonly now: Date;
  readonly exports: ExportRule;
}

/** An order as every other, but for who pays it; null while another order of the person is being paid. */
async function makeOrder(tx: MoneyDb, mandate: MandateRow, { first, last, serial, pay_paise, now, exports }: Due): Promise<OrderRow | null> {
  const { order_id, user_id, site, plan, days, method } = mandate;
  const other = await tx.selectFrom('plan_orders').select('id').where('user_id', '=', user_id).where('state', '=', 'open').executeTakeFirst();
  if (other) return null;
  const { state } = await placeOf(tx, user_id);
  const { taxable, gst } = feeAt(pay_paise, state, exports);
  const { mitc_version, terms_version } = first;
  return tx
    .insertInto('plan_orders')
    .values({
      ...{ id: ulid(), user_id, site, plan, days, method, taxable_paise: taxable, gst_paise: gst, credits: '[]', pay_paise, coupon: '', discount_paise: 0 },
      ...{ place: state, mitc_version, terms_version, idempotency_key: `${keyOf(last)} ${serial}`, mandate: order_id, state: 'open', payable: null },
      ...{ created_at: now, held_until: new Date(now.getTime() + AGAIN_MS), decided_at: null, refused_at: null },
      ...{ starts_at: null, ends_at: null, charged_from: null, ended: '' },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A charge was refused: it is over, and is tried once more where there is time. */
export async function chargeRefused(shop: Shop, tx: MoneyDb, row: OrderRow, mail: string): Promise<void> {
  const now = shop.clock();
  await tx.updateTable('plan_orders').set({ state: 'expired', decided_at: now, refused_at: now }).where('id', '=', row.id).execute();
  const mandate = await tx.selectFrom('plan_mandates').selectAll().where('order_id', '=', row.mandate).forUpdate().executeTakeFirstOrThrow();
  const last = await lastOrderOf(tx, mandate);
  if (mandate.stopped !== '' || !last) return;
  const { renewing } = await progressOf(shop, tx, mandate, last);
  const step = renewalStep(renewing, now);
  if (step.do === 'stop') return stop(shop, tx, mandate, step.why, mail);
  const again = new Date(now.getTime() + AGAIN_MS);
  await tellOf(shop, tx, mandate, mail, { what: 'renewal_refused', pay_paise: row.pay_paise, at: again, why: '' }, refusedText(mandate, row.pay_paise, again));
}

/** A charge gave its plan: its person reads it in the bell too. The mail is that of every payment. */
export async function tellRenewed(shop: Shop, tx: MoneyDb, { user_id, plan, days, pay_paise }: OrderRow, ends_at: Date): Promise<void> {
  const renewal = { plan, days, pay_paise, at: ends_at.toISOString(), why: '' as const };
  await shop.tellPerson(tx, user_id, { what: 'renewal_done', document: null, demo: null, renewal });
}
