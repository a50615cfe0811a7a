import type { PageData } from '../../contract/page/types.ts';
import type { ToastNotice } from '../session.types.ts';
import { STORAGE_TOUCHED } from './storage.ts';

/** Everything the session does to the page and its sisters. Tests give another one. */
export interface Browser {
  readonly host: string;
  /** Scheme, host and port of the server that relative media paths belong to. */
  readonly origin: string;
  page(): PageData;
  /** Loads a page afresh: every module's memory is gone. */
  go(to: string): void;
  /** Back to where the user came from, reloaded; to `otherwise` when there is nothing behind. */
  back(otherwise: string): void;
  /** Keeps a notice over the next page load; `keptNotices` gives each once. */
  keepNotice(notice: ToastNotice): void;
  keptNotices(): readonly ToastNotice[];
  /** The page is being left: by a load of another, or because the user closes it. */
  onLeave(listener: () => void): void;
  /** Tells other tabs to look at storage again. */
  tellTabs(): void;
  /** Says something to every module of this page, as an event of the window. */
  tellPage(news: string): void;
  /** Another tab, or the route guard of this page (`here`), changed storage. */
  onStorage(listener: (here: boolean) => void): void;
  /** The page became visible, focused or online again. */
  onWake(listener: () => void): void;
  visible(): boolean;
  /** One at a time across all tabs; rejects when it is not free within `ms`. */
  lock<T>(name: string, ms: number, work: () => Promise<T>): Promise<T>;
  /** Remembers for `ms` that something happened. Every tab sees it at once; what is written to storage may come later. */
  mark(name: string, ms: number): Promise<void>;
  marked(name: string): Promise<boolean>;
}

const KEPT_NOTICES = 'vimarsh-notices';
const EMPTY_PAGE: PageData = {
  brand: '',
  environment: null,
  releases: { id: '', preview: [], modules: {}, fallbacks: {} },
  first: {},
  chat_api: '',
};

export function openBrowser(): Browser {
  const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('vimarsh-session');
  return {
    host: location.hostname,
    origin: location.origin,
    // Written by our server into this very document, so it is as trusted as the code; absent in a page without a shell.
    page: () => JSON.parse(document.getElementById('vimarsh-page')?.textContent || 'null') ?? EMPTY_PAGE,
    go: (to) => location.assign(to),
    back(otherwise) {
      const nothingBehind = setTimeout(() => location.assign(otherwise), 1000);
      const reload = () => {
        // It may take longer than that, and this page's timers run until it is there.
        clearTimeout(nothingBehind);
        location.reload();
      };
      addEventListener('popstate', reload, { once: true });
      history.back();
    },
    keepNotice(notice) {
      try {
        sessionStorage.setItem(KEPT_NOTICES, JSON.stringify([...keptNotices(), notice]));
      } catch {
        // A browser that blocks storage has no place for it.
      }
    },
    keptNotices,
    onLeave: (listener) => addEventListener('pagehide', listener),
    tellTabs: () => tabs?.postMessage('look'),
    tellPage: (news) => void dispatchEvent(new Event(news)),
    onStorage(listener) {
      tabs?.addEventListener('message', () => listener(false));
      addEventListener('storage', () => listener(false));
      addEventListener(STORAGE_TOUCHED, () => listener(true));
    },
    onWake(listener) {
      document.addEventListener('visibilitychange', listener);
      addEventListener('focus', listener);
      addEventListener('online', listener);
    },
    visible: () => document.visibilityState !== 'hidden',
    // Without Web Locks two tabs may refresh at once; the server's grace for the previous token covers it.
    lock: (name, ms, work) => (navigator.locks ? navigator.locks.request(name, { signal: AbortSignal.timeout(ms) }, work) : work()),
    // A lock that is held is known to all tabs in the order in which locks are given, which storage does not promise.
    mark: (name, ms) =>
      new Promise((held) => {
        if (!navigator.locks) return held();
        void navigator.locks.request(name, { ifAvailable: true }, () => {
          held();
          return new Promise((release) => setTimeout(release, ms));
        });
      }),
    marked: async (name) => (await navigator.locks?.query())?.held?.some((lock) => lock.name === name) ?? false,
  };
}

function keptNotices(): readonly ToastNotice[] {
  try {
    const kept = sessionStorage.getItem(KEPT_NOTICES);
    sessionStorage.removeItem(KEPT_NOTICES);
    return kept ? JSON.parse(kept) : [];
  } catch {
    return [];
  }
}
