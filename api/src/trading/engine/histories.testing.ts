import { type Rng, rng, seedOf } from '@vimarsh/shared/domain/market/rng.ts';
import { mayAsk } from '@vimarsh/shared/domain/trading/order/order-record.ts';
import { sql } from 'kysely';
import { Fail, type Platform } from '../../platform/platform.ts';
import type { OrderBroker, OutgoingOrder } from '../brokers/port.ts';
import { ordersOfDay } from '../store/order.store.ts';
import { type TradeOrderRow, tradingTables } from '../tables.ts';
import { BrokerTruth, intOf, Killed } from './broker-truth.testing.ts';
import { OrderEngine } from './order-engine.ts';
import { inSendingOrder, type OrderWish, storeWish } from './order-placer.ts';

export const HISTORY_DAY = '2026-11-30';
const DAY = HISTORY_DAY;
const OPEN = Date.parse(`${DAY}T04:00:00Z`);
const CLOSED = Date.parse(`${DAY}T10:06:00Z`);
const SECOND = 1_000;
/** Nobody waits longer for word of an order; a second more, because sweeps come each second. */
const WAITS_MOST = 61 * SECOND;
const SHARES = ['TCS', 'INFY', 'ITC', 'SBIN', 'LT', 'RITES', 'WIPRO', 'ONGC'];
/** States after which the specification expects nothing any more. */
const OVER = new Set(['complete', 'rejected', 'cancelled', 'expired', 'not_sent', 'not_received']);

export interface HistoryFaults {
  /** Chance of each fault of a broker’s call. */
  readonly calls: number;
  /** Chance that the process ends at each moment at which it can. */
  readonly kills: number;
}

/** What went wrong in a day of histories, in words; empty where nothing did. */
export interface Played {
  readonly wrong: string[];
  readonly orders: number;
  readonly unknown: number;
  readonly handed: number;
  readonly kills: number;
}

export const outgoingOf = ({ ticket: { call_id: _, ...ticket }, record, tag, instrument, after_market }: TradeOrderRow): OutgoingOrder => ({
  ...ticket,
  quantity: record.quantity,
  instrument,
  tag,
  after_market,
  worst_price: null,
});

/** Makes engines, each of which is a process of its own, on one database: what a killed one was about to store is never stored. */
type MakeEngine = (deps: ConstructorParameters<typeof OrderEngine>[0]) => OrderEngine;

/** A wish for orders of some shares, drawn from its key alone: the same key is the same wish. */
export function wishFor(seed: number, key: string, shares: readonly string[] = SHARES): OrderWish {
  const own: Rng = rng(seedOf(seed, key));
  const first = intOf(own, 0, shares.length - 1);
  const legs = Array.from({ length: intOf(own, Math.min(2, shares.length), Math.min(4, shares.length)) }, (_, at) => {
    const instrument = shares[(first + at) % shares.length]!;
    const quantity = intOf(own, 3, 9);
    const ticket = {
      symbol: instrument,
      contract: null,
      exchange: 'BSE',
      side: own.next() < 0.5 ? 'buy' : 'sell',
      product: 'MIS',
      type: 'LIMIT',
      quantity,
      price: 100,
      trigger: null,
      validity: 'DAY',
      call_id: null,
    } as const;
    const slices = own.next() < 0.2 ? [quantity - 1, 1] : [quantity];
    return { ticket, instrument, name: instrument, slices, day: DAY, value_paise: quantity * 10_000 };
  });
  return { key, partner_key: '', legs, way: 'api', after_market: false, tagLength: 20 };
}

/**
 * Plays one person’s day at one broker, from a seed: some twenty orders, each with a history of its own. What has to hold is told by the
 * broker's books and by when the person asked for what; nothing that our records say of themselves counts as a proof.
 */
export async function playHistory(
  platform: Pick<Platform, 'db' | 'transaction'>,
  seed: number,
  faults: HistoryFaults,
  make: MakeEngine = (deps) => new OrderEngine(deps),
  /** How the engine reaches the broker: itself, or by an adapter and a wire. */
  through: (truth: BrokerTruth, now: () => number) => OrderBroker | Promise<OrderBroker> = (truth) => truth,
): Promise<Played> {
  const random = rng(seedOf(seed, 'orders'));
  const account = { user_id: `h${seed}`, broker_id: 1 };
  let now = OPEN;
  let kills = 0;
  let dead = false;
  const moment = (): void => {
    if (dead) throw new Killed();
    if (random.next() >= faults.kills || now >= CLOSED) return;
    dead = true;
    throw new Killed();
  };
  const truth = new BrokerTruth(random, { keepsTags: random.next() < 0.7, faults: faults.calls }, () => now, moment, `${seed}-`);
  const broker = await through(truth, () => now);
  const transaction: Platform['transaction'] = async (work) => {
    moment();
    const done = await platform.transaction(async (tx) => {
      const result = await work(tx);
      moment();
      return result;
    });
    moment();
    return done;
  };
  const wrong: string[] = [];
  /** Orders as they were last seen, read again from the database after each kill. */
  const seen = new Map<string, TradeOrderRow>();
  /** When its owner asked for an order, or for a change of it. */
  const askedAt = new Map<string, number>();
  const everUnknown = new Set<string>();
  const everHanded = new Set<string>();
  const lineOf = (tag: string) => truth.orders.find(({ out }) => out.tag === tag)?.line;

  function look(order: TradeOrderRow): void {
    const before = seen.get(order.id);
    if (before && before.version >= order.version) return;
    seen.set(order.id, order);
    if (order.state === 'unknown') everUnknown.add(order.id);
    const line = lineOf(order.tag);
    if (before && OVER.has(before.state) && !OVER.has(order.state) && line && OVER.has(line.state))
      wrong.push(`${order.id} came back to life as ${order.state}: the broker ended it as ${line.state}`);
  }
  const deps = {
    db: platform.db,
    transaction,
    now: () => now,
    desk: async () => ({ broker, session: { client_id: 'C', token: 't' } }),
    sessionOver: async () => {},
    mayCall: async () => true,
    mayRead: async () => true,
    changed: look,
    answerMs: 5_000,
  };
  let engine = make(deps);
  const keys: string[] = [];

  /** What a client asks, or a sweep does: an answer, a refusal, or a process that ends. */
  async function run(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Fail) && !(error instanceof Killed)) throw error;
    }
    if (!dead) return;
    kills += 1;
    dead = false;
    engine = make(deps);
    for (const order of await stored()) look(order);
  }

  const stored = (): Promise<TradeOrderRow[]> => ordersOfDay(platform.db, account, DAY);
  const place = async (key: string): Promise<void> => {
    const wish = wishFor(seed, key);
    const at = now;
    const { orders, made } = await storeWish(deps, account, wish, async () => {});
    for (const order of orders) {
      if (!askedAt.has(order.id)) askedAt.set(order.id, at);
      look(order);
    }
    if (made) await engine.sender.sendAll(inSendingOrder(orders), outgoingOf);
  };

  /** By when its owner asked alone: whatever we think we know, nobody waits for more than a minute. */
  function checkDues(): void {
    for (const { id, record, placed_at } of seen.values()) {
      const waits = record.state === 'unknown' || record.state === 'sent' || record.state === 'confirmed';
      if (record.handed_over_at !== null || record.change?.handed_over_at) everHanded.add(id);
      const since = askedAt.get(id) ?? placed_at.getTime();
      if (waits && record.handed_over_at === null && now - since > WAITS_MOST)
        wrong.push(`${id} is ${record.state} ${(now - since) / SECOND} s after it was sent, and not handed over`);
      const { change } = record;
      const asked = askedAt.get(`${id} change`);
      if (change && change.state !== 'refused' && change.handed_over_at === null && asked !== undefined && now - asked > WAITS_MOST)
        wrong.push(`a change of ${id} is ${change.state} after ${(now - asked) / SECOND} s, and not handed over`);
    }
  }

  /** When a sweep finds something: a book, an order whose owner has to hear of it, or what a killed process left. */
  async function nextDue(): Promise<number> {
    const { rows } = await sql<{ at: Date | null }>`
      select least((select next_look_at from trading_accounts where user_id = ${account.user_id} and broker_id = ${account.broker_id}),
        (select min(due_at) from trading_orders where user_id = ${account.user_id} and due_at is not null),
        (select min(updated_at) + interval '15 s' from trading_orders where user_id = ${account.user_id} and state in ('confirmed', 'sent'))) as at
    `.execute(platform.db);
    return rows[0]!.at?.getTime() ?? Number.POSITIVE_INFINITY;
  }

  /** Lets time go on, with a sweep in each second in which it finds something. */
  async function forward(ms: number): Promise<void> {
    const target = now + ms;
    while (now < target) {
      const due = await nextDue();
      const word = Math.min(...truth.postbacks.map(({ at }) => at));
      now = Math.min(target, Math.max(now + SECOND, Math.min(due, word)));
      await deliver();
      if (due <= now) await run(() => engine.sweep());
      checkDues();
    }
  }

  async function deliver(everything = false): Promise<void> {
    const due = truth.postbacks.filter(({ at }) => everything || at <= now);
    for (const word of due) {
      const place_ = truth.postbacks.indexOf(word);
      if (place_ < 0) continue;
      truth.postbacks.splice(place_, 1);
      await run(() => engine.books.hear(account.broker_id, word.line));
    }
    if (random.next() < 0.3) await run(() => engine.books.hear(account.broker_id, somebodyElses()));
  }

  /** Word of an order of another customer, in a share and on a side in which this one waits for word where there is one. */
  const somebodyElses = () => {
    const waits = [...seen.values()].findLast(({ state }) => state === 'unknown' || state === 'sent');
    return {
      state: 'complete',
      instrument: waits?.instrument ?? SHARES[intOf(random, 0, SHARES.length - 1)]!,
      side: waits?.ticket.side ?? (random.next() < 0.5 ? 'buy' : 'sell'),
      quantity: 3,
      price: 1,
      trigger: null,
      filled: 3,
      average: 1,
      placed_at: null,
      code: '',
      broker_text: '',
      tag: random.next() < 0.5 ? '' : 'somebody',
      broker_order_id: `X${intOf(random, 1, 9)}`,
    } as const;
  };

  async function changeOne(): Promise<void> {
    const alive = [...seen.values()].filter(({ record }) => mayAsk(record).cancel);
    const order = alive[intOf(random, 0, alive.length - 1)];
    if (!order) return;
    const ask = (change: Parameters<typeof engine.sender.ask>[2]): Promise<void> => {
      const at = now;
      return run(() => {
        askedAt.set(`${order.id} change`, at);
        return engine.sender.ask(order, order.version, change, outgoingOf);
      });
    };
    if (random.next() < 0.5 && mayAsk(order.record).modify) {
      const terms = { quantity: order.record.quantity + intOf(random, -2, 5), price: 100 + intOf(random, 0, 4), trigger: null };
      if (terms.quantity > order.record.filled) await ask({ kind: 'modify', ...terms });
    } else await ask({ kind: 'cancel' });
  }

  // While a book is on its way, the market and other nodes go on.
  truth.during = async () => {
    if (random.next() > 0.25 || now >= CLOSED) return;
    truth.live();
    if (random.next() < 0.5) await changeOne();
    await deliver(true);
  };

  for (let round = intOf(random, 8, 14); round > 0; round -= 1) {
    const what = random.next();
    if (what < 0.6) {
      const key = `k${keys.length}`;
      keys.push(key);
      // Two tabs at once, now and then.
      if (random.next() < 0.3) await Promise.all([run(() => place(key)), run(() => place(key))]);
      else await run(() => place(key));
    } else if (what < 0.65 && keys.length > 0) await run(() => place(keys[intOf(random, 0, keys.length - 1)]!));
    else if (what < 0.85) await changeOne();
    if (random.next() < 0.4) truth.live();
    await forward(intOf(random, 0, 5) === 0 ? 70 * SECOND : intOf(random, 0, 12 * SECOND));
  }
  now = Math.max(now, CLOSED);
  truth.endDay();
  await deliver(true);
  await forward(20 * 60 * SECOND);
  for (let more = 0; more < 40 && Number.isFinite(await nextDue()); more += 1) await forward(60 * SECOND);

  const all = await stored();
  for (const order of all) wrong.push(...wrongAtTheEnd(order, truth));
  const differences = await tradingTables(platform.db)
    .selectFrom('trading_differences')
    .selectAll()
    .where('user_id', '=', account.user_id)
    .where('kind', '<>', 'not_ours')
    .execute();
  wrong.push(...differences.map(({ kind, ours, theirs }) => `books differ at the end: ${kind}, ours ${ours}, theirs ${theirs}`));
  const ours = new Set(all.map(({ tag }) => tag));
  wrong.push(...truth.orders.flatMap(({ out }) => (ours.has(out.tag) ? [] : [`the broker has ${out.tag}, which we don’t know`])));
  const steps = await tradingTables(platform.db)
    .selectFrom('trading_steps as step')
    .innerJoin('trading_orders as order', 'order.id', 'step.order_id')
    .select(['order.id', sql<string>`count(*)`.as('steps')])
    .where('order.user_id', '=', account.user_id)
    .groupBy('order.id')
    .execute();
  const count = new Map(steps.map((row) => [row.id, Number(row.steps)]));
  for (const order of all) if (count.get(order.id) !== order.version) wrong.push(`${order.id} lacks a step`);
  return { wrong, orders: all.length, unknown: everUnknown.size, handed: everHanded.size, kills };
}

/** Where our books and the broker's differ of an order when its day is over. */
export function wrongAtTheEnd({ tag, id, record, key }: TradeOrderRow, truth: BrokerTruth): string[] {
  const wrong: string[] = [];
  const theirs = truth.orders.filter(({ out }) => out.tag === tag);
  if (theirs.length > 1 || (truth.submits.get(tag) ?? 0) > 1) wrong.push(`${key} was sent ${truth.submits.get(tag)} times`);
  const line = theirs[0]?.line;
  if (!OVER.has(record.state)) wrong.push(`${id} is ${record.state} at the end; the broker says ${line?.state ?? 'nothing'}`);
  if (record.state === 'rejected' && line?.state !== 'rejected' && !truth.refused.has(tag)) wrong.push(`${id} is rejected without the broker’s word`);
  if (line && line.filled > record.filled) wrong.push(`${id} lost ${line.filled - record.filled} of its fills`);
  if (line && (line.state !== record.state || line.filled !== record.filled))
    wrong.push(`${id} is ${record.state} with ${record.filled}; the broker has ${line.state} with ${line.filled}`);
  if (line && (line.quantity !== record.quantity || line.price !== record.price))
    wrong.push(`${id} is for ${record.quantity} at ${record.price}; the broker has ${line.quantity} at ${line.price}`);
  if (!line && record.filled > 0) wrong.push(`${id} has fills that the broker does not know`);
  return wrong;
}
