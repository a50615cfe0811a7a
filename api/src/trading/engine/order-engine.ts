import { isDeepStrictEqual } from 'node:util';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { isOver } from '@vimarsh/shared/domain/trading/order/ended.ts';
import { answerChange, askChange, handOver, hearBroker, mayAsk, moveOrder, type OrderRecord } from '@vimarsh/shared/domain/trading/order/order-record.ts';
import { changeWords, reasonWords, stateWords } from '@vimarsh/shared/domain/trading/order/order-words.ts';
import { type Database, Fail } from '../../platform/platform.ts';
import type { BookLine, ChangedTerms, OrderBroker, OutgoingOrder, TradingSession } from '../brokers/port.ts';
import { type AccountKey, dueAccounts, lockTradingAccount, updateAccount } from '../store/account.store.ts';
import { orderById, orderOfBroker, ordersOfDay, type Said, stuckOrders, writeRecord } from '../store/order.store.ts';
import { type AccountRow, type TradeOrderRow, tradingTables } from '../tables.ts';
import { compareBooks, type OpenDifference } from './compare-books.ts';
import { finalAt, nextBookLook, nextDue } from './next-look.ts';
import { withLimit } from './with-limit.ts';

/** A broker and the customer's open session there; null: over, or never opened. */
export interface OpenDesk {
  readonly broker: OrderBroker;
  readonly session: TradingSession | null;
}

export interface EngineDeps {
  /** One transaction. */
  transaction<T>(work: (tx: Database) => Promise<T>): Promise<T>;
  readonly db: Database;
  desk(account: AccountKey): Promise<OpenDesk>;
  /** The broker takes the session no more. */
  sessionOver(account: AccountKey): Promise<void>;
  /** Whether one more order may be sent now, by the rates of the broker and of the person. */
  mayCall(account: AccountKey, broker: OrderBroker): Promise<boolean>;
  /** Market time, ms. */
  now(): number;
  changed(order: TradeOrderRow): void;
  /** ms of wall time an answer is waited for. */
  readonly answerMs?: number;
}

/** A sender is silent for so long (market time) when its process has ended: no answer takes longer. */
const STUCK_MS = 15_000;
/** While a book is read, no other node reads it. */
const READING_MS = 20_000;
/** Accounts and orders that one sweep looks at. */
const SWEEP_MOST = 50;

/** Its owner’s minute runs from when it was sent, however late the silence is noticed. */
const sinceSent = ({ sent_at }: TradeOrderRow): Partial<OrderRecord> => (sent_at ? { unknown_since: sent_at.getTime() } : {});

/**
 * Brings orders to brokers and the brokers' word back. Each step is stored before the next begins, so that a process may end between any two:
 * what was stored and not sent never leaves, what was sent and not answered is unknown, and the book decides.
 */
export class OrderEngine {
  readonly #deps: EngineDeps;

  constructor(deps: EngineDeps) {
    this.#deps = deps;
  }

  /** Sends orders that are stored as `confirmed`, one after the other. After one that does not go through, the rest of the basket is held back. */
  async sendAll(orders: readonly TradeOrderRow[], outgoing: (order: TradeOrderRow) => OutgoingOrder): Promise<TradeOrderRow[]> {
    const sent: TradeOrderRow[] = [];
    for (const order of orders) {
      const heldBack = sent.some(({ state }) => state === 'rejected' || state === 'unknown' || state === 'not_sent');
      sent.push(heldBack ? await this.#stop(order, 'BASKET') : await this.#send(order, outgoing(order)));
    }
    return sent;
  }

  async #send(order: TradeOrderRow, out: OutgoingOrder): Promise<TradeOrderRow> {
    const { broker, session } = await this.#deps.desk(order);
    if (!session) return this.#stop(order, 'SESSION');
    if (!(await this.#deps.mayCall(order, broker))) return this.#stop(order, 'RATE');
    const begun = await this.#change(order.id, order, (held, account, now) => {
      const record = moveOrder(held.record, { type: 'SEND' }, { look: account.look, now });
      return record && { record, said: { by: 'us', kind: 'sent', text: 'Sent to the broker.' }, sent_at: new Date(now), look_at: now + STUCK_MS };
    });
    // Somebody else has sent or stopped it.
    if (!begun.moved) return begun.order;
    const answer = await withLimit(
      () => broker.submit(session, out),
      (why) => ({ kind: 'lost', why, session_over: false }) as const,
      this.#deps.answerMs,
    );
    if ((answer.kind === 'lost' || answer.kind === 'not_sent') && answer.session_over) await this.#deps.sessionOver(order);
    const after = await this.#change(order.id, order, (held, account, now) => {
      const at = { look: account.look, now };
      switch (answer.kind) {
        case 'accepted': {
          // A postback or the book may have told more meanwhile.
          const record = moveOrder(held.record, { type: 'ACCEPTED' }, at, { broker_order_id: answer.broker_order_id }) ?? {
            ...held.record,
            broker_order_id: held.record.broker_order_id || answer.broker_order_id,
          };
          return { record, said: { by: 'answer', kind: 'accepted', text: 'The broker has it. A receipt is no fill.' }, look_at: now + 1_000 };
        }
        case 'refused': {
          const record = moveOrder(held.record, { type: 'REFUSED' }, at, { code: answer.code, broker_text: answer.broker_text });
          return (
            record && {
              record,
              said: { by: 'answer', kind: 'rejected', text: `${reasonWords(answer.code).text} “${answer.broker_text}”` },
              look_at: now + 1_000,
            }
          );
        }
        case 'not_sent': {
          const record = moveOrder(held.record, { type: 'NOT_SENT' }, at, { code: 'NOT_SENT', broker_text: '' });
          return record && { record, said: { by: 'us', kind: 'not_sent', text: `No connection: ${answer.why}` } };
        }
        case 'lost': {
          const record = moveOrder(held.record, { type: 'LOST' }, at, sinceSent(held));
          return record && { record, said: { by: 'us', kind: 'unknown', text: `No answer: ${answer.why}` }, look_at: now + 1_000 };
        }
      }
    });
    return after.order;
  }

  #stop = async (order: TradeOrderRow, code: 'BASKET' | 'SESSION' | 'RATE' | 'NOT_SENT'): Promise<TradeOrderRow> => {
    const { order: stopped } = await this.#change(order.id, order, (held, account, now) => {
      if (held.state !== 'confirmed') return null;
      const record = moveOrder(held.record, { type: 'NOT_SENT' }, { look: account.look, now }, { code, broker_text: '' });
      return record && { record, said: { by: 'us', kind: 'not_sent', text: reasonWords(code).text } };
    });
    return stopped;
  };

  /** Shows its owner the broker's page for it. */
  async showPage(order: TradeOrderRow): Promise<TradeOrderRow> {
    const shown = await this.#change(order.id, order, (held, account, now) => {
      const record = moveOrder(held.record, { type: 'SHOW_PAGE' }, { look: account.look, now });
      return record && { record, said: { by: 'us', kind: 'at_broker', text: 'Waits on the broker’s page.' }, sent_at: new Date(now), look_at: now + 10_000 };
    });
    return shown.order;
  }

  /** Asks for another quantity or price, or for the end. Throws ORDER_CHANGED, ORDER_OVER, ORDER_FROZEN, BROKER_SESSION or RATE. */
  async ask(
    order: TradeOrderRow,
    version: number,
    change: { readonly kind: 'modify' | 'cancel' } & Partial<ChangedTerms>,
    outgoing: (order: TradeOrderRow) => OutgoingOrder,
  ): Promise<TradeOrderRow> {
    const { broker, session } = await this.#deps.desk(order);
    if (!session) throw new Fail('BROKER_SESSION');
    const asked = await this.#change(order.id, order, (held, account, now) => {
      if (held.version !== version) throw new Fail('ORDER_CHANGED');
      if (!mayAsk(held.record)[change.kind]) throw new Fail(isOver(held.state) ? 'ORDER_OVER' : 'ORDER_FROZEN');
      const terms = { quantity: change.quantity ?? null, price: change.price ?? null, trigger: change.trigger ?? null };
      const record = askChange(held.record, { kind: change.kind, ...terms }, { look: account.look, now });
      return { record, said: { by: 'owner', kind: change.kind, text: changeWords(record.change!) }, look_at: now + STUCK_MS };
    });
    if (!(await this.#deps.mayCall(order, broker))) {
      return (await this.#answer(asked.order, { code: 'RATE', broker_text: '' })).order;
    }
    const terms = { quantity: change.quantity ?? asked.order.record.quantity, price: change.price ?? null, trigger: change.trigger ?? null };
    const { broker_order_id } = asked.order;
    const answer = await withLimit(
      () => (change.kind === 'cancel' ? broker.cancel(session, broker_order_id) : broker.modify(session, broker_order_id, terms, outgoing(asked.order))),
      (why) => ({ kind: 'lost', why, session_over: false }) as const,
      this.#deps.answerMs,
    );
    if (answer.kind === 'lost' && answer.session_over) await this.#deps.sessionOver(order);
    return (await this.#answer(asked.order, answer.kind === 'accepted' ? null : answer.kind === 'lost' ? 'lost' : answer)).order;
  }

  #answer(order: TradeOrderRow, answer: null | 'lost' | { readonly code: string; readonly broker_text: string }) {
    return this.#change(order.id, order, (held, _account, now) => {
      const { change } = held.record;
      // The book has settled it already.
      if (!change || change.at !== order.record.change?.at) return { record: held.record, said: null, look_at: now + 1_000 };
      if (answer === null)
        return {
          record: held.record,
          said: { by: 'answer', kind: 'asked', text: 'The broker has the request; its book has to show it.' },
          look_at: now + 1_000,
        };
      const record = answerChange(held.record, answer, now);
      const text = answer === 'lost' ? changeWords(record.change!) : `${changeWords(record.change!)} ${reasonWords(answer.code).text} “${answer.broker_text}”`;
      return { record, said: { by: answer === 'lost' ? 'us' : 'answer', kind: answer === 'lost' ? 'unknown' : 'refused', text }, look_at: now + 1_000 };
    });
  }

  /** Its owner has looked at the broker: it keeps no other order waiting. Throws ORDER_CHANGED. */
  async lookedAt(order: TradeOrderRow, version: number): Promise<TradeOrderRow> {
    const { order: looked } = await this.#change(order.id, order, (held, _account, now) => {
      if (held.version !== version) throw new Fail('ORDER_CHANGED');
      return { record: { ...held.record, looked_at: now }, said: { by: 'owner', kind: 'looked_at', text: 'You have looked at your broker.' } };
    });
    return looked;
  }

  /** Takes in what a broker says of its own accord. Null where none of ours is meant. */
  async hear(broker_id: number, line: BookLine): Promise<TradeOrderRow | null> {
    const named = await orderOfBroker(this.#deps.db, broker_id, line);
    if (!named || named.instrument !== line.instrument || named.ticket.side !== line.side) return null;
    const { order } = await this.#change(named.id, named, (held, account, now) => {
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
        await this.#storeDifferences(tx, account, differences);
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

  async #storeDifferences(tx: Database, { user_id, broker_id }: AccountKey, differences: readonly OpenDifference[]): Promise<void> {
    const db = tradingTables(tx);
    const stored = await db
      .selectFrom('trading_differences')
      .selectAll()
      .where((eb) => eb.and({ user_id, broker_id }))
      .execute();
    const keyOf = ({ kind, broker_order_id, order_id }: OpenDifference): string => `${kind} ${broker_order_id} ${order_id}`;
    const wanted = new Map(differences.map((difference) => [keyOf(difference), difference]));
    for (const old of stored) {
      const same = wanted.get(keyOf(old));
      if (same && same.ours === old.ours && same.theirs === old.theirs) wanted.delete(keyOf(old));
      else {
        const { kind, broker_order_id, order_id } = old;
        await db
          .deleteFrom('trading_differences')
          .where((eb) => eb.and({ user_id, broker_id, kind, broker_order_id, order_id }))
          .execute();
      }
    }
    const since = new Date(this.#deps.now());
    for (const difference of wanted.values())
      await db
        .insertInto('trading_differences')
        .values({ ...difference, user_id, broker_id, since })
        .execute();
  }

  /** What is due: senders that have fallen silent, and books that are read now. Run every second, and at the start. */
  async sweep(): Promise<void> {
    const { db, now } = this.#deps;
    for (const order of await stuckOrders(db, new Date(now() - STUCK_MS), SWEEP_MOST)) {
      if (order.state === 'confirmed') await this.#stop(order, 'NOT_SENT');
      else
        await this.#change(order.id, order, (held, account, at) => {
          const record = held.state === 'sent' ? moveOrder(held.record, { type: 'LOST' }, { look: account.look, now: at }, sinceSent(held)) : null;
          return record && { record, said: { by: 'us', kind: 'unknown', text: 'No answer: the process that sent it has ended.' }, look_at: at };
        });
    }
    for (const account of await dueAccounts(db, new Date(now()), SWEEP_MOST)) await this.reconcile(account);
  }

  /** One step of one order, with its account locked: stored, or nothing. */
  async #change(
    id: string,
    account: AccountKey & { readonly user_id: string },
    step: (
      held: TradeOrderRow,
      account: AccountRow,
      now: number,
    ) => { readonly record: OrderRecord; readonly said: Said | null; readonly sent_at?: Date; readonly look_at?: number } | null,
  ): Promise<{ readonly order: TradeOrderRow; readonly moved: boolean }> {
    const { transaction, now } = this.#deps;
    const done = await transaction(async (tx) => {
      const row = await lockTradingAccount(tx, account);
      const held = (await orderById(tx, id, account.user_id))!;
      const at = now();
      const next = step(held, row, at);
      if (!next) return { order: held, moved: false };
      const same = isDeepStrictEqual(next.record, held.record);
      const order =
        next.said === null || (same && next.said.by === 'postback') ? held : await writeRecord(tx, held, next.record, next.said, new Date(at), next.sent_at);
      const soon = next.look_at === undefined ? null : new Date(Math.min(next.look_at, row.next_look_at?.getTime() ?? Number.POSITIVE_INFINITY));
      if (soon) await updateAccount(tx, account, { next_look_at: soon, ...(order.state === 'unknown' && { failed_looks: 0 }) });
      return { order, moved: order !== held };
    });
    if (done.moved) this.#deps.changed(done.order);
    return done;
  }
}
