import type { CareLimits, CheckedTicket, FilledTicket, LegTicket, TicketSubject } from '@vimarsh/shared/contract/trading/types.ts';
import { entryPassed } from '@vimarsh/shared/domain/calls/equity/entry-passed.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { orderPriceNear } from '@vimarsh/shared/domain/market/ticks.ts';
import { ticketRemarks } from '@vimarsh/shared/domain/trading/ticket/check-ticket.ts';
import { defaultLeg } from '@vimarsh/shared/domain/trading/ticket/default-leg.ts';
import { countedPrice, estimateTicket } from '@vimarsh/shared/domain/trading/ticket/estimate.ts';
import { sliceQuantity } from '@vimarsh/shared/domain/trading/ticket/slices.ts';
import type { OwnerFacts, SubjectFacts, TicketFacts } from '@vimarsh/shared/domain/trading/ticket/ticket-facts.ts';
import { type Ctx, type Database, Fail } from '../../platform/platform.ts';
import type { BrokerHolding, BrokerPosition } from '../brokers/port.ts';
import { namesOf, subjectFacts } from '../market-facts.ts';
import { tradingAccountOf } from '../store/account.store.ts';
import { conflictUntil, lockDealing } from '../store/dealing.store.ts';
import { toldBefore } from '../store/desk.store.ts';
import { lives, ordersOfDay, usedOn } from '../store/order.store.ts';
import type { AccountRow, TradeOrderRow } from '../tables.ts';
import { readBooks } from './told-books.ts';
import type { TradingParts, TradingPlace } from './trading-parts.ts';

type Asker = Pick<Ctx, 'caller' | 'partner'>;

/** Two equal orders within this time (ms) are asked about. */
const TWICE_MS = 60_000;

/** The limits that count on an IST day. */
export const limitsOn = (account: Pick<AccountRow, 'limits' | 'limits_next' | 'limits_day'> | undefined, day: string): CareLimits => {
  if (!account) return { orders: null, rupees: null };
  return account.limits_next && account.limits_day! <= day ? account.limits_next : account.limits;
};

/** What is known of a ticket before the account is locked. */
export interface LookedUp {
  readonly subjects: readonly SubjectFacts[];
  readonly calls: readonly OwnerFacts['call'][];
  readonly holdings: readonly BrokerHolding[] | null;
  readonly positions: readonly BrokerPosition[] | null;
  readonly available_paise: number | null;
}

/** Fills tickets in and holds them against the rules. */
export class TicketDesk {
  readonly #parts: TradingParts;

  constructor(parts: TradingParts) {
    this.#parts = parts;
  }

  /** Reads what a ticket is about: prices, the calls it follows, what the broker last told. Throws UNKNOWN_SYMBOL, NOT_FOUND and NOT_ENTITLED. */
  async lookUp(legs: readonly LegTicket[], { account }: TradingPlace, asker: Asker | null): Promise<LookedUp> {
    const { market, platform } = this.#parts;
    const [subjects, calls, holdings, positions, funds] = await Promise.all([
      Promise.all(legs.map((leg) => subjectFacts(market, leg))),
      Promise.all(legs.map((leg) => (asker ? this.#followed(leg, asker) : null))),
      toldBefore<BrokerHolding[]>(platform.db, account, 'holdings'),
      toldBefore<BrokerPosition[]>(platform.db, account, 'positions'),
      toldBefore<{ available_paise: number }>(platform.db, account, 'funds'),
    ]);
    return {
      subjects,
      calls,
      holdings: holdings?.value ?? null,
      positions: positions?.value ?? null,
      available_paise: funds?.value.available_paise ?? null,
    };
  }

  /** The rules’ facts of a moment: what was looked up, and the orders and limits of the account. */
  async facts(
    db: Database,
    legs: readonly LegTicket[],
    place: TradingPlace,
    looked: LookedUp,
    account: AccountRow | undefined,
    orders: readonly TradeOrderRow[],
    /** Orders that the ticket stands for already: one that is changed, or those of a page that is shown again. */
    { change, again = [] }: { readonly change?: TradeOrderRow; readonly again?: readonly TradeOrderRow[] } = {},
  ): Promise<TicketFacts> {
    const now = this.#parts.market.now();
    const day = istDay(now);
    const used = await usedOn(db, place.account, day);
    const conflicts = await this.#conflicts(db, legs, place.account.user_id, now);
    const standsFor = new Set([...again, ...(change ? [change] : [])].map(({ id }) => id));
    const owners = legs.map((leg, at): OwnerFacts => {
      const { instrument } = looked.subjects[at]!;
      const others = orders.filter((order) => order.instrument === instrument && !standsFor.has(order.id));
      const before = legs.slice(0, at).filter((_, n) => looked.subjects[n]!.instrument === instrument);
      // What goes the same way uses up the same shares, whether it is on its way or an earlier leg.
      const uses = [...others.filter(lives).map(({ ticket, record }) => ({ ...ticket, quantity: record.quantity - record.filled })), ...before].filter(
        ({ side }) => side === leg.side,
      );
      // Shares bought for delivery are no intraday position.
      const isOfPosition = ({ product }: Pick<LegTicket, 'product'>): boolean => leg.contract !== null || product === leg.product;
      const sum = (parts: readonly { readonly quantity: number }[]): number => parts.reduce((total, { quantity }) => total + quantity, 0);
      const held = looked.holdings?.find((each) => each.instrument === instrument)?.quantity ?? 0;
      const recent = others.filter((order) => now.getTime() - order.placed_at.getTime() < TWICE_MS);
      return {
        sellable: looked.holdings === null ? null : Math.max(0, held - sum(uses.filter(({ product }) => product === 'CNC'))),
        position:
          looked.positions === null
            ? null
            : sum(looked.positions.filter((each) => each.instrument === instrument && isOfPosition(each))) +
              (leg.side === 'buy' ? 1 : -1) * sum(uses.filter(isOfPosition)),
        twice: standsFor.size > 0 ? '' : isPlaced(recent, leg) ? 'minute' : before.some((other) => isSame(other, leg)) ? 'ticket' : '',
        ...conflicts[at]!,
        call: looked.calls[at]!,
      };
    });
    const limits = limitsOn(account, day);
    const facts = { now: now.getTime(), subjects: looked.subjects, owners, takes: place.way.takes, available_paise: looked.available_paise };
    if (!change) {
      const counted = again.filter(({ placed_at }) => istDay(placed_at) === day);
      const paise = counted.reduce((total, { value_paise }) => total + value_paise, 0);
      return { ...facts, limits, used: { orders: used.orders - counted.length, paise: used.paise - paise } };
    }
    // A change is no order more, and what makes an order smaller is never refused.
    const grows = legWorth(legs[0]!, looked.subjects[0]!) > change.value_paise;
    return { ...facts, limits: { orders: null, rupees: grows ? limits.rupees : null }, used: { ...used, paise: used.paise - change.value_paise } };
  }

  /** What stops orders that wait for their owner, as a new ticket would be stopped now; '' nothing. Whoever asks without a caller follows no call. */
  async stopOf(waiting: readonly TradeOrderRow[], place: TradingPlace, asker: Asker | null): Promise<string> {
    const { market, platform } = this.#parts;
    const legs = legsOf(waiting);
    const looked = await this.lookUp(legs, place, asker);
    const [account, orders] = await Promise.all([tradingAccountOf(platform.db, place.account), ordersOfDay(platform.db, place.account, istDay(market.now()))]);
    const facts = await this.facts(platform.db, legs, place, looked, account, orders, { again: waiting });
    return ticketRemarks(legs, facts).find(({ weight }) => weight === 'stop')?.text ?? '';
  }

  /** What stands against a ticket now, and what it would cost. Nothing is kept. */
  async check(legs: readonly LegTicket[], place: TradingPlace, asker: Asker): Promise<CheckedTicket> {
    const { db } = this.#parts.platform;
    const looked = await this.lookUp(legs, place, asker);
    const day = istDay(this.#parts.market.now());
    const [account, orders] = await Promise.all([tradingAccountOf(db, place.account), ordersOfDay(db, place.account, day)]);
    const facts = await this.facts(db, legs, place, looked, account, orders);
    return {
      remarks: ticketRemarks(legs, facts),
      estimate: estimateTicket(legs, facts),
      slices: legs.map(({ quantity }, at) => sliceQuantity(quantity, facts.subjects[at]!.lot, facts.subjects[at]!.freeze)),
      subjects: legs.map((leg, at) => subjectView(leg, looked.subjects[at]!)),
    };
  }

  /** A ticket for a share or contract by the specification’s defaults, or for a call by its levels. */
  async fill(
    wanted: { readonly call_id: string | null; readonly symbol: string | null; readonly contract: LegTicket['contract']; readonly side: LegTicket['side'] },
    place: TradingPlace,
    asker: Asker,
  ): Promise<FilledTicket> {
    await readBooks(this.#parts, place);
    const { legs, from_call } =
      wanted.call_id !== null ? await this.#fromCall(wanted.call_id, asker) : { legs: [await this.#plainLeg(wanted)], from_call: null };
    const { subjects, ...check } = await this.check(legs, place, asker);
    return { ticket: { legs }, subjects, from_call, check };
  }

  async #plainLeg({
    symbol,
    contract,
    side,
  }: {
    readonly symbol: string | null;
    readonly contract: LegTicket['contract'];
    readonly side: LegTicket['side'];
  }): Promise<LegTicket> {
    if (symbol === null) throw new Fail('UNKNOWN_SYMBOL');
    const named = { symbol, contract, side, call_id: null };
    const subject = await subjectFacts(this.#parts.market, named);
    return defaultLeg({ ...named, symbol: contract ? symbol : subject.instrument }, subject);
  }

  async #fromCall(call_id: string, asker: Asker): Promise<{ legs: LegTicket[]; from_call: NonNullable<FilledTicket['from_call']> }> {
    const { shown } = await this.#parts.calls.readableCall(call_id, asker);
    if (!shown) throw new Fail('NOT_FOUND');
    if (shown.segment === 'equity') {
      if (shown.call_type === 'Hold') throw new Fail('ORDER_REFUSED', { validation: 'A Hold asks for no order.' });
      const side = shown.call_type === 'Buy' ? 'buy' : 'sell';
      const named = { symbol: shown.stock, contract: null, side, call_id } as const;
      const subject = await subjectFacts(this.#parts.market, named);
      // The price now, and never a worse one than the call's entry.
      const worst = side === 'buy' ? shown.entry_high : shown.entry_low;
      const price = subject.ltp === null ? shown.price : side === 'buy' ? Math.min(subject.ltp, worst) : Math.max(subject.ltp, worst);
      const leg: LegTicket = { ...defaultLeg(named, subject), product: shown.term === 'intraday' ? 'MIS' : 'CNC', price: orderPriceNear(price, subject.tick) };
      const words = `${shown.call_type} ${shown.stock} by ${shown.expert.full_name}`;
      const passed = subject.ltp !== null && entryPassed(shown, subject.ltp);
      return {
        legs: [leg],
        from_call: {
          call_id,
          words,
          entry_low: shown.entry_low,
          entry_high: shown.entry_high,
          target: shown.target_price,
          stop_loss: shown.stop_loss,
          entry_passed: passed,
        },
      };
    }
    const legs = await Promise.all(
      shown.legs.map(async ({ side, type, strike, expiry, lots, mid }): Promise<LegTicket> => {
        if (type === 'FUT') throw new Fail('ORDER_REFUSED', { validation: 'This call holds a future, which is not ordered here.' });
        const named = { symbol: shown.underlying, contract: { type, strike, expiry }, side, call_id } as const;
        const subject = await subjectFacts(this.#parts.market, named);
        return { ...defaultLeg(named, subject), quantity: lots * subject.lot, price: orderPriceNear(subject.ltp ?? mid, subject.tick) };
      }),
    );
    const words = `${shown.strategy.replaceAll('_', ' ').toLowerCase()} on ${shown.underlying} by ${shown.expert.full_name}`;
    return {
      legs,
      from_call: {
        call_id,
        words,
        entry_low: null,
        entry_high: null,
        target: null,
        stop_loss: null,
        entry_passed: shown.status !== 'awaiting_entry' && shown.status !== 'active',
      },
    };
  }

  /** Keeps a call of the same person from being published until the transaction ends: what `facts` says of their calls holds until then. */
  async holdDealing(tx: Database, { user_id }: TradingPlace['account']): Promise<void> {
    await lockDealing(tx, await this.#parts.identity.pans.same(tx, user_id));
  }

  /** What an author's own calls forbid, on whichever of their accounts: any dealing in the share while one is open, and for days after each. */
  async #conflicts(
    db: Database,
    legs: readonly LegTicket[],
    user_id: string,
    now: Date,
  ): Promise<readonly Pick<OwnerFacts, 'conflict_until' | 'own_call_open'>[]> {
    const { market, calls, identity } = this.#parts;
    const user_ids = await identity.pans.same(db, user_id);
    const conflicts: Pick<OwnerFacts, 'conflict_until' | 'own_call_open'>[] = [];
    // One after the other: within a transaction they share its connection.
    for (const { symbol } of legs) {
      const symbols = namesOf(market, symbol);
      conflicts.push({
        conflict_until: await conflictUntil(db, { user_ids, symbols }, now),
        own_call_open: await calls.hasOpenCall(db, user_ids, symbols),
      });
    }
    return conflicts;
  }

  /** The call that a leg follows. Throws NOT_FOUND or NOT_ENTITLED: nobody orders by a call they can’t read. */
  async #followed({ call_id, symbol, contract }: LegTicket, asker: Asker): Promise<OwnerFacts['call']> {
    if (call_id === null) return null;
    const { shown } = await this.#parts.calls.readableCall(call_id, asker);
    if (!shown) return null;
    if (shown.segment !== 'equity') return { entry_passed: shown.status !== 'awaiting_entry' && shown.status !== 'active', stop_loss: null };
    if (contract !== null || shown.stock !== symbol) throw new Fail('NOT_FOUND');
    const ltp = this.#parts.market.quote(symbol)?.ltp ?? null;
    return { entry_passed: ltp !== null && entryPassed(shown, ltp), stop_loss: shown.stop_loss };
  }
}

const subjectView = ({ symbol, contract }: LegTicket, subject: SubjectFacts): TicketSubject => ({
  symbol,
  contract,
  name: subject.name,
  exchanges: [...subject.exchanges],
  ltp: subject.ltp,
  stale: subject.stale,
  tick: subject.tick,
  lot: subject.lot,
  freeze: subject.freeze,
  band: subject.band,
  banned: subject.status === 'ban' && subject.kind === 'option',
});

/** Paise of a leg, as its owner's limits count it. */
export const legWorth = (leg: LegTicket, { ltp }: Pick<SubjectFacts, 'ltp'>): number => Math.round((countedPrice(leg, ltp) ?? 0) * leg.quantity * 100);

export const inTicketOrder = (a: TradeOrderRow, b: TradeOrderRow): number => a.leg - b.leg || a.slice - b.slice;

/** The legs of which orders are the slices. */
export const legsOf = (orders: readonly TradeOrderRow[]): LegTicket[] =>
  [...Map.groupBy(orders.toSorted(inTicketOrder), ({ leg }) => leg).values()].map((slices) => ({
    ...slices[0]!.ticket,
    quantity: slices.reduce((sum, { ticket }) => sum + ticket.quantity, 0),
  }));

/** Of two orders in one instrument. */
const isSame = (one: Pick<LegTicket, 'side' | 'type' | 'quantity' | 'price'>, other: LegTicket): boolean =>
  one.side === other.side && one.quantity === other.quantity && one.type === other.type && one.price === other.price;

const neverLeft = ({ state }: TradeOrderRow): boolean => state === 'not_sent' || state === 'rejected';

/** Whether a leg stands among orders in its instrument, also where it went out in slices, all of them or some. */
function isPlaced(orders: readonly TradeOrderRow[], leg: LegTicket): boolean {
  const legs = Map.groupBy(orders, (order) => `${order.basket_id} ${order.leg}`).values();
  return [...legs].some((slices) => {
    if (slices.every(neverLeft)) return false;
    const { ticket, record } = slices[0]!;
    return isSame({ ...ticket, price: record.price, quantity: slices.reduce((sum, slice) => sum + slice.record.quantity, 0) }, leg);
  });
}
