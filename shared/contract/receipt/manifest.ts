import * as z from 'zod/mini';
import { ledgerKey } from '../calls/ledger-key.ts';

/** The ledger's signature over the text of an evidence file's manifest. */
export const manifestSignature = z.object({
  /** Of the ledger when it signed, base64url. */
  public_key: z.string(),
  /** Ed25519, base64url, over the bytes of the text. */
  signature: z.string(),
  /** All keys of the ledger by then, the latest last. */
  keys: z.array(ledgerKey),
});

export type ManifestSignature = z.output<typeof manifestSignature>;
