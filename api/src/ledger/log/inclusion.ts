import { nodeHash, WIDTH } from './tree.ts';

/** Reads a tile; throws where there is none. */
export type ReadTile = (level: number, n: number, width: number) => Promise<Buffer>;

const HASH = 32;
/** Levels of the tree within a tile. */
const LEVELS = 8;
/** Tiles whose inner hashes are held at once; each has 16 kB of them. */
const MOST_TILES = 2_000;

/** Inclusion proofs (RFC 6962, 2.1.1) for many entries of one signed tree: each tile is read and hashed once. */
export class InclusionProofs {
  readonly #size: number;
  readonly #tile: ReadTile;
  readonly #tiles = new Map<string, Promise<readonly (readonly Buffer[])[]>>();
  readonly #edges = new Map<string, Buffer>();

  constructor(size: number, tile: ReadTile) {
    this.#size = size;
    this.#tile = tile;
  }

  /** From the leaf's sibling up. */
  async path(index: number): Promise<Buffer[]> {
    if (index < 0 || index >= this.#size) throw new Error(`The log of ${this.#size} entries has no entry ${index}`);
    const path: Buffer[] = [];
    let [low, high] = [0, this.#size];
    while (high - low > 1) {
      const middle = low + leftOf(high - low);
      if (index < middle) {
        path.push(await this.#hash(middle, high));
        high = middle;
      } else {
        path.push(await this.#hash(low, middle));
        low = middle;
      }
    }
    return path.reverse();
  }

  /** Over the entries from `low` up to `high`: a whole subtree, or the right edge of the tree. */
  async #hash(low: number, high: number): Promise<Buffer> {
    const count = high - low;
    const height = Math.log2(count);
    if (Number.isInteger(height)) return this.#subtree(height, low / count);
    const known = this.#edges.get(`${low}`);
    if (known) return known;
    const middle = low + leftOf(count);
    const hash = nodeHash(await this.#hash(low, middle), await this.#hash(middle, high));
    this.#edges.set(`${low}`, hash);
    return hash;
  }

  async #subtree(height: number, at: number): Promise<Buffer> {
    const level = Math.floor(height / LEVELS);
    const inner = height % LEVELS;
    const first = at * 2 ** inner;
    const n = Math.floor(first / WIDTH);
    const levels = await this.#levelsOf(level, n);
    return levels[inner]![at - (n * WIDTH) / 2 ** inner]!;
  }

  /** The hashes of a tile, those of pairs of them, and so on. */
  #levelsOf(level: number, n: number): Promise<readonly (readonly Buffer[])[]> {
    const name = `${level}/${n}`;
    const held = this.#tiles.get(name);
    if (held) return held;
    const width = Math.min(WIDTH, Math.floor(this.#size / WIDTH ** level) - n * WIDTH);
    const made = this.#tile(level, n, width).then((bytes) => {
      const levels = [Array.from({ length: width }, (_, at) => bytes.subarray(at * HASH, (at + 1) * HASH))];
      for (let below = levels[0]!; below.length > 1; below = levels.at(-1)!)
        levels.push(Array.from({ length: Math.floor(below.length / 2) }, (_, at) => nodeHash(below[2 * at]!, below[2 * at + 1]!)));
      return levels;
    });
    if (this.#tiles.size >= MOST_TILES) this.#tiles.delete(this.#tiles.keys().next().value!);
    this.#tiles.set(name, made);
    return made;
  }
}

/** How many leaves the left part of a tree has: the largest power of two below their number. */
const leftOf = (count: number): number => 2 ** Math.ceil(Math.log2(count) - 1);

/**
 * A proof in one text (C2SP tlog-proof): number and path of an entry and the co-signed head, which needs no server. `extra` is the salt, with
 * which the hash of an event becomes its entry.
 */
export const tlogProof = (entry: { readonly index: number; readonly path: readonly Buffer[]; readonly salt: string }, note: string): string =>
  [
    'c2sp.org/tlog-proof@v1',
    `extra ${Buffer.from(entry.salt, 'hex').toString('base64')}`,
    `index ${entry.index}`,
    ...entry.path.map((hash) => hash.toString('base64')),
  ]
    .map((line) => `${line}\n`)
    .join('')
    .concat(`\n${note}`);
