import type { AxiosAdapter } from 'axios';
import * as z from 'zod/mini';
import { tokenData } from '../../contract/answer.ts';
import { lookUpProfile, readProfile, refreshToken, signOut } from '../../contract/identity/routes.ts';
import type { Data, Request, Route } from '../../contract/route.ts';
import { CHAT_PLAN } from '../core/client-state.ts';
import { type Core, OOPS, PLEASE_LOGIN } from '../core/core.ts';
import { localAnswer } from '../core/local-answer.ts';
import { KEYS } from '../core/storage.ts';
import { handBackDrafts } from '../kept-drafts.ts';
import type { Envelope, RequestOptions, Session } from '../session.types.ts';
import { adoptLogin, storeProfile } from './adopt.ts';
import { endSession } from './end-session.ts';
import { createHttp, type HttpCall } from './http.ts';
import { createKeeper, type Keeper, REFRESH_TIMEOUT } from './keeper.ts';
import { dropPushSubscription } from './push-subscription.ts';
import type { RenewalOutcome } from './session.machine.ts';
import { storeTokens } from './tokens.ts';

/** How long sign-out waits for the server before it goes home anyway, ms. */
const SIGN_OUT_TIMEOUT = 2000;
/** Longer than a page takes to leave after the sign-out; a page that stays, or comes back, may ask again then. */
const LEAVING_MS = 3000;

/** The part of the session that talks to the API; loaded with the first call. */
export interface Client extends Pick<Session, 'request' | 'adopt'> {
  signOut(options?: { everywhere?: boolean }): Promise<void>;
  /** Another tab stored other tokens. */
  tokensChanged(): void;
  refreshProfile(): Promise<void>;
  /** A signed-in page settled: read the profile again and keep the tokens fresh. */
  settle(): void;
}

/** What every answer has, whatever its data. Absent or falsy `status` is a failure (S8-ERR-A01). */
const envelope = z.looseObject({
  status: z.optional(z.unknown()),
  validation: z.optional(z.nullable(z.string())),
  redirect: z.optional(z.unknown()),
  code: z.optional(z.string()),
  token_data: z.optional(tokenData),
  expire_in: z.optional(z.number()),
  retry_after: z.optional(z.number()),
  request_id: z.optional(z.string()),
  problems: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
});
type Raw = z.output<typeof envelope>;

export function createClient(core: Core, adapter?: AxiosAdapter): Client {
  const { store, browser, notices } = core;
  const http = createHttp(store, core.page().chat_api, adapter);
  const pending = new Set<AbortController>();
  let keeper: Keeper | null = null;
  let refreshing: Promise<void> | null = null;
  /** From a sign-out until the page is gone. */
  let leaving = false;

  core.onCleared(() => {
    for (const call of pending) call.abort();
  });
  // Whoever signs in in another tab is signed in here, too.
  core.subscribe(() => {
    const { user } = core.snapshot();
    if (user) handBackDrafts(user.id);
  });

  const keep = (): Keeper => (keeper ??= createKeeper(core, trade));

  /** Trades the refresh token. Only the server's clear word ends a session; anything else is "later". */
  async function trade(token: string): Promise<RenewalOutcome> {
    try {
      const { data } = await http.send({
        route: refreshToken,
        input: { body: { refresh_token: token } },
        signal: new AbortController().signal,
        timeout: REFRESH_TIMEOUT,
      });
      const read = envelope.safeParse(data);
      if (!read.success) return 'later';
      if (read.data.status && store.read(KEYS.refreshToken) === token && storeTokens(store, { ...read.data, data: null })) {
        tokensChanged();
        browser.tellTabs();
        return 'renewed';
      }
      return read.data.code === 'SESSION_ENDED' || read.data.code === 'TOKEN_REUSED' ? 'ended' : 'later';
    } catch {
      return 'later';
    }
  }

  function tokensChanged(): void {
    core.changed();
    keeper?.tokensChanged();
  }

  /** One HTTP round. Null: no answer that could be read. */
  async function round(call: HttpCall): Promise<{ raw: Raw; http: number } | null> {
    const response = await http.send(call).catch(() => null);
    const read = response && envelope.safeParse(response.data);
    return read?.success ? { raw: read.data, http: response?.status ?? 0 } : null;
  }

  async function request<R extends Route>(route: R, input?: Request<R>, options: RequestOptions = {}): Promise<Envelope<Data<R>>> {
    // A screen that loses its user asks again at once. Refused as a stranger's, it would leave before the server knows of the sign-out.
    if (leaving) return localAnswer('CANCELLED');
    if (core.expired()) {
      endSession(core, { message: PLEASE_LOGIN });
      return localAnswer('CANCELLED');
    }
    const abort = new AbortController();
    const stop = () => abort.abort();
    options.signal?.addEventListener('abort', stop, { once: true });
    if (options.signal?.aborted) stop();
    pending.add(abort);
    try {
      const call: HttpCall = { route, input: input ?? {}, signal: abort.signal };
      const due = store.read(KEYS.token) ? await keep().renewDue() : 'fresh';
      if (due === 'ended' || abort.signal.aborted) return localAnswer('CANCELLED');
      const used = store.read(KEYS.token);
      let answered = await round(call);
      if (used && answered?.http === 401 && answered.raw.code === 'SESSION_ENDED' && !abort.signal.aborted) {
        // A second try right after one that brought nothing would only double the wait.
        const outcome = due === 'later' ? due : await keep().renew(used);
        if (outcome === 'ended') return localAnswer('CANCELLED');
        answered = outcome === 'renewed' ? await round(call) : null;
      }
      if (abort.signal.aborted) return localAnswer('CANCELLED');
      if (!answered) return failed(localAnswer('UNREACHABLE'), options.quiet === true || options.quiet === 'unreachable');
      return interpret(route, answered.raw, options, abort);
    } finally {
      pending.delete(abort);
      options.signal?.removeEventListener('abort', stop);
    }
  }

  /** Spec section 8, first two rows: a redirect ends the session, a message is shown. */
  function interpret<R extends Route>(route: R, raw: Raw, { quiet, told }: RequestOptions, own: AbortController): Envelope<Data<R>> {
    const { status, validation, redirect, data, code, token_data, expire_in, retry_after, request_id, problems, ...extras } = raw;
    // JSON of somebody else on the way, such as a gateway, says nothing of what became of the request.
    if (status === undefined && !validation && !code && !redirect) return failed(localAnswer('BAD_ANSWER', request_id), quiet === true);
    const answer: Envelope<Data<R>> = {
      status: Boolean(status),
      validation: validation ?? '',
      redirect: typeof redirect === 'string' ? redirect : '',
      data: null,
      ...(code !== undefined && { code }),
      ...(problems && { problems }),
      ...(retry_after !== undefined && { retry_after }),
      ...(request_id !== undefined && { request_id }),
      ...(token_data && { token_data }),
      ...(expire_in !== undefined && { expire_in }),
      extras,
    };
    if (!answer.status) {
      if (redirect) {
        pending.delete(own);
        endSession(core, { redirect, message: answer.validation || PLEASE_LOGIN });
        return answer;
      }
      return failed(answer, quiet === true || (told?.includes(code ?? '') ?? false));
    }
    const read = route.data.safeParse(data);
    if (!read.success) {
      console.error(`${route.method} ${route.path} broke its contract at "${read.error.issues[0]?.path.join('.')}": ${read.error.issues[0]?.message}`);
      return failed(localAnswer('BAD_ANSWER', request_id), quiet === true);
    }
    // A login's tokens wait for adopt(): until then nobody is signed in by halves, and nobody who is signed in is replaced.
    if (token_data && !('user_data' in extras) && store.read(KEYS.token) && storeTokens(store, answer)) tokensChanged();
    return { ...answer, data: read.data as Data<R> };
  }

  function failed<A extends { validation: string }>(answer: A, quiet: boolean): A {
    if (!quiet && answer.validation) notices.notify({ kind: 'error', title: OOPS, text: answer.validation, ms: 3000 });
    return answer;
  }

  /** Roles, plans and the chat plan may have changed since they were stored. `otp`: as part of an OTP sign-in, whose role is All (S6-ROLE-A04). */
  async function readAgain(answered: Promise<Envelope<Data<typeof readProfile>>>, otp = false): Promise<void> {
    const { status, data } = await answered;
    if (!status || !data || data.user_data.user_id !== core.profile()?.id) return;
    storeProfile(store, data, browser.origin, { lastSeen: data.last_seen, otp });
    core.state.set(CHAT_PLAN, data.chat_plan_data);
  }

  return {
    request,
    adopt(answer, how, options) {
      const destination = adoptLogin(core, answer, how, options);
      keep().tokensChanged();
      const profile = core.profile();
      const known = { profession: profile?.profession ?? '', email: profile?.email ?? '', mobile: profile?.mobile ?? '' };
      void readAgain(request(lookUpProfile, { body: known }, { quiet: true }), how === 'otp');
      return destination;
    },
    async signOut({ everywhere } = {}) {
      const bearer = store.read(KEYS.token);
      const refresh_token = store.read(KEYS.refreshToken);
      leaving = true;
      core.clear();
      void dropPushSubscription();
      const body = { refresh_token, ...(everywhere && { everywhere }) };
      // Whatever the server says, the user is gone from here (S4-END-03).
      await http.send({ route: signOut, input: { body }, signal: AbortSignal.timeout(SIGN_OUT_TIMEOUT), bearer }).catch(() => undefined);
      setTimeout(() => {
        leaving = false;
      }, LEAVING_MS);
    },
    tokensChanged,
    refreshProfile() {
      // Who asks in the same turn shares one read; whoever asks later may know of a later change.
      queueMicrotask(() => {
        refreshing = null;
      });
      refreshing ??= readAgain(request(readProfile, {}, { quiet: true })).then(() => browser.tellTabs());
      return refreshing;
    },
    settle() {
      keep();
      void readAgain(request(readProfile, {}, { quiet: true }));
    },
  };
}
