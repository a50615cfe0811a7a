import type { Broker } from './types.ts';

/** A broker to sign in with, for tests. */
export const aBroker = (id: number, title: string, more: Partial<Broker> = {}): Broker => ({
  id,
  title,
  logo: '',
  redirection_url: '',
  model_type: 'redirect',
  is_trading_available: true,
  broker_name: title,
  redirect_url: { sign_in: '', sign_up: '' },
  ...more,
});
