import * as z from 'zod/mini';
import { loginData, professionCode } from '../identity/types.ts';
import { route } from '../route.ts';
import { code, text } from '../text.ts';
import { googleIdentity } from './types.ts';

export const beginGoogle = route({
  method: 'GET',
  path: '/auth/v1/social/google',
  summary: 'Where the browser goes to continue with Google.',
  access: 'open',
  bearer: 'any',
  data: z.object({ redirect_url: z.string() }),
});

export const completeGoogle = route({
  method: 'POST',
  path: '/auth/v1/social/google',
  summary: 'Back from Google: checks what it sent and names the person. It works once, in the browser that started.',
  access: 'open',
  bearer: 'any',
  body: z.object({ url: text(6000, 1) }),
  data: googleIdentity,
});

export const signInWithSocial = route({
  method: 'POST',
  path: '/auth/v1/sign_in_with_social',
  summary: 'Sign in or sign up with an identity that Google confirmed. The confirmed name and e-mail count, whatever is sent here.',
  access: 'open',
  bearer: 'any',
  body: z.object({
    username: code(254, 1),
    sign_up_source: z.literal('GMAIL'),
    token: text(200, 1),
    full_name: text(100),
    first_name: text(100),
    last_name: text(100),
    profession: professionCode,
    referral_code: z._default(code(40), ''),
    broker_id: z.optional(z.nullable(z.number())),
  }),
  data: loginData,
});
