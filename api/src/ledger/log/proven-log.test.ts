import { LogDiffers, type LogHead, ProvenLog } from '@vimarsh/shared/domain/log/proven-log.ts';
import type { Bytes } from '@vimarsh/shared/domain/log/tree.ts';
import { describe, expect, test } from 'vitest';
import { leafHash, type Tile, Tree } from './tree.ts';

const leaves = Array.from({ length: 66_000 }, (_, at) => leafHash(Buffer.from(`event ${at}`)));

/** A log as it is served: its head, and tiles by their paths. */
function served(size: number) {
  const tree = new Tree();
  while (tree.size < size) tree.append(leaves[tree.size]!);
  const tiles = new Map<string, Tile>(tree.changed().map((tile) => [`${tile.level}/${tile.n}`, tile]));
  const head: LogHead = { origin: 'log', size, root: tree.root().toString('hex') };
  const read = async (level: number, n: number, width: number, change?: (bytes: Bytes) => void): Promise<Bytes> => {
    const bytes = Uint8Array.from(Buffer.concat(tiles.get(`${level}/${n}`)!.hashes.slice(0, width)));
    change?.(bytes);
    return bytes;
  };
  return { head, read };
}

describe('a log read from its tiles alone', () => {
  test.each([0, 1, 2, 255, 256, 257, 512, 513, 65_536, 65_537, 66_000])('of %d entries: all of it leads to the signed head', async (size) => {
    const { head, read } = served(size);
    const log = new ProvenLog(head, read);
    if (size < 1000) await log.checkAll();
    for (const at of [0, size >> 1, size - 1].filter((index) => index >= 0 && index < size)) {
      const leaf = leaves[at]!.toString('hex');
      // A receipt is looked for among the entries of a day or two.
      const [from, to] = [Math.max(0, at - 300), Math.min(size, at + 300)];
      expect(await log.find(leaf, from, to)).toBe(at);
      expect(await log.find(leaf, at + 1, to)).toBeNull();
      expect(await log.find(leaf, from, at)).toBeNull();
    }
  });

  test.each([
    ['the tile it is in', '0/0'],
    ['a tile above', '1/0'],
    ['the right edge', '0/3'],
  ])('says so when %s was altered, and finds nothing in it', async (_, altered) => {
    const { head, read } = served(800);
    const log = new ProvenLog(head, (level, n, width) =>
      read(level, n, width, (bytes) => {
        if (`${level}/${n}` === altered) bytes[0]! ^= 1;
      }),
    );
    await expect(log.find(leaves[7]!.toString('hex'), 0, 800)).rejects.toThrow(LogDiffers);
    await expect(new ProvenLog({ ...head, size: 799 }, read).checkAll()).rejects.toThrow(LogDiffers);
  });
});
