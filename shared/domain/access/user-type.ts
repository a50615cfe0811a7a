import type { Environment } from '../../contract/partners/types.ts';
import { KEPT_BROKER_IDS } from '../partners/brokers.ts';

/** `internal`: the direct user of the main host (S5-SHOW-A02). */
export interface WebsiteUserType {
  userType: 'broker' | 'internal';
  userSubType: 'brokerWithoutPlans' | 'brokerWithPlans' | '';
}

interface Source {
  utm_source?: string;
  source?: string;
}

interface Visit {
  host: string;
  profile: Source | null;
  environments: readonly Environment[];
  /** The broker stored so far, if any. */
  selectedBroker: { id: number } | null;
}

/** What the session then stores; null removes the key. */
export interface Visitor {
  websiteUserType: WebsiteUserType;
  environment: Environment | null;
  selectedBroker: { id: number } | null;
}

/** The environment whose lower-case key the host contains; the longest key wins (S4-UTYPE-A05). */
export function environmentOfHost(host: string, environments: readonly Environment[]): Environment | null {
  const name = host.toLowerCase();
  let best: Environment | null = null;
  for (const candidate of environments) {
    const key = candidate.utm_source_str.toLowerCase();
    if (name.includes(key) && key.length > (best?.utm_source_str.length ?? 0)) best = candidate;
  }
  return best;
}

/** A profile names its partner by display name or key, in `utm_source` or else `source` (S4-UTYPE-A02, -A07). */
export function environmentOfProfile(profile: Source | null, environments: readonly Environment[]): Environment | null {
  const named = (profile?.utm_source || profile?.source || '').trim().toLowerCase();
  if (named === '') return null;
  return environments.find((candidate) => [candidate.utm_source, candidate.utm_source_str].some((name) => name.toLowerCase() === named)) ?? null;
}

export function userTypeOf(environment: Environment | null): WebsiteUserType {
  return environment ? { userType: 'broker', userSubType: environment.tier } : { userType: 'internal', userSubType: '' };
}

/**
 * User type, environment and selected broker of a visitor (spec section 4). A profile that names a partner decides, or
 * else the host. A direct user keeps a selected broker only if direct users may link it.
 */
export function deriveVisitor({ host, profile, environments, selectedBroker }: Visit): Visitor {
  const environment = environmentOfProfile(profile, environments) ?? environmentOfHost(host, environments);
  if (environment) return { websiteUserType: userTypeOf(environment), environment, selectedBroker: { id: environment.brokerId } };
  const linkable = selectedBroker && KEPT_BROKER_IDS.includes(selectedBroker.id) ? selectedBroker : null;
  return { websiteUserType: userTypeOf(null), environment: null, selectedBroker: linkable };
}
