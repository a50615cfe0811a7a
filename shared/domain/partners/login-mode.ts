import type { Environment } from '../../contract/partners/types.ts';

export type LoginMode = 'bypass' | 'partner' | 'hybrid' | 'own-auth' | 'credentials';

type Flags = Partial<Pick<Environment, 'byPassLogin' | 'loginModule' | 'isHybridModel' | 'isVimarshAuth' | 'isLoginWithCredentials'>>;

/** How users sign in on a site. Of several flags, the first in this order wins (S6-PERM-A01). The main site uses credentials. */
export function loginMode(environment: Flags | null): LoginMode {
  if (environment?.byPassLogin) return 'bypass';
  if (environment?.loginModule) return 'partner';
  if (environment?.isHybridModel) return 'hybrid';
  if (environment?.isVimarshAuth) return 'own-auth';
  return 'credentials';
}

/** "The partner login module" of the guard and of routing after login is one of the two (S4-GUARD-A08). */
export const isPartnerLoginModule = (loginModule: string): boolean => loginModule === 'zebu';
