import { generateKeyPairSync, sign } from 'node:crypto';
import type { ManifestSignature } from '@vimarsh/shared/contract/receipt/manifest.ts';
import type { UnpackedFiles } from '@vimarsh/shared/domain/evidence/check-evidence.ts';
import { unzipSync } from 'fflate';

export const unzip = (bytes: Uint8Array): UnpackedFiles => new Map(Object.entries(unzipSync(bytes)).map(([path, content]) => [path, Uint8Array.from(content)]));

/** The files of an answer's zip. */
export const filesIn = ({ zip }: { zip: string }): UnpackedFiles => unzip(Buffer.from(zip, 'base64'));

export const textOf = (files: UnpackedFiles, path: string): string => new TextDecoder().decode(files.get(path));

/** A ledger that has signed nothing but manifests. */
export function signer(): { key: string; signManifest: (text: string) => Promise<ManifestSignature> } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ format: 'jwk' }).x!;
  return {
    key,
    signManifest: async (text) => ({
      public_key: key,
      signature: sign(null, Buffer.from(text), privateKey).toString('base64url'),
      keys: [{ public_key: key, since: null }],
    }),
  };
}
