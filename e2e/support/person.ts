import { AskAgain } from './ask-again.ts';
import { askHost } from './ask-host.ts';
import { otpFor } from './outbox.ts';
import type { Demo, Stack } from './stack.ts';

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** The device's cookie, without which a session can't be kept. */
const deviceOf = (response: Response): string => (response.headers.get('set-cookie') ?? '').split(';', 1)[0]!;

const RENEW_AFTER_MS = 7 * 60_000;

/** Somebody signed in who talks to the API directly: prepares a story or looks behind the screen. */
export class Person {
  readonly user_id: string;
  readonly #portal: string;
  #tokens: Tokens;
  readonly #device: string;
  #since = performance.now();
  #renewing: Promise<void> | null = null;

  private constructor(portal: string, { user_id, device, ...tokens }: Tokens & { user_id: string; device: string }) {
    this.#portal = portal;
    this.#tokens = tokens;
    this.#device = device;
    this.user_id = user_id;
  }

  /** Signs in with e-mail and password. */
  static async signIn(stack: Pick<Stack, 'portal'>, email: string, password: string): Promise<Person> {
    const body = { username: email, password, sign_in_with: 'EMAIL', profession: 'RETAIL_INVESTOR', referral_code: '' };
    const answer = await send(`${stack.portal}/auth/v1/sign_in`, { method: 'POST', body });
    if (!answer.status) throw new Error(`${email} can’t sign in: ${answer.validation}`);
    return new Person(stack.portal, { ...answer.token_data!, user_id: answer.user_id!, device: answer.device });
  }

  /** Signs up with a mobile number nobody has, by the OTP of the demo's outbox. */
  static signUp(stack: Pick<Stack, 'portal'>, mobile: string): Promise<Person> {
    return Person.#byOtp(stack, { mobile, purpose: 'SIGN_UP' }, { full_name: `Reader ${mobile}` });
  }

  static signInByOtp(stack: Pick<Stack, 'portal'>, mobile: string): Promise<Person> {
    return Person.#byOtp(stack, { mobile, purpose: 'SIGN_IN' });
  }

  /** Somebody with a token from elsewhere. */
  static withToken(stack: Pick<Stack, 'portal'>, token: string, user_id: string): Person {
    return new Person(stack.portal, { access_token: token, refresh_token: '', user_id, device: '' });
  }

  static async #byOtp({ portal }: Pick<Stack, 'portal'>, { mobile, purpose }: { mobile: string; purpose: 'SIGN_IN' | 'SIGN_UP' }, more = {}): Promise<Person> {
    const to = { country_code: '+91', mobile, purpose };
    const sent = await send(`${portal}/auth/v1/generate_mobile_otp`, { method: 'POST', body: to });
    if (!sent.status) throw new Error(`${mobile} gets no OTP: ${sent.validation}`);
    const body = { ...to, mobile_otp: Number(await otpFor({ portal }, mobile)), referral_code: '', ...more };
    const answer = await send(`${portal}/auth/v1/validate_otp_and_perform_signin_signup`, { method: 'POST', body });
    if (!answer.status) throw new Error(`The OTP does not let ${mobile} in: ${answer.validation}`);
    return new Person(portal, { ...answer.token_data!, user_id: answer.user_id!, device: answer.device });
  }

  /** Signs in as one of the demo's accounts, e.g. "Premium investor". */
  static demo(stack: Pick<Stack, 'portal'>, demo: Demo, shows: string): Promise<Person> {
    return Person.signIn(stack, demo.sign_ins.find((account) => account.shows === shows)!.email, demo.password);
  }

  async get<T>(path: string): Promise<ApiAnswer<T>> {
    return send(`${this.#portal}${path}`, { token: await this.token() });
  }

  async post<T>(path: string, body: object): Promise<ApiAnswer<T>> {
    return send(`${this.#portal}${path}`, { method: 'POST', token: await this.token(), body });
  }

  /** Ends this session; whether the server said so. */
  async signOut(): Promise<boolean> {
    const { refresh_token } = this.#tokens;
    const answer = await send(`${this.#portal}/auth/v1/sign_out`, { method: 'POST', token: await this.token(), body: { refresh_token }, cookie: this.#device });
    return answer.status;
  }

  /** An access token that is good for some minutes more: it lives for ten, and a run may take an hour. */
  async token(): Promise<string> {
    if (performance.now() - this.#since > RENEW_AFTER_MS && this.#tokens.refresh_token) {
      this.#renewing ??= this.#renew().finally(() => {
        this.#renewing = null;
      });
      await this.#renewing;
    }
    return this.#tokens.access_token;
  }

  async #renew(): Promise<void> {
    const { refresh_token } = this.#tokens;
    const answer = await send(`${this.#portal}/auth/v1/refresh_token`, { method: 'POST', body: { refresh_token }, cookie: this.#device });
    if (!answer.status) throw new Error(`The session of ${this.user_id} can’t be kept: ${answer.validation}`);
    this.#tokens = answer.token_data!;
    this.#since = performance.now();
  }
}

export interface ApiAnswer<T> {
  readonly status: boolean;
  readonly validation: string;
  readonly code?: string;
  readonly problems?: readonly { path: string; message: string }[];
  readonly data: T;
  readonly user_id?: string;
  readonly token_data?: Tokens;
  /** What the browser would keep of it. */
  readonly device: string;
}

interface Sent {
  readonly method?: string;
  readonly token?: string;
  readonly body?: object;
  readonly cookie?: string;
}

async function send<T>(url: string, { method = 'GET', token, body, cookie }: Sent): Promise<ApiAnswer<T>> {
  const response = await askHost(url, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(cookie && { cookie }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = (await response.json()) as ApiAnswer<T>;
  if (response.status === 503 && answer.code === 'RETRY') throw new AskAgain();
  if (response.status >= 500) throw new Error(`${method} ${new URL(url).pathname} was answered ${response.status} ${answer.code}`);
  return { ...answer, device: deviceOf(response) };
}
