import { type Brokers, createBrokers } from '../brokers/index.ts';
import { createPartners, type Partners } from '../partners/index.ts';
import type { PlatformProcess } from '../platform/platform.create.ts';
import type { Platform } from '../platform/platform.ts';
import { openPlatform, type TestDatabase, type TestSettings } from '../platform/testing.ts';
import { createPush, type Push } from '../push/index.ts';
import type { IdentityDb } from './accounts/account.store.ts';
import { createIdentity } from './create-identity.ts';
import type { Identity } from './identity.ts';
import { tidyIdentity } from './privacy/tidy.ts';

/** For tests of other features whose rows an erasure takes. */
export { eraseDue } from './privacy/erasure.ts';

/** The server with partners, identity and the demo's people, on one database, with a clock that tests turn. */
export interface Site {
  platform: PlatformProcess;
  db: IdentityDb;
  partners: Partners;
  identity: Identity;
  push: Push;
  brokers: Brokers;
  clock: { now: Date; forward(ms: number): void };
  /** A browser: one host, one address, its own cookies. */
  browser(options?: { host?: string; ip?: string }): Browser;
  /** What the nightly job forgets. */
  tidy(): Promise<void>;
  /** The newest OTP that went to a number. */
  otp(number: string): Promise<number>;
  close(): Promise<void>;
}

export interface Browser {
  post(path: string, body: object, bearer?: string): Promise<Reply>;
  get(path: string, bearer?: string): Promise<Reply>;
  cookie: string;
}

export interface Reply {
  http: number;
  headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field.
  body: any;
}

export async function openSite(
  database: TestDatabase,
  prepare: (platform: Platform) => void = () => {},
  more: Omit<TestSettings, 'database'> = {},
): Promise<Site> {
  const { platform, end } = await openPlatform({ database, ...more });
  const clock = {
    now: new Date('2026-11-20T06:00:00.000Z'),
    forward(ms: number) {
      this.now = new Date(this.now.getTime() + ms);
    },
  };
  const partners = await createPartners(platform);
  const push = await createPush(platform, () => clock.now);
  const brokers = await createBrokers(platform, { partners, clock: () => clock.now });
  const identity = await createIdentity(platform, { partners, push, brokers, clock: () => clock.now });
  prepare(platform);

  function browser({ host = 'localhost', ip = '127.0.0.1' } = {}): Browser {
    const self: Browser = {
      cookie: '',
      post: (path, body, bearer) => call('POST', path, bearer, body),
      get: (path, bearer) => call('GET', path, bearer),
    };
    async function call(method: 'GET' | 'POST', url: string, bearer?: string, payload?: object): Promise<Reply> {
      const answer = await platform.app.inject({
        method,
        url,
        remoteAddress: ip,
        headers: { host: `${host}:4000`, cookie: self.cookie, ...(bearer && { authorization: `Bearer ${bearer}` }) },
        ...(payload && { payload }),
      });
      const set = answer.headers['set-cookie'];
      if (typeof set === 'string') self.cookie = set.split(';')[0]!;
      return {
        http: answer.statusCode,
        headers: answer.headers,
        body: answer.headers['content-type']?.toString().includes('json') ? answer.json() : answer.body,
      };
    }
    return self;
  }

  return {
    platform,
    db: platform.db,
    partners,
    identity,
    push,
    brokers,
    tidy: () => tidyIdentity(platform.db, push, clock.now),
    clock,
    browser,
    async otp(number) {
      const [newest] = await platform.outbox.list(platform.db, number);
      return Number(/^\d{6}/.exec(newest!.text)![0]);
    },
    close: end,
  };
}

let taken = 0;
/** An Indian mobile number no other story uses. */
export function freshMobile(): string {
  taken += 1;
  return String(7_000_000_000 + taken);
}

let given = 0;
/** A PAN no other story uses. */
export function freshPan(): string {
  given += 1;
  return `TESTP${String(given % 10_000).padStart(4, '0')}${String.fromCharCode(65 + Math.floor(given / 10_000))}`;
}

/** Writes a PAN on somebody's profile, without which calls of a plan that they buy stay closed. */
export const givePan = (browser: Browser, bearer: string, pan_card_number = freshPan()): Promise<Reply> =>
  browser.post('/auth/v1/profile_update', { pan_card_number }, bearer);

export const PASSWORD = 'Vimarsh@2026';

export const signInBody = (username: string, password = PASSWORD) => ({
  username,
  password,
  sign_in_with: 'EMAIL',
  profession: 'RETAIL_INVESTOR',
  referral_code: '',
});

export const otpBody = (mobile: string, purpose: 'SIGN_IN' | 'SIGN_UP', country_code = '+91') => ({ country_code, mobile, purpose });

/** Signs up over a fresh OTP; the login answer comes back. */
export async function signUp(site: Site, browser: Browser, mobile: string, full_name = 'Asha Rao'): Promise<Reply> {
  await browser.post('/auth/v1/generate_mobile_otp', otpBody(mobile, 'SIGN_UP'));
  const mobile_otp = await site.otp(`+91${mobile}`);
  return browser.post('/auth/v1/validate_otp_and_perform_signin_signup', {
    ...otpBody(mobile, 'SIGN_UP'),
    mobile_otp,
    full_name,
    profession: 'RETAIL_INVESTOR',
  });
}
