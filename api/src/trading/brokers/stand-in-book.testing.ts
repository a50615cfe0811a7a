import type { BrokerHolding, BrokerPosition } from './port.ts';
import type { StandInLine, StandInOrder, StandInOrders, StandInSaid } from './stand-in.testing.ts';

/** The order system of a stand-in in memory, which does as a test says. */
export class StandInBook implements StandInOrders {
  readonly orders: StandInLine[] = [];
  positions: readonly BrokerPosition[] = [];
  holdings: readonly BrokerHolding[] = [];
  readonly funds = { available: '98765.43', used: '1234.57' };
  /** What it refuses the next order for. */
  refuses: string | null = null;
  /** How far its clock is from ours, ms. */
  clock = 0;
  /** Every line twice. */
  doubled = false;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  async submit({ tag, instrument, side, quantity, price, trigger, ...order }: StandInOrder): Promise<StandInSaid> {
    const code = this.refuses;
    this.refuses = null;
    if (code !== null) return { kind: 'no', code };
    const id = `26113000${1_000 + this.orders.length}`;
    const line = { broker_order_id: id, tag, instrument, side, quantity, price, trigger, placed_at: this.#now() + this.clock, ...STANDING };
    this.orders.push({ ...order, ...line });
    return { kind: 'yes', id };
  }

  async modify(id: string, { quantity, price, trigger }: { quantity: number | null; price: number | null; trigger: number | null }): Promise<StandInSaid> {
    const line = this.#alive(id);
    if (!line) return { kind: 'no', code: 'OVER' };
    if (quantity !== null && quantity <= line.filled) return { kind: 'no', code: 'OTHER' };
    this.change(id, { quantity: quantity ?? line.quantity, price, trigger });
    return { kind: 'yes', id };
  }

  async cancel(id: string): Promise<StandInSaid> {
    if (!this.#alive(id)) return { kind: 'no', code: 'OVER' };
    this.change(id, { state: 'cancelled' });
    return { kind: 'yes', id };
  }

  async lines(): Promise<readonly StandInLine[]> {
    return this.doubled ? this.orders.flatMap((line) => [{ ...line, filled: 0, average: null }, line]) : this.orders;
  }

  change(id: string, to: Partial<StandInLine>): void {
    const at = this.orders.findIndex(({ broker_order_id }) => broker_order_id === id);
    this.orders[at] = { ...this.orders[at]!, ...to };
  }

  fill(id: string, filled: number, average: number): void {
    const { quantity } = this.orders.find(({ broker_order_id }) => broker_order_id === id)!;
    this.change(id, { filled, average, state: filled === quantity ? 'complete' : 'open' });
  }

  #alive = (id: string): StandInLine | undefined =>
    this.orders.find(({ broker_order_id, state }) => broker_order_id === id && (state === 'open' || state === 'pending'));
}

const STANDING = { state: 'open', filled: 0, average: null, code: '', broker_text: '' } as const;
