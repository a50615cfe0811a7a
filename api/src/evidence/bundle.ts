import { createHash } from 'node:crypto';
import type { ManifestSignature } from '@vimarsh/shared/contract/receipt/manifest.ts';
import { EVIDENCE_LIMITS } from '@vimarsh/shared/domain/evidence/limits.ts';
import { type ListedFile, MANIFEST, type ManifestHead, manifestText, SIGNATURE } from '@vimarsh/shared/domain/evidence/manifest.ts';
import type { Evidence, EvidenceFile } from '../identity/index.ts';
import { README, readme } from './readme.ts';
import type { FileInZip } from './zip.ts';

export interface Bundle {
  readonly head: ManifestHead;
  /** What the features have, in the order in which it is written down. */
  readonly evidence: readonly Evidence[];
  /** The ledger's signature over the text of the manifest. */
  readonly sign: (text: string) => Promise<ManifestSignature>;
}

/** All files of one person's evidence file, each made when the one before is written. */
export async function* evidenceFiles({ head, evidence, sign }: Bundle): AsyncGenerator<FileInZip> {
  async function* files(): AsyncGenerator<EvidenceFile> {
    yield { path: README, content: readme(head, evidence) };
    for (const one of evidence) yield* one.files(head.user_id);
  }
  yield* signedFiles(head, files(), sign);
}

/** Files with a manifest and its signature, which come last. Throws where two would have one name, or beyond the limits. */
export async function* signedFiles(head: ManifestHead, files: AsyncIterable<EvidenceFile>, sign: Bundle['sign']): AsyncGenerator<FileInZip> {
  const listed = new Map<string, ListedFile>();
  let total = 0;
  const list = (path: string, content: Uint8Array | string): FileInZip => {
    if (listed.has(path) || path === MANIFEST || path === SIGNATURE) throw new Error(`An evidence file has two files ${path}`);
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    total += bytes.length;
    // Two more follow: the manifest and its signature.
    if (bytes.length > EVIDENCE_LIMITS.fileBytes || total > EVIDENCE_LIMITS.bytes || listed.size + 3 > EVIDENCE_LIMITS.files)
      throw new Error(`An evidence file would be beyond its limits with ${path}`);
    listed.set(path, { path, sha256: createHash('sha256').update(bytes).digest('hex') });
    return { path, bytes };
  };
  for await (const { path, content } of files) yield list(path, content);
  const text = manifestText(head, [...listed.values()]);
  yield { path: MANIFEST, bytes: Buffer.from(text) };
  yield { path: SIGNATURE, bytes: Buffer.from(`${JSON.stringify(await sign(text), null, 2)}\n`) };
}
