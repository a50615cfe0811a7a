import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import type { GrantOrigin } from '../platform.ts';
import { HSTS, KINDS } from './security-headers.ts';

const DATA = KINDS.data();
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type, x-client',
  'access-control-max-age': '7200',
} as const;

/**
 * Security headers of data, which a route replaces by those of its kind, and CORS by exact echo of granted origins; preflights
 * are answered here, before any route (S7-HTTP-O01).
 */
export function addHeaders(app: FastifyInstance, config: Config, grant: (origin: string, asked: RequestTarget) => ReturnType<GrantOrigin>): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(DATA);
    if (config.production) reply.headers(HSTS);
    const { origin } = request.headers;
    if (!origin) return;
    reply.header('vary', 'Origin');
    const { protocol, host } = request;
    const granted = grant(origin, { protocol, host, path: request.url.split('?', 1)[0]! });
    if (granted) {
      reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': 'x-request-id, retry-after' });
      if (granted === 'credentials') reply.header('access-control-allow-credentials', 'true');
    }
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method']) {
      if (granted) reply.headers(PREFLIGHT);
      await reply.code(204).send();
    }
  });
}

/** How and where a request came to us. `host` has its port. */
export interface RequestTarget {
  readonly protocol: string;
  readonly host: string;
  readonly path: string;
}

/** An http(s) origin, or null for `null`, other schemes and anything that is not exactly an origin. */
export function webOrigin(origin: string): URL | null {
  if (!URL.canParse(origin)) return null;
  const url = new URL(origin);
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.origin === origin ? url : null;
}

/**
 * Whether an origin differs from the one that was asked in its host name at most: another port is another program's, and what
 * somebody on the network put into an http page must not read what was asked by https. The reverse is right where a proxy
 * that is not trusted ends https.
 */
export function isBeside(origin: URL, { protocol, host }: Pick<RequestTarget, 'protocol' | 'host'>): boolean {
  const asked = `${origin.protocol}//${host}`;
  return (origin.protocol === 'https:' || protocol === 'http') && URL.canParse(asked) && new URL(asked).port === origin.port;
}

/** What pages inside of apps say: `null`, `file://`, or a scheme of the app's own such as `capacitor://localhost`. */
export const isAppOrigin = (origin: string): boolean => /^(null|(?!https?:)[a-z][a-z0-9+.-]{0,30}:\/\/[\w.:-]{0,200})$/.test(origin);
