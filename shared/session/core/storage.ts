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

/** A session that is kept in part would be another one after a reload. */
const TOGETHER: readonly StorageKey[] = [KEYS.token, KEYS.refreshToken, KEYS.expireIn, KEYS.roles, KEYS.profile, KEYS.plan, KEYS.publisherPlan];

/** Text kept by key; absent is ''. */
export interface Store {
  read(key: StorageKey): string;
  /** '' removes the key. */
  write(key: StorageKey, value: string): void;
  clear(): void;
  /** The session outlives this page. */
  lasts(): boolean;
}

/** For the page's life, whatever the browser does not keep. The route guard is built without the session and has to read the same. */
const HELD = Symbol.for('vimarsh.held');
type Page = { [HELD]?: Map<StorageKey, string> };

/** `localStorage`, and the page's memory for what the browser refuses to keep (full storage, blocked cookies, sandboxed frames). */
export function openStore(): Store {
  const page: Page = globalThis as Page;
  page[HELD] ??= new Map();
  const held = page[HELD];
  const lasts = () => !TOGETHER.some((key) => held.has(key));
  const kept = (key: StorageKey) => attempt(() => localStorage.getItem(key)) ?? '';
  /** False where the browser refuses. */
  const keep = (key: StorageKey, value: string): boolean => {
    const done = attempt(() => {
      if (value) localStorage.setItem(key, value);
      else localStorage.removeItem(key);
      return true;
    });
    return done ?? value === '';
  };
  return {
    read: (key) => held.get(key) ?? kept(key),
    write(key, value) {
      const together = TOGETHER.includes(key);
      if (!(together && !lasts()) && keep(key, value)) return void held.delete(key);
      for (const each of together ? TOGETHER : [key]) {
        const moved = each === key ? value : (held.get(each) ?? kept(each));
        if (moved) held.set(each, moved);
        else held.delete(each);
        keep(each, '');
      }
    },
    clear() {
      held.clear();
      attempt(() => localStorage.clear());
    },
    lasts,
  };
}

/** Browsers refuse storage by throwing, some as soon as it is looked at. */
function attempt<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}
