import * as z from 'zod/mini';
import { route } from '../route.ts';
import { code } from '../text.ts';
import { ownReferrals, referralRule } from './types.ts';

export const readReferralCode = route({
  method: 'GET',
  path: '/auth/v1/referral_code',
  summary: 'What a code gives to both, and whether it counts on this site now; null where no programme runs. Whose code it is is not said.',
  access: 'open',
  query: z.object({ code: code(40) }),
  data: z.object({ gives: z.nullable(z.object({ ...referralRule.shape, counts: z.boolean() })) }),
});

export const readReferrals = route({
  method: 'GET',
  path: '/base/v1/referrals',
  summary: 'The caller’s code, who signed up with it and what was given for it; null where no programme runs, and to who has no part in it.',
  access: 'session',
  data: z.object({ own: z.nullable(ownReferrals) }),
});

/** FORBIDDEN to who has no part in a programme, and where none runs. */
export const makeReferralCode = route({
  method: 'POST',
  path: '/base/v1/referral_code',
  summary: 'Make the caller’s code. Asked again, it is the same.',
  access: 'session',
  body: z.object({}),
  data: z.object({ code: z.string() }),
});
