import * as z from 'zod/mini';
import type { BrokerSetting } from '../../broker-settings.ts';
import { Fail } from '../../platform/platform.ts';
import type { RedirectSignIn } from '../desk.ts';
import { nextMorning } from '../session.rules.ts';
import { type AdapterOptions, askBroker } from './ask-broker.ts';

type Xts = Extract<BrokerSetting, { protocol: 'xts' }>;

/** What XTS writes into `session` of the return address: JSON text. */
const handed = z.object({ accessToken: z.string().check(z.minLength(1)), userID: z.optional(z.string()) });
const sessionAnswer = z.union([
  z.object({ type: z.literal('success'), result: z.object({ token: z.string().check(z.minLength(1)), userID: z.string().check(z.minLength(1)) }) }),
  z.object({ type: z.literal('error'), code: z.string() }),
]);

/**
 * Symphony XTS third-party login: /thirdparty shows the broker's own page and returns to `returnURL` with `session`, JSON
 * with an access token; POST /user/session trades it with the keys of the application.
 */
export function xtsRedirect({ url, app_key, secret_key }: Xts, { clock = () => new Date(), patience }: AdapterOptions = {}): RedirectSignIn {
  return {
    loginUrl({ returnTo, state }) {
      const back = new URL(returnTo);
      back.searchParams.set('state', state);
      const to = new URL(`${url}/thirdparty`);
      to.searchParams.set('appKey', app_key);
      to.searchParams.set('returnURL', back.href);
      return to.href;
    },
    async exchange(token) {
      const read = handed.safeParse(jsonOf(token));
      if (!read.success) throw new Fail('HANDOVER_SPENT');
      const { accessToken, userID } = read.data;
      const answer = await askBroker(sessionAnswer, {
        url: `${url}/user/session`,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ appKey: app_key, secretKey: secret_key, source: 'WebAPI', accessToken }),
        patience,
      });
      if (answer.type === 'error') throw new Fail('HANDOVER_SPENT');
      // The browser's word on who signed in counts for nothing, but a contradiction is one.
      if (userID !== undefined && userID !== answer.result.userID) throw new Fail('BROKER_FOREIGN');
      // XTS names no hour at which its sessions end.
      const session = { token: answer.result.token, expires_at: nextMorning(clock()) };
      return { customer: { client_id: answer.result.userID, full_name: '' }, session };
    },
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
