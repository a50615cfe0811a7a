import type { Place } from '@vimarsh/shared/contract/plans/place-of-supply.ts';
import type { readOffers } from '@vimarsh/shared/contract/plans/routes.ts';
import type { PlanOrder } from '@vimarsh/shared/contract/plans/types.ts';
import type { Data } from '@vimarsh/shared/contract/route.ts';
import { type ExportRule, feeAt } from '@vimarsh/shared/domain/money/export-fee.ts';
import { splitGst } from '@vimarsh/shared/domain/money/gst.ts';
import { type Clock, chargedFrom } from '@vimarsh/shared/domain/money/kyc-gate.ts';
import {
  type Held,
  lineOf,
  type Offer,
  type ProductLine,
  type Purchase,
  purchaseOf,
  SOLD_PLANS,
  type SoldPlan,
} from '@vimarsh/shared/domain/money/purchase.ts';
import { formatInr } from '@vimarsh/shared/domain/text/formats.ts';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Identity } from '../identity/index.ts';
import type { TellPerson } from '../notices/index.ts';
import type { Sealing } from '../platform/access/sealing.ts';
import type { Platform } from '../platform/platform.ts';
import type { Supplier } from './billing/parties.types.ts';
import type { PaymentProvider } from './provider.ts';
import { type MoneyDb, makesMandate, type OrderRow } from './tables.ts';

/** What the parts of the shop share. */
export interface Shop {
  readonly platform: Platform;
  readonly db: MoneyDb;
  readonly identity: Pick<Identity, 'plans' | 'pans' | 'mailOf' | 'asker' | 'isOpen'>;
  readonly provider: PaymentProvider | null;
  /** Who bills; null where nobody sells. */
  readonly supplier: Supplier | null;
  /** How buyers outside India are billed. */
  readonly exports: ExportRule;
  /** Tells people in the bell what became of renewals and of refunds that could not go back. */
  readonly tellPerson: TellPerson;
  /** For what only whoever pays a refund may read. */
  readonly sealing: Sealing;
  readonly clock: () => Date;
}

/** An order that nobody paid by then is none. */
export const PAY_WITHIN_MS = 30 * 60_000;
/** Until when an order can be paid. */
export const payUntil = ({ created_at, held_until }: Pick<OrderRow, 'created_at' | 'held_until'>): Date =>
  held_until ?? new Date(created_at.getTime() + PAY_WITHIN_MS);
export const isLate = (row: Pick<OrderRow, 'created_at' | 'held_until'>, now: Date): boolean => now >= payUntil(row);
const YEAR_MS = 365 * 86_400_000;

export const isSold = (plan: string): plan is SoldPlan => (SOLD_PLANS as readonly string[]).includes(plan);
/** The demo’s own bank takes money in the demo only. */
export const hasDemoBank = (config: Config): boolean => config.demo && !config.production;

/** A site's own prices of a line, or where it has none those of the main host. */
export async function offersOf(db: MoneyDb, site: string, line: ProductLine = 'investors'): Promise<Offer[]> {
  const stored = await db.selectFrom('plan_offers').selectAll().where('site', 'in', ['', site]).execute();
  const rows = stored.filter(({ plan }) => lineOf(plan) === line);
  const own = rows.filter((row) => row.site === site);
  const rank = (plan: SoldPlan) => SOLD_PLANS.indexOf(plan);
  return (own.length > 0 ? own : rows)
    .map(({ plan, days, price_paise }) => ({ plan, days, price_paise }))
    .toSorted((a, b) => rank(a.plan) - rank(b.plan) || a.days - b.days);
}

/** The same as screens read them. */
export async function offersAt({ db, provider }: Shop, site: string, line?: ProductLine): Promise<Data<typeof readOffers>> {
  const offers = await offersOf(db, site, line);
  return { offers: offers.map((offer) => ({ ...offer, ...inPaise(splitGst(offer.price_paise)) })), can_buy: provider !== null };
}

export const inPaise = ({ taxable, gst }: { taxable: number; gst: number }) => ({ taxable_paise: taxable, gst_paise: gst });

/** Paid orders of a person whose plan has not ended. */
export const runningOrders = (db: MoneyDb, user_id: string, now: Date): Promise<OrderRow[]> =>
  db
    .selectFrom('plan_orders')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('state', '=', 'paid')
    .where('ended', '=', '')
    .where('ends_at', '>', now)
    .orderBy('starts_at')
    .execute();

/** A paid order's clock. */
export const clockOf = ({ starts_at, ends_at, charged_from, kyc_gate_from, kyc_paused_days }: OrderRow): Clock => ({
  ...{ starts_at: starts_at!, ends_at: ends_at!, charged_from, kyc_gate_from, kyc_paused_days },
});

/** For what is left of it at an instant a plan begins with the first day that is charged. */
export const heldOf = (row: OrderRow, now: Date): Held => ({
  ...{ order_id: row.id, plan: row.plan, days: row.days, taxable: row.taxable_paise, gst: row.gst_paise },
  ...{ starts_at: chargedFrom(clockOf(row), now), ends_at: row.ends_at! },
});

/** What a person has, bought or given: what was given has nothing to refund. */
export async function heldBy({ identity, clock }: Shop, db: MoneyDb, user_id: string): Promise<Held[]> {
  const now = clock();
  const bought = (await runningOrders(db, user_id, now)).map((row) => heldOf(row, now));
  const known = new Set(bought.map(({ order_id }) => order_id));
  const given = await identity.plans.of(db, user_id, now);
  const others = given.flatMap(({ id, plan_name, starts_at, ends_at }): Held[] =>
    known.has(id) || !isSold(plan_name) ? [] : [{ order_id: '', plan: plan_name, days: 1, taxable: 0, gst: 0, starts_at, ends_at }],
  );
  return [...bought, ...others];
}

/** Fees for research that were paid with a person's PAN in the last 365 days, without GST and less what went back. What an expert pays to publish is none. */
export const feesOfYear = async ({ identity }: Pick<Shop, 'identity'>, db: MoneyDb, user_id: string, now: Date): Promise<number> =>
  feesPaidBy(db, await identity.pans.same(db, user_id), now);

/**
 * What somebody is told of that: with a PAN that is proven the sum of all its accounts, else of their own alone. A number that anybody can
 * write down must not tell what its owner pays.
 */
export async function feesToldTo(
  { identity }: Pick<Shop, 'identity'>,
  db: MoneyDb,
  user_id: string,
  now: Date,
): Promise<{ fees_paise: number; fees_by_pan: boolean }> {
  const fees_by_pan = await identity.pans.isProven(db, user_id);
  return { fees_paise: await feesPaidBy(db, fees_by_pan ? await identity.pans.same(db, user_id) : [user_id], now), fees_by_pan };
}

async function feesPaidBy(db: MoneyDb, payers: readonly string[], now: Date): Promise<number> {
  // A credit note counts with its invoice: once that is a year old, what came back of it takes nothing off later fees.
  const { sum } = await db
    .selectFrom('invoices as one')
    .innerJoin('plan_orders as bought', 'bought.id', 'one.order_id')
    .leftJoin('invoices as billed', 'billed.number', 'one.about')
    .select(sql<string>`coalesce(sum(case one.kind when 'invoice' then one.taxable_paise else -one.taxable_paise end), 0)`.as('sum'))
    .where('one.user_id', 'in', payers)
    .where('bought.plan', '!=', 'Publisher')
    .where((eb) => eb(eb.fn.coalesce('billed.issued_at', 'one.issued_at'), '>', new Date(now.getTime() - YEAR_MS)))
    .executeTakeFirstOrThrow();
  return Math.max(0, Number(sum));
}

/** What the price of any offer depends on for somebody, now. */
export interface BuyerFacts {
  readonly held: readonly Held[];
  readonly fees: number;
  readonly now: Date;
  /** Where they are billed, and by which rule abroad; '' while they did not say. */
  readonly place: Place | '';
  readonly exports: ExportRule;
}

export async function buyerOf(shop: Shop, db: MoneyDb, user_id: string, place: Place | '' = ''): Promise<BuyerFacts> {
  const now = shop.clock();
  return { held: await heldBy(shop, db, user_id), fees: await feesOfYear(shop, db, user_id, now), now, place, exports: shop.exports };
}

export function quote({ held, fees, now, place, exports }: BuyerFacts, offer: Offer): Purchase {
  const purchase = purchaseOf(offer, held, now, fees, feeAt(offer.price_paise, place, exports));
  return { ...purchase, credits: purchase.credits.filter(({ order_id }) => order_id !== '') };
}

export function shownOrder(row: OrderRow, now: Date): PlanOrder {
  const { id, plan, days, taxable_paise, gst_paise, pay_paise, coupon, discount_paise, method, state, payable, created_at, refused_at, starts_at, ends_at } =
    row;
  const left = taxable_paise + gst_paise;
  return {
    ...{ id, plan, days, price_paise: left + discount_paise, coupon, discount_paise, credit_paise: left - pay_paise, pay_paise, method, state },
    created_at: created_at.toISOString(),
    pay_until: payUntil(row).toISOString(),
    refused: state === 'open' && refused_at !== null,
    renews: makesMandate(row),
    payable: state === 'open' && !isLate(row, now) ? payable : null,
    ended: row.ended,
    starts_at: starts_at?.toISOString() ?? null,
    ends_at: ends_at?.toISOString() ?? null,
    pan_missing: row.ended === '' && row.kyc_gate_from !== null,
  };
}

/** Writes of a purchase by mail, where the account has a proven address. Answers the id of the mail, '' for none. */
export async function writeMail({ platform }: Shop, tx: MoneyDb, to: string, subject: string, text: string): Promise<string> {
  if (to === '' || !platform.outbox.carries('mail')) return '';
  return platform.outbox.send(tx, { channel: 'mail', to, subject, text, notice: true });
}

export const inWords = (paise: number): string => formatInr(paise / 100);
