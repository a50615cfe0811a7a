import { isDeepStrictEqual } from 'node:util';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { handOver, hearBroker } from '@vimarsh/shared/domain/trading/order/order-record.ts';
import { changeWords, stateWords } from '@vimarsh/shared/domain/trading/order/order-words.ts';
import type { Database } from '../../platform/platform.ts';
import type { BookLine } from '../brokers/port.ts';
import { type AccountKey, dueAccounts, lockTradingAccount, updateAccount } from '../store/account.store.ts';
import { storeBookDifferences } from '../store/difference.store.ts';
import { orderOfBroker, ordersOfDay, writeRecord } from '../store/order.store.ts';
import type { TradeOrderRow } from '../tables.ts';
import { compareBooks } from './compare-books.ts';
import type { EngineDeps } from './engine-deps.ts';
import { finalAt, nextBookLook, nextDue } from './next-look.ts';
import { stepOrder } from './step-order.ts';
import { withLimit } from './with-limit.ts';

/** While a book is read, no other node reads it. */
const READING_MS = 20_000;
/** Accounts whose books one sweep reads. */
const SWEEP_MOST = 50;

/** Takes in the broker's word: what it tells of its own accord, and its book, which is held against ours until both agree. */
export class BookReconciler {
  readonly #deps: EngineDeps;

  constructor(deps: EngineDeps) {
    this.#deps = deps;
  }

  /** Takes in what a broker says of its own accord. Null where none of ours is meant. */
  async hear(broker_id: number, line: BookLine): Promise<TradeOrderRow | null> {
    const named = await orderOfBroker(this.#deps.db, broker_id, line);
    if (!named || named.instrument !== line.instrument || named.ticket.side !== line.side) return null;
    const { order } = await stepOrder(this.#deps, named.id, named, (held, account, now) => {
      if (held.broker_order_id !== '' && held.broker_order_id !== line.broker_order_id) return null;
      const record = hearBroker(held.record, line, { book: null, look: account.look, now });
      return { record, said: { by: 'postback', kind: record.state, text: stateWords(record) }, look_at: now + 5_000 };
    });
    return order;
  }

  /** Reads the broker's book, holds it against ours, stores where they disagree, and hands over what stayed unknown for a minute. */
  async reconcile(account: AccountKey): Promise<void> {
    const { transaction, desk, now } = this.#deps;
    const begun = await transaction(async (tx) => {
      const row = await lockTradingAccount(tx, account);
      const at = now();
      const orders = await ordersOfDay(tx, account, istDay(new Date(at)));
      // Before the book is read, because who reads it may end: then the next reading hands over what has become due meanwhile.
      const handed = await this.#handOver(tx, orders);
      const look = row.look + 1;
      const rests = Math.min(at + READING_MS, Math.max(nextDue(handed.orders), at + 1_000));
      await updateAccount(tx, account, { look, next_look_at: new Date(rests) });
      return { look, at, handed: handed.moved };
    });
    for (const order of begun.handed) this.#deps.changed(order);
    const { broker, session } = await desk(account);
    const book = session
      ? await withLimit(
          () => broker.book(session),
          (why) => ({ kind: 'failed', why, session_over: false }) as const,
          this.#deps.answerMs,
        )
      : ({ kind: 'failed', why: 'the session is over', session_over: false } as const);
    if (book.kind === 'failed' && book.session_over) await this.#deps.sessionOver(account);
    const changed = await transaction(async (tx) => {
      const row = await lockTradingAccount(tx, account);
      const today = istDay(new Date(begun.at));
      const end = finalAt(today);
      const final_day = end !== null && begun.at >= end ? today : null;
      let orders = await ordersOfDay(tx, account, today);
      const told = new Set<string>();
      if (book.kind === 'told') {
        const { compared, differences } = compareBooks(orders, { lines: book.value, book: begun.look, look: row.look, final_day, now: now() });
        const after = new Map<string, TradeOrderRow>();
        for (const { order, record, said, several } of compared) {
          const given = several && record.unknown_since !== null && record.handed_over_at === null ? { ...record, handed_over_at: now() } : record;
          if (isDeepStrictEqual(given, order.record)) continue;
          const written = await writeRecord(tx, order, given, said, new Date(now()));
          after.set(order.id, written);
          told.add(order.id);
        }
        orders = orders.map((order) => after.get(order.id) ?? order);
        await storeBookDifferences(tx, account, differences, new Date(now()));
      }
      const handed = await this.#handOver(tx, orders);
      const settled = handed.orders;
      const movedIds = new Set([...told, ...handed.moved.map(({ id }) => id)]);
      const moved = settled.filter(({ id }) => movedIds.has(id));
      const failed_looks = book.kind === 'told' ? 0 : row.failed_looks + 1;
      const next = { failed_looks, final_day: book.kind === 'told' ? (final_day ?? row.final_day) : row.final_day };
      const next_look = nextBookLook(settled, next, now());
      await updateAccount(tx, account, {
        ...next,
        next_look_at: next_look === null ? null : new Date(next_look),
        ...(book.kind === 'told' && { reconciled_at: new Date(begun.at) }),
      });
      return moved;
    });
    for (const order of changed) this.#deps.changed(order);
  }

  /** Hands what has been unknown for a minute to its owner. */
  async #handOver(
    tx: Database,
    orders: readonly TradeOrderRow[],
  ): Promise<{ readonly orders: readonly TradeOrderRow[]; readonly moved: readonly TradeOrderRow[] }> {
    const now = this.#deps.now();
    const all: TradeOrderRow[] = [];
    const moved: TradeOrderRow[] = [];
    for (const order of orders) {
      const record = handOver(order.record, now);
      if (record === order.record) {
        all.push(order);
        continue;
      }
      const text = record.handed_over_at === order.record.handed_over_at ? changeWords(record.change!) : stateWords(record);
      const written = await writeRecord(tx, order, record, { by: 'us', kind: 'handed_over', text }, new Date(now));
      all.push(written);
      moved.push(written);
    }
    return { orders: all, moved };
  }

  /** Reads the books that are due. */
  async readDue(): Promise<void> {
    const { db, now } = this.#deps;
    for (const account of await dueAccounts(db, new Date(now()), SWEEP_MOST)) await this.reconcile(account);
  }
}
