import type * as z from 'zod/mini';

/**
 * One HTTP call of the platform, described once: the server validates with it, clients are typed by it, and the
 * OpenAPI page and the fuzz tests are generated from it. `data` is the shape of the envelope's `data` field; the
 * envelope itself is `answer.ts` (spec section 7).
 */
export interface Route {
  readonly method: 'GET' | 'POST';
  /** Fastify-style path, e.g. `/reco/v1/calls/:id`. */
  readonly path: string;
  /** One plain sentence for the API docs. */
  readonly summary: string;
  /** Who may call it. `open` still reads a bearer when one is sent, and refuses one that is no session’s: who sent it believes to be signed in. */
  readonly access: Access;
  /** `any`: a bearer that is no session’s is no reason to refuse. Such routes begin, renew or end sessions, or have tokens of their own. */
  readonly bearer?: 'any';
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** The body holds what the page found in its address: there is no form in which a wrong field could be marked. */
  readonly fromAddress?: true;
  /** Names of the files that may come with the body, which is multipart then. */
  readonly files?: readonly string[];
  readonly data: z.ZodMiniType;
}

export type Access = 'open' | 'session' | 'expert' | 'admin' | 'demo' | 'demoAdmin';

/** Keeps the literal types of a route while checking its shape. */
export function route<const R extends Route>(definition: R): R {
  return definition;
}

type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodMiniType ? z.input<S> : undefined;

/** What a handler receives: parsed values only. */
export interface Received<R extends Route> {
  readonly params: Parsed<R['params']>;
  readonly query: Parsed<R['query']>;
  readonly body: Parsed<R['body']>;
}

type Given<K extends string, S> = S extends z.ZodMiniType ? { readonly [P in K]: Sent<S> } : { readonly [P in K]?: undefined };

/** What a client sends. Parts the route does not declare can't be given. */
export type Request<R extends Route> = Given<'params', R['params']> & Given<'query', R['query']> & Given<'body', R['body']>;

/** What the envelope's `data` holds on success. */
export type Data<R extends Route> = z.output<R['data']>;
