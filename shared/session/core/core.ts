import type { PageData } from '../../contract/page/types.ts';
import { deriveVisitor, userTypeOf } from '../../domain/access/user-type.ts';
import { BRAND } from '../../domain/brand.ts';
import { DEFAULT_MARKET_TYPE, MARKET_TYPES } from '../../domain/market/market-types.ts';
import type { MarketType, SessionUser, Snapshot } from '../session.types.ts';
import type { Browser } from './browser.ts';
import { type ClientState, createClientState } from './client-state.ts';
import { createNotices, type Notices } from './notices.ts';
import type { SessionStore } from './session-store.ts';
import { KEYS } from './storage.ts';
import { type StoredProfile, storedBroker, storedExpiry, storedPlan, storedProfile, storedRoles } from './stored.ts';

/** Title of every error toast (S8-ERR-01). */
export const OOPS = 'Oops! Something went wrong!';
/** Text when the session ended and the server gave none (S8-ERR-04). */
export const PLEASE_LOGIN = 'Please login again';

/** What the parts of the session share. Small enough to be in the first bytes of every page. */
export interface Core {
  readonly store: SessionStore;
  readonly browser: Browser;
  readonly notices: Notices;
  readonly state: ClientState;
  page(): PageData;
  snapshot(): Snapshot;
  subscribe(listener: () => void): () => void;
  /** Reads storage again and tells who listens. */
  changed(): void;
  profile(): StoredProfile | null;
  /** The idle window is over although a token is still there. */
  expired(): boolean;
  setMarketType(type: MarketType): void;
  selectBroker(id: number): void;
  /** Derives user type, environment and selected broker from host and profile, and stores them. */
  deriveVisitor(): void;
  /** Clears storage, then `forget`s. */
  clear(): void;
  /** Storage lost the session: cancels what runs, resets the client state and tells the other tabs. */
  forget(): void;
  /** Runs when the session is cleared: pending calls are cancelled, the socket closes. Returns the way to stop. */
  onCleared(listener: () => void): () => void;
}

export function createCore(browser: Browser, store: SessionStore): Core {
  const listeners = new Set<() => void>();
  const cleared = new Set<() => void>();
  const page = browser.page();
  let snapshot: Snapshot;

  const profile = () => storedProfile(store.read(KEYS.profile));
  const expired = () => store.read(KEYS.token) !== '' && storedExpiry(store.read(KEYS.expireIn)) <= Date.now();
  const changed = () => {
    snapshot = read();
    for (const listener of listeners) listener();
  };
  const state = createClientState(() => changed());

  function read(): Snapshot {
    const signedIn = store.read(KEYS.token) !== '' && !expired();
    const environment = page.environment;
    return Object.freeze({
      signedIn,
      user: signedIn ? userOf(profile()) : null,
      roles: signedIn ? (storedRoles(store.read(KEYS.roles)) ?? []) : [],
      plan: signedIn ? storedPlan(store.read(KEYS.plan)) : null,
      publisherPlan: signedIn ? storedPlan(store.read(KEYS.publisherPlan)) : null,
      environment,
      brand: page.brand || BRAND,
      userType: userTypeOf(environment),
      marketType: MARKET_TYPES.find((type) => type === store.read(KEYS.marketType)) ?? DEFAULT_MARKET_TYPE,
      chatAvailable: page.chat_api !== '' && (environment?.isChatAvailable ?? true),
      selectedBroker: storedBroker(store.read(KEYS.selectedBroker))?.id ?? null,
    } satisfies Snapshot);
  }

  function clear(): void {
    store.clear();
    forget();
  }
  function forget(): void {
    for (const listener of cleared) listener();
    state.reset();
    browser.tellTabs();
  }

  snapshot = read();
  return {
    store,
    browser,
    notices: createNotices(),
    state,
    page: () => page,
    snapshot: () => snapshot,
    subscribe: (listener) => add(listeners, listener),
    changed,
    profile,
    expired,
    setMarketType(type) {
      store.write(KEYS.marketType, type);
      changed();
    },
    selectBroker(id) {
      store.write(KEYS.selectedBroker, JSON.stringify({ id }));
      changed();
    },
    deriveVisitor() {
      const visitor = deriveVisitor({
        host: browser.host,
        profile: profile(),
        environments: page.environment ? [page.environment] : [],
        selectedBroker: storedBroker(store.read(KEYS.selectedBroker)),
      });
      const keep = (key: (typeof KEYS)[keyof typeof KEYS], value: unknown) => store.write(key, value ? JSON.stringify(value) : '');
      keep(KEYS.userType, visitor.websiteUserType);
      keep(KEYS.environment, visitor.environment);
      keep(KEYS.selectedBroker, visitor.selectedBroker);
    },
    clear,
    forget,
    onCleared: (listener) => add(cleared, listener),
  };
}

function userOf(profile: StoredProfile | null): SessionUser | null {
  if (!profile?.id) return null;
  const { id, full_name, profession, picture, email, mark_as_verified_user, rank, is_admin, source, ask_password_for_change } = profile;
  const asked = ask_password_for_change && { mustChangePassword: true };
  return Object.freeze({ id, full_name, profession, picture, email, verified: mark_as_verified_user, rank, is_admin, source, ...asked });
}

function add<T>(set: Set<T>, item: T): () => void {
  set.add(item);
  return () => void set.delete(item);
}
