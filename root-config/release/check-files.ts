import { existsSync, readFileSync, statSync } from 'node:fs';
import type { Built } from '@vimarsh/shared/build/build.ts';
import { chunkIntegrityOf, integrityOf } from '@vimarsh/shared/build/integrity.ts';

/** Brotli bytes until a screen stands: entry, the module's own chunk, the screen's chunks. Without a name, the heaviest screen. */
export function firstPageBytes({ files, record }: Built, only?: string): number {
  const size = (url: string): number => statSync(`${files}/${url.split('/').slice(4).join('/')}.br`).size;
  const base = new Set([record.entry, ...record.preload.map(({ url }) => url)]);
  const sum = (urls: Iterable<string>): number => [...urls].reduce((total, url) => total + size(url), 0);
  const pages = Object.entries(record.pages ?? {}).filter(([page]) => !only || page === only);
  const own = pages.map(([, chunks]) => sum(new Set(chunks.map(({ url }) => url).filter((url) => !base.has(url)))));
  return sum(base) + Math.max(0, ...own);
}

/** Budgets of the manifest that the build exceeds, as sentences. */
export function budgetProblems(built: Built): string[] {
  const { entry, page } = built.record.manifest.budget;
  const measured = [
    ['entry', built.record.bytes.entry, entry],
    ['page', firstPageBytes(built), page],
  ] as const;
  return measured.filter(([, bytes, limit]) => bytes > limit).map(([what, bytes, limit]) => `"${what}" is ${bytes} B br, its budget ${limit} B`);
}

/** Files whose bytes are not what the record promises. */
export function hashProblems({ files, record }: Built): string[] {
  const promised = [{ url: record.entry, integrity: record.integrity }, ...record.preload, ...Object.values(record.pages ?? {}).flat()];
  return promised.flatMap(({ url, integrity }) => {
    const file = `${files}/${url.split('/').slice(4).join('/')}`;
    if (!existsSync(file)) return [`${url} is missing`];
    return (integrity.startsWith('sha256-') ? chunkIntegrityOf : integrityOf)(readFileSync(file)) === integrity
      ? []
      : [`${url} does not have the hash of the record`];
  });
}
