import type { Rng } from '@vimarsh/shared/domain/market/rng.ts';
import { BROKER_RECOVERY } from '@vimarsh/shared/domain/trading/order/recovery.ts';
import type { BookLine, BrokerAnswer, ChangeAnswer, OrderBroker, OutgoingOrder, Submitted, TradingSession } from '../brokers/port.ts';

/** A whole number of a range, both ends included. */
export const intOf = (random: Rng, from: number, to: number): number => from + Math.floor(random.next() * (to - from + 1));

/** Ends the process: whoever awaits it never goes on. */
export class Killed extends Error {}

export interface Misbehaviour {
  /** The broker gives our id back in its book. */
  readonly keepsTags: boolean;
  /** Chance of each fault of a call. */
  readonly faults: number;
}

interface TrueOrder {
  line: BookLine;
  /** ms at which it is in the book: an order can arrive after its answer was given up. */
  arrives: number;
  readonly out: OutgoingOrder;
  /** What the market does with it next. */
  fate: 'fills' | 'part' | 'rests' | 'rejects';
}

/** A broker’s own books, kept apart from ours, and the ways in which its answers lie, fail or never come. */
export class BrokerTruth implements OrderBroker {
  readonly takes = { types: ['LIMIT', 'MARKET'], products: ['CNC', 'MIS', 'NRML'], after_market: true, modify: true } as const;
  readonly perSecond = 1_000;
  readonly perDay = 1_000_000;
  readonly tagLength = 20;
  readonly recovery = BROKER_RECOVERY.paper;
  readonly orders: TrueOrder[] = [];
  /** Words on their way to us: some come twice, none in order. */
  readonly postbacks: { at: number; line: BookLine }[] = [];
  /** Tags whose order the broker itself said no to. */
  readonly refused = new Set<string>();
  /** How often each tag came in. */
  readonly submits = new Map<string, number>();
  sessionOver = false;
  readonly #random: Rng;
  readonly #how: Misbehaviour;
  readonly #now: () => number;
  /** Called at every moment at which a process can end. */
  readonly #moment: () => void;
  /** What goes on elsewhere while a book that has been read is on its way to us. */
  during: () => Promise<void> = async () => {};
  /** Makes its ids unlike those of other customers. */
  readonly #name: string;

  constructor(random: Rng, how: Misbehaviour, now: () => number, moment: () => void, name = '') {
    this.#name = name;
    this.#random = random;
    this.#how = how;
    this.#now = now;
    this.#moment = moment;
  }

  async submit(_session: TradingSession, out: OutgoingOrder): Promise<Submitted> {
    this.#moment();
    this.submits.set(out.tag, (this.submits.get(out.tag) ?? 0) + 1);
    const fault = this.#fault(['never came', 'no line', 'lost', 'late', 'html', 'refused', 'too many', 'session']);
    if (fault === 'no line') return { kind: 'not_sent', why: 'refused to connect', session_over: false };
    if (fault === 'never came') return { kind: 'lost', why: 'timed out', session_over: false };
    if (fault === 'refused' || fault === 'too many') {
      this.refused.add(out.tag);
      return { kind: 'refused', code: fault === 'refused' ? 'FUNDS' : 'RATE', broker_text: 'no' };
    }
    const order = this.#accept(out, fault === 'late' ? intOf(this.#random, 5_000, 45_000) : 0);
    this.#moment();
    if (fault === 'session') return { kind: 'lost', why: 'session over', session_over: true };
    if (fault !== '') return { kind: 'lost', why: fault, session_over: false };
    return { kind: 'accepted', broker_order_id: order.line.broker_order_id };
  }

  async modify(
    _session: TradingSession,
    broker_order_id: string,
    terms: { quantity: number; price: number | null; trigger: number | null },
  ): Promise<ChangeAnswer> {
    this.#moment();
    const order = this.#alive(broker_order_id);
    if (!order || terms.quantity <= order.line.filled) return { kind: 'refused', code: 'OVER', broker_text: 'not open' };
    const fault = this.#fault(['never came', 'lost', 'refused']);
    if (fault === 'refused') return { kind: 'refused', code: 'OTHER', broker_text: 'not now' };
    if (fault !== 'never came') this.#say(order, { ...order.line, ...terms });
    this.#moment();
    return fault === '' ? { kind: 'accepted' } : { kind: 'lost', why: fault, session_over: false };
  }

  async cancel(_session: TradingSession, broker_order_id: string): Promise<ChangeAnswer> {
    this.#moment();
    const order = this.#alive(broker_order_id);
    if (!order) return { kind: 'refused', code: 'OVER', broker_text: 'not open' };
    const fault = this.#fault(['never came', 'lost', 'refused']);
    if (fault === 'refused') return { kind: 'refused', code: 'OTHER', broker_text: 'not now' };
    if (fault !== 'never came') this.#say(order, { ...order.line, state: 'cancelled' });
    this.#moment();
    return fault === '' ? { kind: 'accepted' } : { kind: 'lost', why: fault, session_over: false };
  }

  async book(): Promise<BrokerAnswer<readonly BookLine[]>> {
    this.#moment();
    // As it is at the beginning of the reading: it is on its way for a while.
    const lines = this.lines();
    await this.during();
    if (this.#random.next() < this.#how.faults / 3) return { kind: 'failed', why: 'html', session_over: false };
    this.#moment();
    return { kind: 'told', value: lines };
  }

  /** What the broker itself knows now. */
  lines(): BookLine[] {
    return this.orders.filter(({ arrives }) => arrives <= this.#now()).map(({ line }) => line);
  }

  /** Lets the market go on: fills, rejections after a while. */
  live(): void {
    for (const order of this.orders) {
      if (order.arrives > this.#now()) continue;
      const { line, fate } = order;
      if (line.state === 'pending')
        this.#say(order, {
          ...line,
          state: fate === 'rejects' ? 'rejected' : 'open',
          ...(fate === 'rejects' && { code: 'BAND', broker_text: 'outside the band' }),
        });
      else if (line.state === 'open' && fate !== 'rests') {
        const most = line.quantity - line.filled;
        const filled = line.filled + (fate === 'fills' ? most : Math.min(most, intOf(this.#random, 1, 4)));
        this.#say(order, { ...line, filled, average: 100, state: filled === line.quantity ? 'complete' : 'open' });
        if (fate === 'part' && this.#random.next() < 0.5) order.fate = 'rests';
      }
    }
  }

  /** Ends the day: what is open expires. */
  endDay(): void {
    for (const order of this.orders) if (order.line.state === 'open' || order.line.state === 'pending') this.#say(order, { ...order.line, state: 'expired' });
  }

  readonly positions = async (): Promise<BrokerAnswer<never[]>> => ({ kind: 'told', value: [] });
  readonly holdings = async (): Promise<BrokerAnswer<never[]>> => ({ kind: 'told', value: [] });
  readonly funds = async () => ({ kind: 'told', value: { available_paise: 0, used_paise: 0, total_paise: 0 } }) as const;

  #accept(out: OutgoingOrder, after: number): TrueOrder {
    const fate = (['fills', 'fills', 'part', 'part', 'rests', 'rejects'] as const)[intOf(this.#random, 0, 5)]!;
    const line: BookLine = {
      broker_order_id: `B${this.#name}${this.orders.length + 1}`,
      tag: this.#how.keepsTags ? out.tag : '',
      instrument: out.instrument,
      side: out.side,
      quantity: out.quantity,
      price: out.price,
      trigger: out.trigger,
      // Its clock is an hour off.
      placed_at: this.#now() + 3_600_000,
      state: 'pending',
      filled: 0,
      average: null,
      code: '',
      broker_text: '',
    };
    const order: TrueOrder = { line, arrives: this.#now() + after, out, fate };
    this.orders.push(order);
    this.#post(line);
    return order;
  }

  #alive = (broker_order_id: string): TrueOrder | undefined =>
    this.orders.find(
      ({ line, arrives }) => line.broker_order_id === broker_order_id && arrives <= this.#now() && (line.state === 'open' || line.state === 'pending'),
    );

  #say(order: TrueOrder, line: BookLine): void {
    order.line = line;
    this.#post(line);
  }

  /** Each word may be lost, come late, or come twice. */
  #post(line: BookLine): void {
    for (let copies = intOf(this.#random, 0, 2); copies > 0; copies -= 1) this.postbacks.push({ at: this.#now() + intOf(this.#random, 0, 40_000), line });
  }

  #fault<const F extends string>(faults: readonly F[]): F | '' {
    return this.#random.next() < this.#how.faults ? faults[intOf(this.#random, 0, faults.length - 1)]! : '';
  }
}
