import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { Logger } from 'pino';
import { proxiesOf } from '../address.ts';

export interface UnnamedProxy {
  /** Looks at a request as it came. */
  look(request: IncomingMessage): void;
  /** Whether some request has come through a proxy that nobody named. */
  seen(): boolean;
}

/**
 * Notices requests that came through a proxy which TRUST_PROXY does not name, and says so once. All visitors behind it look like
 * one address: they share one limit, and where that address is this machine's own, they would look as harmless as its owner.
 */
export function watchForUnnamedProxy(trusted: string, log: Pick<Logger, 'warn'>): UnnamedProxy {
  const trusts = proxyAddr.compile(proxiesOf(trusted));
  let seen = false;
  return {
    look({ headers, socket }) {
      if (seen || (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined)) return;
      if (trusts(socket.remoteAddress ?? '', 0)) return;
      seen = true;
      log.warn(
        { setting: 'TRUST_PROXY' },
        'A request carried X-Forwarded-For from an address that TRUST_PROXY does not name. If a proxy stands in front of this server, set TRUST_PROXY to its address: until then all its visitors count as one address, with one limit for all of them.',
      );
    },
    seen: () => seen,
  };
}
