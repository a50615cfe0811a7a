/** Who has a socket on this node, by user id. A hint, kept nowhere: other nodes have their own, and a node that ends forgets. */
export class Presence {
  readonly #sockets = new Map<string, number>();

  /** True where it is the first. */
  add(key: string): boolean {
    const count = (this.#sockets.get(key) ?? 0) + 1;
    this.#sockets.set(key, count);
    return count === 1;
  }

  /** True where it was the last. */
  remove(key: string): boolean {
    const count = (this.#sockets.get(key) ?? 0) - 1;
    if (count > 0) this.#sockets.set(key, count);
    else this.#sockets.delete(key);
    return count <= 0;
  }

  has(key: string): boolean {
    return this.#sockets.has(key);
  }

  get isEmpty(): boolean {
    return this.#sockets.size === 0;
  }

  keys(): Iterable<string> {
    return this.#sockets.keys();
  }
}
