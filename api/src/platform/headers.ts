import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { GrantOrigin } from './platform.ts';
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
export function addHeaders(app: FastifyInstance, config: Config, grant: GrantOrigin): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(DATA);
    if (config.production) reply.headers(HSTS);
    const { origin } = request.headers;
    if (!origin) return;
    reply.header('vary', 'Origin');
    const granted = sameOrigin(request, origin) ? 'credentials' : grant(origin, request.url.split('?', 1)[0]!);
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

const sameOrigin = (request: FastifyRequest, origin: string): boolean => origin === `${request.protocol}://${request.host}`;

/** Host name of an http(s) origin, or null for `null`, other schemes and anything that is not exactly an origin. */
export function hostOfOrigin(origin: string): string | null {
  if (!URL.canParse(origin)) return null;
  const url = new URL(origin);
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.origin === origin ? url.hostname : null;
}

/** What pages inside of apps say: `null`, `file://`, or a scheme of the app's own such as `capacitor://localhost`. */
export const isAppOrigin = (origin: string): boolean => /^(null|(?!https?:)[a-z][a-z0-9+.-]{0,30}:\/\/[\w.:-]{0,200})$/.test(origin);
