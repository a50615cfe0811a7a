import type { ReleaseRecord, ReleaseSet } from '@vimarsh/shared/contract/release.contract.ts';
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
      budget: { entry: 3500, page: 9000 },
    },
    preload: [],
    bytes: { entry: 1, total: 1 },
    commit: '',
    previous: null,
    built_at: '2026-11-20T00:00:00.000Z',
    ...changes,
  };
}

/** A well-formed page for tests. */
export function page(changes: Partial<ReleaseSet> = {}): Page {
  return { brand: 'Vimarsh', environment: null, releases: { id: 'set-1', preview: [], modules: { shared: record('shared') }, fallbacks: {}, ...changes } };
}
