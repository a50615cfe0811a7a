import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Bytes, consistencyProof, inclusionProof, isConsistent, isIncluded, type ReadTile, tilePath } from './tree.ts';

const sha = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();
/** RFC 6962 2.1, as it is written there. */
function mth(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return sha();
  if (leaves.length === 1) return leaves[0]!;
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return sha(Buffer.of(1), mth(leaves.slice(0, k)), mth(leaves.slice(k)));
}
const leaves = Array.from({ length: 1100 }, (_, at) => sha(Buffer.of(0), Buffer.from(`event ${at}`)));
const root = (size: number): Buffer => mth(leaves.slice(0, size));
/** Tiles of a tree, by their definition. */
const tilesOf =
  (size: number): ReadTile =>
  async (level, n, width) => {
    const span = 256 ** level;
    const hashes = Array.from({ length: width }, (_, at) => mth(leaves.slice((n * 256 + at) * span, (n * 256 + at + 1) * span)));
    if ((n * 256 + width) * span > size) throw new Error(`no tile ${level}/${n} of ${width}`);
    return Uint8Array.from(Buffer.concat(hashes));
  };

test('each tree begins with each smaller one, and with nothing else', async () => {
  for (let size = 1; size <= 34; size += 1)
    for (let old = 0; old <= size; old += 1) {
      const proof = await consistencyProof(old, size, tilesOf(size));
      const holds = (a: Buffer, b: Buffer, given: readonly Bytes[] = proof) => isConsistent(old, size, given, a, b);
      expect(await holds(root(old), root(size)), `${old} in ${size}`).toBe(true);
      if (old === 0) continue;
      const other = sha(Buffer.from('other'));
      expect([await holds(other, root(size)), old < size && (await holds(root(old), other))], `${old} in ${size}`).toEqual([false, false]);
      expect(await holds(root(old), root(size), [...proof, Uint8Array.from(other)])).toBe(false);
      if (proof.length > 0) expect(await holds(root(old), root(size), proof.slice(1))).toBe(false);
    }
});

test.each([
  [255, 256],
  [255, 257],
  [256, 257],
  [256, 1024],
  [300, 1023],
  [512, 1100],
  [700, 701],
])('trees that take more than one tile: %d in %d', async (old, size) => {
  const proof = await consistencyProof(old, size, tilesOf(size));
  expect(await isConsistent(old, size, proof, root(old), root(size))).toBe(true);
  expect(await isConsistent(old, size, proof, root(old - 1), root(size))).toBe(false);
});

test('each leaf is in the tree at its place only', async () => {
  for (const size of [1, 2, 3, 7, 8, 21, 256, 300, 1100])
    for (const index of new Set([0, Math.floor(size / 3), size - 1])) {
      const proof = await inclusionProof(index, size, tilesOf(size));
      expect(await isIncluded(leaves[index]!, index, size, proof, root(size)), `${index} in ${size}`).toBe(true);
      expect((await isIncluded(leaves[index + 1] ?? leaves[0]!, index, size, proof, root(size))) && size > 1).toBe(false);
      expect(await isIncluded(leaves[index]!, index + 1, size, proof, root(size))).toBe(false);
    }
});

test.each([
  [0, 67, 256, 'tile/0/067'],
  [0, 0, 12, 'tile/0/000.p/12'],
  [2, 1_234_067, 256, 'tile/2/x001/x234/067'],
  [1, 1067, 255, 'tile/1/x001/067.p/255'],
])('tile %d/%d of %d hashes stands at its address', (level, n, width, path) => {
  expect(tilePath(level, n, width)).toBe(path);
});
