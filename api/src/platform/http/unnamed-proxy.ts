import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { Logger } from 'pino';
import { proxiesOf } from './address.ts';

/**
 * Whether a request came through a proxy that TRUST_PROXY does not name; the first one is said in the log. All visitors behind such a
 * proxy look like one address: they share one limit, and where that is this machine's own address, they would pass for its owner.
 */
export function unnamedProxy(trusted: string, log: Pick<Logger, 'warn'>): (request: IncomingMessage) => boolean {
  const trusts = proxyAddr.compile(proxiesOf(trusted));
  let said = false;
  return ({ headers, socket }) => {
    if (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined) return false;
    if (trusts(socket.remoteAddress ?? '', 0)) return false;
    if (!said)
      log.warn(
        { setting: 'TRUST_PROXY' },
        'A request carried X-Forwarded-For from an address that TRUST_PROXY does not name. If a proxy stands in front of this server, set TRUST_PROXY to its address: until then all its visitors count as one address, with one limit for all of them.',
      );
    said = true;
    return true;
  };
}
