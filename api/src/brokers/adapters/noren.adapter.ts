import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { BrokerSetting } from '../../broker-settings.ts';
import { Fail } from '../../platform/platform.ts';
import type { OneFormSignIn } from '../desk.ts';
import { endOfDay } from '../session.rules.ts';
import { type AdapterOptions, askBroker } from './ask-broker.ts';

type Noren = Extract<BrokerSetting, { protocol: 'noren' }>;

const quickAuth = z.union([
  z.object({
    stat: z.literal('Ok'),
    susertoken: z.string().check(z.minLength(1)),
    actid: z.optional(z.string()),
    uname: z.optional(z.string()),
    uid: z.optional(z.string()),
  }),
  z.object({ stat: z.literal('Not_Ok'), emsg: z.string() }),
]);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Noren's QuickAuth, as Zebu runs it: a form of one field `jData` with the SHA-256 of the password, the second factor as
 * it is, and the SHA-256 of `uid|api_key` as `appkey`. The password itself never leaves this function. `susertoken` lasts for the
 * day of the sign-in.
 */
export function norenOneForm({ url, vendor_code, api_key }: Noren, { clock = () => new Date(), patience }: AdapterOptions = {}): OneFormSignIn {
  return {
    async signIn({ client_id, password, factor2 }) {
      const jData = {
        apkversion: '1.0.0',
        uid: client_id,
        pwd: sha256(password),
        factor2,
        vc: vendor_code,
        appkey: sha256(`${client_id}|${api_key}`),
        imei: 'vimarsh',
        source: 'API',
      };
      const answer = await askBroker(quickAuth, {
        url: `${url}/QuickAuth`,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        // The form's value is JSON as it is, but `&`, `+` and `%` in it would end or change the field.
        body: `jData=${encodeURIComponent(JSON.stringify(jData))}`,
        patience,
      });
      if (answer.stat === 'Not_Ok') throw new Fail('BROKER_CREDENTIALS');
      const said = answer.actid ?? answer.uid ?? client_id;
      if (said.toUpperCase() !== client_id.toUpperCase()) throw new Fail('BROKER_FOREIGN');
      return { customer: { client_id, full_name: answer.uname ?? '' }, session: { token: answer.susertoken, expires_at: endOfDay(clock()) } };
    },
  };
}
