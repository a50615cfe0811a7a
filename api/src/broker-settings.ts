import * as z from 'zod/mini';
import { webAddress } from './platform/settings/address.ts';
import { givenWord, secret } from './platform/settings/secret.ts';

const word = givenWord(300);

/** Keys of one broker's public interface; what is named stands in its documentation. `url` without a slash at its end. */
export const brokerSetting = z.discriminatedUnion('protocol', [
  /** Zerodha Kite Connect 3. `login_url` and `url` only differ from Zerodha's in tests. */
  z.object({ protocol: z.literal('kite'), api_key: word, api_secret: word, login_url: z.optional(webAddress), url: z.optional(webAddress) }),
  /** Symphony XTS: `url` is the interactive interface, such as https://xts.broker.example/interactive. */
  z.object({ protocol: z.literal('xts'), url: webAddress, app_key: word, secret_key: word }),
  /** Noren, as Zebu runs it: `url` is the NorenWClientTP address. */
  z.object({ protocol: z.literal('noren'), url: webAddress, vendor_code: word, api_key: word }),
  /** The partner's own site hands its customers over with a token signed with this secret (HS256). */
  z.object({ protocol: z.literal('handover'), secret: secret(32), sign_in: webAddress }),
]);
export type BrokerSetting = z.output<typeof brokerSetting>;

/** `BROKERS`: JSON, broker id → its keys. Empty: no real broker is asked for anything. */
export const brokerSettings = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        return null;
      }
    }),
    z.record(z.string().check(z.regex(/^\d{1,6}$/)), brokerSetting, 'BROKERS must be JSON: broker ids with the keys of their interface'),
  ),
);
