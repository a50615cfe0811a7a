import { keepPreviousData, QueryClient, QueryClientContext, useQuery as useTanstackQuery } from '@tanstack/react-query';
import type { Envelope, Session } from '@vimarsh/shared/session';
import { useCallback, useContext, useState } from 'react';
import type { Data, Request, Route } from '../contract/route.ts';
import { useSessionApi } from './session.ts';

/** Answers younger than this are not asked for again when a screen opens, ms. */
const FRESH_MS = 30_000;
/** A call that no answer came to is tried so often again before the screen says so. */
const RETRIES = 2;

export interface QueryError {
  /** Code of `contract/errors.ts`, or UNREACHABLE, BAD_ANSWER. */
  readonly code: string;
  /** Sentence for the user. */
  readonly text: string;
  readonly requestId: string;
}

export interface Query<D> {
  /** The last good data for this input; while another input loads, the previous one's (then `stale`). */
  readonly data: D | undefined;
  /** The whole last good answer: `extras`, `request_id`. */
  readonly answer: Envelope<D> | undefined;
  /** Why the last try failed; `data` may still hold what came before. */
  readonly error: QueryError | null;
  /** Nothing to show yet. */
  readonly loading: boolean;
  /** What is shown is not the newest: another input is loading, or the last try failed. */
  readonly stale: boolean;
  /** UTC instant the data is of: its own `as_of`, else when it came. */
  readonly asOf: string | null;
  readonly refetch: () => void;
}

export interface QueryOptions {
  enabled?: boolean;
  /** Ask again so often while the page is visible, ms. */
  every?: number;
  /** How long an answer counts as fresh, ms. */
  fresh?: number;
  /** Codes of failures that the screen tells itself; the others are toasted. */
  told?: readonly string[];
}

/** A failed answer on its way through TanStack Query. */
class Refusal extends Error {
  readonly answer: Envelope<unknown>;
  constructor(answer: Envelope<unknown>) {
    super(answer.validation);
    this.answer = answer;
  }
}

interface Received<D> {
  readonly answer: Envelope<D>;
  readonly at: string;
}

/** Answers of before and after a sign-in never meet: the user is part of every key. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        networkMode: 'always',
        retry: (count, error) => count < RETRIES && error instanceof Refusal && (error.answer.code === 'UNREACHABLE' || error.answer.code === 'RETRY'),
      },
    },
  });

let own: QueryClient | undefined;

/**
 * The module's one cache, made when its first screen asks, so that modules and pages without questions don't carry it.
 * Tests put one of their own around.
 */
function useClient(): QueryClient {
  const given = useContext(QueryClientContext);
  if (given) return given;
  if (!own) {
    own = createQueryClient();
    own.mount();
  }
  return own;
}

const userOf = (session: Session): string => session.snapshot().user?.id ?? '';
const nameOf = (route: Route): string => `${route.method} ${route.path}`;

/** Asks a route and keeps the answer. Server failures are toasted by the session; no answer at all is only told here. */
export function useQuery<R extends Route>(route: R, input?: Request<R>, options: QueryOptions = {}): Query<Data<R>> {
  const session = useSessionApi();
  const first = firstAnswer(session, route, input);
  const client = useClient();
  const query = useTanstackQuery<Received<Data<R>>, Error>(
    {
      queryKey: [nameOf(route), userOf(session), input ?? {}],
      queryFn: async ({ signal }) => {
        const answer = await session.request(route, input, { signal, quiet: 'unreachable', ...(options.told && { told: options.told }) });
        if (!answer.status) throw new Refusal(answer);
        return { answer, at: new Date().toISOString() };
      },
      placeholderData: keepPreviousData,
      ...(first && { initialData: first.received, initialDataUpdatedAt: first.updatedAt }),
      ...(options.enabled !== undefined && { enabled: options.enabled }),
      ...(options.every !== undefined && { refetchInterval: options.every }),
      ...(options.fresh !== undefined && { staleTime: options.fresh }),
    },
    client,
  );
  const { data: received, error, isPending, isPlaceholderData, refetch } = query;
  return {
    data: received?.answer.data ?? undefined,
    answer: received?.answer,
    error: error ? errorOf(error) : null,
    loading: isPending && query.fetchStatus !== 'idle',
    stale: received !== undefined && (isPlaceholderData || error !== null),
    asOf: received ? asOf(received) : null,
    refetch: useCallback(() => void refetch(), [refetch]),
  };
}

/** Sends a call the user asked for, once at a time. */
export function useRequest<R extends Route>(route: R): { busy: boolean; send: (input: Request<R>, quiet?: boolean) => Promise<Envelope<Data<R>>> } {
  const session = useSessionApi();
  const [busy, setBusy] = useState(false);
  const send = async (input: Request<R>, quiet = false) => {
    setBusy(true);
    try {
      return await session.request(route, input, { quiet });
    } finally {
      setBusy(false);
    }
  };
  return { busy, send };
}

/** After a change: what the module knows of these routes is asked for again where it is shown. */
export function useRefresh(): (...routes: readonly Route[]) => void {
  const client = useClient();
  return (...routes) => {
    for (const route of routes) void client.invalidateQueries({ queryKey: [nameOf(route)] });
  };
}

function errorOf(error: Error): QueryError {
  if (!(error instanceof Refusal)) return { code: 'INTERNAL', text: error.message, requestId: '' };
  const { code = 'INTERNAL', validation, request_id = '' } = error.answer;
  return { code, text: validation, requestId: request_id };
}

function asOf({ answer: { data }, at }: Received<unknown>): string {
  return data && typeof data === 'object' && 'as_of' in data && typeof data.as_of === 'string' ? data.as_of : at;
}

/** Which input took a route's first answer; it fits no other. */
const taken = new WeakMap<object, Map<string, string>>();
const pageAddress = typeof location === 'undefined' ? '' : location.href;

/**
 * The answer that came with the page, for the first question of its route at the page's own address. It was made for a
 * visitor, so a signed-in user sees it at once and asks again.
 */
function firstAnswer<R extends Route>(session: Session, route: R, input: Request<R> | undefined): { received: Received<Data<R>>; updatedAt: number } | null {
  const page = session.page();
  const raw = page.first[nameOf(route)];
  if (!raw || location.href !== pageAddress) return null;
  const takers = taken.get(page) ?? new Map<string, string>();
  taken.set(page, takers);
  const asked = JSON.stringify(input ?? {});
  if ((takers.get(nameOf(route)) ?? asked) !== asked) return null;
  takers.set(nameOf(route), asked);
  const { status, data, validation = '', redirect = '', request_id } = raw as Partial<Envelope<unknown>>;
  const read = status === true ? route.data.safeParse(data) : null;
  if (!read?.success) return null;
  const answer = { status: true, validation, redirect, data: read.data as Data<R>, ...(request_id && { request_id }), extras: {} };
  return { received: { answer, at: new Date(performance.timeOrigin).toISOString() }, updatedAt: session.snapshot().signedIn ? 0 : performance.timeOrigin };
}
