import { isOver } from '@vimarsh/shared/domain/trading/order/ended.ts';
import { answerChange, askChange, hearBroker, mayAsk, moveOrder, type OrderRecord } from '@vimarsh/shared/domain/trading/order/order-record.ts';
import { changeWords, reasonWords } from '@vimarsh/shared/domain/trading/order/order-words.ts';
import { Fail } from '../../platform/platform.ts';
import type { ChangedTerms, OrderBroker, OutgoingOrder, TradingSession } from '../brokers/port.ts';
import { stuckOrders } from '../store/order.store.ts';
import type { TradeOrderRow } from '../tables.ts';
import type { EngineDeps } from './engine-deps.ts';
import { stepOrder } from './step-order.ts';
import { withLimit } from './with-limit.ts';

/** No answer takes longer (market time), so a sender that is silent for so long belongs to a process that has ended. */
const STUCK_MS = 15_000;
/** How long a broker is asked for an order by our id (ms of wall time): the order's owner waits meanwhile. */
const FIND_MS = 4_000;
/** Orders of ended processes that one sweep settles. */
const STUCK_MOST = 50;

/** Its owner’s minute runs from when it was sent, however late the silence is noticed. */
const sinceSent = ({ sent_at }: TradeOrderRow): Partial<OrderRecord> => (sent_at ? { unknown_since: sent_at.getTime() } : {});

/**
 * Sends orders and changes of them to a broker. Each step is stored before the next begins, so that a process may end between any two: what
 * was stored and not sent never leaves, and what was sent and not answered is unknown until the broker's book is read.
 */
export class OrderSender {
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
    const begun = await stepOrder(this.#deps, order.id, order, (held, account, now) => {
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
    const after = await stepOrder(this.#deps, order.id, order, (held, account, now) => {
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
          const code = answer.session_over ? 'SESSION' : 'NOT_SENT';
          const record = moveOrder(held.record, { type: 'NOT_SENT' }, at, { code, broker_text: '' });
          const text = answer.session_over ? reasonWords(code).text : `No connection: ${answer.why}`;
          return record && { record, said: { by: 'us', kind: 'not_sent', text } };
        }
        case 'lost': {
          const record = moveOrder(held.record, { type: 'LOST' }, at, sinceSent(held));
          return record && { record, said: { by: 'us', kind: 'unknown', text: `No answer: ${answer.why}` }, look_at: now + 1_000 };
        }
      }
    });
    return answer.kind === 'lost' && !answer.session_over && after.moved ? this.#findLost(after.order, broker, session) : after.order;
  }

  /** Asks for a lost order by our id at once, where the broker answers for one. That it finds nothing says nothing: the order may be on its way. */
  async #findLost(order: TradeOrderRow, broker: OrderBroker, session: TradingSession): Promise<TradeOrderRow> {
    if (!broker.recovery.at_once || !broker.find) return order;
    const found = await withLimit(
      () => broker.find!(session, order.tag),
      (why) => ({ kind: 'failed', why, session_over: false }) as const,
      FIND_MS,
    );
    const line = found.kind === 'told' ? found.value : null;
    if (!line || line.tag !== order.tag || line.instrument !== order.instrument || line.side !== order.ticket.side) return order;
    const after = await stepOrder(this.#deps, order.id, order, (held, account, now) => {
      if (held.broker_order_id !== '' && held.broker_order_id !== line.broker_order_id) return null;
      const record = hearBroker(held.record, line, { book: null, look: account.look, now });
      return { record, said: { by: 'book', kind: record.state, text: 'Found at the broker by our id.' }, look_at: now + 1_000 };
    });
    return after.order;
  }

  #stop = async (order: TradeOrderRow, code: 'BASKET' | 'SESSION' | 'RATE' | 'NOT_SENT'): Promise<TradeOrderRow> => {
    const { order: stopped } = await stepOrder(this.#deps, order.id, order, (held, account, now) => {
      if (held.state !== 'confirmed') return null;
      const record = moveOrder(held.record, { type: 'NOT_SENT' }, { look: account.look, now }, { code, broker_text: '' });
      return record && { record, said: { by: 'us', kind: 'not_sent', text: reasonWords(code).text } };
    });
    return stopped;
  };

  /** Shows its owner the broker's page for it. */
  async showPage(order: TradeOrderRow): Promise<TradeOrderRow> {
    const shown = await stepOrder(this.#deps, order.id, order, (held, account, now) => {
      const record = moveOrder(held.record, { type: 'SHOW_PAGE' }, { look: account.look, now });
      return record && { record, said: { by: 'us', kind: 'at_broker', text: 'Waits on the broker’s page.' }, sent_at: new Date(now), look_at: now + 10_000 };
    });
    return shown.order;
  }

  /** Asks for another quantity or price, or for the end. Throws ORDER_CHANGED, ORDER_OVER, ORDER_FROZEN, BROKER_SESSION or RATE. */
  async ask(
    order: TradeOrderRow,
    version: number,
    change: { readonly kind: 'modify' | 'cancel'; readonly value_paise?: number } & Partial<ChangedTerms>,
    outgoing: (order: TradeOrderRow) => OutgoingOrder,
  ): Promise<TradeOrderRow> {
    const { broker, session } = await this.#deps.desk(order);
    if (!session) throw new Fail('BROKER_SESSION');
    const asked = await stepOrder(this.#deps, order.id, order, (held, account, now) => {
      if (held.version !== version) throw new Fail('ORDER_CHANGED');
      if (!mayAsk(held.record)[change.kind]) throw new Fail(isOver(held.state) ? 'ORDER_OVER' : 'ORDER_FROZEN');
      const terms = { quantity: change.quantity ?? null, price: change.price ?? null, trigger: change.trigger ?? null };
      const record = askChange(held.record, { kind: change.kind, ...terms }, { look: account.look, now });
      const said = { by: 'owner', kind: change.kind, text: changeWords(record.change!) } as const;
      // Until its book tells, the larger of both counts against its owner's limit.
      return { record, said, look_at: now + STUCK_MS, value_paise: Math.max(held.value_paise, change.value_paise ?? 0) };
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
    return stepOrder(this.#deps, order.id, order, (held, _account, now) => {
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

  /** Its owner has looked at the broker: it keeps no other order waiting. Throws ORDER_CHANGED, and ORDER_FROZEN before it was handed over. */
  async lookedAt(order: TradeOrderRow, version: number): Promise<TradeOrderRow> {
    const { order: looked } = await stepOrder(this.#deps, order.id, order, (held, _account, now) => {
      if (held.version !== version) throw new Fail('ORDER_CHANGED');
      if (held.record.handed_over_at === null && (held.record.change?.handed_over_at ?? null) === null) throw new Fail('ORDER_FROZEN');
      return { record: { ...held.record, looked_at: now }, said: { by: 'owner', kind: 'looked_at', text: 'You have looked at your broker.' } };
    });
    return looked;
  }

  /** Settles what ended processes left: an order that was not sent stays here, and one that was sent is unknown. */
  async settleStuck(): Promise<void> {
    const { db, now } = this.#deps;
    for (const order of await stuckOrders(db, new Date(now() - STUCK_MS), STUCK_MOST)) {
      if (order.state === 'confirmed') await this.#stop(order, 'NOT_SENT');
      else
        await stepOrder(this.#deps, order.id, order, (held, account, at) => {
          const record = held.state === 'sent' ? moveOrder(held.record, { type: 'LOST' }, { look: account.look, now: at }, sinceSent(held)) : null;
          return record && { record, said: { by: 'us', kind: 'unknown', text: 'No answer: the process that sent it has ended.' }, look_at: at };
        });
    }
  }
}
