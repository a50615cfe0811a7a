import { createHash } from 'node:crypto';
import type { LedgerKey } from '@vimarsh/shared/contract/calls/ledger-key.ts';
import { hashKeyChange } from '@vimarsh/shared/domain/calls/key-chain.ts';
import { GENESIS } from '@vimarsh/shared/domain/calls/ledger.ts';
import type { ReadTile } from '@vimarsh/shared/domain/log/tree.ts';
import { checkpoint } from '../src/ledger/log/checkpoint.ts';
import { leafHash, Tree } from '../src/ledger/log/tree.ts';
import { keyOfSeed, type Signer, signerOf } from '../src/ledger/signing-key.ts';

export const ORIGIN = 'vimarsh.example/vimarsh-log';

/** A key that is the same in every run. */
export const signerNamed = (name: string): Signer => signerOf(keyOfSeed(createHash('sha256').update(name).digest()));
export const rawKeyOf = (signer: Signer): Buffer => Buffer.from(signer.publicKey, 'base64url');

/** A log of these entries, as a server has it: its head and its tiles. */
export function logOf(entries: readonly string[], signer: Signer, origin = ORIGIN) {
  const tree = new Tree();
  for (const entry of entries) tree.append(leafHash(Buffer.from(entry)));
  const tiles = new Map(tree.changed().map(({ level, n, hashes }) => [`${level}/${n}`, Buffer.concat(hashes)]));
  const tile: ReadTile = async (level, n, width) => {
    const bytes = tiles.get(`${level}/${n}`);
    if (!bytes || bytes.length < width * 32) throw new Error(`no tile ${level}/${n} of ${width}`);
    return Uint8Array.from(bytes.subarray(0, width * 32));
  };
  const root = tree.root();
  return { size: entries.length, root: root.toString('base64'), note: checkpoint(origin, { size: entries.length, root }, signer), tile };
}

export type Log = ReturnType<typeof logOf>;

/** The keys of a log as it publishes them, each signed for by the one before. */
export async function keyListOf(...signers: readonly Signer[]): Promise<LedgerKey[]> {
  const list: LedgerKey[] = [];
  for (const signer of signers) {
    const before = signers[list.length - 1];
    const change = { after: null, root: GENESIS };
    const hash = before && (await hashKeyChange({ ...change, n: list.length + 1, previous: before.publicKey, key: signer.publicKey }));
    list.push({ public_key: signer.publicKey, since: before && hash ? { ...change, signed: before.sign(hash), accepted: signer.sign(hash) } : null });
  }
  return list;
}
