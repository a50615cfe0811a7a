import * as z from 'zod/mini';
import { url } from '../../../platform/settings/address.ts';
import { givenWord } from '../../../platform/settings/secret.ts';
import { BROKER_ADDRESS, lineProblem, type SettingsAround, tokenFile } from '../line-settings.ts';

/** Settings of a feed from Kite Connect 3 (docs/operating.md, “Prices of a broker”). */
export const kiteSettings = {
  KITE_API_KEY: z.optional(givenWord(100, 'KITE_API_KEY')),
  KITE_ACCESS_TOKEN: z.optional(givenWord(200, 'KITE_ACCESS_TOKEN')),
  KITE_ACCESS_TOKEN_FILE: z.optional(tokenFile('KITE_ACCESS_TOKEN_FILE')),
  KITE_URL: z.optional(url('KITE_URL', ['https:', 'http:'], BROKER_ADDRESS)),
  KITE_SOCKET_URL: z.optional(url('KITE_SOCKET_URL', ['wss:', 'ws:'], BROKER_ADDRESS)),
} as const;

interface KiteSettings {
  readonly MARKET_FEED: string;
  readonly KITE_API_KEY?: string | undefined;
  readonly KITE_ACCESS_TOKEN?: string | undefined;
  readonly KITE_ACCESS_TOKEN_FILE?: string | undefined;
  readonly KITE_URL?: string | undefined;
  readonly KITE_SOCKET_URL?: string | undefined;
}

/** A sentence that says what is wrong with these settings together. It never holds a value. */
export function kiteProblem(settings: KiteSettings & SettingsAround): string | null {
  if (settings.MARKET_FEED !== 'kite') return null;
  const { KITE_API_KEY, KITE_ACCESS_TOKEN, KITE_ACCESS_TOKEN_FILE, KITE_URL, KITE_SOCKET_URL } = settings;
  if (!KITE_API_KEY) return 'KITE_API_KEY must be set with MARKET_FEED=kite.';
  if (!KITE_ACCESS_TOKEN === !KITE_ACCESS_TOKEN_FILE)
    return 'KITE_ACCESS_TOKEN_FILE must be set with MARKET_FEED=kite, to the file in which each day’s login leaves its token; or else KITE_ACCESS_TOKEN, for a single day.';
  return lineProblem('kite', { KITE_SOCKET_URL, KITE_URL }, settings);
}
