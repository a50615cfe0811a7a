import * as z from 'zod/mini';
import { route } from '../route.ts';
import { code, id, text } from '../text.ts';
import { countryCode, loginData, mobile, professionCode, profile, typedCode } from './types.ts';

const referral = z._default(code(40), '');

const brokerId = z.optional(z.number());

export const signIn = route({
  method: 'POST',
  path: '/auth/v1/sign_in',
  summary: 'Sign in with e-mail and password.',
  access: 'open',
  bearer: 'any',
  body: z.object({
    username: code(254, 1),
    password: z.string().check(z.maxLength(128)),
    sign_in_with: z.literal('EMAIL'),
    profession: professionCode,
    referral_code: referral,
  }),
  data: loginData,
});

export const generateOtp = route({
  method: 'POST',
  path: '/auth/v1/generate_mobile_otp',
  summary: 'Send an OTP to a mobile number. The answer is the same whether or not the number is known.',
  access: 'open',
  bearer: 'any',
  body: z.object({ country_code: countryCode, mobile, purpose: z.enum(['SIGN_IN', 'SIGN_UP']), broker_id: brokerId }),
  data: z.object({ message: z.string(), resend_after: z.number(), expires_in: z.number() }),
});

export const validateOtp = route({
  method: 'POST',
  path: '/auth/v1/validate_otp_and_perform_signin_signup',
  summary: 'Prove an OTP, then sign in or sign up.',
  access: 'open',
  bearer: 'any',
  body: z.object({
    country_code: countryCode,
    mobile,
    mobile_otp: typedCode,
    purpose: z.enum(['SIGN_IN', 'SIGN_UP']),
    referral_code: referral,
    broker_id: brokerId,
    full_name: z.optional(text(100)),
    profession: z.optional(professionCode),
  }),
  data: loginData,
});

export const refreshToken = route({
  method: 'POST',
  path: '/auth/v1/refresh_token',
  summary: 'Trade a refresh token for the next pair. A token used twice ends the session.',
  access: 'open',
  bearer: 'any',
  body: z.object({ refresh_token: z.string().check(z.minLength(1), z.maxLength(400)) }),
  data: z.object({ token: z.string() }),
});

export const signOut = route({
  method: 'POST',
  path: '/auth/v1/sign_out',
  summary: 'End this session on the server.',
  access: 'open',
  bearer: 'any',
  body: z.object({ refresh_token: z.string().check(z.maxLength(400)), everywhere: z.optional(z.boolean()) }),
  data: z.object({ ended: z.number() }),
});

export const readProfile = route({ method: 'GET', path: '/auth/v1/profile', summary: 'The caller’s own profile.', access: 'session', data: profile });

export const lookUpProfile = route({
  method: 'POST',
  path: '/auth/v1/profile',
  summary: 'The caller’s own profile, looked up after login; saves nothing.',
  access: 'session',
  body: z.object({ profession: z.optional(text(40)), email: z.optional(code(254)), mobile: z.optional(code(40)) }),
  data: profile,
});

/** Follow and unfollow an expert. */
export const follow = route({
  method: 'POST',
  path: '/reco/v1/follow',
  summary: 'Follow or unfollow an expert.',
  access: 'session',
  body: z.object({ user_id: id, on: z.boolean() }),
  data: z.object({ following: z.boolean() }),
});
