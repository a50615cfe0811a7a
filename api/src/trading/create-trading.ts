import { setTimeout as sleep } from 'node:timers/promises';
import { setPaperFaults } from '@vimarsh/shared/contract/trading/routes.ts';
import { ordersTopic } from '@vimarsh/shared/contract/trading/socket.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Brokers } from '../brokers/index.ts';
import type { Calls } from '../calls/index.ts';
import type { Identity } from '../identity/index.ts';
import type { TellPerson } from '../notices/index.ts';
import { Fail, type Platform } from '../platform/platform.ts';
import { ulid } from '../platform/text/id.ts';
import type { InstrumentIds } from './brokers/instrument-ids.ts';
import { NO_BROKER } from './brokers/no-broker.ts';
import { PaperBroker } from './brokers/paper/paper-broker.ts';
import { openPaperPages } from './brokers/paper/paper-page.ts';
import type { BookLine, OrderBroker, TradingSession } from './brokers/port.ts';
import { serveAccount } from './desk/account-routes.ts';
import { serveOrders } from './desk/order-routes.ts';
import { TicketDesk } from './desk/ticket-desk.ts';
import { type TradingParts, tradingPlaceOf } from './desk/trading-parts.ts';
import { sessionDay } from './engine/next-look.ts';
import { OrderEngine } from './engine/order-engine.ts';
import { namesOf, paperQuote, type TradingMarket, tradedHoursOf } from './market-facts.ts';
import { postbackReaders } from './postbacks/postback-readers.ts';
import { servePostbacks } from './postbacks/serve-postbacks.ts';
import { type AccountKey, tradingAccountOf } from './store/account.store.ts';
import { latestDealing, lockDealing, storeAuthor } from './store/dealing.store.ts';
import { AUDIT_DAYS, forgetTrader, tidyTrading, tradingKept } from './store/desk.store.ts';
import { brokerOfTag, ordersTagged } from './store/order.store.ts';
import type { TradeOrderRow } from './tables.ts';
import { createWays } from './ways/create-ways.ts';
import { openBroker } from './ways/open-broker.ts';
import { serveReturns } from './ways/page-return.ts';

export interface TradingDependencies {
  readonly market: TradingMarket & { onAdvance(listener: (from: Date, to: Date) => Promise<void>): void };
  readonly identity: Pick<Identity, 'keeps' | 'pans'>;
  readonly calls: Pick<Calls, 'readableCall' | 'cardsOf' | 'hasOpenCall' | 'onPublished' | 'dealings'>;
  readonly brokers: Pick<Brokers, 'known' | 'sessionOf' | 'endSession'>;
  readonly tellPerson: TellPerson;
}

export interface Trading {
  /** What is due: senders that fell silent, and books to be read. The server does it every second. */
  sweep(): Promise<void>;
  /** Lets the paper broker's market go on; the market's beats do it. */
  beat(): Promise<void>;
  /** Addresses of brokers that forms on a site go to, by the id of the site's broker; null: the main site. */
  formTargets(broker_id: number | null): readonly string[];
}

const SWEEP_MS = 1_000;
const DAY_MS = 86_400_000;
const A_DAY = 86_400;
/** Orders and changes that one person may send in a second, whatever the broker takes. */
const PERSON_A_SECOND = 5;
/** How long (ms) an order waits for its turn. With the broker's answer it stays below what a silent sender is given. */
const TURN_MS = 2_000;
const TURN_STEP_MS = 100;

/** Orders through a linked broker: by the way that is set for it, and in the demo on simulated prices to the paper broker. */
export function createTrading(platform: Platform, { market, identity, calls, brokers, tellPerson }: TradingDependencies): Trading {
  const now = (): number => market.now().getTime();
  const paper =
    market.source.invented && platform.config.demo
      ? new PaperBroker({
          db: platform.db,
          transaction: platform.transaction,
          now,
          quote: (instrument) => paperQuote(market, instrument),
          newId: () => `P${ulid()}`,
          tradedHoursOf: (instrument) => tradedHoursOf(market, instrument),
        })
      : null;
  const lists = new Map<number, InstrumentIds>();
  const ways = createWays({
    settings: platform.config.ORDER_WAYS,
    paper: paper && { broker: paper, page: openPaperPages(platform, paper, stopOnPage) },
    real(broker_id, setting) {
      const opened = openBroker(platform, broker_id, setting, now);
      lists.set(broker_id, opened.instruments);
      return opened;
    },
  });
  const { wayOf } = ways;

  /** The paper broker serves the customers of all brokers, and each of them has clients of the same names. */
  async function customerOf(account: AccountKey): Promise<TradingSession | null> {
    const session = await brokers.sessionOf(account);
    if (session.state !== 'active') return null;
    const { client_id, token } = session;
    return { token, client_id: wayOf(account.broker_id)?.simulated ? `${account.broker_id} ${client_id}` : client_id };
  }

  /** A page may lie open for a quarter of an hour: what has happened meanwhile keeps it from being confirmed. */
  async function stopOnPage({ broker_id, orders }: { readonly broker_id: number; readonly orders: readonly { readonly tag: string }[] }): Promise<string> {
    const waiting = await ordersTagged(
      platform.db,
      broker_id,
      orders.map(({ tag }) => tag),
    );
    if (waiting.length < orders.length || waiting.some(({ state }) => state !== 'at_broker')) return 'These orders wait for you no more.';
    const instant = now();
    if (waiting.some(({ day, instrument }) => day !== sessionDay(instant, tradedHoursOf(market, instrument))))
      return 'The session that these orders were for is over.';
    const account: AccountKey = { user_id: waiting[0]!.user_id, broker_id };
    if ((await tradingAccountOf(platform.db, account))?.paused_day === istDay(market.now())) return 'You have paused trading for today.';
    if (!(await customerOf(account))) return 'Your session with the broker is over.';
    return desk.stopOf(waiting, { account, known: brokers.known(broker_id), way: wayOf(broker_id)!, partner_key: '' }, null);
  }

  const own = platform.realtime.openTopic(ordersTopic, {
    mayJoin(room, { caller }) {
      if (caller!.user_id !== room) throw new Fail('NOT_FOUND');
    },
    mayStay: (members) => members.filter(({ room, connection }) => connection.caller?.user_id === room),
    handlers: {},
  });
  const changed = ({ id, user_id, version, state }: TradeOrderRow): void => own.emit('order:changed', { room: user_id, id, version, state });

  const engine = new OrderEngine({
    db: platform.db,
    transaction: platform.transaction,
    now,
    changed,
    async desk(account) {
      // A way may have been taken out of the settings while orders of it live.
      const way = wayOf(account.broker_id);
      const session = way && (await customerOf(account));
      return { broker: way?.broker ?? NO_BROKER, session };
    },
    sessionOver: (account) => brokers.endSession(account),
    handedOver: (tx, { id, user_id, ticket: { symbol } }) =>
      tellPerson(tx, user_id, { what: 'order_unknown', document: null, demo: null, order: { id, symbol } }, `order ${id}`),
    mayCall,
    mayRead,
  });

  const takes = async (key: string, max: number, perSeconds: number): Promise<boolean> => {
    try {
      await platform.limits.take(key, { max, perSeconds });
      return true;
    } catch (error) {
      if (error instanceof Fail && error.code === 'RATE') return false;
      throw error;
    }
  };
  const takesSoon = async (key: string, max: number): Promise<boolean> => {
    for (const began = performance.now(); performance.now() - began < TURN_MS; await sleep(TURN_STEP_MS)) if (await takes(key, max, 1)) return true;
    return false;
  };

  /** Slices of one ticket are more than a second takes: those that come too soon wait for the next one. */
  async function mayCall({ user_id, broker_id }: AccountKey, { perDay }: OrderBroker): Promise<boolean> {
    return (
      (await takesSoon(`trading ${broker_id} ${user_id}`, PERSON_A_SECOND)) &&
      (await takesSoon(`trading ${broker_id}`, wayOf(broker_id)!.perSecond)) &&
      takes(`trading day ${broker_id} ${user_id}`, perDay, A_DAY)
    );
  }

  /** Readings count among a broker's calls, and are half of them at most, so that orders find their turn. */
  async function mayRead({ broker_id }: AccountKey): Promise<boolean> {
    const way = wayOf(broker_id);
    // The paper broker's books are tables of this server.
    if (!way || way.simulated) return true;
    const most = Math.max(1, Math.floor(way.perSecond / 2));
    return (await takesSoon(`trading reads ${broker_id}`, most)) && takesSoon(`trading ${broker_id}`, way.perSecond);
  }

  const parts: TradingParts = { platform, market, identity, calls, brokers, engine, wayOf, customerOf, mayRead };
  const desk = new TicketDesk(parts);
  serveOrders(parts, desk);
  serveAccount(parts);
  serveReturns(platform.app);
  servePostbacks({
    ...{ platform, brokers, now },
    readerOf: postbackReaders(platform.config, (id) => lists.get(id)!),
    hear: (id, line) => engine.books.hear(id, line),
  });
  platform.on(setPaperFaults, async ({ body: { faults } }, ctx) => {
    const { account } = tradingPlaceOf(parts, ctx);
    if (!paper || !wayOf(account.broker_id)?.simulated) throw new Fail('NOT_FOUND');
    const session = await customerOf(account);
    if (!session) throw new Fail('BROKER_SESSION');
    await paper.setFaults(session.client_id, faults);
    return { faults };
  });

  calls.onPublished((tx, { call, expert_id, published_at }) =>
    storeAuthor(tx, { user_id: expert_id, symbol: call.stock, call_id: call.id, published_at: new Date(published_at) }),
  );
  calls.dealings(async (db, user_id, stock, from) => {
    const user_ids = await identity.pans.same(db, user_id);
    await lockDealing(db, user_ids);
    return latestDealing(db, { user_ids, symbols: namesOf(market, stock) }, from, istDay(market.now()));
  });
  identity.keeps({ name: 'trading', of: (user_id) => tradingKept(platform.db, user_id), erase: forgetTrader });
  platform.jobs.schedule('trading.tidy', '25 4 * * *', () => platform.transaction((tx) => tidyTrading(tx, new Date(now() - AUDIT_DAYS * DAY_MS))));

  const report = (error: unknown) => platform.log.warn({ err: error }, 'orders could not be looked after; the next sweep does it');
  paper?.onWord((line) => {
    void heard(line).catch(report);
  });
  /** The paper broker serves the customers of all brokers. */
  async function heard(line: BookLine): Promise<void> {
    const broker_id = await brokerOfTag(platform.db, line.tag);
    if (broker_id !== null) await engine.books.hear(broker_id, line);
  }

  /** The latest one waits for all readings that are under way. */
  let sweeping: Promise<void> | null = null;
  const sweep = (): Promise<void> => {
    sweeping = engine.sweep();
    return sweeping;
  };
  if (paper) market.onAdvance(() => paper.beat().catch(report));
  let timer: NodeJS.Timeout | undefined;
  platform.onReady(() => {
    timer = setInterval(() => void sweep().catch(report), SWEEP_MS);
    timer.unref();
  });
  platform.onShutdown(async () => {
    clearInterval(timer);
    await sweeping?.catch(report);
  });
  return { sweep, beat: async () => paper?.beat(), formTargets: ways.formTargets };
}
