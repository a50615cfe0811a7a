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

/** `localStorage`, or the page's memory where the browser refuses it (blocked cookies, sandboxed frames). */
export function openStore(): Store {
  const area = usableStorage() ?? memory();
  return {
    read: (key) => area.getItem(key) ?? '',
    write: (key, value) => (value === '' ? area.removeItem(key) : area.setItem(key, value)),
    clear: () => area.clear(),
  };
}

type Area = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

function usableStorage(): Area | null {
  try {
    localStorage.setItem('vimarsh', '1');
    localStorage.removeItem('vimarsh');
    return localStorage;
  } catch {
    return null;
  }
}

function memory(): Area {
  const map = new Map<string, string>();
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
    clear: () => map.clear(),
  };
}
