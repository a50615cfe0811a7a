import type { Environment } from '@vimarsh/shared/contract/partners/types.ts';
import type { Data, Received, Route } from '@vimarsh/shared/contract/route.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Audit } from './access/audit.ts';
import type { Authenticate, Caller, Recheck } from './access/caller.ts';
import type { Database } from './database/database.types.ts';
import type { SafeCopies } from './files/safe-copies.ts';
import type { JsonBytes } from './http/json-part.ts';
import type { QuickAnswers } from './http/quick.ts';
import type { RawAnswer } from './http/raw-answer.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Limits } from './limits/limits.ts';
import type { Outbox } from './messages/outbox.ts';
import type { Prepared } from './sockets/prepared-message.ts';
import type { Realtime } from './sockets/realtime.ts';

/** What features stand on: database, HTTP, sockets, jobs. It knows no business. */
export interface Platform {
  readonly config: Config;
  readonly db: Database;
  readonly log: Logger;
  readonly app: FastifyInstance;
  /** Registers a contract route: validates the input, authorises by `route.access`, wraps the envelope, strips what the contract does not name. */
  on<R extends Route>(route: R, handler: Handler<R>, options?: RouteOptions): void;
  /** All routes registered with `on`, in order; the API page and the fuzz tests read them. */
  routes(): readonly Route[];
  /** Answers GET requests of unknown paths that accept HTML (the portal's page). Everything else unknown gets the envelope. */
  fallback(page: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): void;
  /** One transaction. Nesting throws; so does `db` inside it (it would wait for itself on the embedded database). */
  transaction<T>(work: (tx: Database) => Promise<T>): Promise<T>;
  readonly realtime: Realtime;
  readonly jobs: Jobs;
  readonly outbox: Outbox;
  readonly audit: Audit;
  readonly limits: Limits;
  /** What is kept of a stranger's file. Nothing else opens one. */
  readonly safeCopies: Pick<SafeCopies, 'make'>;
  /** Answers from memory in front of all routing; the rare exception for what is asked thousands of times a second. */
  readonly quick: Pick<QuickAnswers, 'add'>;
  /** Who a bearer stands for on this host; null when it is nobody's. One per process. */
  authenticator(find: Authenticate): void;
  /** What callers whose sockets stay open have become meanwhile. One per process. */
  recheck(look: Recheck): void;
  /** Which partner a host belongs to; null for the main host. One per process. */
  tenant(find: (host: string) => Environment | null): void;
  /** Which foreign origins may read answers, `null` and schemes of apps among them. Several may be given; the first that grants decides. Own and partner hosts are granted already. */
  origins(grant: GrantOrigin): void;
  /** What a feature still waits for, or may stop it underway: while `whyNot` gives a sentence, `/readyz` answers 503 with it. Asked once the database has answered. */
  readyWhile(whyNot: () => Promise<string | null>): void;
  /** What whoever runs the server should know while it serves all the same: `/readyz` says it beside its yes. */
  remark(find: () => readonly string[] | Promise<readonly string[]>): void;
  /** A figure of `/metrics`, read at each scrape and left out of it where that fails. */
  gauge(name: string, help: string, read: () => Promise<number>): void;
  /** Runs in order once everything is composed, before the port opens. */
  onReady(work: () => Promise<void> | void): void;
  /** Runs when the server begins to end and still serves: what is held open is given away over this time (ms), or at once when `hurry` comes. */
  onLeaving(work: (ms: number, hurry: AbortSignal) => Promise<void>): void;
  /** Runs in reverse order when the process ends, before the database closes. */
  onShutdown(work: () => Promise<void> | void): void;
}

/** `credentials` also lets cookies and the bearer's answers through; `plain` only the answer. `path` is the request's path. */
export type GrantOrigin = (origin: string, path: string) => 'credentials' | 'plain' | null;

export type Handler<R extends Route> = (input: Received<R>, ctx: Ctx) => Promise<Data<R> | Reply<Data<R>> | JsonBytes | RawAnswer>;

export interface RouteOptions {
  /** Requests per caller (or per address when anonymous), besides the general ceiling. */
  readonly limit?: { max: number; perSeconds: number };
  /** Bytes of all files that come with one request; default 12 MB. */
  readonly fileBytes?: number;
  /** Cache-Control of a good answer; default `no-store`. */
  readonly cache?: string;
}

/** What a handler knows of the request besides its input. */
export interface Ctx {
  readonly caller: Caller | null;
  readonly partner: Environment | null;
  readonly ip: string;
  /** The request came through a proxy that TRUST_PROXY does not name: `ip` is the proxy's, and says nothing of who asks. */
  readonly proxied: boolean;
  /** Host name without port, lower case. */
  readonly host: string;
  /** The `Origin` header, '' when absent. */
  readonly origin: string;
  readonly userAgent: string;
  readonly requestId: string;
  /** The raw bearer, '' when absent: for tokens that are not a user's, e.g. a widget's. */
  readonly bearer: string;
  /** The `Last-Event-ID` header of a stream taken up again, '' when absent. */
  readonly lastEventId: string;
  /** The raw `Cookie` header, '' when absent. */
  readonly cookies: string;
  /** Files of a route that declares some, by their field; only what was sent. */
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** Sets a header of the answer. */
  header(name: string, value: string): void;
}

/** A handler's answer with more than data. `extra` may hold what the envelope knows beside data: login extras, `token_data`, `expire_in`, `auth_option`. */
export interface Reply<D> {
  data: D | null;
  extra?: object;
  http?: number;
}

export { Fail, refuseField } from './http/fail.ts';
export { RawAnswer } from './http/raw-answer.ts';
export type { Audit, Authenticate, Caller, Config, Database, Jobs, Limits, Outbox, Prepared, Realtime, Recheck };
