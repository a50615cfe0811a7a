import * as z from 'zod/mini';
import { route } from '../route.ts';

/** What a newcomer needs to try the demo. Answers 404 outside it. */
export const readDemo = route({
  method: 'GET',
  path: '/base/v1/demo',
  summary: 'Demo: accounts to sign in with and the widget key of the partner’s demo site.',
  access: 'demo',
  data: z.object({
    password: z.string(),
    sign_ins: z.array(
      z.object({
        shows: z.string(),
        host: z.string(),
        email: z.string(),
        country_code: z.string(),
        mobile: z.string(),
        /** Client ID with which they sign in at the host's broker as well; '' for who can't. */
        at_broker: z.string(),
      }),
    ),
    widget: z.object({
      partner: z.string(),
      access_key: z.string(),
      revoked_key: z.string(),
      /** The partner's app: its key, and a proof of five minutes as its server would sign it. */
      app: z.object({ access_key: z.string(), proof: z.string() }),
    }),
  }),
});
