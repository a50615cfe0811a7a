/** Route roles and their stored names (S6-ROLE-A01: the spellings differ on purpose). */
export const ROLES = {
  ALL: 'All',
  BROKER: 'Broker',
  ANALYST: 'Analyst',
  FINANCIAL_ADVISER: 'Financial Advisor',
  NON_FINANCE: 'Non Financial Advisor',
  OTHER: 'Other',
  STUDENT: 'Student',
  RETAIL_INVESTOR: 'Retail Investor',
  MARKET_EXPERT: 'Market Expert',
  DEALER: 'Dealer',
  ADMIN: 'Admin',
} as const;
export type RoleCode = keyof typeof ROLES;

/** Every protected page is open to all of them (S6-ROLE-29). */
export const ALL_ROUTE_ROLES: readonly string[] = Object.values(ROLES);

/** `user_data.roles` as the client stores it: a string is a list of one, an empty or missing list is the single role All. */
export function rolesToStore(received: unknown): string[] {
  const list = typeof received === 'string' ? [received] : Array.isArray(received) ? received.filter((role) => typeof role === 'string') : [];
  const named = list.filter((role) => role !== '');
  return named.length > 0 ? named : [ROLES.ALL];
}

/** A user is admitted if one of their roles is allowed. */
export function mayEnter(roles: readonly string[], allowed: readonly string[] = ALL_ROUTE_ROLES): boolean {
  return roles.some((role) => allowed.includes(role));
}
