import type { Broker, Environment } from '@vimarsh/shared/contract/partners/types.ts';
import type { TradingBroker } from './tables.ts';

/**
 * One entry of the broker list. Where people sign in: `own-auth`, accounts of ours inside the partner's site;
 * `two-step`, the partner's own form; `redirect`, the partner's site. `redirection_url` is the fallback (S3-BRK-O01).
 */
export function entryOfSite(environment: Environment): Broker {
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
export function entryOfTradingBroker({ id, title, is_trading_available }: TradingBroker): Broker {
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
