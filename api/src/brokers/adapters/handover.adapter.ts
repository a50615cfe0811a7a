import { errors, jwtVerify } from 'jose';
import * as z from 'zod/mini';
import { Fail } from '../../platform/platform.ts';
import type { Customer, HandoverSignIn } from '../desk.ts';

/** A hand-over lives at most so long, seconds. */
export const HANDOVER_SECONDS = 60;

/** A client ID of at most 40 characters: `AB1002`, `AB/10 02`. Databases refuse a zero byte, and nobody tells unseen characters apart. */
const CLIENT_ID = /^(?! )[^\p{C}\p{Zl}\p{Zp}]{1,40}(?<! )$/u;

const claims = z
  .object({
    sub: z.string().check(z.regex(CLIENT_ID)),
    name: z._default(z.string().check(z.maxLength(100)), ''),
    broker_id: z.number(),
    iat: z.number(),
    exp: z.number(),
    jti: z.string().check(z.minLength(8), z.maxLength(200)),
  })
  .check(z.refine(({ iat, exp }) => exp - iat <= HANDOVER_SECONDS));

/**
 * Whether each part is written as base64url is written. Readers also take padding, blanks and any unused bits, so that one signed token
 * would have many texts.
 */
const isCanonical = (token: string): boolean => token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);

interface Parts {
  secret: Uint8Array;
  /** Key of the partner: the token's issuer. Its audience is `vimarsh`. */
  partner_key: string;
  signInAt: HandoverSignIn['signInAt'];
  clock: () => Date;
}

/** A one-time token the partner's site signed for its customer: a JWT (HS256) of one minute. */
export function handoverSignIn({ secret, partner_key, signInAt, clock }: Parts): HandoverSignIn {
  return {
    signInAt,
    async read(token) {
      if (!isCanonical(token)) throw new Fail('HANDOVER_SPENT');
      try {
        const { payload } = await jwtVerify(token, secret, {
          algorithms: ['HS256'],
          issuer: partner_key,
          audience: 'vimarsh',
          maxTokenAge: HANDOVER_SECONDS,
          clockTolerance: 5,
          currentDate: clock(),
        });
        const { sub, name, broker_id, exp, jti } = claims.parse(payload);
        const customer: Customer = { client_id: sub, full_name: name, broker_id };
        return { customer, id: jti, until: new Date((exp + HANDOVER_SECONDS) * 1000) };
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof z.core.$ZodError) throw new Fail('HANDOVER_SPENT');
        throw error;
      }
    },
  };
}
