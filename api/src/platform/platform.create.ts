import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Environment } from '@vimarsh/shared/contract/partners/types.ts';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { audit } from './access/audit.ts';
import { databasePlace, openDatabase } from './database/database.ts';
import type { DatabasePlace, OpenDatabase } from './database/database.types.ts';
import { underLimits } from './database/time-limits.ts';
import { keepUp } from './database/upkeep.ts';
import { createSafeCopies } from './files/safe-copies.ts';
import { addressFinder, protocolFinder } from './http/address.ts';
import { addApiPages } from './http/docs/api-pages.ts';
import { addHeaders, isAppOrigin, isBeside, type RequestTarget, webOrigin } from './http/headers.ts';
import { hostRefusals } from './http/host.ts';
import { createHttp } from './http/http.ts';
import { readInPieces } from './http/in-turn.ts';
import { createQuickAnswers, type QuickAnswers } from './http/quick.ts';
import { createRoutes } from './http/routes.ts';
import { addPollingHeaders } from './http/security-headers.ts';
import { trackSpareConnections } from './http/spare-connections.ts';
import { unnamedProxy } from './http/unnamed-proxy.ts';
import { createJobs } from './jobs/jobs.ts';
import { createLimits } from './limits/limits.ts';
import { limitPages } from './limits/page-limit.ts';
import type { CountsPlace, SharedCounts } from './limits/shared-counts.ts';
import { addOutboxPage } from './messages/outbox.page.ts';
import { createOutbox } from './messages/outbox.ts';
import { addHealth } from './nodes/health.ts';
import type { Authenticate, GrantOrigin, Platform, Recheck } from './platform.ts';
import { createRealtime, type RealtimeServer } from './sockets/realtime.ts';

/** The platform as the process that owns it sees it. */
export interface PlatformProcess extends Platform {
  /** Everything the HTTP server answers, as `GET /fonts/*`: the contract's routes and all others. HEAD and OPTIONS go with GET. */
  addresses(): readonly string[];
  readonly quick: QuickAnswers;
  readonly realtime: RealtimeServer;
  /** Starts jobs and runs what features left for `onReady`. From here on `/readyz` answers 200, unless something hinders a feature. */
  start(): Promise<void>;
  /** Opens the port (0: any free one) on all addresses and returns it. */
  listen(port: number): Promise<number>;
  /**
   * Ends in order. First the server says at `/readyz` that it takes nobody more, and goes on serving for DRAIN_SECONDS, while sockets
   * and streams are given away. Then: no new work, running requests answered, jobs, features, database. Loses nothing acknowledged.
   * `now`: what remains of that time is left out.
   */
  close(options?: { now?: boolean }): Promise<void>;
}

const JOBS_GRACE_MS = 10_000;
const LONG_STEP_MS = 2000;

/** What nodes that may be several count their limits in; undefined for one that is alone. */
async function openCounts(config: Config, place: DatabasePlace, log: Logger): Promise<SharedCounts | undefined> {
  const shared: CountsPlace | null = config.REDIS_URL ? { kind: 'redis', url: config.REDIS_URL } : place.kind === 'postgres' ? place : null;
  return shared ? (await import('./limits/shared-counts.ts')).countTogether(shared, log) : undefined;
}

export interface CreateOptions {
  /** Where the data lies; default: what the settings say. */
  place?: DatabasePlace;
  /** One that is opening already; `place` is not looked at then. It closes with the platform. */
  database?: Promise<OpenDatabase>;
}

export async function createPlatform(
  config: Config,
  log: Logger,
  { place = databasePlace(config), database: opening }: CreateOptions = {},
): Promise<PlatformProcess> {
  let phase: 'composing' | 'ready' | 'leaving' | 'draining' = 'composing';
  const isEnding = (): boolean => phase === 'leaving' || phase === 'draining';
  const hurry = new AbortController();
  let closing: Promise<void> | null = null;
  let find: Authenticate = async () => null;
  let recheck: Recheck = async (callers) => new Map(callers.map((caller) => [caller.session_id, caller]));
  let tenantOf: (host: string) => Environment | null = () => null;
  const grants: GrantOrigin[] = [];
  const ready: (() => Promise<void> | void)[] = [];
  const hindrances: (() => Promise<string | null>)[] = [];
  const remarks: Parameters<Platform['remark']>[0][] = [];
  const leaving: ((ms: number, hurry: AbortSignal) => Promise<void>)[] = [];
  const shutdown: (() => Promise<void> | void)[] = [];

  const authenticate: Authenticate = (token, host) => find(token, host);
  // A partner's site is any host that contains its key; cookies are read from the one that is the key.
  const isOurs = (host: string): boolean => host === config.PUBLIC_HOST || host === `${tenantOf(host)?.utm_source_str.toLowerCase()}.${config.PUBLIC_HOST}`;
  const grant = (origin: string, asked: RequestTarget): ReturnType<GrantOrigin> => {
    const web = webOrigin(origin);
    if (web === null && !isAppOrigin(origin)) return null;
    if (web !== null && isBeside(web, asked) && (web.host === asked.host.toLowerCase() || isOurs(web.hostname))) return 'credentials';
    return grants.map((decide) => decide(origin, asked.path)).find((granted) => granted !== null) ?? null;
  };
  const protocolOf = protocolFinder(config.TRUST_PROXY);

  const app: FastifyInstance = createHttp(config, log, isEnding);
  const isProxied = unnamedProxy(config.TRUST_PROXY, log);
  app.addHook('onRequest', async ({ raw }) => void isProxied(raw));
  const addresses: string[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) if (each !== 'HEAD' && each !== 'OPTIONS') addresses.push(`${each} ${url}`);
  });
  addHeaders(app, config, grant);
  const database = await (opening ?? openDatabase(place, log));
  const { db } = database;
  const counts = await openCounts(config, database.place, log);
  // Nodes that share no secret share no sessions either.
  const limits = createLimits({ together: counts && { counts, hashKey: config.SECRET_KEY ?? randomBytes(32).toString('hex') } });
  limitPages({ app, config, limits, isCall: (pattern) => routes.isCall(pattern) });
  const safeCopies = createSafeCopies();
  const routes = createRoutes({ app, config, log, limits, authenticate, tenantOf: (host) => tenantOf(host), isEnding, isProxied });
  const realtime = createRealtime({
    log,
    websocketOnly: config.REDIS_URL !== undefined,
    authenticate,
    recheck: (callers) => recheck(callers),
    addressOf: addressFinder(config.TRUST_PROXY),
    tenantOf: (host) => tenantOf(host),
    mayConnect: (origin, request) => grant(origin, { protocol: protocolOf(request), host: request.headers.host ?? '', path: '/socket.io/' }) === 'credentials',
  });
  realtime.attach(app.server);
  leaving.push(realtime.leave);
  addPollingHeaders(app.server, config);
  const quick = createQuickAnswers(isEnding);
  const spare = trackSpareConnections(app.server);
  quick.attach(app.server, spare.carries, hostRefusals(config));
  readInPieces(app.server);
  const relay = config.REDIS_URL ? (await import('./nodes/redis.ts')).relayByRedis(config.REDIS_URL, realtime.carryOut, log) : null;
  if (relay) realtime.spreadBy(relay);
  const jobs = createJobs(database, log);
  jobs.schedule('platform.upkeep', '20 * * * *', () => keepUp(database));
  const outbox = createOutbox(config, jobs, db, (find) => void remarks.push(find));
  const health = addHealth({
    app,
    log,
    config,
    database,
    notServing: () => (phase === 'ready' ? null : phase === 'composing' ? 'The server is starting.' : 'The server is ending.'),
    hindered: async () => (await Promise.all(hindrances.map((whyNot) => whyNot()))).find((why) => why !== null) ?? null,
    remarks: async () => (await Promise.all(remarks.map((find) => find()))).flat(),
    sockets: realtime.count,
    quickAnswers: quick.count,
  });
  addApiPages(app, routes.list, config);
  addOutboxPage(app, config, outbox, db);
  // A plain close waits for keep-alive connections and sockets for ever.
  app.addHook('preClose', async () => {
    spare.end();
    await realtime.close();
  });

  async function end(): Promise<void> {
    const serves = phase === 'ready';
    phase = 'leaving';
    if (serves && config.drainMs > 0) {
      const over = pause(config.drainMs, undefined, { signal: hurry.signal }).catch(() => undefined);
      await Promise.all([over, ...leaving.map((work) => work(config.drainMs, hurry.signal))]);
    }
    phase = 'draining';
    await step('requests underway', app.close());
    safeCopies.close();
    await step('jobs underway', jobs.stop(JOBS_GRACE_MS));
    for (const work of shutdown) await step('what features write last', Promise.resolve(work()));
    relay?.close();
    counts?.close();
    await step('the database', database.close());
  }

  /** Part of the end. One that takes long is named in the log while it lasts: a server that is killed then says nothing any more. */
  async function step(waitsFor: string, work: PromiseLike<unknown>): Promise<void> {
    const timer = setTimeout(() => log.warn({ waits_for: waitsFor }, 'The end takes long'), LONG_STEP_MS);
    try {
      await work;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    config,
    db,
    log,
    app,
    realtime,
    jobs,
    outbox,
    audit,
    limits,
    safeCopies,
    quick,
    on: routes.on,
    routes: routes.list,
    addresses: () => addresses,
    fallback: routes.fallback,
    transaction: database.transaction,
    authenticator(fn) {
      find = fn;
    },
    recheck(fn) {
      recheck = fn;
    },
    tenant(fn) {
      tenantOf = fn;
    },
    origins: (fn) => void grants.push(fn),
    readyWhile: (whyNot) => void hindrances.push(whyNot),
    remark: (find) => void remarks.push(find),
    gauge: health.gauge,
    onReady: (work) => void ready.push(work),
    onLeaving: (work) => void leaving.push(work),
    onShutdown: (work) => void shutdown.unshift(work),
    async start() {
      await app.ready();
      await counts?.tried;
      await jobs.start();
      await underLimits('start', async () => {
        for (const work of ready) await work();
      });
      await health.watchDatabase();
      phase = 'ready';
    },
    async listen(port) {
      await app.listen({ port, host: '::' });
      const address = app.server.address();
      return typeof address === 'object' && address ? address.port : port;
    },
    close({ now = false } = {}) {
      if (now) hurry.abort();
      closing ??= end();
      return closing;
    },
  };
}
