import type { MerkleStep } from '@vimarsh/shared/domain/calls/ledger.ts';
import { HASH, leafHash, nodeHash, rootOf } from './log/tree.ts';

/** A day's Merkle tree, held in as many bytes as its hashes have. */
export class DayTree {
  /** The hashes of each level one after another, the leaves first. */
  readonly #levels: Buffer[] = [];

  /** Over the hashes (hex) of the day's events, in their order. */
  constructor(hashes: readonly string[]) {
    let level = hashes.map((hash) => leafHash(Buffer.from(hash, 'hex')));
    for (;;) {
      this.#levels.push(Buffer.concat(level));
      if (level.length <= 1) break;
      const next: Buffer[] = [];
      // A node without a sibling moves up as it is.
      for (let at = 0; at < level.length; at += 2) next.push(level[at + 1] ? nodeHash(level[at]!, level[at + 1]!) : level[at]!);
      level = next;
    }
  }

  get bytes(): number {
    return this.#levels.reduce((sum, { length }) => sum + length, 0);
  }

  /** Hex; of a day without events, the hash of nothing. */
  get root(): string {
    const top = this.#levels.at(-1)!;
    return (top.length > 0 ? top : rootOf([])).toString('hex');
  }

  /** Siblings from the leaf at `index` up to the root. */
  path(index: number): MerkleStep[] {
    return this.#levels.flatMap((level, height): MerkleStep[] => {
      const at = (index >> height) ^ 1;
      if (this.#levels[height + 1] === undefined || (at + 1) * HASH > level.length) return [];
      return [{ side: at % 2 ? 'right' : 'left', hash: level.toString('hex', at * HASH, (at + 1) * HASH) }];
    });
  }
}
