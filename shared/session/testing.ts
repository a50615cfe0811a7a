import type { AxiosAdapter, AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import type { Answer } from '../contract/answer.ts';
import type { ProfileData } from '../contract/identity/types.ts';
import type { PageData } from '../contract/page/types.ts';
import { createClient } from './client/client.ts';
import type { Browser } from './core/browser.ts';
import { createCore } from './core/core.ts';
import { createSession } from './core/session.ts';
import { openSessionStore } from './core/session-store.ts';
import type { LoginAnswer, ToastNotice } from './session.types.ts';

/** Fixtures for tests of the session: a browser that only remembers, a server made of a function, answers that fit. */

export const EMPTY_PAGE: PageData = {
  brand: 'vimarsh',
  environment: null,
  releases: { id: 'test', preview: [], modules: {}, fallbacks: {} },
  first: {},
  chat_api: '/chat-api',
};

export interface FakeBrowser extends Browser {
  /** Where `go` and `back` led, in order. */
  readonly went: string[];
  readonly kept: ToastNotice[];
  tabsTold: number;
  /** What the page was told, in order. */
  readonly pageTold: string[];
  /** Another tab changed storage, or (`here`) the guard did. */
  storageChanged(here?: boolean): void;
  wake(): void;
  /** The page is being left. */
  leave(): void;
}

export function fakeBrowser(page: Partial<PageData> = {}, lock: Browser['lock'] = (_name, _ms, work) => work(), marks = new Set<string>()): FakeBrowser {
  const storageListeners: ((here: boolean) => void)[] = [];
  const wakeListeners: (() => void)[] = [];
  const leaveListeners: (() => void)[] = [];
  const went: string[] = [];
  const kept: ToastNotice[] = [];
  const pageTold: string[] = [];
  return {
    host: 'localhost',
    origin: 'http://localhost:4000',
    page: () => ({ ...EMPTY_PAGE, ...page }),
    go: (to) => void went.push(to),
    back: () => void went.push('back'),
    keepNotice: (notice) => void kept.push(notice),
    keptNotices: () => kept.splice(0),
    onLeave: (listener) => void leaveListeners.push(listener),
    tellTabs() {
      this.tabsTold += 1;
    },
    tellPage: (news) => void pageTold.push(news),
    onStorage: (listener) => void storageListeners.push(listener),
    onWake: (listener) => void wakeListeners.push(listener),
    visible: () => true,
    lock,
    mark: async (name) => void marks.add(name),
    marked: async (name) => marks.has(name),
    went,
    kept,
    tabsTold: 0,
    pageTold,
    storageChanged: (here = false) => storageListeners.forEach((listener) => void listener(here)),
    wake: () => wakeListeners.forEach((listener) => void listener()),
    leave: () => leaveListeners.forEach((listener) => void listener()),
  };
}

export interface Sent {
  method: string;
  url: string;
  body: unknown;
  headers: Record<string, unknown>;
  config: InternalAxiosRequestConfig;
}
type Given = Partial<Answer<unknown>> & Record<string, unknown>;
export type Serve = (sent: Sent) => { http?: number; body: Given | string } | Promise<{ http?: number; body: Given | string }>;

/** An axios adapter that asks a function; `AWAY` thrown there is a dead network. Aborts as the browser does. */
export function fakeServer(serve: Serve): { adapter: AxiosAdapter; sent: Sent[] } {
  const sent: Sent[] = [];
  const adapter: AxiosAdapter = async (config) => {
    const url = `${config.baseURL ?? ''}${config.url}`;
    const isText = typeof config.data === 'string';
    const one: Sent = {
      method: String(config.method).toUpperCase(),
      url,
      body: isText ? JSON.parse(config.data) : config.data,
      headers: { ...config.headers },
      config,
    };
    sent.push(one);
    const aborted = new Promise<never>((_, reject) => {
      const signal = config.signal as AbortSignal | undefined;
      if (signal?.aborted) reject(new Error('aborted'));
      signal?.addEventListener('abort', () => reject(new Error('aborted')));
    });
    const { http = 200, body } = await Promise.race([Promise.resolve(serve(one)), aborted]);
    return { data: body, status: http, statusText: '', headers: {}, config } as AxiosResponse;
  };
  return { adapter, sent };
}

export const ok = (data: unknown, more: Given = {}): { http?: number; body: Given } => ({
  body: { status: true, validation: '', redirect: '', data, ...more },
});

/** A session on the real storage of jsdom with a fake browser and server. */
export function sessionWith(serve: Serve, browser = fakeBrowser()) {
  const { adapter, sent } = fakeServer(serve);
  const store = openSessionStore();
  const session = createSession(browser, store, {
    client: async () => ({ createClient: (core: Parameters<typeof createClient>[0]) => createClient(core, adapter) }),
    line: () => import('./line/line.ts'),
  });
  return { session, browser, store, sent };
}

/** Client and core without the rest. */
export function clientWith(serve: Serve, browser = fakeBrowser()) {
  const { adapter, sent } = fakeServer(serve);
  const store = openSessionStore();
  const core = createCore(browser, store);
  return { client: createClient(core, adapter), core, browser, store, sent };
}

export const PROFILE: ProfileData = {
  full_name: 'Asha Rao',
  first_name: 'Asha',
  last_name: 'Rao',
  email: 'asha@vimarsh.example',
  email_verified: true,
  mobile: '9876543210',
  mobile_verified: true,
  address: '12 Residency Road, Bengaluru',
  profession: 'Analyst',
  about_us: 'Swing trades',
  company: '',
  sebi_regi_number: 'INH999900001',
  institute_name: '',
  gst_number: '',
  website: '',
  gmail: '',
  facebook: '',
  linkedin: '',
  telegram: '',
  youtube: '',
  sebi_certificate_status: 'Verified',
  pan_card_status: 'Verified',
  aadhar_card_status: 'Verified',
  nism_certificate_status: 'Verified',
  pan_card_number: 'ABCDE1234F',
  aadhar_card_number: '999900001111',
  risk_category: '',
  broker_registration_no: '',
  dealer_of: '',
  picture: '/media/a.png',
  cover_image: '/media/c.png',
  utm_source: '',
  source: 'direct',
  reco_count: 7,
  has_recommendation: true,
  is_active_ra: true,
  mark_as_verified_user: true,
  ask_password_for_change: false,
  rank: 3,
};
export const USER = { roles: ['Analyst'], username: 'asha', user_id: 'exp_01', is_admin: false };
export const PREMIUM = { plan_name: 'Premium' as const, promotional_plan: false, starts_at: '2026-11-01T00:00:00.000Z', ends_at: '2026-12-01T00:00:00.000Z' };

/** An opaque token, or a JWT that lives `life` seconds from `iat` (epoch seconds). */
export const jwt = (iat: number, life = 600, name = 'a'): string => `${name}.${btoa(JSON.stringify({ iat, exp: iat + life }))}.s`;

export const tokens = (name: string, expire_in = 28_800) => ({ access_token: name, refresh_token: `refresh-${name}`, expire_in });

export function loginAnswer(change: { profile?: Partial<ProfileData>; extras?: Record<string, unknown>; answer?: Partial<LoginAnswer> } = {}): LoginAnswer {
  return {
    status: true,
    validation: '',
    redirect: '',
    data: { token: 'A', redirect_url: '' },
    token_data: tokens('A'),
    extras: {
      count: 1,
      ask_password_for_change: false,
      user_id: USER.user_id,
      profile_data: { ...PROFILE, ...change.profile },
      user_data: USER,
      sub_plan_data: PREMIUM,
      publisher_plan_data: { ...PREMIUM, plan_name: 'Publisher' },
      ...change.extras,
    },
    ...change.answer,
  };
}

/** Signs in through a session and lets the look-up after it pass. */
export async function signedIn(session: ReturnType<typeof sessionWith>['session'], answer = loginAnswer(), how: 'password' | 'otp' | 'social' = 'password') {
  const { readClock } = await import('../contract/market/routes.ts');
  await session.request(readClock, {}, { quiet: true });
  return session.adopt(answer, how);
}
