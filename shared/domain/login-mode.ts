import type { Environment } from '../contract/partners.contract.ts';

export type LoginMode = 'bypass' | 'partner' | 'hybrid' | 'own-auth' | 'credentials';

type Flags = Partial<Pick<Environment, 'byPassLogin' | 'loginModule' | 'isHybridModel' | 'isVimarshAuth' | 'isLoginWithCredentials'>>;

/** How people sign in on a site. Several flags: the first of this order wins (S6-PERM-A01). The main site uses credentials. */
export function loginMode(environment: Flags | null): LoginMode {
  if (environment?.byPassLogin) return 'bypass';
  if (environment?.loginModule) return 'partner';
  if (environment?.isHybridModel) return 'hybrid';
  if (environment?.isVimarshAuth) return 'own-auth';
  return 'credentials';
}
