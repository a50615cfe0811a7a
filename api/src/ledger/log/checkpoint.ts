import { createHash } from 'node:crypto';
import type { Signer } from '../signing-key.ts';

export interface CheckpointHead {
  readonly size: number;
  /** Of the tree, 32 bytes. */
  readonly root: Buffer;
}

/** Signature type of Ed25519 in signed notes. */
const ED25519 = 1;
const DASH = '—';

/** Which key signs: its name and public key, shortened (C2SP signed-note). */
export function keyId(name: string, publicKey: string): Buffer {
  return createHash('sha256').update(`${name}\n`).update(Buffer.of(ED25519)).update(Buffer.from(publicKey, 'base64url')).digest().subarray(0, 4);
}

/** The name, short id and key by which others' tools know who signs the log. */
export const verifierKey = (name: string, publicKey: string): string =>
  `${name}+${keyId(name, publicKey).toString('hex')}+${Buffer.concat([Buffer.of(ED25519), Buffer.from(publicKey, 'base64url')]).toString('base64')}`;

/** A head as a signed note (C2SP tlog-checkpoint). It carries no time: signing it again gives the same bytes. */
export function checkpoint(origin: string, { size, root }: CheckpointHead, signer: Pick<Signer, 'publicKey' | 'sign'>): string {
  const text = `${origin}\n${size}\n${root.toString('base64')}\n`;
  const signature = Buffer.from(signer.sign(Buffer.from(text).toString('hex')), 'base64url');
  return `${text}\n${DASH} ${origin} ${Buffer.concat([keyId(origin, signer.publicKey), signature]).toString('base64')}\n`;
}
