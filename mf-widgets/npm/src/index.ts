import type { Density, VimarshEventMap, WidgetSnapshot } from './events.js';

export type * from './events.js';

/** What every insight's element can do besides being an `HTMLElement`. */
export interface VimarshWidget extends HTMLElement {
  /** Fetches the data again. */
  refresh(): Promise<void>;
  /** What is shown now, or null. */
  snapshot(): WidgetSnapshot | null;
  /** Sets several attributes by name; null removes one. */
  update(attributes: Readonly<Record<string, string | null>>): void;
  /** Fulfilled when data are on the screen, rejected by the next failure; each reading waits anew. */
  readonly ready: Promise<void>;
  /** Mirrors the attribute; '' is `comfortable`. */
  density: Density | '';
  /** Mirrors the attribute: a comma list of sections, '' for all. */
  sections: string;
  addEventListener<K extends keyof VimarshEventMap>(type: K, listener: (event: VimarshEventMap[K]) => void, options?: AddEventListenerOptions | boolean): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: AddEventListenerOptions | boolean): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'vimarsh-sentiment': VimarshWidget;
    'vimarsh-equity': VimarshWidget;
    'vimarsh-options': VimarshWidget;
    'vimarsh-disclaimer': HTMLElement;
  }
  interface HTMLElementEventMap extends VimarshEventMap {}
}

export interface LoadOptions {
  /** Where Vimarsh is served, e.g. `https://vimarsh.example`. */
  readonly portal: string;
  /** A version that never changes, e.g. `1.0.0-0a1b2c3d4e`; without it the newest of major 1. */
  readonly version?: string | undefined;
  /** The hash of that version's loader; only with `version`, because the newest has another with every release. */
  readonly integrity?: string | undefined;
}

const HASH_ALONE = 'integrity is the hash of one version: give that version, too, or leave integrity out.';
const TRIES = 3;
const under = new Map<string, Promise<void>>();

/**
 * Defines the elements, once however often it is called. Null on a server. Tries three times; a failure rejects and is
 * forgotten, so that the next call really asks again.
 */
export function loadVimarsh({ portal, version, integrity }: LoadOptions): Promise<void> | null {
  if (typeof document === 'undefined') return null;
  if (integrity && !version) return Promise.reject(new Error(HASH_ALONE));
  const url = new URL(version ? `/w/${version}/loader.js` : '/w/v1.js', portal).href;
  const known = under.get(url);
  if (known) return known;
  const loading = load(url, integrity);
  under.set(url, loading);
  loading.catch(() => under.delete(url));
  return loading;
}

async function load(url: string, integrity: string | undefined): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    // Browsers remember a module that failed by its address.
    const address = attempt === 1 ? url : `${url}?try=${attempt}`;
    try {
      if (integrity) await preload(address, integrity);
      await import(/* webpackIgnore: true */ /* @vite-ignore */ address);
      return;
    } catch (error) {
      if (attempt === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500 * attempt));
    }
  }
}

/** An `import()` can't be given a hash in every browser; a preload can, and the import waits for it. */
function preload(href: string, integrity: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', crossOrigin: 'anonymous', integrity });
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`Refused or unreachable: ${href}`));
    link.href = href;
    document.head.append(link);
  });
}
