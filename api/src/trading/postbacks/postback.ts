import type { BookLine } from '../brokers/port.ts';

/**
 * What a broker tells of its own accord. `word`: it vouches for what it says, and the order machine judges it. `hint`: it says that an order
 * moved and nothing that could be checked, so the book is read. `unreadable`: it is vouched for and says what can't be, so the book is read, too,
 * and its sender hears that it was refused. `forged`: nobody vouches for it.
 */
export type Postback =
  | { readonly kind: 'word'; readonly client_id: string; readonly line: BookLine }
  | { readonly kind: 'hint' | 'unreadable'; readonly client_id: string; readonly tag: string; readonly broker_order_id: string }
  | { readonly kind: 'forged' };

/** Reads the bytes of a message, and the words in the address it was sent to. */
export type ReadPostback = (body: string, query: unknown) => Postback;
