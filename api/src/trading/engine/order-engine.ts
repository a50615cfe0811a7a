import { BookReconciler } from './book-reconciler.ts';
import type { EngineDeps } from './engine-deps.ts';
import { OrderSender } from './order-sender.ts';

/** Brings orders to brokers, by its sender, and the brokers' word back, by its books. */
export class OrderEngine {
  readonly sender: OrderSender;
  readonly books: BookReconciler;
  #beginning: Promise<readonly Promise<void>[]> | null = null;

  constructor(deps: EngineDeps) {
    this.sender = new OrderSender(deps);
    this.books = new BookReconciler(deps);
  }

  /**
   * Does what is due, and waits until the books that are being read are read. Run every second, and at the start, whether an earlier one still
   * waits for a broker or not.
   */
  async sweep(): Promise<void> {
    this.#beginning ??= this.#begin().finally(() => {
      this.#beginning = null;
    });
    await Promise.all(await this.#beginning);
  }

  async #begin(): Promise<readonly Promise<void>[]> {
    await this.sender.settleStuck();
    await this.books.handOverDue();
    return this.books.beginDue();
  }
}
