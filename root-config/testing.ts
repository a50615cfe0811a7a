import { readFileSync } from 'node:fs';
import type { PageRelease, PageReleaseSet, ReleaseRecord } from '@vimarsh/shared/contract/release/types.ts';
import type { Page } from './release-set.ts';

/** A well-formed release record for tests. */
export function record(name: string, changes: Partial<ReleaseRecord> = {}): ReleaseRecord {
  return {
    id: `${name}@0.1.0+0123456789`,
    name,
    version: '0.1.0',
    entry: `/releases/${name}/0123456789/entry.js`,
    integrity: `sha384-${'A'.repeat(64)}`,
    manifest: {
      name,
      owner: 'team',
      routes: [],
      events: { emits: [], listens: [] },
      needs: { contract: 1, session: 1 },
      budget: { entry: 3500 },
    },
    preload: [],
    bytes: { entry: 1, total: 1 },
    commit: '',
    previous: null,
    built_at: '2026-11-20T00:00:00.000Z',
    ...changes,
  };
}

/** The elements of the failure view, as the page has them. */
export const failureTemplate = (): string => /<template id="failure">.*?<\/template>/s.exec(readFileSync('root-config/index.html', 'utf8'))![0];

/** The same release as the page carries it. */
export function pageRecord(name: string, changes: Partial<PageRelease> = {}): PageRelease {
  const { id, entry, integrity } = record(name);
  return { id, name, entry, integrity, manifest: { routes: [] }, ...changes };
}

/** A well-formed page for tests. */
export function page(changes: Partial<PageReleaseSet> = {}): Page {
  return { brand: 'Vimarsh', environment: null, releases: { id: 'set-1', preview: [], modules: { shared: pageRecord('shared') }, fallbacks: {}, ...changes } };
}
