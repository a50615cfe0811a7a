import { hkdfSync } from 'node:crypto';
import { createSealing } from '../platform/sealing.ts';

/** What opens the record's keys, which lie sealed in the database. */
export interface KeySeal {
  /** Seals 32 bytes for the place of one public key. */
  seal(seed: Uint8Array, public_key: string): Promise<Buffer>;
  /** Throws where they were sealed with something else, or for another key. */
  open(sealed: Uint8Array, public_key: string): Promise<Buffer>;
}

/** The seal of the settings: SECRET_KEY; null where there is none. */
export function sealOf({ SECRET_KEY }: { readonly SECRET_KEY?: string | undefined }): KeySeal | null {
  if (!SECRET_KEY) return null;
  const sealing = createSealing(Buffer.from(hkdfSync('sha256', SECRET_KEY, '', 'ledger key ring', 32)));
  return { seal: async (seed, id) => sealing.seal(seed, id), open: async (sealed, id) => sealing.open(sealed, id) };
}
