import { LogDiffers, type LogHead, ProvenLog, tilePath } from '@vimarsh/shared/domain/calls/log-tree.ts';
import { describe, expect, test } from 'vitest';
import { readTilePath } from './tile-path.ts';
import { leafHash, type Tile, Tree } from './tree.ts';

const leaves = Array.from({ length: 66_000 }, (_, at) => leafHash(Buffer.from(`event ${at}`)));

/** A log as it is served: its head, and tiles by their paths. */
function served(size: number) {
  const tree = new Tree();
  while (tree.size < size) tree.append(leaves[tree.size]!);
  const tiles = new Map<string, Tile>(tree.changed().map((tile) => [`${tile.level}/${tile.n}`, tile]));
  const head: LogHead = { origin: 'log', size, root: tree.root().toString('hex') };
  const read = async (path: string, change?: (bytes: Buffer) => void): Promise<Uint8Array> => {
    const [, level, ...rest] = path.split('/');
    const { n, width } = readTilePath(rest.join('/'))!;
    const hashes = tiles.get(`${level}/${n}`)!.hashes;
    const bytes = Buffer.concat(hashes.slice(0, width));
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
      expect(await log.find(leaf, 0, size)).toBe(at);
      expect(await log.find(leaf, at + 1, size)).toBeNull();
      expect(await log.find(leaf, 0, at)).toBeNull();
    }
  });

  test.each([
    ['the tile it is in', 'tile/0/000'],
    ['a tile above', 'tile/1/000.p/3'],
    ['the right edge', 'tile/0/003.p/32'],
  ])('says so when %s was altered, and finds nothing in it', async (_, altered) => {
    const { head, read } = served(800);
    const log = new ProvenLog(head, (path) => read(path, (bytes) => void (path === altered && bytes.writeUInt8(bytes[0]! ^ 1))));
    await expect(log.find(leaves[7]!.toString('hex'), 0, 800)).rejects.toThrow(LogDiffers);
    await expect(new ProvenLog({ ...head, size: 799 }, read).checkAll()).rejects.toThrow(LogDiffers);
  });

  test('paths of tiles are those the server reads', () => {
    for (const [n, width] of [
      [0, 256],
      [67, 256],
      [999, 12],
      [1000, 256],
      [1_234_067, 255],
    ] as const)
      expect(readTilePath(tilePath(0, n, width).slice('tile/0/'.length))).toEqual({ n, width });
  });
});
