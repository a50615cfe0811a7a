import type { Limit } from '../platform/limits/limits.ts';
import type { Ctx, Platform } from '../platform/platform.ts';

type From = Pick<Ctx, 'ip' | 'proxied'>;

const LOOPBACK = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/;

/**
 * Counts one use from an address. In the demo everyone on this machine shares the loopback address, so it is not
 * counted there, unless the request came through a proxy that nobody named: then it is everybody's.
 */
export async function takePerAddress(platform: Platform, what: string, from: From, limit: Limit): Promise<void> {
  if (isOwner(platform, from)) return;
  await platform.limits.takeFrom(from.ip, what, limit);
}

const isOwner = ({ config }: Platform, { ip, proxied }: From): boolean => config.demo && LOOPBACK.test(ip) && !proxied;

/** Counts one use of all addresses together, with the same exception. */
export async function takeTogether(platform: Platform, what: string, from: From, limit: Limit): Promise<void> {
  if (isOwner(platform, from)) return;
  await platform.limits.take(what, limit);
}
