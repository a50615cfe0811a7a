import { heldByPage, KEYS, openStore, type StorageKey, type Store } from './storage.ts';

/** A session that is kept in part would be another one after a reload. */
const TOKENS: readonly StorageKey[] = [KEYS.token, KEYS.refreshToken, KEYS.expireIn];
const TOGETHER: readonly StorageKey[] = [...TOKENS, KEYS.roles, KEYS.profile, KEYS.plan, KEYS.publisherPlan];

export interface SessionStore extends Store {
  /** The session outlives this page. */
  lasts(): boolean;
}

/** The store, with a session that is kept whole or held whole. */
export function openSessionStore(): SessionStore {
  const store = openStore();
  const held = heldByPage();
  const lasts = () => !TOGETHER.some((key) => held.has(key));
  const hold = (key: StorageKey, value: string): void => {
    store.write(key, '');
    if (value) held.set(key, value);
  };
  return {
    ...store,
    lasts,
    write(key, value) {
      const kept = lasts();
      if (!kept && TOGETHER.includes(key)) return hold(key, value);
      const before = store.read(key);
      store.write(key, value);
      // An older profile or plan of a session that is kept does until there is room: it is read again anyway.
      if (kept && !lasts() && before && !TOKENS.includes(key)) held.delete(key);
      if (kept && !lasts()) for (const each of TOGETHER) hold(each, store.read(each));
    },
  };
}
