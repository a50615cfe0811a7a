import type { Platform } from '../platform/platform.ts';

const LOOPBACK = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/;

/**
 * Counts one use from an address. In the demo everyone on this machine shares the loopback address, so it is not
 * counted there.
 */
export function takePerAddress({ config, limits }: Platform, what: string, ip: string, limit: { max: number; perSeconds: number }): void {
  if (config.demo && LOOPBACK.test(ip)) return;
  limits.take(`${what}:${ip}`, limit);
}
