import * as z from 'zod/mini';

/** Letters that may stand behind an address of a broker. */
export const BROKER_ADDRESS = { allowed: /^(\/[^?]*[^/?])?$/, words: 'must end with its host, port or path, without a slash' };

/** The file that holds an access token and nothing else. */
export const tokenFile = (name: string) => z.string().check(z.refine((value) => value === value.trim(), `${name} must not begin or end with a blank`));

/** Own addresses of this machine: nobody else reads what is sent there. */
const OWN_MACHINE = /^[a-z]+:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|\/|$)/;
export const isOwnMachine = (address: string): boolean => OWN_MACHINE.test(address);

/** Settings that matter to a line of prices, whatever the broker. */
export interface SettingsAround {
  readonly REDIS_URL?: string | undefined;
  readonly MARKET_SPEED: number;
  readonly MARKET_NOW?: string | undefined;
}

/**
 * A sentence that says what is wrong with the addresses of a broker's feed, or with settings around it. It never holds a value. `addresses` by the
 * names of their settings; the first is where prices come from.
 */
export function lineProblem(feed: string, addresses: Readonly<Record<string, string | undefined>>, around: SettingsAround): string | null {
  for (const [name, address] of Object.entries(addresses))
    if (address && !/^(https|wss):/.test(address) && !isOwnMachine(address)) return `${name} must be encrypted (https:// or wss://), or be this machine’s own.`;
  if (around.REDIS_URL) return `REDIS_URL must not be set with MARKET_FEED=${feed}, because one server takes in the prices of a broker and judges by them.`;
  const [prices] = Object.values(addresses);
  const isStandIn = prices !== undefined && isOwnMachine(prices);
  if ((around.MARKET_SPEED !== 1 || around.MARKET_NOW) && !isStandIn)
    return `MARKET_NOW and MARKET_SPEED must not be set with MARKET_FEED=${feed}, because a broker’s prices are of now.`;
  return null;
}
