import { type MerkleStep, merkleRoot } from './ledger.ts';

/** Siblings from the leaf at `index` up to the root, each computed apart: the root of the block of 1, 2, 4, … leaves beside it. */
export async function merklePath(hashes: readonly string[], index: number): Promise<MerkleStep[]> {
  const path: MerkleStep[] = [];
  for (let size = 1; size < hashes.length; size *= 2) {
    const block = Math.floor(index / size) ^ 1;
    const leaves = hashes.slice(block * size, (block + 1) * size);
    if (leaves.length > 0) path.push({ side: block % 2 ? 'right' : 'left', hash: await merkleRoot(leaves) });
  }
  return path;
}
