import { COUPON_CODE, type Coupon } from '@vimarsh/shared/contract/plans/coupons.ts';
import type { GivenCoupon } from '@vimarsh/shared/contract/plans/types.ts';
import { discounted, lineOf, type Offer, type Purchase } from '@vimarsh/shared/domain/money/purchase.ts';
import type { Selectable } from 'kysely';
import { type BuyerFacts, isLate, quote } from '../shop.ts';
import type { MoneyDb, MoneyTables, OrderRow } from '../tables.ts';

type CouponRow = Selectable<MoneyTables['coupons']>;
type Carrier = Pick<OrderRow, 'coupon' | 'plan' | 'days' | 'created_at' | 'held_until'>;
/** `kept`: the coupon itself is no more, and only this order's plan and days keep its price, for the rest of its time. */
interface UsableCoupon extends CouponRow {
  readonly kept: Carrier | null;
}

/** Who asks for it, where and when. */
export interface Asking {
  readonly user_id: string;
  readonly site: string;
  readonly now: Date;
  /** For who orders by it: until the transaction ends, nobody else counts its uses. */
  readonly locked?: boolean;
  /** The order that this one takes the place of: it keeps the price of its coupon, whatever became of that. */
  readonly held?: Carrier;
}

interface FoundCoupon {
  readonly given: GivenCoupon;
  /** Null where it takes nothing off. */
  readonly row: UsableCoupon | null;
}

/** As it is stored, of what people type. */
export const couponCode = (typed = ''): string => typed.replaceAll(/\s/g, '').toUpperCase();

/** States of orders that use a coupon: one that is not paid in time gives it free again. */
const USED = ['open', 'paid'] as const;
const usesOf = (db: MoneyDb, code: string) => db.selectFrom('plan_orders').where('coupon', '=', code).where('state', 'in', USED);

/** A code as somebody may use it now; null for none. Why a code is not valid is not told: who guesses learns nothing. */
export async function couponFor(db: MoneyDb, typed: string | undefined, { user_id, site, now, locked, held }: Asking): Promise<FoundCoupon | null> {
  const code = couponCode(typed);
  if (code === '') return null;
  const refuse = (refused: GivenCoupon['refused']): FoundCoupon => ({ given: { code, refused }, row: null });
  if (!COUPON_CODE.test(code)) return refuse('COUPON_UNKNOWN');
  const found = db.selectFrom('coupons').selectAll().where('code', '=', code).where('site', '=', site);
  const row = await (locked ? found.forUpdate() : found).executeTakeFirst();
  if (!row) return refuse('COUPON_UNKNOWN');
  const own = await usesOf(db, code).select(['state', 'coupon', 'plan', 'days', 'created_at', 'held_until']).where('user_id', '=', user_id).execute();
  if (own.some(({ state }) => state === 'paid')) return refuse('COUPON_TAKEN');
  const isOver = row.withdrawn_at !== null || row.starts_at > now || row.ends_at <= now;
  const kept = isOver ? [held, ...own].find((one) => one?.coupon === code && !isLate(one, now)) : null;
  if (kept === undefined) return refuse('COUPON_UNKNOWN');
  // An order of one's own that is still open is the one that this becomes, or that it takes the place of.
  const { others } = await usesOf(db, code)
    .select((eb) => eb.fn.countAll<number>().as('others'))
    .where('user_id', '!=', user_id)
    .executeTakeFirstOrThrow();
  if (others >= row.most_uses) return refuse('COUPON_UNKNOWN');
  return { given: { code, refused: '' }, row: { ...row, kept } };
}

/** One for all plans is for those of investors: what research costs them is what is advertised. */
const isFor = ({ plan }: Pick<UsableCoupon, 'plan'>, offer: Offer): boolean => (plan === '' ? lineOf(offer.plan) === 'investors' : plan === offer.plan);

/** An offer less what a coupon takes off it: nothing where it is for another plan, or kept for another offer. */
function lessCoupon(offer: Offer, row: UsableCoupon | null): Offer & { readonly discount_paise: number } {
  if (!row || !isFor(row, offer)) return { ...offer, discount_paise: 0 };
  if (row.kept && (row.kept.plan !== offer.plan || row.kept.days !== offer.days)) return { ...offer, discount_paise: 0 };
  return { ...offer, ...discounted(offer.price_paise, row.percent) };
}

/**
 * What an offer comes to for somebody, less a coupon. Where what is left of their plan would be worth more than the lower price,
 * it is bought without the coupon.
 */
export function quoteLess(buyer: BuyerFacts, offer: Offer, row: UsableCoupon | null): Purchase & { readonly discount_paise: number } {
  const { discount_paise, ...price } = lessCoupon(offer, row);
  const lower = quote(buyer, price);
  if (discount_paise === 0 || lower.refused !== 'PLAN_CREDIT') return { ...lower, discount_paise };
  return { ...quote(buyer, offer), discount_paise: 0 };
}

/** Whether it is new: of two with one code the first stands. */
export async function makeCoupon(db: MoneyDb, { starts_at, ends_at, ...coupon }: Coupon, set_by: string, now: Date): Promise<boolean> {
  const made = await db
    .insertInto('coupons')
    .values({ ...coupon, starts_at: new Date(starts_at), ends_at: new Date(ends_at), set_by, set_at: now, withdrawn_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .executeTakeFirst();
  return made !== undefined;
}

/** Whether there was one to withdraw. */
export async function endCoupon(db: MoneyDb, code: string, now: Date): Promise<boolean> {
  const ended = await db
    .updateTable('coupons')
    .set({ withdrawn_at: now })
    .where('code', '=', code)
    .where('withdrawn_at', 'is', null)
    .returning('code')
    .execute();
  return ended.length > 0;
}

/** Who made the demo’s. */
export const BY_DEMO = 'demo';

/** Withdraws those of the demo, for a start outside it. One that finds none writes nothing. */
export async function endDemoCoupons(db: MoneyDb, now: Date): Promise<void> {
  const left = await db.selectFrom('coupons').select('code').where('set_by', '=', BY_DEMO).where('withdrawn_at', 'is', null).execute();
  for (const { code } of left) await endCoupon(db, code, now);
}

const MOST_LISTED = 200;

export const allCoupons = (db: MoneyDb) =>
  db
    .selectFrom('coupons')
    .selectAll('coupons')
    .select((eb) =>
      eb
        .selectFrom('plan_orders')
        .select((one) => one.fn.countAll<number>().as('uses'))
        .whereRef('coupon', '=', 'coupons.code')
        .where('state', 'in', USED)
        .as('uses'),
    )
    .orderBy('set_at', 'desc')
    .orderBy('code')
    .limit(MOST_LISTED)
    .execute();
