import { type Checkpoint, fromBase64 } from './checkpoint.ts';
import { type Bytes, consistencyProof, isConsistent, type ReadTile } from './tree.ts';

/** A head that somebody keeps, to hold later ones against it. */
export interface SeenHead {
  readonly origin: string;
  readonly size: number;
  /** base64. */
  readonly root: string;
}

/**
 * What is wrong with a head, for somebody who saw an earlier one; null: nothing. `tile` reads the tiles of the new head's tree: the proof
 * made of them is checked, so that it does not matter who gives them. A tile that can't be had is an error and says nothing.
 */
export async function brokenSince(seen: SeenHead, { origin, size, root }: Checkpoint, tile: ReadTile): Promise<string | null> {
  if (origin !== seen.origin) return `another log is shown: ${origin} instead of ${seen.origin}`;
  if (size < seen.size) return `the log was cut: it had ${seen.size} entries and has ${size} now`;
  if (size === seen.size) return root === seen.root ? null : `another tree of ${size} entries is shown: the past was rewritten`;
  const [a, b] = [fromBase64(seen.root), fromBase64(root)] as [Bytes, Bytes];
  if (await isConsistent(seen.size, size, await consistencyProof(seen.size, size, tile), a, b)) return null;
  return `the ${seen.size} entries it had are not the first of the ${size} it has now: the past was rewritten`;
}
