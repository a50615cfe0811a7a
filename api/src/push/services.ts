import type { Config } from '../platform/platform.ts';

/** Push services of browsers; `.` in front: every host below. */
const KNOWN = [
  // Chrome, Brave, Opera, Samsung Internet
  'fcm.googleapis.com',
  'jmt17.google.com',
  // Firefox
  '.push.services.mozilla.com',
  // Edge
  '.notify.windows.com',
  // Safari
  '.push.apple.com',
] as const;

/**
 * Whether messages may be sent to an address that a browser, or who pretends to be one, gave us: only to push services that are known,
 * so that nobody has us knock at doors of our own network.
 */
export function isPushService(endpoint: string, { PUSH_SERVICES }: Pick<Config, 'PUSH_SERVICES'>): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, origin, port, username, password } = new URL(endpoint);
  if (username || password) return false;
  if (PUSH_SERVICES.includes(origin)) return true;
  return protocol === 'https:' && port === '' && KNOWN.some((host) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host));
}
