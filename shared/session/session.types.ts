import type * as z from 'zod/mini';
import type { Answer } from '../contract/answer.ts';
import type { loginData, PlanData, Profession } from '../contract/identity/types.ts';
import type { ModuleEvents } from '../contract/module/types.ts';
import type { PageData } from '../contract/page/types.ts';
import type { Environment } from '../contract/partners/types.ts';
import type { Data, Request, Route } from '../contract/route.ts';
import type { WebsiteUserType } from '../domain/access/user-type.ts';
import type { MARKET_TYPES } from '../domain/market/market-types.ts';
import type { ClientState } from './core/client-state.ts';
import type { Line } from './line/line.types.ts';

/** What a module reads of the session. Frozen; the same object until something changed. No token is in it. */
export interface Snapshot {
  /** A token exists and its idle window has not ended (S4-GUARD-A09). */
  readonly signedIn: boolean;
  readonly user: SessionUser | null;
  /** Role names as stored, e.g. `All` or `Retail Investor`. Display only: the server decides. */
  readonly roles: readonly string[];
  readonly plan: PlanData | null;
  readonly publisherPlan: PlanData | null;
  /** The partner of this host, or null on the main host. */
  readonly environment: Environment | null;
  /** Name to show: the partner's, or `vimarsh`. */
  readonly brand: string;
  readonly userType: Readonly<WebsiteUserType>;
  readonly marketType: MarketType;
  readonly chatAvailable: boolean;
  /** Id of the broker this visitor chose or whose site this is. */
  readonly selectedBroker: number | null;
}

export interface SessionUser {
  readonly id: string;
  readonly full_name: string;
  readonly profession: Profession | '';
  readonly picture: string;
  readonly email: string;
  readonly verified: boolean;
  readonly rank: number | null;
  readonly is_admin: boolean;
  /** Where the account says it comes from: 'paytm' inside that app. */
  readonly source?: string;
  /** The password has to be changed before anything else (S4-AFTER-01). */
  readonly mustChangePassword?: boolean;
}

export type MarketType = (typeof MARKET_TYPES)[number];

/** A short message. `ms` is how long it stays (S9-LIM-11). */
export interface ToastNotice {
  readonly kind: 'success' | 'error' | 'info';
  readonly title: string;
  readonly text: string;
  /** The specification's, and ten seconds for what has to be read in full. */
  readonly ms: 1500 | 2000 | 3000 | 10_000;
}

/** An answer with whatever stood beside the envelope's own fields (`auth_option`, `user_data`, …), not yet parsed. */
export interface Envelope<D> extends Answer<D> {
  readonly extras: Readonly<Record<string, unknown>>;
}

/** What a sign-in call answers; hand it to `adopt`. */
export type LoginAnswer = Envelope<z.output<typeof loginData>>;

export interface RequestOptions {
  signal?: AbortSignal;
  /** `true`: this caller tells the user itself, so no error toast. `'unreachable'`: none only when no answer came. */
  quiet?: boolean | 'unreachable';
  /** Codes that this caller's screen tells itself: no toast for them either. */
  told?: readonly string[];
}

export interface AdoptOptions {
  /** `widget_access` of the login page’s query; absent means no override (S2.4-QUERY-A03). */
  widgetAccess?: string | null;
  /** The sign-in came from a sign-up form: the e-mail is kept (S4-SWITCH-01). */
  signUp?: boolean;
  /** The login was completed by /auth-bypass, which must not be its own target (S4-AFTER-A02). */
  bypass?: boolean;
}

export interface SignOutOptions {
  everywhere?: boolean;
  /** A path of ours, or a broker's own page. */
  to?: string;
  notice?: ToastNotice;
  /** What the next sign-in starts from: the broker it is with, and the path it goes on to. */
  next?: { broker: number; route: string };
}

/** Codes of answers that never came from the server. */
export type LocalCode = 'UNREACHABLE' | 'BAD_ANSWER' | 'CANCELLED';

/** The session as modules see it. One instance per page, whoever built the module. */
export interface Session {
  snapshot(): Snapshot;
  subscribe(listener: () => void): () => void;
  /**
   * Calls the API. Never rejects: what went wrong is in the answer (`status` false, `code`), with `UNREACHABLE` when no
   * answer came, `BAD_ANSWER` when it broke the contract, `CANCELLED` when it was aborted. Failures with a message are
   * shown as a toast (S8-ERR-01) unless `quiet`.
   */
  request<R extends Route>(route: R, input?: Request<R>, options?: RequestOptions): Promise<Envelope<Data<R>>>;
  /** Takes over a successful sign-in and says where to go (spec 4, routing after login). */
  adopt(answer: LoginAnswer, how: 'password' | 'otp' | 'social' | 'broker', options?: AdoptOptions): { to: string };
  /** Clears everything, tells the server and every tab, and goes home, or `to`; `notice` is shown there. */
  signOut(options?: SignOutOptions): Promise<void>;
  /** Reads the profile again after a change of it, for every screen and tab. */
  refreshProfile(): Promise<void>;
  /** Whether a plan waits for the profile to be saved; asking uses the mark up (S4-SAVE-09). */
  takePlanDialog(): boolean;
  notify(notice: ToastNotice): void;
  on(event: 'notice', listener: (notice: ToastNotice) => void): () => void;
  /** Whether anybody listened: false while the module that would is not there. */
  emit<E extends keyof ModuleEvents>(event: E, payload: ModuleEvents[E]): boolean;
  listen<E extends keyof ModuleEvents>(event: E, listener: (payload: ModuleEvents[E]) => void): () => void;
  setMarketType(type: MarketType): void;
  /** Keeps the broker a visitor chose, so that it is known when they come back from its page. */
  selectBroker(id: number): void;
  /** State that screens share (spec section 3, client state); gone after sign-out and after a reload. */
  readonly state: Pick<ClientState, 'get' | 'set'>;
  /** What the server says by itself: `subscribe` follows a topic over the page's one socket and returns the way to stop. */
  readonly line: Line;
  page(): PageData;
}
