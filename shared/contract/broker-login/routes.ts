import * as z from 'zod/mini';
import { loginData, professionCode } from '../identity/types.ts';
import { broker } from '../partners/types.ts';
import { route } from '../route.ts';
import { code, text } from '../text.ts';
import { stepOne } from './types.ts';

/** Broker id in a query: digits only. */
const brokerIdText = z.pipe(z.string().check(z.regex(/^\d{1,6}$/, 'Not a broker')), z.transform(Number));

const brokerId = z.number().check(z.int(), z.nonnegative());

const clientId = code(40, 1);

const secret = z.string().check(z.minLength(1, 'Field is required'), z.maxLength(128));

/** The whole address a broker sent the browser back to. */
const address = text(6000, 1);

export const levelOne = route({
  method: 'GET',
  path: '/auth/v1/level_one_auth_for_broker',
  summary: 'Where the browser goes to sign in with a broker.',
  access: 'open',
  bearer: 'any',
  query: z.object({ broker_id: brokerIdText }),
  data: z.object({ redirect_url: z.string() }),
});

export const levelTwo = route({
  method: 'POST',
  path: '/auth/v1/level_two_auth_for_broker',
  summary: 'Sign in with what a broker handed over. It works once, in the browser that started.',
  access: 'open',
  bearer: 'any',
  fromAddress: true,
  body: z.object({ broker_id: brokerId, token_id: text(4000, 1), url: address, profession: professionCode }),
  data: loginData,
});

/** `redirect` of the envelope is the in-app path to go on with. */
export const shareIndiaRedirect = route({
  method: 'POST',
  path: '/auth/v1/share_india_request_token_redirect_url',
  summary: 'Turns the address a partner sent its user to into the login address of this site.',
  access: 'open',
  bearer: 'any',
  fromAddress: true,
  body: z.object({ url: address }),
  data: z.object({ redirect_url: z.string() }),
});

export const hybridRedirection = route({
  method: 'GET',
  path: '/auth/v1/hybrid/redirection',
  summary: 'The broker of a hybrid site: where to sign in with it, where to open an account.',
  access: 'open',
  bearer: 'any',
  query: z.object({ broker_id: brokerIdText }),
  data: broker,
});

const partner = z.object({ partner: z.string().check(z.regex(/^[a-z]{2,30}$/, 'Not a partner')) });

export const validateUser = route({
  method: 'POST',
  path: '/auth/v1/:partner/validate_user',
  summary: 'Partner login, step one: client ID and password. Neither is kept.',
  access: 'open',
  bearer: 'any',
  params: partner,
  body: z.object({ broker_id: brokerId, username: clientId, password: secret }),
  data: stepOne,
});

export const validatePin = route({
  method: 'POST',
  path: '/auth/v1/:partner/validate_pin',
  summary: 'Partner login, step two: the PIN or OTP of the partner.',
  access: 'open',
  bearer: 'any',
  params: partner,
  body: z.object({ broker_id: brokerId, username: clientId, pin: code(20, 1), token: z.optional(text(200)) }),
  data: loginData,
});

export const validateUserPin = route({
  method: 'POST',
  path: '/auth/v1/zebu/validate_user_pin',
  summary: 'Partner login in one form: client ID, password and second factor (year of birth).',
  access: 'open',
  bearer: 'any',
  body: z.object({ user_id: clientId, broker_id: brokerId, password: secret, factor2: code(20, 1) }),
  data: loginData,
});

export const regenerateOtp = route({
  method: 'POST',
  path: '/trade/v1/regenerate_otp',
  summary: 'Partner login, step two: asks the partner for a new OTP or PIN.',
  access: 'open',
  bearer: 'any',
  body: z.object({ user_id: clientId, broker_id: brokerId }),
  data: z.object({ message: z.string() }),
});
