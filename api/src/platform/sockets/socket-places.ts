import type { IncomingMessage } from 'node:http';
import { roomsOf } from '../http/address.ts';

/** Sockets that may be open at once on a node. */
export interface SocketLimits {
  /** Not signed in, from one address (as `roomsOf` counts it). Carriers and offices hide hundreds of people behind one. */
  readonly perAddress: number;
  /** Signed in to one account, wherever: a person's tabs and devices. */
  readonly perAccount: number;
}
export const SOCKET_LIMITS: SocketLimits = { perAddress: 500, perAccount: 60 };

interface Engine {
  on(event: 'connection', work: (connection: { readonly request: IncomingMessage; once(event: 'close', work: () => void): void }) => void): unknown;
}
interface Place {
  /** What it counts towards. */
  names: readonly string[];
}

/** Counts open connections: one counts towards its address until it is known whose it is, and from then on towards the account alone. */
export class SocketPlaces {
  readonly #limits: SocketLimits;
  readonly #open = new Map<string, number>();
  readonly #places = new WeakMap<object, Place>();

  constructor(limits: SocketLimits = SOCKET_LIMITS) {
    this.#limits = limits;
  }

  /** Counts the connections of Engine.IO, whose own types leave them open. */
  watch(engine: Engine, addressOf: (request: IncomingMessage) => string): void {
    engine.on('connection', (connection) => {
      this.enter(connection, addressOf(connection.request));
      connection.once('close', () => this.leave(connection));
    });
  }

  /** Whether one more stranger may come from there. */
  hasRoom(address: string): boolean {
    return roomsOf(address, this.#limits.perAddress).every(({ name, most }) => this.#count(name) < most);
  }

  enter(connection: object, address: string): void {
    const place = { names: roomsOf(address, this.#limits.perAddress).map(({ name }) => name) };
    this.#places.set(connection, place);
    for (const name of place.names) this.#add(name, 1);
  }

  /** Counts it towards its account from now on; false when that has no room. */
  own(connection: object, user_id: string): boolean {
    const place = this.#places.get(connection);
    const name = `user ${user_id}`;
    if (!place || place.names[0] === name) return true;
    if (this.#count(name) >= this.#limits.perAccount) return false;
    for (const each of place.names) this.#add(each, -1);
    place.names = [name];
    this.#add(name, 1);
    return true;
  }

  leave(connection: object): void {
    const place = this.#places.get(connection);
    this.#places.delete(connection);
    for (const name of place?.names ?? []) this.#add(name, -1);
  }

  #count(name: string): number {
    return this.#open.get(name) ?? 0;
  }

  #add(name: string, n: number): void {
    const count = this.#count(name) + n;
    if (count > 0) this.#open.set(name, count);
    else this.#open.delete(name);
  }
}
