import { isDeepStrictEqual } from 'node:util';
import { CARDS_AT_ONCE } from '@vimarsh/shared/contract/calls/cards.ts';
import { keepDraft, pauseTrading, readFunds, readHoldings, readPositions, readTradingDesk, setCareLimits } from '@vimarsh/shared/contract/trading/routes.ts';
import type { BasketTicket, CareLimits, Position, TradingDesk, TradingHolding } from '@vimarsh/shared/contract/trading/types.ts';
import { addDays, istDay, istInstant, lastSession, marketLabel, phaseAt } from '@vimarsh/shared/domain/market/calendar.ts';
import { followedParts } from '@vimarsh/shared/domain/trading/followed-part.ts';
import { isFrozen } from '@vimarsh/shared/domain/trading/order/order-record.ts';
import { chargeOfSide } from '@vimarsh/shared/domain/trading/ticket/estimate.ts';
import { readContract } from '@vimarsh/shared/domain/watchlists/codes.ts';
import { type Ctx, Fail } from '../../platform/platform.ts';
import type { BrokerHolding, BrokerPosition } from '../brokers/port.ts';
import { subjectFacts } from '../market-facts.ts';
import { lockTradingAccount, lookAtBookBy, tradingAccountOf, updateAccount } from '../store/account.store.ts';
import { lives, ordersOfDay, positionKey, tradedIn, usedOn } from '../store/order.store.ts';
import type { AccountRow, TradeOrderRow } from '../tables.ts';
import { limitsOn } from './ticket-desk.ts';
import { bookNow } from './told-books.ts';
import { type TradingParts, type TradingPlace, tradingPlaceOf } from './trading-parts.ts';

const READS = { max: 120, perSeconds: 60 };
const WRITES = { max: 30, perSeconds: 60 };

/** Positions or holdings in one answer. */
const MOST_SHOWN = 500;

/** ms within which a look that is due counts as soon. */
const SOON_MS = 60_000;

/** A person at their broker: session, limits of care, draft, positions, holdings and funds. */
export function serveAccount(parts: TradingParts): void {
  const { platform, market, brokers } = parts;
  const { db } = platform;
  const today = (): string => istDay(market.now());

  platform.on(
    readTradingDesk,
    async (_input, ctx) => {
      const place = tradingPlaceOf(parts, ctx);
      await lookAfterLogin(place);
      return deskOf(place);
    },
    { limit: READS },
  );

  platform.on(
    keepDraft,
    async ({ body: { ticket } }, ctx) => {
      const place = tradingPlaceOf(parts, ctx);
      await change(place, () => ({ draft: ticket, draft_why: '', draft_at: ticket && market.now() }));
      return deskOf(place);
    },
    { limit: WRITES },
  );

  platform.on(
    setCareLimits,
    async ({ body }, ctx) => {
      const place = tradingPlaceOf(parts, ctx);
      await change(place, (row) => {
        const now = limitsOn(row, today());
        return { ...tighter(now, body), limits_day: addDays(today(), 1) };
      });
      return deskOf(place);
    },
    { limit: WRITES },
  );

  platform.on(
    pauseTrading,
    async (_input, ctx) => {
      const place = tradingPlaceOf(parts, ctx);
      await change(place, () => ({ paused_day: today() }));
      return deskOf(place);
    },
    { limit: WRITES },
  );

  platform.on(
    readPositions,
    async (_input, ctx) => {
      const place = tradingPlaceOf(parts, ctx);
      const { value, at, refused } = await bookNow(parts, place, 'positions');
      const { shown, left_out } = cut(value);
      const traded = await tradedIn(db, place.account, shown ?? [], at === null ? today() : lastSession(new Date(at), true).day);
      const calls = await callWords([...traded.values()].flat(), ctx);
      return {
        value: shown && (await Promise.all(shown.map((each) => positionView(each, traded.get(positionKey(each)) ?? [], calls)))),
        at,
        refused,
        left_out,
      };
    },
    { limit: READS },
  );

  platform.on(
    readHoldings,
    async (_input, ctx) => {
      const { value, at, refused } = await bookNow(parts, tradingPlaceOf(parts, ctx), 'holdings');
      const { shown, left_out } = cut(value);
      return { value: shown?.map(holdingView) ?? null, at, refused, left_out };
    },
    { limit: READS },
  );

  platform.on(readFunds, async (_input, ctx) => ({ ...(await bookNow(parts, tradingPlaceOf(parts, ctx), 'funds')), left_out: 0 }), { limit: READS });

  async function change(place: TradingPlace, to: (row: Awaited<ReturnType<typeof lockTradingAccount>>) => Parameters<typeof updateAccount>[2]): Promise<void> {
    await platform.transaction(async (tx) => updateAccount(tx, place.account, to(await lockTradingAccount(tx, place.account, place.partner_key))));
  }

  /**
   * Has the book read soon where something lives and the last look found no session, or none is to come. A broker that is asked soon anyway is left
   * alone.
   */
  async function lookAfterLogin({ account }: TradingPlace): Promise<void> {
    const now = market.now();
    const row = await tradingAccountOf(db, account);
    const soon = row?.next_look_at && row.next_look_at.getTime() - now.getTime() <= SOON_MS;
    if (!row || soon || (row.failed_looks === 0 && row.next_look_at) || (await brokers.sessionOf(account)).state !== 'active') return;
    if ((await ordersOfDay(db, account, today())).some((order) => lives(order) && order.record.search_ended_at === undefined))
      await lookAtBookBy(db, account, now);
  }

  async function deskOf({ account, known, way }: TradingPlace): Promise<TradingDesk> {
    const now = market.now();
    const day = today();
    const [row, session, orders, used] = await Promise.all([
      tradingAccountOf(db, account),
      brokers.sessionOf(account),
      ordersOfDay(db, account, day),
      usedOn(db, account, day),
    ]);
    const { takes } = way;
    return {
      broker: { id: known.id, title: known.title, logo: known.entry.logo },
      session: {
        state: session.state,
        ...(session.state === 'active' ? { expires_at: session.expires_at.toISOString(), client_id: session.client_id } : { expires_at: null, client_id: '' }),
      },
      way: way.way,
      way_why: way.why,
      simulated: way.simulated,
      takes: { types: [...takes.types], products: [...takes.products], after_market: takes.after_market, modify: takes.modify },
      phase: phaseAt(now),
      phase_text: marketLabel(now),
      limits: limitsOn(row, day),
      limits_next: raisedLimits(row, day),
      used,
      paused_until: row?.paused_day === day ? istInstant(addDays(day, 1)).toISOString() : null,
      unknown: orders.filter(({ record }) => isFrozen(record)).map(({ id }) => id),
      draft: row?.draft ? { ticket: row.draft as BasketTicket, why: row.draft_why, at: row.draft_at!.toISOString() } : null,
    };
  }

  async function positionView(
    { instrument, exchange, product, quantity, average, realised_paise }: BrokerPosition,
    traded: readonly TradeOrderRow[],
    words: ReadonlyMap<string, string>,
  ): Promise<Position> {
    const contract = readContract(instrument);
    const named = {
      symbol: contract?.underlying ?? instrument,
      contract: contract && { type: contract.type, strike: contract.strike, expiry: contract.expiry },
    };
    const { ltp, lot } = await subjectFacts(market, named).then(
      ({ ltp: last, stale, phase, lot: its }) => ({ ltp: stale && phase === 'continuous' ? null : last, lot: its }),
      (error: unknown) => {
        if (error instanceof Fail) return { ltp: null, lot: null };
        throw error;
      },
    );
    const parts_ = followedParts(
      traded.map((order) => tradedOrder(order, lot)),
      ltp ?? average,
    );
    return {
      ...named,
      exchange,
      product,
      quantity,
      average,
      ltp,
      realised_paise,
      open_paise: ltp === null ? null : Math.round((ltp - average) * quantity * 100),
      from: parts_.map((part) => ({ ...part, words: part.call_id ? (words.get(part.call_id) ?? '') : '' })),
      elsewhere: quantity - parts_.reduce((sum, part) => sum + part.quantity, 0),
    };
  }

  /** The calls that orders followed, in words. */
  async function callWords(orders: readonly TradeOrderRow[], ctx: Ctx): Promise<Map<string, string>> {
    const ids = [...new Set(orders.flatMap(({ ticket }) => ticket.call_id ?? []))];
    const chunks = Array.from({ length: Math.ceil(ids.length / CARDS_AT_ONCE) }, (_, at) => ids.slice(at * CARDS_AT_ONCE, (at + 1) * CARDS_AT_ONCE));
    const cards = await Promise.all(chunks.map((some) => parts.calls.cardsOf(some, ctx)));
    return new Map(
      cards.flat().flatMap(({ id, card }) => {
        if (!card) return [];
        return [
          [
            id,
            card.segment === 'equity'
              ? `${card.call_type} ${card.stock} by ${card.expert.full_name}`
              : `${card.underlying} options by ${card.expert.full_name}`,
          ] as const,
        ];
      }),
    );
  }

  const holdingView = ({ instrument, exchange, quantity, unsettled, average }: BrokerHolding): TradingHolding => ({
    symbol: instrument,
    name: market.instrument(instrument)?.name ?? instrument,
    exchange,
    quantity,
    unsettled,
    average,
    ltp: market.quote(instrument)?.ltp ?? null,
  });
}

/** Limits that begin after an IST day; null where they are those of that day: lowered ones hold already. */
function raisedLimits(row: AccountRow | undefined, day: string): CareLimits | null {
  if (!row?.limits_next || row.limits_day! <= day) return null;
  return isDeepStrictEqual(row.limits_next, row.limits) ? null : row.limits_next;
}

/** The lines of a book that are shown, and how many are not: nobody reads thousands. */
function cut<T>(lines: readonly T[] | null): { shown: readonly T[] | null; left_out: number } {
  return { shown: lines?.slice(0, MOST_SHOWN) ?? null, left_out: Math.max(0, (lines?.length ?? 0) - MOST_SHOWN) };
}

/** `lot` null: not listed any more, so the charges of one order are all there is to count by. */
function tradedOrder({ ticket, record, placed_at }: TradeOrderRow, lot: number | null) {
  const price = record.average!;
  const charges = chargeOfSide({ ...ticket, quantity: record.filled }, price, lot ?? record.filled, placed_at.getTime());
  return { call_id: ticket.call_id, side: ticket.side, quantity: record.filled, price, charges };
}

/** Lower limits at once, higher ones from tomorrow: who is losing can't raise them the same day. */
function tighter(now: CareLimits, wanted: CareLimits): { limits: CareLimits; limits_next: CareLimits } {
  const least = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : Math.min(a, b));
  return { limits: { orders: least(now.orders, wanted.orders), rupees: least(now.rupees, wanted.rupees) }, limits_next: wanted };
}
