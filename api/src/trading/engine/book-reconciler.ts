import { isDeepStrictEqual } from 'node:util';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { isOver } from '@vimarsh/shared/domain/trading/order/ended.ts';
import { endSearch, handOver, hearBroker, type OrderRecord } from '@vimarsh/shared/domain/trading/order/order-record.ts';
import { changeWords, stateWords } from '@vimarsh/shared/domain/trading/order/order-words.ts';
import type { BookLine, BrokerAnswer, OrderBroker, TradingSession } from '../brokers/port.ts';
import { type AccountKey, dueAccounts, lockTradingAccount, updateAccount } from '../store/account.store.ts';
import { storeBookDifferences } from '../store/difference.store.ts';
import { clearDue, orderOfBroker, ordersNamed, ordersOfDay, overdueOrders, writeRecord } from '../store/order.store.ts';
import type { TradeOrderRow } from '../tables.ts';
import { compareBooks } from './compare-books.ts';
import type { EngineDeps } from './engine-deps.ts';
import { finalAt, nextBookLook, searchEndsAt } from './next-look.ts';
import { stepOrder, tellHandOver } from './step-order.ts';
import { withLimit } from './with-limit.ts';

/** While a book is read, no other node reads it. */
const READING_MS = 20_000;
/** Accounts of a broker whose books are read in one go, and how many at the same time. */
const LANE_MOST = 50;
const READERS = 8;
/** Orders that one sweep hands over. */
const HAND_OVER_MOST = 200;

/** Lines of a book that none of these orders is named in. */
function unnamedIn(lines: readonly BookLine[], orders: readonly TradeOrderRow[]): BookLine[] {
  const ids = new Set(orders.map(({ broker_order_id }) => broker_order_id));
  const tags = new Set(orders.map(({ tag }) => tag));
  return lines.filter((line) => !ids.has(line.broker_order_id) && !tags.has(line.tag));
}

/** A broker may use an id again on another day: it has to be the same instrument and side, too. */
const isNamed = (order: TradeOrderRow, lines: readonly BookLine[]): boolean =>
  lines.some(
    (line) =>
      (line.tag === order.tag || line.broker_order_id === order.broker_order_id) && line.instrument === order.instrument && line.side === order.ticket.side,
  );

/** The most shares that an order, and a change of it that may have taken effect, ask for. */
const askedFor = ({ quantity, change }: OrderRecord): number => Math.max(quantity, change?.state === 'refused' ? 0 : (change?.quantity ?? 0));

/** An order of a day that nobody can tell of any more, and that is still looked for. */
const isSearchOver = ({ day, record, state }: TradeOrderRow, now: number): boolean =>
  !isOver(state) && record.search_ended_at === undefined && now >= searchEndsAt(day);

/** Takes in the broker's word: what it tells of its own accord, and its book, which is held against ours until both agree. */
export class BookReconciler {
  readonly #deps: EngineDeps;
  /** Readings under way, by broker. */
  readonly #lanes = new Map<number, Promise<void>>();

  constructor(deps: EngineDeps) {
    this.#deps = deps;
  }

  /** Takes in what a broker says of its own accord. Null where none of ours is meant. */
  async hear(broker_id: number, line: BookLine): Promise<TradeOrderRow | null> {
    const named = await orderOfBroker(this.#deps.db, broker_id, line);
    if (!named || named.instrument !== line.instrument || named.ticket.side !== line.side) return null;
    const { order } = await stepOrder(this.#deps, named.id, named, (held, account, now) => {
      if (held.broker_order_id !== '' && held.broker_order_id !== line.broker_order_id) return null;
      // More than was asked for: the broker's own screen may have raised it, or the message is wrong. A fill is never taken back, so the book decides.
      if (line.filled > askedFor(held.record)) return { record: held.record, said: null, look_at: now + 1_000 };
      const record = hearBroker(held.record, line, { book: null, look: account.look, now });
      return { record, said: { by: 'postback', kind: record.state, text: stateWords(record) }, look_at: now + 5_000 };
    });
    return order;
  }

  /** Reads the broker's book, holds it against ours and stores where they disagree. False: the broker did not tell. */
  async reconcile(account: AccountKey): Promise<boolean> {
    const { transaction, desk, now } = this.#deps;
    const begun = await transaction(async (tx) => {
      const row = await lockTradingAccount(tx, account);
      const at = now();
      const look = row.look + 1;
      await updateAccount(tx, account, { look, next_look_at: new Date(at + READING_MS) });
      return { look, at };
    });
    const { broker, session } = await desk(account);
    const book = await this.#readBook(account, broker, session);
    if (book.kind === 'failed' && book.session_over) await this.#deps.sessionOver(account);
    const changed = await transaction(async (tx) => {
      const row = await lockTradingAccount(tx, account);
      const today = istDay(new Date(begun.at));
      const end = finalAt(today);
      const final_day = end !== null && begun.at >= end ? today : null;
      const orders = await ordersOfDay(tx, account, today);
      if (book.kind === 'told') orders.push(...(await ordersNamed(tx, account, unnamedIn(book.value, orders))).filter((order) => isNamed(order, book.value)));
      const moved = new Map<string, TradeOrderRow>();
      if (book.kind === 'told') {
        const { compared, differences } = compareBooks(orders, { lines: book.value, book: begun.look, look: row.look, final_day, now: now() });
        for (const { order, record, said, several } of compared) {
          const given = several && record.unknown_since !== null && record.handed_over_at === null ? { ...record, handed_over_at: now() } : record;
          if (!isDeepStrictEqual(given, order.record)) moved.set(order.id, await writeRecord(tx, order, given, said, new Date(now())));
        }
        await storeBookDifferences(tx, account, differences, new Date(now()));
      }
      for (const order of orders.map((each) => moved.get(each.id) ?? each)) {
        if (!isSearchOver(order, now()) || (book.kind === 'told' && isNamed(order, book.value))) continue;
        const record = endSearch(order.record, now());
        moved.set(order.id, await writeRecord(tx, order, record, { by: 'us', kind: 'search_ended', text: stateWords(record) }, new Date(now())));
      }
      for (const order of orders) await tellHandOver(tx, this.#deps, order, moved.get(order.id) ?? order);
      const failed_looks = book.kind === 'told' ? 0 : row.failed_looks + 1;
      const next = { failed_looks, final_day: book.kind === 'told' ? (final_day ?? row.final_day) : row.final_day };
      const settled = orders.map((order) => moved.get(order.id) ?? order);
      const next_look = nextBookLook(settled, next, now());
      await updateAccount(tx, account, {
        ...next,
        next_look_at: next_look === null ? null : new Date(next_look),
        ...(book.kind === 'told' && { reconciled_at: new Date(begun.at) }),
      });
      return [...moved.values()];
    });
    for (const order of changed) this.#deps.changed(order);
    return book.kind === 'told';
  }

  async #readBook(account: AccountKey, broker: OrderBroker, session: TradingSession | null): Promise<BrokerAnswer<readonly BookLine[]>> {
    const failed = (why: string) => ({ kind: 'failed', why, session_over: false }) as const;
    if (!session) return failed('the session is over');
    if (!(await this.#deps.mayRead(account, broker))) return failed('the broker is asked too much');
    return withLimit(() => broker.book(session), failed, this.#deps.answerMs);
  }

  /** Hands what has been unknown for a minute to its owner. It waits for no broker. */
  async handOverDue(): Promise<void> {
    const { db, now } = this.#deps;
    for (const order of await overdueOrders(db, new Date(now()), HAND_OVER_MOST)) {
      const { moved } = await stepOrder(this.#deps, order.id, order, (held, _account, at) => {
        const record = handOver(held.record, at);
        if (record === held.record) return null;
        const text = record.handed_over_at === held.record.handed_over_at ? changeWords(record.change!) : stateWords(record);
        return { record, said: { by: 'us', kind: 'handed_over', text } };
      });
      if (!moved) await clearDue(db, order);
    }
  }

  /**
   * Begins to read the books that are due, those of each broker in a lane of its own, so that a slow broker keeps nobody else waiting. Answers
   * all readings that are under way.
   */
  async beginDue(): Promise<readonly Promise<void>[]> {
    const due = await dueAccounts(this.#deps.db, new Date(this.#deps.now()), LANE_MOST, [...this.#lanes.keys()]);
    for (const [broker_id, accounts] of Map.groupBy(due, (account) => account.broker_id)) {
      if (this.#lanes.has(broker_id)) continue;
      const lane = this.#readAll(accounts).finally(() => this.#lanes.delete(broker_id));
      this.#lanes.set(broker_id, lane);
    }
    return [...this.#lanes.values()];
  }

  async #readAll(accounts: readonly AccountKey[]): Promise<void> {
    const waiting = [...accounts];
    const errors: unknown[] = [];
    const reader = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await this.reconcile(next).catch((error: unknown) => errors.push(error));
    };
    await Promise.all(Array.from({ length: READERS }, reader));
    if (errors.length > 0) throw errors[0];
  }
}
