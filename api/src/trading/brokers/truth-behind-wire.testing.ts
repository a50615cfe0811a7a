import type { BrokerTruth } from '../engine/broker-truth.testing.ts';
import type { Submitted } from './port.ts';
import { SESSION, type StandInFault, type StandInLine, type StandInOrder, type StandInOrders, type StandInSaid } from './stand-in.testing.ts';

const SILENCES = ['hang up', 'status 502', 'half a body', 'another form'] as const satisfies readonly StandInFault[];

/** Books of a random history as the order system of a stand-in: what is not answered there meets a fault of the wire here. */
export class TruthBehindWire implements StandInOrders {
  readonly positions = [];
  readonly holdings = [];
  readonly funds = { available: '0', used: '0' };
  /** Answers that were lost on the wire so far. */
  silences = 0;
  readonly #truth: BrokerTruth;

  constructor(truth: BrokerTruth) {
    this.#truth = truth;
  }

  async submit(order: StandInOrder): Promise<StandInSaid> {
    const answer = await this.#truth.submit(SESSION, { ...order, symbol: order.instrument, contract: null, validity: 'DAY', worst_price: null });
    if (answer.kind === 'accepted') return { kind: 'yes', id: answer.broker_order_id };
    return answer.kind === 'refused' ? no(answer.code) : this.#silence(answer);
  }

  async modify(id: string, { quantity, price, trigger }: { quantity: number | null; price: number | null; trigger: number | null }): Promise<StandInSaid> {
    const held = this.#truth.orders.find(({ line }) => line.broker_order_id === id);
    const answer = await this.#truth.modify(SESSION, id, { quantity: quantity ?? held?.line.quantity ?? 0, price, trigger });
    return answer.kind === 'accepted' ? { kind: 'yes', id } : answer.kind === 'refused' ? no(answer.code) : this.#silence(answer);
  }

  async cancel(id: string): Promise<StandInSaid> {
    const answer = await this.#truth.cancel(SESSION, id);
    return answer.kind === 'accepted' ? { kind: 'yes', id } : answer.kind === 'refused' ? no(answer.code) : this.#silence(answer);
  }

  async lines(): Promise<readonly StandInLine[] | null> {
    const book = await this.#truth.book();
    if (book.kind === 'failed') return null;
    return book.value.map((line) => {
      const { out } = this.#truth.orders.find((each) => each.line.broker_order_id === line.broker_order_id)!;
      const { exchange, product, type, after_market } = out;
      return { ...line, exchange, product, type, after_market };
    });
  }

  #silence(answer: Exclude<Submitted, { kind: 'accepted' | 'refused' }>): StandInSaid {
    if (answer.session_over) return { kind: 'fault', fault: 'session' };
    if (answer.why === 'html') return { kind: 'fault', fault: 'html' };
    this.silences += 1;
    return { kind: 'fault', fault: SILENCES[this.silences % SILENCES.length]! };
  }
}

const no = (code: string): StandInSaid => (code === 'RATE' ? { kind: 'fault', fault: 'too many' } : { kind: 'no', code });
