import { hex, publicKey, sha256, signed, unhex } from './ledger.ts';

/** A signed head of the log. */
export interface LogHead {
  /** Name of the log. */
  readonly origin: string;
  /** Entries. */
  readonly size: number;
  /** Hex. */
  readonly root: string;
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

/** Reads a checkpoint (C2SP tlog-checkpoint) that one of these keys signed; null for any other text. */
export async function readCheckpoint(note: string, keys: readonly string[]): Promise<LogHead | null> {
  const [text, signatures] = note.split('\n\n', 2);
  const [origin, size, root] = text?.split('\n') ?? [];
  if (!origin || !root || signatures === undefined || !/^(0|[1-9]\d{0,14})$/.test(size ?? '')) return null;
  const message = hex(new TextEncoder().encode(`${text}\n`));
  for (const line of signatures.split('\n')) {
    const [dash, name, data] = line.split(' ');
    if (dash !== '—' || name !== origin || !data) continue;
    try {
      const signature = bytesOf(data).subarray(4);
      for (const key of keys)
        if (await signed(await publicKey(key), base64url(signature), message)) return { origin, size: Number(size), root: hex(bytesOf(root)) };
    } catch {
      // A line that is no base64 is nobody's signature.
    }
  }
  return null;
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

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

/** Where a tile lies below the log's address (C2SP tlog-tiles). */
export function tilePath(level: number, n: number, width: number): string {
  const groups = [String(n % 1000).padStart(3, '0')];
  for (let rest = Math.floor(n / 1000); rest > 0; rest = Math.floor(rest / 1000)) groups.unshift(`x${String(rest % 1000).padStart(3, '0')}`);
  return `tile/${level}/${groups.join('/')}${width < WIDTH ? `.p/${width}` : ''}`;
}

/** Reads a tile by its path; throws where it can't be had. */
export type ReadTile = (path: string) => Promise<Uint8Array>;

/** The tiles do not give the root that the head signs. */
export class LogDiffers extends Error {}

/** The log below one signed head. What it answers is proven by that head. */
export class ProvenLog {
  readonly head: LogHead;
  readonly #read: ReadTile;
  readonly #tiles = new Map<string, Promise<readonly string[]>>();
  #edges: Promise<void> | null = null;

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
  async #proven(level: number, n: number): Promise<readonly string[]> {
    const hashes = await this.#tile(level, n);
    this.#edges ??= this.#checkEdges();
    await this.#edges;
    if (n < this.#count(level + 1)) {
      const above = await this.#proven(level + 1, Math.floor(n / WIDTH));
      if (above[n % WIDTH] !== (await rootOf(hashes))) throw new LogDiffers();
    }
    return hashes;
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
    const width = Math.min(WIDTH, this.#count(level) - n * WIDTH);
    const path = tilePath(level, n, width);
    const known = this.#tiles.get(path);
    if (known) return known;
    const asked = this.#read(path).then((bytes) => {
      if (bytes.length !== width * 32) throw new LogDiffers();
      return Array.from({ length: width }, (_, at) => hex(bytes.subarray(at * 32, at * 32 + 32)));
    });
    this.#tiles.set(path, asked);
    return asked;
  }
}
