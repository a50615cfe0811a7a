/**
 * The log's tree as readers use it (RFC 6962; WebCrypto): proofs computed from tiles, and checked without trusting who gave them. Hashes
 * are 32 bytes.
 */

const HASH = 32;
const WIDTH = 256;

export type Bytes = Uint8Array<ArrayBuffer>;

/** The first `width` hashes of a tile, in one. Fails where there is none. */
export type ReadTile = (level: number, n: number, width: number) => Promise<Bytes>;

const half = (count: number): number => Math.floor(count / 2);
const same = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, at) => byte === b[at]);

async function sha256(...parts: readonly Uint8Array[]): Promise<Bytes> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', all));
}

const node = (left: Uint8Array, right: Uint8Array): Promise<Bytes> => sha256(Uint8Array.of(1), left, right);

/** The leaf of an event: its hash and the salt of its entry, both hex. */
export const logLeaf = (hash: string, salt: string): Promise<Bytes> => sha256(Uint8Array.of(0), unhex(hash), unhex(salt));

const unhex = (text: string): Bytes => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** How many leaves the left part of a tree has: the largest power of two below their number. */
const leftOf = (count: number): number => 2 ** Math.ceil(Math.log2(count) - 1);

/** The hash over the leaves from `low` up to `high` of a tree of `size`. */
async function hashOf(low: number, high: number, size: number, tile: ReadTile): Promise<Bytes> {
  const count = high - low;
  if (!Number.isInteger(Math.log2(count))) {
    const middle = low + leftOf(count);
    return node(await hashOf(low, middle, size, tile), await hashOf(middle, high, size, tile));
  }
  const level = Math.floor(Math.log2(count) / 8);
  const from = low / WIDTH ** level;
  const n = Math.floor(from / WIDTH);
  const bytes = await tile(level, n, Math.min(WIDTH, Math.floor(size / WIDTH ** level) - n * WIDTH));
  let hashes = Array.from({ length: count / WIDTH ** level }, (_, at) => bytes.slice(((from % WIDTH) + at) * HASH, ((from % WIDTH) + at + 1) * HASH));
  while (hashes.length > 1) hashes = await Promise.all(Array.from({ length: hashes.length / 2 }, (_, at) => node(hashes[at * 2]!, hashes[at * 2 + 1]!)));
  return hashes[0]!;
}

/** That a tree of `size` leaves begins with those of the tree of `old` (RFC 6962, 2.1.2). */
export async function consistencyProof(old: number, size: number, tile: ReadTile): Promise<Bytes[]> {
  const path = async (first: number, low: number, high: number, whole: boolean): Promise<Bytes[]> => {
    if (first === high - low) return whole ? [] : [await hashOf(low, high, size, tile)];
    const middle = low + leftOf(high - low);
    if (low + first <= middle) return [...(await path(first, low, middle, whole)), await hashOf(middle, high, size, tile)];
    return [...(await path(low + first - middle, middle, high, false)), await hashOf(low, middle, size, tile)];
  };
  return old === 0 || old >= size ? [] : path(old, 0, size, true);
}

/** Whether the tree of `size` leaves and root `b` begins with the `old` leaves of root `a` (RFC 9162, 2.1.4.2). */
export async function isConsistent(old: number, size: number, proof: readonly Bytes[], a: Uint8Array, b: Uint8Array): Promise<boolean> {
  if (old === 0 || old === size) return proof.length === 0 && (old === 0 || same(a, b));
  let [first, last] = [old - 1, size - 1];
  for (; first % 2 === 1; first = half(first)) last = half(last);
  const [seed, ...rest] = first === 0 ? [a, ...proof] : proof;
  if (old > size || !seed) return false;
  let [before, after] = [seed, seed];
  for (const hash of rest) {
    if (last === 0) return false;
    if (first % 2 === 1 || first === last) {
      before = await node(hash, before);
      after = await node(hash, after);
      for (; first % 2 === 0 && first !== 0; first = half(first)) last = half(last);
    } else after = await node(after, hash);
    [first, last] = [half(first), half(last)];
  }
  return last === 0 && same(before, a) && same(after, b);
}

/** That a leaf is number `index` of the tree of `size` (RFC 6962, 2.1.1). */
export async function inclusionProof(index: number, size: number, tile: ReadTile): Promise<Bytes[]> {
  const path = async (low: number, high: number): Promise<Bytes[]> => {
    if (high - low === 1) return [];
    const middle = low + leftOf(high - low);
    return index < middle
      ? [...(await path(low, middle)), await hashOf(middle, high, size, tile)]
      : [...(await path(middle, high)), await hashOf(low, middle, size, tile)];
  };
  return path(0, size);
}

/** Whether a leaf is number `index` of the tree of `size` with this root (RFC 9162, 2.1.3.2). */
export async function isIncluded(leaf: Uint8Array, index: number, size: number, proof: readonly Bytes[], root: Uint8Array): Promise<boolean> {
  if (index >= size) return false;
  let [at, last, hash] = [index, size - 1, leaf];
  for (const other of proof) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      hash = await node(other, hash);
      for (; at % 2 === 0 && at !== 0; at = half(at)) last = half(last);
    } else hash = await node(hash, other);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && same(hash, root);
}

/** A tile's address below the log's (C2SP tlog-tiles): `tile/0/x001/067.p/12`. */
export function tilePath(level: number, n: number, width: number): string {
  const digits = String(n);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g)!;
  const path = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${path}${width < WIDTH ? `.p/${width}` : ''}`;
}
