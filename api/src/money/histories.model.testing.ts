import { type Offer, SOLD_PLANS } from '@vimarsh/shared/domain/money/purchase.ts';

/** A plan that somebody has, as the model counts it. */
export interface ModelPlan {
  readonly order: string;
  readonly plan: Offer['plan'];
  readonly days: number;
  readonly fee: bigint;
  readonly gst: bigint;
  starts: number;
  ends: number;
  /** The first day of India’s calendar that is charged, counted from 1970. */
  charged: number;
}
interface ModelOrder {
  readonly offer: Offer;
  /** What a coupon took off its price, in paise. */
  readonly discount: number;
  readonly pay: number;
  /** Orders whose plans end with it, and of these the ones of which something was left. */
  readonly takes: readonly string[];
  readonly needs: readonly string[];
  readonly made: number;
  /** The order with which a renewal was agreed to: its own, or that of the mandate which pays it. */
  readonly mandate?: string;
  /** Of a charge: the order whose plan it follows. */
  readonly after?: string;
  /** Money of another amount came for it. */
  hasOther?: boolean;
  state: 'open' | 'paid' | 'expired' | 'replaced' | 'returned';
}

/** A renewal that somebody agreed to, by its order. */
interface ModelMandate {
  readonly plan: Offer['plan'];
  readonly days: number;
  /** The bank has told of it. */
  isActive: boolean;
  isStopped: boolean;
}

const DAY = 86_400_000;
const IST = 5.5 * 3_600_000;
const WAIT = 30 * 60_000;
/** a / b to the nearest whole, halves up. */
const round = (a: bigint, b: bigint): bigint => (2n * a + b) / (2n * b);
const midnightsUntil = (at: number): number => Math.floor((at + IST) / DAY);
const rank = (plan: Offer['plan']): number => SOLD_PLANS.indexOf(plan);

/**
 * What the shop must come to, said a second time in a page: plain lists, whole numbers of any size, no database and none of the
 * shop's own arithmetic. One person's orders, plans and rupees.
 */
export class Model {
  readonly orders = new Map<string, ModelOrder>();
  readonly mandates = new Map<string, ModelMandate>();
  plans: ModelPlan[] = [];
  /** What the shop may keep of all that came, in paise. */
  kept = 0;
  /** Payments that must have gone back whole, and the one of each paid order. */
  readonly back = new Set<string>();
  readonly gave = new Map<string, string>();

  running(now: number): ModelPlan[] {
    return this.plans.filter(({ ends }) => ends > now);
  }
  /** What is left of a plan: whole days of India's calendar from tomorrow on, and all of one that has not begun. */
  left(plan: ModelPlan, now: number): number {
    const { days, fee, gst } = plan;
    const used = this.used(plan, now);
    if (used === 0) return Number(fee + gst);
    const part = round(fee * BigInt(days - used), BigInt(days));
    const tax = round(part * 18n, 100n);
    return Number(part + (tax < gst ? tax : gst));
  }
  used({ days, starts, charged }: ModelPlan, now: number): number {
    return now < starts ? 0 : Math.max(0, Math.min(days, midnightsUntil(now) - charged + 1));
  }
  /** With the person’s coupon of so many percent, or without one: a price that it would bring below what is left of their plans stays whole. */
  quote(offer: Offer, now: number, percent = 0) {
    const discount = Number(round(BigInt(offer.price_paise) * BigInt(percent), 100n));
    const less = this.#quoted(offer, discount, now);
    return less.refused === 'PLAN_CREDIT' ? this.#quoted(offer, 0, now) : less;
  }
  #quoted(offer: Offer, discount: number, now: number) {
    const held = this.running(now);
    const starts = Math.max(now, ...held.filter(({ plan }) => plan === offer.plan).map(({ ends }) => ends));
    const ends = starts + offer.days * DAY;
    const lesser = held.filter(({ plan }) => rank(plan) < rank(offer.plan));
    const pay = offer.price_paise - discount - lesser.reduce((sum, each) => sum + this.left(each, now), 0);
    const greater = held.some(({ plan }) => rank(plan) > rank(offer.plan));
    const refused = greater ? 'PLAN_HELD' : ends - now > 365 * DAY ? 'PLAN_ADVANCE' : pay < 100 ? 'PLAN_CREDIT' : null;
    return {
      starts,
      ends,
      discount,
      pay,
      takes: lesser.map(({ order }) => order),
      needs: lesser.filter((each) => this.left(each, now) > 0).map(({ order }) => order),
      refused,
    };
  }
  open(): [string, ModelOrder] | undefined {
    return [...this.orders].find(([, { state }]) => state === 'open');
  }
  /** A person has a coupon’s price once. */
  hasUsedCoupon(): boolean {
    return [...this.orders.values()].some(({ discount, state }) => discount > 0 && state === 'paid');
  }
  isLate({ made, after }: ModelOrder, now: number): boolean {
    return now - made >= (after ? DAY : WAIT);
  }
  /** Nothing is renewed any more, and what was on its way counts for nothing. */
  stop(id: string): void {
    const mandate = this.mandates.get(id);
    if (!mandate || mandate.isStopped) return;
    mandate.isStopped = true;
    for (const order of this.orders.values()) if (order.after && order.mandate === id && order.state === 'open') order.state = 'replaced';
  }
  #stopWhere(which: (mandate: ModelMandate, id: string) => boolean): void {
    for (const [id, mandate] of this.mandates) if (which(mandate, id)) this.stop(id);
  }
  /** The plan of a name that ends last, also if it has. */
  last(name: Offer['plan']): ModelPlan | undefined {
    return this.plans.filter(({ plan }) => plan === name).sort((a, b) => b.ends - a.ends)[0];
  }
  knows(payment: string): boolean {
    return this.back.has(payment) || [...this.gave.values()].includes(payment);
  }
  /** Money came for an order. Whether it gave its plan; if not, it goes back whole. */
  paid(id: string, payment: string, amount: number, now: number): boolean {
    const order = this.orders.get(id)!;
    const { refused, starts, ends } = this.quote(order.offer, now);
    const gone = order.needs.some((taken) => !this.running(now).some((plan) => plan.order === taken));
    if (amount !== order.pay || order.state !== 'open' || gone || refused === 'PLAN_HELD') {
      this.back.add(payment);
      if (amount !== order.pay) order.hasOther = true;
      if (amount === order.pay && order.state !== 'paid') order.state = 'returned';
      return false;
    }
    order.state = 'paid';
    this.gave.set(id, payment);
    this.kept += amount;
    this.plans = this.plans.filter((plan) => !order.takes.includes(plan.order));
    this.#stopWhere(({ plan }, of) => of !== order.mandate && (plan !== order.offer.plan || order.mandate === id));
    const price = order.offer.price_paise - order.discount;
    const fee = round(BigInt(price) * 100n, 118n);
    this.plans.push({
      order: id,
      plan: order.offer.plan,
      days: order.offer.days,
      fee,
      gst: BigInt(price) - fee,
      starts,
      ends,
      charged: midnightsUntil(starts),
    });
    return true;
  }
  /** A plan ends now; those behind it come forward. */
  cancel(id: string, now: number): number {
    const plan = this.plans.find(({ order }) => order === id)!;
    const refund = this.left(plan, now);
    this.kept -= refund;
    this.plans = this.plans.filter((each) => each !== plan);
    this.#stopWhere((mandate) => mandate.plan === plan.plan);
    // The day it ends is charged with it, and so not with what comes forward.
    const until = plan.charged + this.used(plan, now);
    let free = now;
    for (const each of this.running(now).sort((a, b) => a.starts - b.starts)) {
      const wait = Math.max(0, each.starts - free);
      each.starts -= wait;
      each.ends -= wait;
      if (wait > 0) each.charged = each.starts === now ? Math.max(until, midnightsUntil(now)) : midnightsUntil(each.starts);
      free = each.ends;
    }
    return refund;
  }
  erase(now: number): void {
    const open = this.open();
    if (open) open[1].state = 'replaced';
    this.#stopWhere(() => true);
    for (const plan of this.running(now)) this.kept -= this.left(plan, now);
    this.plans = [];
  }
}
