import type { Limit } from '../platform/limits.ts';
import type { Platform } from '../platform/platform.ts';

const LOOPBACK = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/;

/**
 * Counts one use from an address. In the demo everyone on this machine shares the loopback address, so it is not
 * counted there, unless a proxy that nobody named stands in front: then it is everybody's.
 */
export async function takePerAddress(platform: Platform, what: string, ip: string, limit: Limit): Promise<void> {
  if (isOwner(platform, ip)) return;
  await platform.limits.takeFrom(ip, what, limit);
}

const isOwner = ({ config, behindUnnamedProxy }: Platform, ip: string): boolean => config.demo && LOOPBACK.test(ip) && !behindUnnamedProxy();

/** Counts one use of all addresses together, with the same exception. */
export async function takeTogether(platform: Platform, what: string, ip: string, limit: Limit): Promise<void> {
  if (isOwner(platform, ip)) return;
  await platform.limits.take(what, limit);
}
