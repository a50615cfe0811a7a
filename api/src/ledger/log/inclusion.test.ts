import { inclusionProof, isIncluded } from '@vimarsh/shared/domain/log/tree.ts';
import { expect, test } from 'vitest';
import { InclusionProofs } from './inclusion.ts';
import { leafHash, Tree } from './tree.ts';

/** A log of so many entries, and its tiles. */
function logOf(size: number) {
  const tree = new Tree();
  const leaves = Array.from({ length: size }, (_, at) => leafHash(Buffer.from(`entry ${at}`)));
  for (const leaf of leaves) tree.append(leaf);
  const tiles = new Map(tree.changed().map(({ level, n, hashes }) => [`${level}/${n}`, Buffer.concat(hashes)]));
  const asked: string[] = [];
  return {
    ...{ leaves, root: tree.root(), asked },
    tile: async (level: number, n: number, width: number): Promise<Buffer> => {
      asked.push(`${level}/${n}`);
      const bytes = tiles.get(`${level}/${n}`);
      if (!bytes || bytes.length < width * 32) throw new Error(`no tile ${level}/${n} of ${width}`);
      return bytes.subarray(0, width * 32);
    },
  };
}

test.each([1, 2, 3, 5, 8, 31, 255, 256, 257, 300, 511, 512, 513, 700, 66_000])(
  'each entry of %i is proven as the tree of the pages proves it',
  async (size) => {
    const log = logOf(size);
    const proofs = new InclusionProofs(size, log.tile);
    const some = [...new Set([0, 1, 2, 3, 7, 127, 128, 254, 255, 256, 257, 299, 511, 512, size >> 1, size - 2, size - 1])].filter((at) => at >= 0 && at < size);
    for (const index of some) {
      const path = await proofs.path(index);
      const plain = await inclusionProof(index, size, async (...place) => Uint8Array.from(await log.tile(...place)));
      expect(
        path.map((hash) => hash.toString('hex')),
        `${index}`,
      ).toEqual(plain.map((hash) => Buffer.from(hash).toString('hex')));
      const own = path.map((hash) => Uint8Array.from(hash));
      expect(await isIncluded(log.leaves[index]!, index, size, own, log.root)).toBe(true);
    }
  },
);

test('each tile is read once, however many entries are proven', async () => {
  const log = logOf(700);
  const proofs = new InclusionProofs(700, log.tile);
  for (let index = 0; index < 700; index += 7) await proofs.path(index);
  expect(log.asked.toSorted()).toEqual(['0/0', '0/1', '0/2', '1/0']);
});

test.each([-1, 7])('%i is no entry of a log of seven', async (index) => {
  await expect(new InclusionProofs(7, logOf(7).tile).path(index)).rejects.toThrow('has no entry');
});
