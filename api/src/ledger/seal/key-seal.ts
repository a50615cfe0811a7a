import { hkdfSync } from 'node:crypto';
import { createSealing } from '../../platform/access/sealing.ts';

/** What opens the record's keys, which lie sealed in the database. */
export interface KeySeal {
  /** Seals 32 bytes for the place of one public key. */
  seal(seed: Uint8Array, public_key: string): Promise<Buffer>;
  /** Throws where they were sealed with something else, or for another key. */
  open(sealed: Uint8Array, public_key: string): Promise<Buffer>;
  /** Whether these bytes are of the form that `seal` gives. */
  made(sealed: Uint8Array): boolean;
}

/** Seals with SECRET_KEY. */
export function secretSeal(secret: string): KeySeal {
  const sealing = createSealing(Buffer.from(hkdfSync('sha256', secret, '', 'ledger key ring', 32)));
  return {
    seal: async (seed, id) => sealing.seal(seed, id),
    open: async (sealed, id) => sealing.open(sealed, id),
    // Its first byte is a version, never a letter.
    made: (sealed) => sealed[0]! < 32,
  };
}
