import { QueryClient, QueryClientContext, useQuery as useTanstackQuery } from '@tanstack/react-query';
import type { Envelope, Session } from '@vimarsh/shared/session';
import { useCallback, useContext, useRef, useState } from 'react';
import type { Data, Request, Route } from '../../contract/route.ts';
import { mayPass, useAgain } from '../connection.ts';
import { usePlanChange } from '../plan-change.ts';
import { useSessionApi } from '../session.ts';
import { LATE, useLate } from './late.ts';
import type { QueryError } from './query-error.ts';

/** A screen that opens reuses answers younger than this, ms. */
const FRESH_MS = 30_000;
/** Retries of an unanswered call before the screen reports it. */
const RETRIES = 2;

export interface Query<D> {
  /** The last good data for this input; while another input loads, the previous one's (then `stale`). */
  readonly data: D | undefined;
  /** What the last good answer said beside its data. */
  readonly extras: Envelope<D>['extras'] | undefined;
  /** Why the last try failed, or that the first takes long, until data comes or `refetch` is asked for; `data` may still hold what came before. */
  readonly error: QueryError | null;
  /** Nothing to show yet. */
  readonly loading: boolean;
  /** The data shown is not current: another input is loading, or the last attempt failed. */
  readonly stale: boolean;
  /** UTC instant of the data: its own `as_of`, else when it arrived. Only who reads that is drawn anew by an answer that brings nothing else. */
  readonly asOf: string | null;
  /** Asks again; a request that is late is let go. */
  readonly refetch: () => void;
}

export interface QueryOptions {
  enabled?: boolean;
  /** Interval between reloads while the page is visible, ms. */
  every?: number;
  /** How long an answer counts as fresh, ms. */
  fresh?: number;
  /** Codes of failures that the screen reports itself; the others are toasted. */
  told?: readonly string[];
  /**
   * The screen has an `ErrorState` where the content would stand, so no toast says the same. What fails later, with content on
   * screen, is toasted.
   */
  shown?: boolean;
}

/** A failed answer on its way through TanStack Query. */
class Refusal extends Error {
  readonly answer: Envelope<unknown>;
  constructor(answer: Envelope<unknown>) {
    super(answer.validation);
    this.answer = answer;
  }
}

/** An answer equal to the one before stays the same object, so nothing is kept of it that differs each time. */
type Received<D> = Pick<Envelope<D>, 'data' | 'extras'>;

/** The user is part of every key, so that answers from before and after a sign-in never mix. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (count, error) => count < RETRIES && error instanceof Refusal && mayPass(error.answer.code),
      },
    },
  });

let own: QueryClient | undefined;

/**
 * The module's one cache, created by its first query, so that modules and pages without queries don't carry it.
 * Tests provide their own.
 */
function useClient(): QueryClient {
  const provided = useContext(QueryClientContext);
  if (provided) return provided;
  if (!own) {
    own = createQueryClient();
    own.mount();
  }
  return own;
}

/** What the server broke at may be whole soon. Each failure is toasted, so it is asked less often. */
const AFTER_FAULT_MS = 30_000;
const PASSES: ReadonlySet<string> = new Set(['INTERNAL', 'BAD_ANSWER', 'RATE']);
const againAfter = ({ answer: { code } }: Refusal, every: number): number | false =>
  mayPass(code) ? every : PASSES.has(code ?? '') ? Math.max(every, AFTER_FAULT_MS) : false;

const userOf = (session: Session): string => session.snapshot().user?.id ?? '';
const nameOf = (route: Route): string => `${route.method} ${route.path}`;

/**
 * Queries a route and caches the answer. The session toasts server failures; a missing answer is only reported here. `pick` takes a
 * part of the data, outside of a component: a screen that does so is drawn anew only where that part has changed.
 */
export function useQuery<R extends Route, D = Data<R>>(
  route: R,
  input?: Request<R>,
  { pick, ...options }: QueryOptions & { pick?: (data: Data<R>) => D } = {},
): Query<D> {
  const session = useSessionApi();
  const first = firstAnswer(session, route, input);
  const client = useClient();
  const user = userOf(session);
  const queryKey = [nameOf(route), user, input ?? {}];
  const select = useCallback(({ data, extras }: Received<Data<R>>) => ({ data: data === null || !pick ? null : pick(data), extras }), [pick]);
  /** When the data arrived that stands while another input loads. */
  const before = useRef(0);
  const query = useTanstackQuery<Received<Data<R>>, Error, Received<D>>(
    {
      queryKey,
      queryFn: async ({ signal }) => {
        const toldByScreen = options.shown && client.getQueryData(queryKey) === undefined;
        const answer = await session.request(route, input, { signal, quiet: toldByScreen || 'unreachable', ...(options.told && { told: options.told }) });
        if (!answer.status) throw new Refusal(answer);
        return { data: answer.data, extras: answer.extras };
      },
      placeholderData: (previous, query) => {
        if (query?.queryKey[1] !== user) return undefined;
        before.current = query.state.dataUpdatedAt;
        return previous;
      },
      ...(pick && { select }),
      ...(first && { initialData: first.received, initialDataUpdatedAt: first.updatedAt }),
      ...(options.enabled !== undefined && { enabled: options.enabled }),
      // A clear refusal stays on screen: an automatic retry would replace it by a skeleton under the reader's eyes.
      ...(options.every !== undefined && {
        refetchInterval: ({ state: { error } }) => (error instanceof Refusal ? againAfter(error, options.every!) : options.every),
      }),
      ...(options.fresh !== undefined && { staleTime: options.fresh }),
    },
    client,
  );
  const { data: received, isPending, isPlaceholderData, refetch } = query;
  // TanStack Query forgets the error of a query without data as soon as it asks again.
  const told = useRef<{ key: string; error: Error } | null>(null);
  const [times, show] = useState(0);
  const key = JSON.stringify(queryKey);
  if (query.error) told.current = { key, error: query.error };
  else if (!isPending || told.current?.key !== key) told.current = null;
  const error = told.current?.error ?? null;
  // Not by `fetchStatus`: whoever has read it once is drawn anew whenever a reload begins.
  const loading = query.isLoading && !error;
  const late = useLate(loading, times + key);
  const hangs = useRef<readonly unknown[] | null>(null);
  hangs.current = late ? queryKey : null;
  useAgain(options.enabled !== false && error instanceof Refusal && mayPass(error.answer.code), () => void refetch({ cancelRefetch: false }));
  usePlanChange(session, () => options.enabled !== false && void refetch({ cancelRefetch: false }));
  return {
    data: received?.data ?? undefined,
    extras: received?.extras,
    error: error ? errorOf(error) : late ? LATE : null,
    loading: loading && !late,
    stale: received !== undefined && (isPlaceholderData || error !== null),
    get asOf() {
      return received ? asOf(received.data, () => (isPlaceholderData ? before.current : query.dataUpdatedAt)) : null;
    },
    refetch: useCallback(() => {
      told.current = null;
      show((times) => times + 1);
      // Beside one that hangs, another would only wait for it.
      if (hangs.current) void client.cancelQueries({ queryKey: hangs.current }).then(() => refetch());
      else void refetch();
    }, [client, refetch]),
  };
}

/** Sends calls the user triggers. The same one again while it is on its way, as by a double click, is one call with one answer. */
export function useRequest<R extends Route>(route: R): { busy: boolean; send: (input: Request<R>, quiet?: boolean) => Promise<Envelope<Data<R>>> } {
  const session = useSessionApi();
  const [running] = useState(() => new Map<string, Promise<Envelope<Data<R>>>>());
  const [busy, setBusy] = useState(false);
  const send = (input: Request<R>, quiet = false) => {
    const key = JSON.stringify(input);
    const known = running.get(key);
    if (known) return known;
    const answer = session.request(route, input, { quiet }).finally(() => {
      running.delete(key);
      setBusy(running.size > 0);
    });
    running.set(key, answer);
    setBusy(true);
    return answer;
  };
  return { busy, send };
}

/** After a change, reloads these routes' cached answers where they are shown. */
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

/** What came with the page counts as old to who signed in since, and says when it came all the same. */
function asOf(data: unknown, arrived: () => number): string {
  if (data && typeof data === 'object' && 'as_of' in data && typeof data.as_of === 'string') return data.as_of;
  return new Date(arrived() || performance.timeOrigin).toISOString();
}

/** The input that took a route's first answer, which fits no other. */
const taken = new WeakMap<object, Map<string, string>>();
const pageAddress = typeof location === 'undefined' ? '' : location.href;

/**
 * The answer that came with the page, for the first query of its route at the page's own address. It was made for a
 * visitor, so a signed-in user sees it at once while it is requested again.
 */
function firstAnswer<R extends Route>(session: Session, route: R, input: Request<R> | undefined): { received: Received<Data<R>>; updatedAt: number } | null {
  const page = session.page();
  const raw = page.first[nameOf(route)];
  if (!raw || location.href !== pageAddress) return null;
  const takers = taken.get(page) ?? new Map<string, string>();
  taken.set(page, takers);
  const inputKey = JSON.stringify(input ?? {});
  if ((takers.get(nameOf(route)) ?? inputKey) !== inputKey) return null;
  takers.set(nameOf(route), inputKey);
  const { status, data } = raw as Partial<Envelope<unknown>>;
  const parsed = status === true ? route.data.safeParse(data) : null;
  if (!parsed?.success) return null;
  return { received: { data: parsed.data as Data<R>, extras: {} }, updatedAt: session.snapshot().signedIn ? 0 : performance.timeOrigin };
}
