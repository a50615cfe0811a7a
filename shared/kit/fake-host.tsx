import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readAuthorLines } from '../contract/experts/author-lines.ts';
import type { Quote } from '../contract/market/types.ts';
import type { PageData } from '../contract/page/types.ts';
import type { Data, Request, Route } from '../contract/route.ts';
import type { Topic } from '../contract/socket/topics.ts';
import { matchRoute } from '../domain/routing/match.ts';
import { createClientState } from '../session/core/client-state.ts';
import type { AdoptOptions, Envelope, LoginAnswer, RequestOptions, Session, SignOutOptions, Snapshot, ToastNotice } from '../session/session.types.ts';
import { createQueryClient } from './query/query.ts';
import { ParamsContext } from './router.tsx';
import { SessionContext } from './session.ts';

/** One canned answer; build it with `reply` or `refuse`. The last one for a route wins. */
export interface CannedAnswer {
  readonly route: Route;
  readonly answer: (input: never) => Envelope<unknown> | Promise<Envelope<unknown>>;
}

/** A successful answer. It is parsed with the route's contract, so that fixtures can't go stale. */
export function reply<R extends Route>(
  route: R,
  data: Data<R> | ((input: Request<R>) => Data<R> | Promise<Data<R>>),
  extras: Record<string, unknown> = {},
): CannedAnswer {
  const give = async (input: Request<R>): Promise<Envelope<unknown>> => {
    const value = typeof data === 'function' ? await (data as (input: Request<R>) => Data<R>)(input) : data;
    return { status: true, validation: '', redirect: '', data: route.data.parse(value), extras };
  };
  return { route, answer: give };
}

/** A failure with its code and sentence. */
export const refuse = (route: Route, code: string, validation: string, more: Partial<Envelope<unknown>> = {}): CannedAnswer => ({
  route,
  answer: () => ({ status: false, validation, redirect: '', data: null, code, extras: {}, ...more }),
});

/** Whatever shows a call asks what its author’s calls made; where no figures are shown, nothing comes of it. */
const NO_LINES = reply(readAuthorLines, { allowed: false, mode: 'off', disclaimer: '', as_of: '2026-11-20T09:00:00.000Z', lines: [] });

export interface FakeHostOptions {
  /** Address with query, e.g. `/login?referral=ABC`. */
  path?: string;
  /** Pattern of the route, for `useParams`. */
  pattern?: string;
  snapshot?: Partial<Snapshot>;
  page?: Partial<PageData>;
  answers?: readonly CannedAnswer[];
  /** What `adopt` returns; '/' by default. */
  adoptTo?: string;
  /** Whether a plan waits for the profile to be saved. */
  planDialog?: boolean;
}

export interface FakeHost {
  /** Wraps the tested element: `render(<Page />, { wrapper: host.Wrapper })`. */
  readonly Wrapper: (props: { children: ReactNode }) => ReactNode;
  readonly session: Session;
  /** Every call made, in order. */
  readonly calls: { readonly route: Route; readonly input: Request<Route>; readonly options: RequestOptions }[];
  readonly notices: ToastNotice[];
  /** The targets of sign-outs. */
  readonly signedOut: SignOutOptions[];
  readonly adopted: { readonly answer: LoginAnswer; readonly how: string; readonly options: AdoptOptions | undefined }[];
  /** Adds or replaces canned answers. */
  answer(...answers: CannedAnswer[]): void;
  /** Changes the snapshot, as a sign-in or another tab would. */
  become(change: Partial<Snapshot>): void;
  /** Sends quotes to everyone who watches their symbols. */
  quote(...quotes: Quote[]): void;
  /** Tells everyone who listens to calls that one changed, or (null) that any may have. */
  callChanged(id: string | null): void;
  /** Tells everyone who listens to notices that there is a new one. */
  noticeCame(): void;
}

const VISITOR: Snapshot = {
  signedIn: false,
  user: null,
  roles: [],
  plan: null,
  publisherPlan: null,
  environment: null,
  brand: 'vimarsh',
  userType: { userType: 'internal', userSubType: '' },
  marketType: 'equity',
  chatAvailable: false,
  selectedBroker: null,
};
const PAGE: PageData = {
  brand: 'vimarsh',
  environment: null,
  releases: { id: 'test', preview: [], modules: {}, fallbacks: {} },
  first: {},
  chat_api: '',
};

/** The portal around a screen, for tests and stories: a session with the real interface and canned contract answers. */
export function fakeHost(options: FakeHostOptions = {}): FakeHost {
  const page = { ...PAGE, ...options.page };
  let snapshot: Snapshot = { ...VISITOR, environment: page.environment, brand: page.brand, ...options.snapshot };
  const listeners = new Set<() => void>();
  const noticeListeners = new Set<(notice: ToastNotice) => void>();
  const followers = new Set<{ readonly topic: Topic; readonly tell: (news: never) => void }>();
  const events = new EventTarget();
  const canned = new Map<Route, CannedAnswer>([NO_LINES, ...(options.answers ?? [])].map((one) => [one.route, one]));
  const calls: FakeHost['calls'] = [];
  const notices: ToastNotice[] = [];
  const adopted: FakeHost['adopted'] = [];
  const signedOut: SignOutOptions[] = [];
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const notify = (notice: ToastNotice) => {
    notices.push(notice);
    for (const listener of noticeListeners) listener(notice);
  };
  const session: Session = {
    snapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async request(route, input, requestOptions = {}) {
      calls.push({ route, input: (input ?? {}) as Request<Route>, options: requestOptions });
      const cannedAnswer = canned.get(route);
      if (!cannedAnswer) throw new Error(`No canned answer for ${route.method} ${route.path}`);
      const answer = await cannedAnswer.answer((input ?? {}) as never);
      const quiet =
        requestOptions.quiet === true ||
        (requestOptions.quiet === 'unreachable' && answer.code === 'UNREACHABLE') ||
        requestOptions.told?.includes(answer.code ?? '');
      if (!answer.status && answer.validation && !quiet) notify({ kind: 'error', title: 'Oops! Something went wrong!', text: answer.validation, ms: 3000 });
      return answer as never;
    },
    adopt(answer, how, adoptOptions) {
      adopted.push({ answer, how, options: adoptOptions });
      return { to: options.adoptTo ?? '/' };
    },
    async signOut(signOutOptions = {}) {
      signedOut.push(signOutOptions);
      snapshot = { ...VISITOR, environment: page.environment, brand: page.brand };
      tell();
    },
    async refreshProfile() {},
    takePlanDialog: () => options.planDialog ?? false,
    notify,
    on(_event, listener) {
      noticeListeners.add(listener);
      return () => void noticeListeners.delete(listener);
    },
    emit: (event, payload) => !events.dispatchEvent(new CustomEvent(event, { detail: payload, cancelable: true })),
    listen(event, listener) {
      const hear = (domEvent: Event) => {
        domEvent.preventDefault();
        listener((domEvent as CustomEvent).detail);
      };
      events.addEventListener(event, hear);
      return () => events.removeEventListener(event, hear);
    },
    setMarketType(marketType) {
      snapshot = { ...snapshot, marketType };
      tell();
    },
    selectBroker(selectedBroker) {
      snapshot = { ...snapshot, selectedBroker };
      tell();
    },
    state: createClientState(tell),
    line: {
      subscribe(topic, listener) {
        const own = { topic, tell: (news: never) => listener(news) };
        followers.add(own);
        return () => void followers.delete(own);
      },
    },
    page: () => page,
  };

  history.replaceState(null, '', options.path ?? '/');
  const params = options.pattern ? (matchRoute(options.pattern, location.pathname) ?? {}) : {};
  const queries = createQueryClient();
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } });
  return {
    Wrapper: ({ children }) => (
      <SessionContext value={session}>
        <QueryClientProvider client={queries}>
          <ParamsContext value={params}>{children}</ParamsContext>
        </QueryClientProvider>
      </SessionContext>
    ),
    session,
    calls,
    notices,
    signedOut,
    adopted,
    answer(...answers) {
      for (const one of answers) canned.set(one.route, one);
    },
    become(change) {
      snapshot = { ...snapshot, ...change };
      tell();
    },
    callChanged(id) {
      for (const { topic, tell: tellOne } of followers) if (topic.topic === 'calls') tellOne((id && { id, status: 'active' }) as never);
    },
    noticeCame() {
      for (const { topic, tell: tellOne } of followers) if (topic.topic === 'notices') tellOne({} as never);
    },
    quote(...quotes) {
      for (const { topic, tell: tellOne } of followers) {
        const own = topic.topic === 'prices' ? quotes.filter((quote) => topic.symbols.includes(quote.symbol)) : [];
        if (own.length > 0) tellOne(own as never);
      }
    },
  };
}
