import { AskAgain } from './ask-again.ts';
import { otpFor } from './outbox.ts';
import type { Demo, Stack } from './stack.ts';

/** Somebody signed in who talks to the API directly: prepares a story or looks behind the screen. */
export class Person {
  readonly #portal: string;
  readonly token: string;
  readonly user_id: string;

  private constructor(portal: string, token: string, user_id: string) {
    this.#portal = portal;
    this.token = token;
    this.user_id = user_id;
  }

  /** Signs in with e-mail and password. */
  static async signIn(stack: Pick<Stack, 'portal'>, email: string, password: string): Promise<Person> {
    const body = { username: email, password, sign_in_with: 'EMAIL', profession: 'RETAIL_INVESTOR', referral_code: '' };
    const answer = await send(`${stack.portal}/auth/v1/sign_in`, { method: 'POST', body });
    if (!answer.status) throw new Error(`${email} can’t sign in: ${answer.validation}`);
    return new Person(stack.portal, answer.token_data!.access_token, answer.user_id!);
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
    return new Person(stack.portal, token, user_id);
  }

  static async #byOtp({ portal }: Pick<Stack, 'portal'>, { mobile, purpose }: { mobile: string; purpose: 'SIGN_IN' | 'SIGN_UP' }, more = {}): Promise<Person> {
    const to = { country_code: '+91', mobile, purpose };
    const sent = await send(`${portal}/auth/v1/generate_mobile_otp`, { method: 'POST', body: to });
    if (!sent.status) throw new Error(`${mobile} gets no OTP: ${sent.validation}`);
    const body = { ...to, mobile_otp: Number(await otpFor({ portal }, mobile)), referral_code: '', ...more };
    const answer = await send(`${portal}/auth/v1/validate_otp_and_perform_signin_signup`, { method: 'POST', body });
    if (!answer.status) throw new Error(`The OTP does not let ${mobile} in: ${answer.validation}`);
    return new Person(portal, answer.token_data!.access_token, answer.user_id!);
  }

  /** Signs in as one of the demo's accounts, e.g. "Premium investor". */
  static demo(stack: Pick<Stack, 'portal'>, demo: Demo, shows: string): Promise<Person> {
    return Person.signIn(stack, demo.sign_ins.find((account) => account.shows === shows)!.email, demo.password);
  }

  get<T>(path: string): Promise<ApiAnswer<T>> {
    return send(`${this.#portal}${path}`, { token: this.token });
  }

  post<T>(path: string, body: object): Promise<ApiAnswer<T>> {
    return send(`${this.#portal}${path}`, { method: 'POST', token: this.token, body });
  }
}

export interface ApiAnswer<T> {
  readonly status: boolean;
  readonly validation: string;
  readonly code?: string;
  readonly problems?: readonly { path: string; message: string }[];
  readonly data: T;
  readonly user_id?: string;
  readonly token_data?: { access_token: string };
}

async function send<T>(url: string, { method = 'GET', token, body }: { method?: string; token?: string; body?: object }): Promise<ApiAnswer<T>> {
  const response = await fetch(url, {
    method,
    headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = (await response.json()) as ApiAnswer<T>;
  if (response.status === 503 && answer.code === 'RETRY') throw new AskAgain();
  if (response.status >= 500) throw new Error(`${method} ${new URL(url).pathname} was answered ${response.status} ${answer.code}`);
  return answer;
}
