import type { CareLimits, FilledTicket, LegTicket, TicketCheck } from '@vimarsh/shared/contract/trading/types.ts';
import { entryPassed } from '@vimarsh/shared/domain/calls/equity/entry-passed.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import { ticketRemarks } from '@vimarsh/shared/domain/trading/ticket/check-ticket.ts';
import { defaultLeg } from '@vimarsh/shared/domain/trading/ticket/default-leg.ts';
import { countedPrice, estimateTicket } from '@vimarsh/shared/domain/trading/ticket/estimate.ts';
import { sliceQuantity } from '@vimarsh/shared/domain/trading/ticket/slices.ts';
import type { OwnerFacts, SubjectFacts, TicketFacts } from '@vimarsh/shared/domain/trading/ticket/ticket-facts.ts';
import { ownSymbol } from '../../market/index.ts';
import { type Ctx, type Database, Fail } from '../../platform/platform.ts';
import type { BrokerHolding, BrokerPosition } from '../brokers/port.ts';
import { instrumentOfLeg, subjectFacts } from '../market-facts.ts';
import { tradingAccountOf } from '../store/account.store.ts';
import { conflictUntil, toldBefore } from '../store/desk.store.ts';
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
  readonly conflicts: readonly (string | null)[];
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
  async lookUp(legs: readonly LegTicket[], { account }: TradingPlace, asker: Asker): Promise<LookedUp> {
    const { market, platform } = this.#parts;
    const now = market.now();
    const [subjects, calls, conflicts, holdings, positions, funds] = await Promise.all([
      Promise.all(legs.map((leg) => subjectFacts(market, leg))),
      Promise.all(legs.map((leg) => this.#followed(leg, asker))),
      Promise.all(legs.map(({ symbol }) => conflictUntil(platform.db, account.user_id, ownSymbol(market, symbol), now))),
      toldBefore<BrokerHolding[]>(platform.db, account, 'holdings'),
      toldBefore<BrokerPosition[]>(platform.db, account, 'positions'),
      toldBefore<{ available_paise: number }>(platform.db, account, 'funds'),
    ]);
    return {
      subjects,
      calls,
      conflicts,
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
    change?: TradeOrderRow,
  ): Promise<TicketFacts> {
    const now = this.#parts.market.now();
    const day = istDay(now);
    const used = await usedOn(db, place.account, day);
    const owners = legs.map((leg, at): OwnerFacts => {
      const subject = looked.subjects[at]!;
      const others = orders.filter(({ id, instrument }) => instrument === subject.instrument && id !== change?.id);
      const promised = others
        .filter((order) => lives(order) && order.ticket.side === 'sell' && order.ticket.product === 'CNC')
        .reduce((sum, { record }) => sum + record.quantity - record.filled, 0);
      const held = looked.holdings?.find(({ instrument }) => instrument === subject.instrument)?.quantity ?? 0;
      return {
        sellable: looked.holdings === null ? null : Math.max(0, held - promised),
        position:
          looked.positions === null
            ? null
            : looked.positions.filter(({ instrument }) => instrument === subject.instrument).reduce((sum, { quantity }) => sum + quantity, 0),
        twice: !change && others.some((order) => isSame(order, leg) && now.getTime() - order.placed_at.getTime() < TWICE_MS),
        conflict_until: looked.conflicts[at]!,
        call: looked.calls[at]!,
      };
    });
    const limits = limitsOn(account, day);
    const facts = { now: now.getTime(), subjects: looked.subjects, owners, takes: place.way.takes, available_paise: looked.available_paise };
    if (!change) return { ...facts, limits, used };
    // A change is no order more, and what makes an order smaller is never refused.
    const grows = legWorth(legs[0]!, looked.subjects[0]!) > change.value_paise;
    return { ...facts, limits: { orders: null, rupees: grows ? limits.rupees : null }, used: { ...used, paise: used.paise - change.value_paise } };
  }

  /** What stands against a ticket now, and what it would cost. Nothing is kept. */
  async check(legs: readonly LegTicket[], place: TradingPlace, asker: Asker): Promise<TicketCheck> {
    const { db } = this.#parts.platform;
    const looked = await this.lookUp(legs, place, asker);
    const day = istDay(this.#parts.market.now());
    const [account, orders] = await Promise.all([tradingAccountOf(db, place.account), ordersOfDay(db, place.account, day)]);
    const facts = await this.facts(db, legs, place, looked, account, orders);
    return {
      remarks: ticketRemarks(legs, facts),
      estimate: estimateTicket(legs, facts),
      slices: legs.map(({ quantity }, at) => sliceQuantity(quantity, facts.subjects[at]!.lot, facts.subjects[at]!.freeze)),
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
    const subjects = await Promise.all(legs.map((leg) => subjectFacts(this.#parts.market, leg)));
    return {
      ticket: { legs },
      subjects: subjects.map((subject, at) => ({
        symbol: legs[at]!.symbol,
        name: subject.name,
        contract: legs[at]!.contract,
        exchanges: [...subject.exchanges],
        ltp: subject.ltp,
        stale: subject.stale,
        tick: subject.tick,
        lot: subject.lot,
        freeze: subject.freeze,
        band: subject.band,
        banned: subject.status === 'ban' && subject.kind === 'option',
      })),
      from_call,
      check: await this.check(legs, place, asker),
    };
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
      const leg: LegTicket = { ...defaultLeg(named, subject), product: shown.term === 'intraday' ? 'MIS' : 'CNC', price: snapToTick(price, subject.tick) };
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
        return { ...defaultLeg(named, subject), quantity: lots * subject.lot, price: snapToTick(subject.ltp ?? mid, subject.tick) };
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

/** Paise of a leg, as its owner's limits count it. */
export const legWorth = (leg: LegTicket, { ltp }: Pick<SubjectFacts, 'ltp'>): number => Math.round((countedPrice(leg, ltp) ?? 0) * leg.quantity * 100);

const isSame = ({ ticket, state, record }: TradeOrderRow, leg: LegTicket): boolean =>
  state !== 'not_sent' &&
  state !== 'rejected' &&
  ticket.side === leg.side &&
  record.quantity === leg.quantity &&
  ticket.type === leg.type &&
  record.price === leg.price &&
  instrumentOfLeg(ticket) === instrumentOfLeg(leg);
