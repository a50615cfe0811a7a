import type { RouteGuard } from '../contract/module.contract.ts';
import { HOME_WHEN_SIGNED_IN } from '../domain/home.ts';
import { ALL_ROUTE_ROLES, mayEnter } from '../domain/roles.ts';
import { isPartnerLoginModule, loginPath } from './partner-login.ts';
import type { StoredProfile } from './stored.ts';

/** What the guard reads of storage; `guard-storage.ts` fills it. */
export interface GuardStorage {
  token: string;
  /** Epoch ms of the end of the idle window. */
  expireIn: number;
  /** Null: the stored text was broken. */
  roles: readonly string[] | null;
  profile: Pick<StoredProfile, 'id'> | null;
  planName: string;
  pending: string;
  environment: { byPassLogin: boolean; loginModule: string } | null;
}

export interface Visit {
  /** Path with query, as asked for. */
  path: string;
  /** The manifest route it matches, or null for an unknown path. `allowed` defaults to every role (S2.1-GROUP-02). */
  route: { path: string; guard: RouteGuard; allowed?: readonly string[] } | null;
  storage: GuardStorage;
  /** Path of the screen before, '' on the first one. */
  from: string;
  /** Epoch ms. */
  now: number;
}

/** Changes of storage to make before going on. */
export interface Effects {
  clear?: boolean;
  /** Forget the pending route: it was used (S4-GUARD-A01). */
  consume?: boolean;
  /** Keep this path as the pending route. */
  save?: string;
  marketType?: 'options' | 'equity';
}

export type Decision = { kind: 'proceed'; effects: Effects } | { kind: 'redirect'; to: string; effects: Effects };

const OPTIONS_PAGES = ['/options-watchlist', '/publish-recommendation-options', '/expert-past-strategy-options', '/past-strategy-options', '/options-insights'];
const SIGN_IN_PAGES = ['/login', '/verify-otp'];
const PROFILE_UPDATE = '/profile-update';

/** The path itself or anything below it, whatever the query. */
const isUnder = (path: string, root: string): boolean => {
  const bare = path.split('?')[0] ?? '';
  return bare === root || bare.startsWith(`${root}/`);
};

/** Whether a visit may go on, or where it goes instead (spec 4, route guard). Pure; decided before the address changes. */
export function decide({ path, route, storage, from, now }: Visit): Decision {
  const redirect = (to: string, effects: Effects = {}): Decision => ({ kind: 'redirect', to, effects });
  if (!route) return redirect('/');
  const effects = marketEffects(path);
  const signedIn = storage.token !== '' && storage.expireIn > now;
  const cameFromProfile = isUnder(from, PROFILE_UPDATE);

  if (SIGN_IN_PAGES.some((page) => isUnder(path, page))) {
    if (signedIn) return redirect(cameFromProfile ? PROFILE_UPDATE : HOME_WHEN_SIGNED_IN);
    if (isUnder(path, '/login') && storage.environment?.byPassLogin) return redirect('/auth-bypass');
  }
  if (route.guard === 'open') return { kind: 'proceed', effects };

  const login = loginPath(storage.environment);
  const turnedAway = (): Decision => {
    if (storage.token && cameFromProfile) return redirect(PROFILE_UPDATE);
    const isChat = (path.split('?')[0] ?? '') === '/chat';
    return redirect(login, isChat ? { clear: true } : { clear: true, save: path });
  };
  if (route.guard === 'token') return storage.token ? { kind: 'proceed', effects } : turnedAway();

  if (storage.roles === null) return redirect(login, { clear: true });
  if (!storage.token || !mayEnter(storage.roles, route.allowed ?? ALL_ROUTE_ROLES)) return turnedAway();
  if (!storage.profile?.id) return redirect('/', { clear: true });
  if (storage.pending && !isUnder(path, PROFILE_UPDATE)) return forwardTo(storage, path, effects, redirect);
  if (isUnder(path, '/pricing') && isPartnerLoginModule(storage.environment?.loginModule ?? '')) return redirect(HOME_WHEN_SIGNED_IN);
  return { kind: 'proceed', effects };
}

/** The pending route is used once; /pricing becomes /data-categorisation for who already has Premium or Pro. */
function forwardTo(storage: GuardStorage, path: string, effects: Effects, redirect: (to: string, effects?: Effects) => Decision): Decision {
  const hasPlan = storage.planName === 'Premium' || storage.planName === 'Pro';
  const to = hasPlan && isUnder(storage.pending, '/pricing') ? '/data-categorisation' : storage.pending;
  if (to === path) return { kind: 'proceed', effects: { ...effects, consume: true } };
  return redirect(to, { consume: true });
}

/** Options pages switch the market type; the equity watchlist switches it back (S4-GUARD-05, S4-GUARD-O01). */
function marketEffects(path: string): Effects {
  if (OPTIONS_PAGES.some((page) => isUnder(path, page))) return { marketType: 'options' };
  return isUnder(path, '/equity-watchlist') ? { marketType: 'equity' } : {};
}
