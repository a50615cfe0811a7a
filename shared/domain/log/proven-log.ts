import { hex, sha256, unhex } from '../calls/ledger.ts';
import { fromBase64, isCheckpointSigned, readCheckpoint } from './checkpoint.ts';
import type { ReadTile } from './tree.ts';

/** A signed head of the log. */
export interface LogHead {
  /** Name of the log. */
  readonly origin: string;
  /** Entries. */
  readonly size: number;
  /** Hex. */
  readonly root: string;
}

/** A head that one of these keys (base64url) signed; null for any other text. */
export async function readHead(note: string, keys: readonly string[]): Promise<LogHead | null> {
  const head = readCheckpoint(note);
  if (!head) return null;
  for (const key of keys) if (await isCheckpointSigned(head, key)) return { origin: head.origin, size: head.size, root: hex(fromBase64(head.root)) };
  return null;
}

const node = (left: string, right: string): Promise<string> => sha256(Uint8Array.of(1, ...unhex(left), ...unhex(right)));

/** RFC 6962 2.1 over hashes of parts in order; the last part may be smaller and moves up until it has a left sibling. */
export async function rootOf(parts: readonly string[]): Promise<string> {
  if (parts.length === 0) return sha256(new Uint8Array());
  let level = parts;
  while (level.length > 1) {
    const next: Promise<string>[] = [];
    for (let at = 0; at < level.length; at += 2) next.push(at + 1 < level.length ? node(level[at]!, level[at + 1]!) : Promise.resolve(level[at]!));
    level = await Promise.all(next);
  }
  return level[0]!;
}

/** Hashes of a tile. */
export const WIDTH = 256;

/** The tiles do not give the root that the head signs. */
export class LogDiffers extends Error {}

/** The log below one signed head. What it answers is proven by that head. */
export class ProvenLog {
  readonly head: LogHead;
  readonly #read: ReadTile;
  readonly #tiles = new Once<readonly string[]>();
  readonly #proofs = new Once<readonly string[]>();
  readonly #edges = new Once<void>();

  constructor(head: LogHead, read: ReadTile) {
    this.head = head;
    this.#read = read;
  }

  /** Number of the first entry from one number up to before another that is this leaf; null where none is. */
  async find(leaf: string, from: number, to: number): Promise<number | null> {
    const end = Math.min(to, this.head.size);
    for (let n = Math.floor(from / WIDTH); n * WIDTH < end; n += 1) {
      const leaves = await this.#proven(0, n);
      const at = leaves.findIndex((one, place) => one === leaf && n * WIDTH + place >= from && n * WIDTH + place < end);
      if (at >= 0) return n * WIDTH + at;
    }
    return null;
  }

  /** The entry of a number, hex; null beyond the head. */
  async leaf(index: number): Promise<string | null> {
    if (index < 0 || index >= this.head.size) return null;
    return (await this.#proven(0, Math.floor(index / WIDTH)))[index % WIDTH] ?? null;
  }

  /** Compares the whole tree with its head, tile by tile. */
  async checkAll(): Promise<void> {
    for (let n = 0; n * WIDTH < this.head.size; n += 1) await this.#proven(0, n);
    if (this.head.size === 0 && this.head.root !== (await rootOf([]))) throw new LogDiffers();
  }

  /** A tile whose hashes lead to the head's root. */
  #proven(level: number, n: number): Promise<readonly string[]> {
    return this.#proofs.get(`${level}/${n}`, async () => {
      const hashes = await this.#tile(level, n);
      await this.#edges.get('', () => this.#checkEdges());
      if (n < this.#count(level + 1)) {
        const above = await this.#proven(level + 1, Math.floor(n / WIDTH));
        if (above[n % WIDTH] !== (await rootOf(hashes))) throw new LogDiffers();
      }
      return hashes;
    });
  }

  /** Complete subtrees of 256^level entries. */
  #count(level: number): number {
    return Math.floor(this.head.size / WIDTH ** level);
  }

  /** The rightmost tiles of all levels give the root together. */
  async #checkEdges(): Promise<void> {
    let rest: string[] = [];
    for (let level = 0; this.#count(level) > 0; level += 1) {
      const count = this.#count(level);
      const hashes = count % WIDTH > 0 ? await this.#tile(level, Math.floor(count / WIDTH)) : [];
      const parts = [...hashes, ...rest];
      rest = parts.length > 0 ? [await rootOf(parts)] : [];
    }
    if ((await rootOf(rest)) !== this.head.root) throw new LogDiffers();
  }

  #tile(level: number, n: number): Promise<readonly string[]> {
    return this.#tiles.get(`${level}/${n}`, async () => {
      const width = Math.min(WIDTH, this.#count(level) - n * WIDTH);
      const bytes = await this.#read(level, n, width);
      if (bytes.length !== width * 32) throw new LogDiffers();
      return Array.from({ length: width }, (_, at) => hex(bytes.subarray(at * 32, at * 32 + 32)));
    });
  }
}

/** Work that is done once for each name, and again after it failed. */
class Once<T> {
  readonly #done = new Map<string, Promise<T>>();

  get(name: string, work: () => Promise<T>): Promise<T> {
    const known = this.#done.get(name);
    if (known) return known;
    const doing = work();
    doing.catch(() => this.#done.delete(name));
    this.#done.set(name, doing);
    return doing;
  }
}
