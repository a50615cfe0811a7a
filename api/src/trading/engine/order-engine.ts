import { BookReconciler } from './book-reconciler.ts';
import type { EngineDeps } from './engine-deps.ts';
import { OrderSender } from './order-sender.ts';

/** Brings orders to brokers, by its sender, and the brokers' word back, by its books. */
export class OrderEngine {
  readonly sender: OrderSender;
  readonly books: BookReconciler;

  constructor(deps: EngineDeps) {
    this.sender = new OrderSender(deps);
    this.books = new BookReconciler(deps);
  }

  /** Does what is due: settles what ended processes left, then reads books. Run every second, and at the start. */
  async sweep(): Promise<void> {
    await this.sender.settleStuck();
    await this.books.readDue();
  }
}
