import type { PageReleaseSet } from '@vimarsh/shared/contract/release/types.ts';
import { isReleaseSet } from '../release-set.ts';

/** boot-loader.js looks for it, too. */
const KEY = 'vimarsh.instead';

/** The releases that this tab uses in place of a set that did not start. */
export interface Instead {
  /** Id of the set that did not start. With any other set from the server, the tab goes back to normal. */
  readonly broken: string;
  readonly releases: PageReleaseSet;
  /** Ids of the sets that have failed here. None of them is tried again, so the tab never goes round in circles. */
  readonly tried: readonly string[];
}

export function readInstead(): Instead | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Partial<Instead> | null;
    return typeof stored?.broken === 'string' && Array.isArray(stored.tried) && isReleaseSet(stored.releases) ? (stored as Instead) : null;
  } catch {
    return null;
  }
}

/** False where the browser stores nothing: the next page could not know of it. */
export function storeInstead(instead: Instead): boolean {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(instead));
    return true;
  } catch {
    return false;
  }
}

export function forgetInstead(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored either.
  }
}
