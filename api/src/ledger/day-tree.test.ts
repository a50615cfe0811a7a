import { createHash } from 'node:crypto';
import { climb, merkleRoot } from '@vimarsh/shared/domain/calls/ledger.ts';
import { merklePath } from '@vimarsh/shared/domain/calls/merkle-path.testing.ts';
import { expect, test } from 'vitest';
import { DayTree } from './day-tree.ts';

test.each([0, 1, 2, 3, 5, 8, 13, 100])('a day of %i events has the root and the paths that readers compute', async (count) => {
  const hashes = Array.from({ length: count }, (_, n) => createHash('sha256').update(`event ${n}`).digest('hex'));
  const tree = new DayTree(hashes);
  expect(tree.root).toBe(await merkleRoot(hashes));
  for (const [at, hash] of hashes.entries()) {
    expect(tree.path(at)).toEqual(await merklePath(hashes, at));
    expect(await climb(hash, tree.path(at))).toBe(tree.root);
  }
});
