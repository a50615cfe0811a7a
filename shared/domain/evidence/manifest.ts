import { canonicalJson } from '../calls/ledger.ts';

/** The two files of an evidence file that no manifest can list. */
export const MANIFEST = 'manifest.txt';
export const SIGNATURE = 'manifest-signature.json';

/** The first line of what is signed: nothing else that the ledger signs begins with it. Programs that check sums pass over lines with a `#`. */
const CONTEXT = '# vimarsh-evidence/v1\n';

/** Whose evidence it is, from which site, and when it was put together (UTC instant). */
export interface ManifestHead {
  readonly made_at: string;
  readonly site: string;
  readonly user_id: string;
}

export interface ListedFile {
  readonly path: string;
  /** SHA-256 of its bytes, hex. */
  readonly sha256: string;
}

export const isManifest = (text: string): boolean => text.startsWith(CONTEXT);

/** The text of a manifest, in the form that `sha256sum -c` reads. */
export const manifestText = ({ made_at, site, user_id }: ManifestHead, files: readonly ListedFile[]): string =>
  `${CONTEXT}# ${canonicalJson({ made_at, site, user_id })}\n${files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('')}`;

/** The files that a manifest lists; null for a text that is none. */
export function readManifest(text: string): ListedFile[] | null {
  if (!isManifest(text) || !text.endsWith('\n')) return null;
  const files: ListedFile[] = [];
  for (const line of text.slice(0, -1).split('\n').slice(2)) {
    const [, sha256, path] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (sha256 === undefined || path === undefined) return null;
    files.push({ path, sha256 });
  }
  return files;
}
