import type { PageData } from '@vimarsh/shared/contract/page/types.ts';
import type { PageRelease, PageReleaseSet } from '@vimarsh/shared/contract/release/types.ts';

/** The page's data as far as root-config uses it; everything else is for the session. */
export type Page = Pick<PageData, 'brand' | 'environment' | 'releases'>;

const LAST_GOOD = 'vimarsh.last_good_page';
const PREVIEW = 'vimarsh.preview_page';

/**
 * Reads what the server wrote into the page. A tab that opened a preview keeps it until it leaves; when the page's data
 * is missing or of another shape, the last page that worked in this browser stands in. Null: there is neither.
 */
export function readPage(source: Document = document): Page | null {
  const inline = parsePage(source.getElementById('vimarsh-page')?.textContent);
  if (inline?.releases.preview.length) keep('sessionStorage', PREVIEW, inline);
  const page = inline?.releases.preview.length ? inline : (recall('sessionStorage', PREVIEW) ?? inline ?? recall('localStorage', LAST_GOOD));
  if (page && page !== inline) replacePage(source, page);
  return page;
}

/** The releases of the last page that stood in this browser. */
export const lastGoodReleases = (): PageReleaseSet | undefined => recall('localStorage', LAST_GOOD)?.releases;

/** Remembers a page whose modules came up, for the day the server can't answer properly. */
export function keepLastGood(page: Page): void {
  if (!page.releases.preview.length) keep('localStorage', LAST_GOOD, { ...page, first: {}, missing: undefined } as Page);
}

/** Ends the preview of this tab. */
export function forgetPreview(): void {
  try {
    sessionStorage.removeItem(PREVIEW);
  } catch {
    // Storage is switched off: nothing was kept either.
  }
}

/** The session reads the same element, so it must see the data that was chosen. */
export function replacePage(source: Document, page: Page): void {
  const carrier = source.createElement('div');
  carrier.id = 'vimarsh-page';
  carrier.hidden = true;
  carrier.textContent = JSON.stringify(page);
  source.getElementById('vimarsh-page')?.remove();
  source.body.append(carrier);
}

export function parsePage(text: string | null | undefined): Page | null {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isPage(value) ? value : null;
  } catch {
    return null;
  }
}

/** By name, because a browser that blocks cookies throws when its storage is so much as looked at. */
type Storing = 'localStorage' | 'sessionStorage';

function keep(storage: Storing, key: string, page: Page): void {
  try {
    window[storage].setItem(key, JSON.stringify(page));
  } catch {
    // Full or switched off: the page works without a memory.
  }
}

function recall(storage: Storing, key: string): Page | null {
  try {
    return parsePage(window[storage].getItem(key));
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** By hand, because a schema library would outweigh root-config; the server checked every field already. */
function isPage(value: unknown): value is Page {
  return isObject(value) && typeof value.brand === 'string' && isReleaseSet(value.releases);
}

export function isReleaseSet(value: unknown): value is PageReleaseSet {
  return (
    isObject(value) &&
    typeof value.id === 'string' &&
    Array.isArray(value.preview) &&
    isObject(value.modules) &&
    isObject(value.fallbacks) &&
    'shared' in value.modules &&
    [...Object.values(value.modules), ...Object.values(value.fallbacks)].every(isRecord)
  );
}

/** Only our own release paths: nothing in storage or in the page can point a module at another origin. */
const ENTRY = /^\/releases\/[a-z-]+\/[0-9a-f]{10}\/[\w.-]+\.js$/;

function isRecord(value: unknown): value is PageRelease {
  return (
    isObject(value) &&
    typeof value.id === 'string' &&
    ENTRY.test(String(value.entry)) &&
    String(value.integrity).startsWith('sha384-') &&
    isObject(value.manifest) &&
    Array.isArray(value.manifest.routes) &&
    value.manifest.routes.every((route) => isObject(route) && typeof route.path === 'string' && typeof route.title === 'string')
  );
}
