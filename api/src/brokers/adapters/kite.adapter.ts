import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { BrokerSetting } from '../../broker-settings.ts';
import { Fail } from '../../platform/platform.ts';
import type { RedirectSignIn } from '../desk.ts';
import { nextMorning } from '../session.rules.ts';
import { type AdapterOptions, askBroker } from './ask-broker.ts';

type Kite = Extract<BrokerSetting, { protocol: 'kite' }>;

const sessionAnswer = z.union([
  z.object({
    status: z.literal('success'),
    data: z.object({ user_id: z.string().check(z.minLength(1)), user_name: z.string(), api_key: z.string(), access_token: z.string().check(z.minLength(1)) }),
  }),
  z.object({ status: z.literal('error'), error_type: z.string() }),
]);

/**
 * Zerodha Kite Connect 3: the login page hands a `request_token` to the registered address (`redirect_params` come back
 * with it); POST /session/token trades it with `checksum` = SHA-256 of api_key + request_token + api_secret.
 * The `access_token` in its answer lasts until 06:00 of the next day. https://kite.trade/docs/connect/v3/user/
 */
export function kiteRedirect(
  { api_key, api_secret, login_url = 'https://kite.zerodha.com/connect/login', url = 'https://api.kite.trade' }: Kite,
  { clock = () => new Date(), patience }: AdapterOptions = {},
): RedirectSignIn {
  return {
    loginUrl({ state }) {
      const to = new URL(login_url);
      to.searchParams.set('v', '3');
      to.searchParams.set('api_key', api_key);
      to.searchParams.set('redirect_params', new URLSearchParams({ state }).toString());
      return to.href;
    },
    async exchange(request_token) {
      const checksum = createHash('sha256').update(`${api_key}${request_token}${api_secret}`).digest('hex');
      const answer = await askBroker(sessionAnswer, {
        url: `${url}/session/token`,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-kite-version': '3' },
        body: new URLSearchParams({ api_key, request_token, checksum }).toString(),
        patience,
      });
      // TokenException: used, expired or never issued. Anything else is about our keys, not about the user.
      if (answer.status === 'error') throw new Fail(answer.error_type === 'TokenException' ? 'HANDOVER_SPENT' : 'BROKER_AWAY');
      if (answer.data.api_key !== api_key) throw new Fail('BROKER_FOREIGN');
      const { user_id, user_name, access_token } = answer.data;
      return { customer: { client_id: user_id, full_name: user_name }, session: { token: access_token, expires_at: nextMorning(clock()) } };
    },
  };
}
