import type { IncomingMessage } from 'node:http';
import type { ErrorCode } from '@vimarsh/shared/contract/errors.ts';
import type { Environment } from '@vimarsh/shared/contract/partners/types.ts';
import type { Access, Route } from '@vimarsh/shared/contract/route.ts';
import { type Audience, belongsTo } from '@vimarsh/shared/domain/access/audiences.ts';
import { servedAt } from '@vimarsh/shared/domain/routing/served.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { callerOf } from '../access/access.ts';
import type { Limit, Limits } from '../limits/limits.ts';
import type { Authenticate, Caller, Ctx, Handler, Reply, RouteOptions } from '../platform.ts';
import { plainAddress } from './address.ts';
import { success } from './envelope.ts';
import { Fail } from './fail.ts';
import { readForm } from './form.ts';
import { answerFailure } from './http.ts';
import { receive } from './input.ts';
import { JsonBytes } from './json-part.ts';
import { pageOrJson } from './negotiation.ts';
import { RawAnswer } from './raw-answer.ts';

export interface RouteTable {
  on<R extends Route>(route: R, handler: Handler<R>, options?: RouteOptions): void;
  list(): readonly Route[];
  /** Whether a contract's route is registered under this pattern: it counts its callers itself. */
  isCall(pattern: string): boolean;
  fallback(page: Fallback): void;
}
export type Fallback = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

interface Surroundings {
  app: FastifyInstance;
  config: Config;
  log: Logger;
  limits: Limits;
  authenticate: Authenticate;
  tenantOf(host: string): Environment | null;
  isEnding(): boolean;
  /** Whether a proxy that nobody named stands in between. */
  isProxied(request: IncomingMessage): boolean;
}

const WRITTEN = { data: null, extra: undefined, http: undefined };

/** Turns contracts into routes: limit → bearer → access → input → handler → envelope. */
export function createRoutes({ app, config, log, limits, authenticate, tenantOf, isEnding, isProxied }: Surroundings): RouteTable {
  const routes: Route[] = [];
  const patterns = new Set<string>();
  let page: Fallback | null = null;

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0]!;
    const allowed = routes.filter((route) => matches(route.path, path)).map((route) => route.method);
    if (allowed.length > 0) {
      reply.header('allow', allowed.join(', '));
      throw new Fail('METHOD');
    }
    if (page && wantsPage(request.method, path, request.headers.accept)) return page(request, reply);
    throw new Fail('NOT_FOUND');
  });

  return {
    on(route, handler, options = {}) {
      if (!(route.access in DOORS)) throw new Error(`${route.method} ${route.path} does not say who may call it.`);
      routes.push(route);
      patterns.add(route.path);
      app.route({
        method: route.method,
        url: route.path,
        handler: async (request, reply) => {
          try {
            const { claimed, ...ctx } = await surround(request, reply);
            if (options.limit) await takeOne(route.path, ctx.caller, ctx.ip, options.limit);
            authorise(route, { caller: ctx.caller, claimed }, config.demo);
            const { fields, files } = await readForm(route, request, options.fileBytes);
            const input = receive(route, { params: request.params, query: request.query, body: fields });
            const answer = await handler(input as never, { ...ctx, files });
            if (answer instanceof RawAnswer) {
              reply.hijack();
              if (isEnding()) reply.raw.shouldKeepAlive = false;
              answer.write(request.raw, reply.raw, reply.getHeaders());
              return reply;
            }
            const { data, extra, http } =
              answer instanceof JsonBytes ? WRITTEN : isReply(answer) ? answer : { data: answer, extra: undefined, http: undefined };
            const body = answer instanceof JsonBytes ? answer.bytes : JSON.stringify(success(route.data, data, extra));
            if (!reply.hasHeader('cache-control')) reply.header('cache-control', options.cache ?? 'no-store');
            return reply
              .code(http ?? 200)
              .type('application/json; charset=utf-8')
              .serializer((text) => text as string)
              .send(body);
          } catch (error) {
            return answerFailure(error, request, reply, log);
          }
        },
      });
    },
    list: () => routes,
    isCall: (pattern) => patterns.has(pattern),
    fallback(handler) {
      page = handler;
    },
  };

  /** Who is signed in is counted as themselves, wherever they are. */
  function takeOne(what: string, caller: Caller | null, ip: string, limit: Limit): Promise<void> {
    return caller ? limits.take(`${what} ${caller.user_id}`, limit) : limits.takeFrom(ip, what, limit);
  }

  async function surround(request: FastifyRequest, reply: FastifyReply): Promise<Omit<Ctx, 'files'> & { claimed: boolean }> {
    const host = request.hostname.toLowerCase();
    const { authorization = '' } = request.headers;
    const bearer = /^Bearer ([\w.~+/=-]{1,4000})$/i.exec(authorization)?.[1] ?? '';
    const caller = bearer ? await authenticate(bearer, host) : null;
    if (config.RATE_LIMIT > 0) await takeOne('all', caller, request.ip, { max: config.RATE_LIMIT, perSeconds: 60 });
    return {
      claimed: /^Bearer +\S/i.test(authorization),
      caller,
      partner: tenantOf(host),
      ip: plainAddress(request.ip),
      proxied: isProxied(request.raw),
      host,
      origin: pageOrigin(request),
      userAgent: request.headers['user-agent'] ?? '',
      requestId: request.id,
      bearer,
      lastEventId: String(request.headers['last-event-id'] ?? ''),
      cookies: request.headers.cookie ?? '',
      header: (name, value) => void reply.header(name, value),
    };
  }
}

/** Where the page is that asks. Browsers leave `Origin` out of a GET to the page's own site and say that in `Sec-Fetch-Site`, which no script can set. */
const pageOrigin = (request: FastifyRequest): string =>
  request.headers.origin ?? (request.headers['sec-fetch-site'] === 'same-origin' ? `${request.protocol}://${request.host}` : '');

/** Ends like a file of a site; `RELIANCE.NS` does not. */
const FILE = /\.(ico|txt|xml|png|jpe?g|gif|svg|webp|avif|m?js|css|map|json|webmanifest|php|aspx?|woff2?|pdf|zip|env)$/;

/** Addresses of calls and of files: without the word HTML a client means those. */
const NO_PAGE = /^\/[a-z_]+\/v\d+\/|\.\w+$/;

/**
 * Browsers ask for HTML. Command lines, link checkers and the crawlers that draw previews ask for anything, for XML or pictures, or say
 * nothing: that is a page unless the path is a call's or a file's. Who asks for JSON alone is a program and gets none.
 */
function wantsPage(method: string, path: string, accept: string | undefined): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  // Crawlers ask for files and say that they would like HTML.
  if (FILE.test(path)) return false;
  const wanted = pageOrJson(accept);
  if (wanted === 'page') return true;
  // Where the server answers itself no screen can stand: what is missing there is no page.
  if (NO_PAGE.test(path) || servedAt(path)) return false;
  return wanted === 'either';
}

/**
 * Who passes the door of a route, by the access its contract declares; null: passes. Behind it a handler asks `may` with the
 * same caller. Demo routes do not exist outside the demo.
 */
const DOORS: Readonly<Record<Access, (caller: Caller | null, demo: boolean) => ErrorCode | null>> = {
  open: () => null,
  demo: (_caller, demo) => (demo ? null : 'NOT_FOUND'),
  demoAdmin: (caller, demo) => (demo ? doorOf(caller, 'admins') : 'NOT_FOUND'),
  session: (caller) => (caller ? null : 'SESSION_ENDED'),
  expert: (caller) => doorOf(caller, 'registeredExperts'),
  admin: (caller) => doorOf(caller, 'admins'),
};

function doorOf(caller: Caller | null, audience: Audience): ErrorCode | null {
  if (!caller) return 'SESSION_ENDED';
  return belongsTo(callerOf({ caller, partner: null }), audience) ? null : 'FORBIDDEN';
}

/** A bearer that is no session’s may be an old one: answered as a visitor’s, it would never be renewed, and the screen would show less than its user has. */
function authorise(route: Route, { caller, claimed }: { caller: Caller | null; claimed: boolean }, demo: boolean): void {
  const refused = DOORS[route.access](caller, demo) ?? (claimed && !caller && route.bearer !== 'any' ? 'SESSION_ENDED' : null);
  if (refused) throw new Fail(refused);
}

const REPLY_KEYS = new Set(['data', 'extra', 'http']);
/** A handler may answer its data as it is, or a Reply: an object of exactly these keys. */
function isReply(answer: unknown): answer is Reply<unknown> {
  return typeof answer === 'object' && answer !== null && 'data' in answer && Object.keys(answer).every((key) => REPLY_KEYS.has(key));
}

/** Does a concrete path fit a pattern with `:name` segments? Used only for paths no route took. */
export function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return wanted.length === given.length && wanted.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]));
}
