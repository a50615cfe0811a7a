import type { Environment } from '@vimarsh/shared/contract/partners/types.ts';
import type { Config } from '../platform/platform.ts';

/** What a site lets people do without a broker; what it shows and what the server takes are both decided here. */
export function entrancesOf(environment: Environment | null): { credential_enable: boolean; sign_up: boolean } {
  // Partners whose customers come with the partner's own sign-in offer neither form nor sign-up.
  const ownForm = environment === null || environment.isVimarshAuth || environment.isLoginWithCredentials;
  return { credential_enable: ownForm, sign_up: ownForm };
}

/** Ways to sign in of a site, as its broker list names them. */
export function authOptionOf(environment: Environment | null, config: Pick<Config, 'demo' | 'GOOGLE_CLIENT_ID' | 'GOOGLE_CLIENT_SECRET'>) {
  const entrances = entrancesOf(environment);
  const google = config.demo || Boolean(config.GOOGLE_CLIENT_ID && config.GOOGLE_CLIENT_SECRET);
  return { google_enable: google && entrances.credential_enable, fb_enable: false, ...entrances };
}
