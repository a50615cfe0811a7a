import { type Rng, rng, seedOf } from '@vimarsh/shared/domain/market/rng.ts';
import { HAND_OVER_MS, isOver } from '@vimarsh/shared/domain/trading/order/ended.ts';
import { mayAsk } from '@vimarsh/shared/domain/trading/order/order-record.ts';
import { Fail, type Platform } from '../../platform/platform.ts';
import type { OutgoingOrder } from '../brokers/port.ts';
import { tradingAccountOf } from '../store/account.store.ts';
import { ordersOfDay, stepsOf } from '../store/order.store.ts';
import { type TradeOrderRow, tradingTables } from '../tables.ts';
import { BrokerTruth, intOf, Killed } from './broker-truth.testing.ts';
import { OrderEngine } from './order-engine.ts';
import { inSendingOrder, type OrderWish, storeWish } from './order-placer.ts';

const DAY = '2026-11-30';
const OPEN = Date.parse(`${DAY}T04:00:00Z`);
const CLOSED = Date.parse(`${DAY}T10:06:00Z`);
const SECOND = 1_000;

export interface HistoryFaults {
  /** Chance of each fault of a broker’s call. */
  readonly calls: number;
  /** Chance that the process ends at each moment at which it can. */
  readonly kills: number;
}

/** What went wrong in a history, in words; empty where nothing did. */
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

/** Plays one person’s day at one broker, from a seed. */
export async function playHistory(
  platform: Pick<Platform, 'db' | 'transaction'>,
  seed: number,
  faults: HistoryFaults,
  make: MakeEngine = (deps) => new OrderEngine(deps),
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
  const truth = new BrokerTruth(random, { keepsTags: random.next() < 0.7, faults: faults.calls }, () => now, moment);
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
  const deps = {
    db: platform.db,
    transaction,
    now: () => now,
    desk: async () => ({ broker: truth, session: { client_id: 'C', token: 't' } }),
    sessionOver: async () => {},
    mayCall: async () => true,
    changed: () => {},
    answerMs: 5_000,
  };
  let engine = make(deps);
  const wrong: string[] = [];
  const keys: string[] = [];
  const everUnknown = new Set<string>();
  const everHanded = new Set<string>();

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
  }

  const orders = (): Promise<TradeOrderRow[]> => ordersOfDay(platform.db, account, DAY);
  const place = async (key: string): Promise<void> => {
    const { orders: stored, made } = await storeWish(deps, account, wishOf(key), async () => {});
    if (made) await engine.sender.sendAll(inSendingOrder(stored), outgoingOf);
  };

  async function checkDues(): Promise<void> {
    for (const { id, record } of await orders()) {
      if (record.state === 'unknown') everUnknown.add(id);
      if (record.handed_over_at !== null || record.change?.handed_over_at) everHanded.add(id);
      const since = record.unknown_since;
      if (since !== null && record.handed_over_at === null && now - since > HAND_OVER_MS + SECOND)
        wrong.push(`${id} unknown for ${(now - since) / SECOND} s and not handed over`);
    }
  }

  /** Lets time go on, with a sweep at each moment at which something is due. */
  async function forward(ms: number, step = 15 * SECOND): Promise<void> {
    const target = now + ms;
    while (now < target) {
      const due = (await tradingAccountOf(platform.db, account))?.next_look_at?.getTime() ?? target;
      now = Math.min(target, Math.max(now + SECOND, due), now + step);
      await deliver();
      await run(() => engine.sweep());
    }
    await checkDues();
  }

  async function deliver(everything = false): Promise<void> {
    const due = truth.postbacks.filter(({ at }) => everything || at <= now);
    for (const word of due) {
      truth.postbacks.splice(truth.postbacks.indexOf(word), 1);
      await run(() => engine.books.hear(account.broker_id, word.line));
    }
    // Somebody else’s.
    if (random.next() < 0.05) await run(() => engine.books.hear(account.broker_id, { ...SOMEBODY_ELSE, tag: '', broker_order_id: `X${intOf(random, 1, 9)}` }));
  }

  async function changeOne(): Promise<void> {
    const alive = (await orders()).filter(({ record }) => mayAsk(record).cancel);
    const order = alive[intOf(random, 0, alive.length - 1)];
    if (!order) return;
    if (random.next() < 0.5 && mayAsk(order.record).modify) {
      const terms = { quantity: order.record.quantity + intOf(random, -2, 5), price: 100 + intOf(random, 0, 4), trigger: null };
      if (terms.quantity > order.record.filled) await run(() => engine.sender.ask(order, order.version, { kind: 'modify', ...terms }, outgoingOf));
    } else await run(() => engine.sender.ask(order, order.version, { kind: 'cancel' }, outgoingOf));
  }

  for (let round = intOf(random, 6, 14); round > 0; round -= 1) {
    const what = random.next();
    if (what < 0.35) {
      const key = `k${keys.length}`;
      keys.push(key);
      // Two tabs at once, now and then.
      if (random.next() < 0.3) await Promise.all([run(() => place(key)), run(() => place(key))]);
      else await run(() => place(key));
    } else if (what < 0.45 && keys.length > 0) await run(() => place(keys[intOf(random, 0, keys.length - 1)]!));
    else if (what < 0.65) await changeOne();
    else if (what < 0.85) truth.live();
    await forward(intOf(random, 0, 4) === 0 ? 70 * SECOND : intOf(random, 0, 12 * SECOND));
  }
  now = Math.max(now, CLOSED);
  truth.endDay();
  await deliver(true);
  await forward(20 * 60 * SECOND, 5 * 60 * SECOND);
  for (let more = 0; more < 40 && (await tradingAccountOf(platform.db, account))?.next_look_at; more += 1) await forward(60 * SECOND, 60 * SECOND);

  const all = await orders();
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
  for (const order of all) if ((await stepsOf(platform.db, order.id)).length !== order.version) wrong.push(`${order.id} lacks a step`);
  return { wrong, orders: all.length, unknown: everUnknown.size, handed: everHanded.size, kills };

  function wishOf(key: string): OrderWish {
    const own: Rng = rng(seedOf(seed, key));
    const instrument = ['TCS', 'INFY'][intOf(own, 0, 1)]!;
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
    return {
      key,
      partner_key: '',
      legs: [{ ticket, instrument, name: instrument, slices, value_paise: quantity * 10_000 }],
      way: 'api',
      day: DAY,
      after_market: false,
      tagLength: 20,
    };
  }
}

const SOMEBODY_ELSE = {
  state: 'complete',
  instrument: 'TCS',
  side: 'buy',
  quantity: 3,
  price: 1,
  trigger: null,
  filled: 3,
  average: 1,
  placed_at: null,
  code: '',
  broker_text: '',
} as const;

function wrongAtTheEnd({ tag, id, record, key }: TradeOrderRow, truth: BrokerTruth): string[] {
  const wrong: string[] = [];
  const theirs = truth.orders.filter(({ out }) => out.tag === tag);
  if (theirs.length > 1 || (truth.submits.get(tag) ?? 0) > 1) wrong.push(`${key} was sent ${truth.submits.get(tag)} times`);
  const line = theirs[0]?.line;
  if (!isOver(record.state)) wrong.push(`${id} is ${record.state} at the end; the broker says ${line?.state ?? 'nothing'}`);
  if (record.state === 'rejected' && line?.state !== 'rejected' && !truth.refused.has(tag)) wrong.push(`${id} is rejected without the broker’s word`);
  if (line && line.filled > record.filled) wrong.push(`${id} lost ${line.filled - record.filled} of its fills`);
  if (line && (line.state !== record.state || line.filled !== record.filled))
    wrong.push(`${id} is ${record.state} with ${record.filled}; the broker has ${line.state} with ${line.filled}`);
  if (!line && record.filled > 0) wrong.push(`${id} has fills that the broker does not know`);
  return wrong;
}
