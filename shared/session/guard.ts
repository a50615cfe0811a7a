import type { ModuleRoute } from '../contract/module/types.ts';
import type { Environment } from '../contract/partners/types.ts';
import { isOneOf } from '../domain/access/audiences.ts';
import { type Caller, NOBODY } from '../domain/access/caller.ts';
import { ALL_ROUTE_ROLES, mayEnter } from '../domain/access/roles.ts';
import { PROFILE_UPDATE } from '../domain/routing/member-places.ts';
import { AUTH_BYPASS, HOME_WHEN_SIGNED_IN, LOGIN, PUBLIC_HOME, VERIFY_OTP } from '../domain/routing/places.ts';
import { loginPath } from './partner-login.ts';

/** What the guard reads of storage; `guard-storage.ts` fills it. */
export interface GuardStorage {
  token: string;
  /** Epoch ms of the end of the idle window. */
  expireIn: number;
  /** Null: the stored text was broken. */
  roles: readonly string[] | null;
  /** '' when no profile is stored, or one without an id. */
  userId: string;
  planName: string;
  pending: string;
  environment: Pick<Environment, 'byPassLogin' | 'loginModule'> | null;
}

/** What the guard reads of a route; every word of it stands in the module's manifest. */
export type VisitedRoute = Pick<ModuleRoute, 'guard' | 'market' | 'remember' | 'instead'> & { readonly allowed?: readonly string[] };

export interface Visit {
  /** Path with query, as asked for. */
  path: string;
  /** The manifest's route of a path without query; null for an unknown one. `allowed` defaults to every role (S2.1-GROUP-02). */
  routeAt: (path: string) => VisitedRoute | null;
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

export type GuardDecision = { kind: 'proceed'; effects: Effects } | { kind: 'redirect'; to: string; effects: Effects };

const SIGN_IN_PAGES = [LOGIN, VERIFY_OTP];

const bareOf = (path: string): string => path.split('?')[0] ?? '';

/** The path itself or anything below it, whatever the query. */
const isUnder = (path: string, root: string): boolean => {
  const bare = bareOf(path);
  return bare === root || bare.startsWith(`${root}/`);
};

/** Whether a visit may go on, or where it goes instead (spec 4, route guard). Pure; decided before the address changes. */
export function decide({ path, routeAt, storage, from, now }: Visit): GuardDecision {
  const redirect = (to: string, effects: Effects = {}): GuardDecision => ({ kind: 'redirect', to, effects });
  const route = routeAt(bareOf(path));
  if (!route) return redirect(PUBLIC_HOME);
  // Options pages switch the market type; the equity watchlist switches it back (S4-GUARD-05, S4-GUARD-O01).
  const effects: Effects = route.market ? { marketType: route.market } : {};
  const signedIn = storage.token !== '' && storage.expireIn > now;
  const cameFromProfile = isUnder(from, PROFILE_UPDATE);

  if (SIGN_IN_PAGES.some((page) => isUnder(path, page))) {
    if (signedIn) return redirect(cameFromProfile ? PROFILE_UPDATE : HOME_WHEN_SIGNED_IN);
    if (isUnder(path, LOGIN) && storage.environment?.byPassLogin) return redirect(AUTH_BYPASS);
  }
  if (route.guard === 'open') return { kind: 'proceed', effects };

  const login = loginPath(storage.environment);
  const turnedAway = (): GuardDecision => {
    if (storage.token && cameFromProfile) return redirect(PROFILE_UPDATE);
    return redirect(login, route.remember === false ? { clear: true } : { clear: true, save: path });
  };
  if (route.guard === 'token') return storage.token ? { kind: 'proceed', effects } : turnedAway();

  if (storage.roles === null) return redirect(login, { clear: true });
  if (!storage.token || !mayEnter(storage.roles, route.allowed ?? ALL_ROUTE_ROLES)) return turnedAway();
  if (!storage.userId) return redirect(PUBLIC_HOME, { clear: true });
  if (storage.pending && !isUnder(path, PROFILE_UPDATE)) {
    // The kept route is used once, and may lead elsewhere for who has what it offers.
    const to = elsewhere(routeAt(bareOf(storage.pending)), storage, true) ?? storage.pending;
    return to === path ? { kind: 'proceed', effects: { ...effects, consume: true } } : redirect(to, { consume: true });
  }
  const instead = elsewhere(route, storage, false);
  if (instead) return redirect(instead);
  return { kind: 'proceed', effects };
}

/** Where the visitor goes instead of a route, by what its manifest says; null: nowhere else. */
function elsewhere(route: VisitedRoute | null, { userId, planName, environment }: GuardStorage, pending: boolean): string | null {
  const caller: Caller = { ...NOBODY, user_id: userId || null, plan: planName as Caller['plan'], partner: environment };
  const rule = route?.instead?.find((one) => (one.pending ?? false) === pending && isOneOf(one.for, caller));
  return rule?.to ?? null;
}
