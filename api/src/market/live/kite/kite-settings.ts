import * as z from 'zod/mini';
import { url } from '../../../platform/settings/address.ts';
import { givenWord } from '../../../platform/settings/secret.ts';

const NO_QUERY = { allowed: /^(\/[^?]*[^/?])?$/, words: 'must end with its host, port or path, without a slash' };

/** Settings of a feed from Kite Connect 3 (docs/operating.md, “Prices of a broker”). */
export const kiteSettings = {
  KITE_API_KEY: z.optional(givenWord(100, 'KITE_API_KEY')),
  KITE_ACCESS_TOKEN: z.optional(givenWord(200, 'KITE_ACCESS_TOKEN')),
  KITE_ACCESS_TOKEN_FILE: z.optional(
    z.string().check(z.refine((value) => value === value.trim(), 'KITE_ACCESS_TOKEN_FILE must not begin or end with a blank')),
  ),
  KITE_URL: z.optional(url('KITE_URL', ['https:', 'http:'], NO_QUERY)),
  KITE_SOCKET_URL: z.optional(url('KITE_SOCKET_URL', ['wss:', 'ws:'], NO_QUERY)),
} as const;

export interface KiteSettings {
  readonly MARKET_FEED: string;
  readonly KITE_API_KEY?: string | undefined;
  readonly KITE_ACCESS_TOKEN?: string | undefined;
  readonly KITE_ACCESS_TOKEN_FILE?: string | undefined;
  readonly KITE_URL?: string | undefined;
  readonly KITE_SOCKET_URL?: string | undefined;
}

/** This machine's own addresses: what is sent there, nobody else reads. */
const OWN_MACHINE = /^[a-z]+:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|\/|$)/;

/** A sentence that says what is wrong with these settings together. It never holds a value. */
export function kiteProblem(
  settings: KiteSettings & { readonly REDIS_URL?: string | undefined; readonly MARKET_SPEED: number; readonly MARKET_NOW?: string | undefined },
): string | null {
  if (settings.MARKET_FEED !== 'kite') return null;
  const { KITE_API_KEY, KITE_ACCESS_TOKEN, KITE_ACCESS_TOKEN_FILE, KITE_URL, KITE_SOCKET_URL } = settings;
  if (!KITE_API_KEY) return 'KITE_API_KEY must be set with MARKET_FEED=kite.';
  if (!KITE_ACCESS_TOKEN === !KITE_ACCESS_TOKEN_FILE)
    return 'KITE_ACCESS_TOKEN_FILE must be set with MARKET_FEED=kite, to the file in which each day’s login leaves its token; or else KITE_ACCESS_TOKEN, for a single day.';
  for (const [name, address] of [
    ['KITE_URL', KITE_URL],
    ['KITE_SOCKET_URL', KITE_SOCKET_URL],
  ] as const)
    if (address && !/^(https|wss):/.test(address) && !OWN_MACHINE.test(address))
      return `${name} must be encrypted (https:// or wss://), or be this machine’s own.`;
  if (settings.REDIS_URL) return 'REDIS_URL must not be set with MARKET_FEED=kite, because one server takes in the prices of a broker and judges by them.';
  const isStandIn = KITE_SOCKET_URL !== undefined && OWN_MACHINE.test(KITE_SOCKET_URL);
  if ((settings.MARKET_SPEED !== 1 || settings.MARKET_NOW) && !isStandIn)
    return 'MARKET_NOW and MARKET_SPEED must not be set with MARKET_FEED=kite, because a broker’s prices are of now.';
  return null;
}
