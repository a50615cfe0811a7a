import type { Limit } from '../platform/limits.ts';
import type { Platform } from '../platform/platform.ts';

const LOOPBACK = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/;

/**
 * Counts one use from an address. In the demo everyone on this machine shares the loopback address, so it is not
 * counted there.
 */
export async function takePerAddress({ config, limits }: Platform, what: string, ip: string, limit: Limit): Promise<void> {
  if (config.demo && LOOPBACK.test(ip)) return;
  await limits.takeFrom(ip, what, limit);
}

/** Counts one use of all addresses together, with the same exception. */
export async function takeTogether({ config, limits }: Platform, what: string, ip: string, limit: Limit): Promise<void> {
  if (config.demo && LOOPBACK.test(ip)) return;
  await limits.take(what, limit);
}
