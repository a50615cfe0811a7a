/** Keys of the local session values, letter by letter (S3-SESS-01…12, S3-SESS-O01). All live in `localStorage`. */
export const KEYS = {
  token: 'token',
  refreshToken: 'refresh_token',
  /** Absolute end of the idle window, epoch ms (S3-LOGIN-O01). */
  expireIn: 'expire_in',
  roles: 'roles',
  profile: 'profile',
  plan: 'plan_details',
  publisherPlan: 'publisher_plan_details',
  pendingRoute: 'route_to_be',
  marketType: 'market_type',
  selectedBroker: 'selected_broker',
  environment: 'current_environment',
  userType: 'website_user_type',
  /** E-mail of the last sign-up (S4-SWITCH-01). */
  email: 'email',
  /** The next saved profile goes on to the plans (S4-SAVE-09, A01). */
  planDialog: 'premium-plan-subscription-dialog',
} as const;
export type StorageKey = (typeof KEYS)[keyof typeof KEYS];

/** Told to the session when something in this page other than the session changed storage (the route guard). */
export const STORAGE_TOUCHED = 'vimarsh:storage';

/** Text kept by key; absent is ''. */
export interface Store {
  read(key: StorageKey): string;
  /** '' removes the key. */
  write(key: StorageKey, value: string): void;
  clear(): void;
}

/** A word would do for no key: an element with that id stands in the page under it. */
const HELD = Symbol.for('vimarsh.held');

/** What the browser does not keep, for the page's life. The route guard is built without the session and has to read the same. */
export function heldByPage(): Map<StorageKey, string> {
  const page = globalThis as { [HELD]?: Map<StorageKey, string> };
  page[HELD] ??= new Map();
  return page[HELD];
}

/** `localStorage`, and the page's memory for what the browser refuses to keep (full storage, blocked cookies, sandboxed frames). */
export function openStore(): Store {
  const held = heldByPage();
  return {
    read: (key) => held.get(key) ?? attempt(() => localStorage.getItem(key)) ?? '',
    write(key, value) {
      held.delete(key);
      const done = attempt(() => (value ? localStorage.setItem(key, value) : localStorage.removeItem(key)));
      if (done === null) held.set(key, value);
    },
    clear() {
      held.clear();
      attempt(() => localStorage.clear());
    },
  };
}

/** Null where the browser refuses: it throws, some as soon as storage is looked at. */
function attempt<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}
