import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTilePath } from './tile-path.ts';
import { edgesOf, leafHash, type Tile, Tree } from './tree.ts';

const sha = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();
const leaves = Array.from({ length: 70_000 }, (_, at) => leafHash(Buffer.from(`event ${at}`)));
const known = new Map<string, Buffer>();
/** RFC 6962 2.1, as it is written there, of the leaves from `from` up to `to`; the same leaves are hashed once. */
function mth(from: number, to: number): Buffer {
  const length = to - from;
  if (length === 0) return sha();
  if (length === 1) return leaves[from]!;
  const place = `${from}-${to}`;
  let hash = known.get(place);
  if (!hash) {
    let k = 1;
    while (k * 2 < length) k *= 2;
    hash = sha(Buffer.of(1), mth(from, from + k), mth(from + k, to));
    known.set(place, hash);
  }
  return hash;
}
const grown = (size: number, tree = new Tree()): Tree => {
  while (tree.size < size) tree.append(leaves[tree.size]!);
  return tree;
};

test('the known roots of RFC 6962’s test vectors', () => {
  const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
  const tree = new Tree();
  expect(tree.root().toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  for (const input of inputs) tree.append(leafHash(Buffer.from(input, 'hex')));
  expect(tree.root().toString('hex')).toBe('5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328');
});

test.each([1, 2, 3, 255, 256, 257, 511, 512, 513, 65_535, 65_536, 65_537, 70_000])('a tree of %d has the root of RFC 6962', (size) => {
  expect(grown(size).root()).toEqual(mth(0, size));
});

test('a tree that grew in stretches from its stored tiles is the one that grew at once', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 8 }), (steps) => {
      const tiles = new Map<string, Tile>();
      let size = 0;
      for (const step of steps) {
        const edge = edgesOf(size).map(({ level, n, width }) => (width > 0 ? tiles.get(`${level}/${n}`)!.hashes : []));
        const tree = grown(size + step, new Tree(size, edge));
        for (const tile of tree.changed()) {
          const before = tiles.get(`${tile.level}/${tile.n}`)?.hashes ?? [];
          expect(tile.hashes.slice(0, before.length), 'no hash of a tile ever changes').toEqual(before);
          tiles.set(`${tile.level}/${tile.n}`, tile);
        }
        size += step;
        expect(tree.root()).toEqual(mth(0, size));
      }
    }),
    { numRuns: 40 },
  );
});

test.each([
  ['067', { n: 67, width: 256 }],
  ['000.p/12', { n: 0, width: 12 }],
  ['x001/x234/067', { n: 1_234_067, width: 256 }],
  ['x001/067.p/255', { n: 1067, width: 255 }],
  ['67', null],
  ['x000/067', null],
  ['000.p/256', null],
  ['000.p/0', null],
  ['000.p/012', null],
  ['x001/../067', null],
  ['', null],
])('the address of a tile: %s', (path, place) => {
  expect(readTilePath(path)).toEqual(place);
});
