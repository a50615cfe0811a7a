import type { generateOtp, signIn, validateOtp } from '@vimarsh/shared/contract/identity/routes.ts';
import type { Request } from '@vimarsh/shared/contract/route.ts';
import type { Envelope } from '@vimarsh/shared/session';

export type Purpose = 'SIGN_IN' | 'SIGN_UP';

/** Where an OTP goes. `country_code` with its plus, `mobile` as digits (S7-OTP-A02). */
export interface MobileNumber {
  country_code: string;
  mobile: string;
}

/** The context of every sign-in: the referral from the address and the partner of the host. */
export interface Setting {
  referral: string;
  /** Null on the main host, where the key is left out (S7-OTP-03, S7-OTP-07). */
  brokerId: number | null;
}

const broker = ({ brokerId }: Setting) => (brokerId === null ? {} : { broker_id: brokerId });

/** The server keeps an existing account's profession, so a plain sign-in says investor (S7-SIGNIN-A01). */
export const signInBody = (username: string, password: string, setting: Setting): Request<typeof signIn>['body'] => ({
  username,
  password,
  sign_in_with: 'EMAIL',
  profession: 'RETAIL_INVESTOR',
  referral_code: setting.referral,
});

export const generateBody = (to: MobileNumber, purpose: Purpose, setting: Setting): Request<typeof generateOtp>['body'] => ({
  ...to,
  purpose,
  ...broker(setting),
});

export interface Proof extends MobileNumber {
  otp: string;
  /** Sign-up only. */
  newcomer?: { full_name: string; expert: boolean };
}

export const validateBody = ({ otp, newcomer, country_code, mobile }: Proof, setting: Setting): Request<typeof validateOtp>['body'] => ({
  country_code,
  mobile,
  mobile_otp: Number(otp),
  purpose: newcomer ? 'SIGN_UP' : 'SIGN_IN',
  referral_code: setting.referral,
  ...broker(setting),
  ...(newcomer && { full_name: newcomer.full_name, profession: newcomer.expert ? 'MARKET_EXPERT' : 'RETAIL_INVESTOR' }),
});

/** Tries left after a refusal; undefined when the server does not say. */
export const triesLeftOf = ({ extras }: Pick<Envelope<unknown>, 'extras'>): number | undefined =>
  typeof extras.tries_left === 'number' ? extras.tries_left : undefined;

/** The form a refusal switches to. The specified texts are matched exactly, case included (S8-ERR-A08). */
export function formFor(validation: string): 'sign-in' | 'sign-up' | null {
  if (validation.includes('Account not found') || validation.includes('User account not exists')) return 'sign-up';
  return validation.includes('User already exists') ? 'sign-in' : null;
}
