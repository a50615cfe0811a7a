import type { Broker, Environment } from '@vimarsh/shared/contract/partners/types.ts';

/**
 * One entry of the broker list. Where people sign in: `own-auth`, accounts of ours inside the partner's site;
 * `two-step`, the partner's own form; `redirect`, the partner's site. `redirection_url` is the fallback (S3-BRK-O01).
 */
export function brokerOf(environment: Environment): Broker {
  const { brokerId, utm_source, logo, hostUrl, isTradeAvailable, isVimarshAuth, loginModule } = environment;
  return {
    id: brokerId,
    title: utm_source,
    logo,
    redirection_url: hostUrl,
    model_type: loginModule ? 'two-step' : isVimarshAuth ? 'own-auth' : 'redirect',
    is_trading_available: isTradeAvailable,
    broker_name: utm_source,
    redirect_url: { sign_in: `${hostUrl}/login`, sign_up: `${hostUrl}/login?plan=register` },
  };
}

/** A broker people may link for trading that has no site here. */
export function tradingBroker({ id, title, is_trading_available }: { id: number; title: string; is_trading_available: boolean }): Broker {
  return {
    id,
    title,
    logo: '',
    redirection_url: '',
    model_type: 'redirect',
    is_trading_available,
    broker_name: title,
    redirect_url: { sign_in: '', sign_up: '' },
  };
}

/** What a site lets people do without a broker; what it shows and what the server takes are both decided here. */
export function entrancesOf(environment: Environment | null): { credential_enable: boolean; sign_up: boolean } {
  // Partners whose customers come with the partner's own sign-in offer neither form nor sign-up.
  const ownForm = environment === null || environment.isVimarshAuth || environment.isLoginWithCredentials;
  return { credential_enable: ownForm, sign_up: ownForm };
}

/** Ways to sign in of a site, as its broker list names them. */
export function authOptionOf(environment: Environment | null, { google }: { google: boolean }) {
  const entrances = entrancesOf(environment);
  return { google_enable: google && entrances.credential_enable, fb_enable: false, ...entrances };
}
