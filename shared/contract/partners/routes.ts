import * as z from 'zod/mini';
import { route } from '../route.ts';
import { text } from '../text.ts';
import { broker, environment, proofKey } from './types.ts';

/** Envelope extra: `auth_option` stands beside `data` (S3-BRK-11); the server writes it at both places. */
export const brokerList = route({
  method: 'POST',
  path: '/auth/v1/broker/list',
  summary: 'Brokers of this site and the ways to sign in that it offers.',
  access: 'open',
  bearer: 'any',
  data: z.array(broker),
});

export const currentEnvironment = route({
  method: 'GET',
  path: '/base/v1/environment',
  summary: 'The partner environment of the host the call came to, or null on the main host.',
  access: 'open',
  data: z.object({ environment: z.nullable(environment), brand: z.string() }),
});

/** Open pages stay open. Two keys at a time let one take the other's place. */
export const setProofKeys = route({
  method: 'POST',
  path: '/base/v1/access-keys/proof-keys',
  summary: 'Replace the public keys that prove a broker’s app; its access key begins with pk_app_.',
  access: 'admin',
  body: z.object({
    access_key: text(80, 1),
    keys: z.array(proofKey).check(
      z.minLength(1),
      z.maxLength(3),
      z.refine((keys) => new Set(keys.map(({ kid }) => kid)).size === keys.length, 'Each key needs a kid of its own'),
    ),
  }),
  data: z.object({ access_key: z.string(), kids: z.array(z.string()) }),
});

/** Open pages of the key go dark within seconds, and it never comes back to life. Repeating it changes nothing. */
export const revokeAccessKey = route({
  method: 'POST',
  path: '/base/v1/access-keys/revoke',
  summary: 'End a partner’s widget key for good.',
  access: 'admin',
  body: z.object({ access_key: text(80, 1) }),
  data: z.object({ access_key: z.string(), status: z.enum(['active', 'revoked']) }),
});
