import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { ManifestSignature } from '@vimarsh/shared/contract/receipt/manifest.ts';
import type { UnpackedFiles } from '@vimarsh/shared/domain/evidence/check-evidence.ts';
import { MANIFEST, type ManifestHead, manifestText, SIGNATURE } from '@vimarsh/shared/domain/evidence/manifest.ts';
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

/** The files under a manifest of their own that the ledger signed, as whoever has its key could write them. */
export async function resigned(files: UnpackedFiles, sign: (text: string) => ManifestSignature | Promise<ManifestSignature>): Promise<UnpackedFiles> {
  const head = JSON.parse(textOf(files, MANIFEST).split('\n')[1]!.slice(2)) as ManifestHead;
  const listed = [...files].filter(([path]) => path !== MANIFEST && path !== SIGNATURE);
  const text = manifestText(
    head,
    listed.map(([path, bytes]) => ({ path, sha256: createHash('sha256').update(bytes).digest('hex') })),
  );
  const put = (content: string) => new TextEncoder().encode(content);
  return new Map([...listed, [MANIFEST, put(text)], [SIGNATURE, put(JSON.stringify(await sign(text)))]]);
}
