import * as z from 'zod/mini';
import { countryCode, professionCode, typedCode } from '../identity/types.ts';
import { route } from '../route.ts';
import { code, text } from '../text.ts';

/**
 * The account calls of spec section 7, whose paths and shapes are ours (S7-PROFILE-O02). Each answer carries `redirect`
 * and `user_id` beside `data` (S7-PROFILE-08…12). Until the last step `user_id` is no account's id but a handle that
 * only the browser that began knows: it changes when the OTP was proven and is worth nothing after its one use.
 */
const handle = z.string().check(z.regex(/^[A-Za-z0-9_-]{20,64}$/, 'Begin again'));
const password = z.string().check(z.maxLength(128, 'Write at most 128 characters'));

/** Seconds until another code may be asked for, and until this one ends. `sent_to` is masked. */
const sentCode = z.object({ message: z.string(), sent_to: z.string(), resend_after: z.number(), expires_in: z.number() });

export const createUser = route({
  method: 'POST',
  path: '/auth/v1/create_user',
  summary: 'Begin an account with e-mail and password. The answer is the same whether or not the address is known; the account exists once its OTP is proven.',
  access: 'open',
  bearer: 'any',
  body: z.object({ full_name: text(100), email: code(254, 1), password, profession: professionCode, referral_code: z._default(code(40), '') }),
  data: sentCode,
});

export const forgotPasswordOtp = route({
  method: 'POST',
  path: '/auth/v1/forgot_password_otp',
  summary: 'Send an OTP for a new password. The answer is the same whether or not the account exists.',
  access: 'open',
  bearer: 'any',
  body: z.object({ username: code(254, 1), country_code: z._default(countryCode, '+91') }),
  data: sentCode,
});

export const resendOtp = route({
  method: 'POST',
  path: '/auth/v1/resend_otp',
  summary: 'Send another OTP for what a create user or forgot-password call began.',
  access: 'open',
  bearer: 'any',
  body: z.object({ user_id: handle }),
  data: sentCode,
});

export const verifyOtp = route({
  method: 'POST',
  path: '/auth/v1/verify_otp',
  summary: 'Prove an OTP of the create user or forgot-password flow.',
  access: 'open',
  bearer: 'any',
  body: z.object({ user_id: handle, otp: typedCode }),
  data: z.object({ message: z.string() }),
});

export const setNewPassword = route({
  method: 'POST',
  path: '/auth/v1/set_new_password',
  summary: 'Set a new password after a proven OTP. Ends every session of the account.',
  access: 'open',
  bearer: 'any',
  body: z.object({ user_id: handle, password }),
  data: z.object({ message: z.string() }),
});

export const changePassword = route({
  method: 'POST',
  path: '/auth/v1/change_password',
  summary: 'Change the caller’s password. Their other sessions end when asked.',
  access: 'session',
  body: z.object({ current_password: password, new_password: password, sign_out_others: z.boolean() }),
  data: z.object({ message: z.string(), ended: z.number() }),
});

/** Where the caller is signed in. Times are UTC instants. */
export const listSessions = route({
  method: 'GET',
  path: '/auth/v1/sessions',
  summary: 'The caller’s open sessions, the newest use first.',
  access: 'session',
  data: z.object({
    sessions: z.array(z.object({ id: z.string(), device: z.string(), ip: z.string(), created_at: z.string(), last_used_at: z.string(), current: z.boolean() })),
  }),
});

export const endSessions = route({
  method: 'POST',
  path: '/auth/v1/end_sessions',
  summary: 'End one of the caller’s other sessions, or all of them. This one goes on.',
  access: 'session',
  body: z.object({ session_id: z.optional(z.string().check(z.maxLength(64))) }),
  data: z.object({ ended: z.number() }),
});

export const exportAccount = route({
  method: 'GET',
  path: '/auth/v1/export',
  summary: 'Everything stored about the caller’s account, without secrets.',
  access: 'session',
  data: z.record(z.string(), z.unknown()),
});

export const readErasure = route({
  method: 'GET',
  path: '/auth/v1/erasure',
  summary: 'When the caller’s personal data will be erased, or null.',
  access: 'session',
  data: z.object({ erase_at: z.nullable(z.string()) }),
});

export const eraseAccount = route({
  method: 'POST',
  path: '/auth/v1/erasure',
  summary: 'Ask for the erasure of the account, 48 hours from now, or take that back.',
  access: 'session',
  body: z.object({ on: z.boolean() }),
  data: z.object({ erase_at: z.nullable(z.string()) }),
});
