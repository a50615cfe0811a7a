import { createHash } from 'node:crypto';

/** Bytes of a hash, and hashes of a tile (C2SP tlog-tiles). */
export const HASH = 32;
export const WIDTH = 256;

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

/** RFC 6962 2.1: leaves and nodes are hashed with different first bytes. */
export const leafHash = (entry: Uint8Array): Buffer => sha256(LEAF, entry);
export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(NODE, left, right);

/** The tree's hash over hashes of its parts in order. The last part may be smaller than the others: it moves up until it has a left sibling. */
export function rootOf(parts: readonly Buffer[]): Buffer {
  if (parts.length === 0) return sha256();
  let level = parts;
  while (level.length > 1) {
    const next: Buffer[] = [];
    for (let at = 0; at < level.length; at += 2) next.push(level[at + 1] ? nodeHash(level[at]!, level[at + 1]!) : level[at]!);
    level = next;
  }
  return level[0]!;
}

/** A tile: the hashes of complete subtrees of 256^level leaves, from number 256·n on; full at 256. */
export interface Tile {
  readonly level: number;
  readonly n: number;
  readonly hashes: readonly Buffer[];
}

/** Where the rightmost tile of each level lies in a tree of this size, and how many hashes it has. A full tile is not the rightmost. */
export function edgesOf(size: number): { level: number; n: number; width: number }[] {
  const edges = [];
  for (let level = 0, count = size; count > 0; level += 1, count = Math.floor(count / WIDTH))
    edges.push({ level, n: Math.floor(count / WIDTH), width: count % WIDTH });
  return edges;
}

/** A growing tree of which only the right edge is in memory. */
export class Tree {
  size: number;
  readonly #edge: Buffer[][];
  /** Full tiles since the last `changed`. */
  #full: Tile[] = [];

  /** `edge`: the hashes of the rightmost tile of each level. */
  constructor(size = 0, edge: readonly (readonly Buffer[])[] = []) {
    this.size = size;
    this.#edge = edge.map((hashes) => [...hashes]);
  }

  append(leaf: Buffer): void {
    let hash = leaf;
    for (let level = 0; ; level += 1) {
      const hashes = this.#edge[level] ?? [];
      this.#edge[level] = hashes;
      hashes.push(hash);
      if (hashes.length < WIDTH) break;
      this.#full.push({ level, n: Math.floor(this.size / WIDTH ** (level + 1)), hashes });
      this.#edge[level] = [];
      hash = rootOf(hashes);
    }
    this.size += 1;
  }

  root(): Buffer {
    let rest: Buffer[] = [];
    for (const hashes of this.#edge) {
      const parts = [...hashes, ...rest];
      rest = parts.length > 0 ? [rootOf(parts)] : [];
    }
    return rootOf(rest);
  }

  /** The tiles that differ from those when this was last called. */
  changed(): Tile[] {
    const edges = edgesOf(this.size).flatMap(({ level, n, width }) => (width > 0 ? [{ level, n, hashes: [...this.#edge[level]!] }] : []));
    const tiles = [...this.#full, ...edges];
    this.#full = [];
    return tiles;
  }
}
