import { KEYS, openStore, STORAGE_TOUCHED } from './core/storage.ts';
import { storedExpiry, storedPlanName, storedRoles, storedUserId } from './core/stored.ts';
import type { Effects, GuardStorage } from './guard.ts';

/** Reads what the guard judges by. `environment` is the page’s own partner, never a stored one. */
export function readGuardStorage(environment: GuardStorage['environment']): GuardStorage {
  const store = openStore();
  return {
    token: store.read(KEYS.token),
    expireIn: storedExpiry(store.read(KEYS.expireIn)),
    roles: storedRoles(store.read(KEYS.roles)),
    userId: storedUserId(store.read(KEYS.profile)),
    planName: storedPlanName(store.read(KEYS.plan)),
    pending: store.read(KEYS.pendingRoute),
    environment,
  };
}

/** Carries out what the guard decided, and tells the session of this page. */
export function applyEffects(effects: Effects): void {
  const store = openStore();
  if (effects.clear) store.clear();
  if (effects.consume) store.write(KEYS.pendingRoute, '');
  if (effects.save) store.write(KEYS.pendingRoute, effects.save);
  if (effects.marketType) store.write(KEYS.marketType, effects.marketType);
  if (Object.keys(effects).length > 0) dispatchEvent(new Event(STORAGE_TOUCHED));
}
