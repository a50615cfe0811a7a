import * as z from 'zod/mini';
import { url } from '../../../platform/settings/address.ts';
import { givenWord } from '../../../platform/settings/secret.ts';
import { LONGEST_TOKEN } from '../access-token.ts';
import { BROKER_ADDRESS, lineProblem, type SettingsAround, tokenFile } from '../line-settings.ts';

/** Settings of a feed from Upstox (docs/operating.md, “Prices of a broker”). */
export const upstoxSettings = {
  UPSTOX_ACCESS_TOKEN: z.optional(givenWord(LONGEST_TOKEN, 'UPSTOX_ACCESS_TOKEN')),
  UPSTOX_ACCESS_TOKEN_FILE: z.optional(tokenFile('UPSTOX_ACCESS_TOKEN_FILE')),
  UPSTOX_URL: z.optional(url('UPSTOX_URL', ['https:', 'http:'], BROKER_ADDRESS)),
  UPSTOX_LISTS_URL: z.optional(url('UPSTOX_LISTS_URL', ['https:', 'http:'], BROKER_ADDRESS)),
} as const;

interface UpstoxSettings {
  readonly MARKET_FEED: string;
  readonly UPSTOX_ACCESS_TOKEN?: string | undefined;
  readonly UPSTOX_ACCESS_TOKEN_FILE?: string | undefined;
  readonly UPSTOX_URL?: string | undefined;
  readonly UPSTOX_LISTS_URL?: string | undefined;
}

/** A sentence that says what is wrong with these settings together. It never holds a value. */
export function upstoxProblem(settings: UpstoxSettings & SettingsAround): string | null {
  if (settings.MARKET_FEED !== 'upstox') return null;
  const { UPSTOX_ACCESS_TOKEN, UPSTOX_ACCESS_TOKEN_FILE, UPSTOX_URL, UPSTOX_LISTS_URL } = settings;
  if (!UPSTOX_ACCESS_TOKEN === !UPSTOX_ACCESS_TOKEN_FILE)
    return 'UPSTOX_ACCESS_TOKEN_FILE must be set with MARKET_FEED=upstox, to the file that holds the token; or else UPSTOX_ACCESS_TOKEN, which a restart changes.';
  return lineProblem('upstox', { UPSTOX_URL, UPSTOX_LISTS_URL }, settings);
}
