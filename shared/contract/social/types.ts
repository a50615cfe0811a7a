import * as z from 'zod/mini';

/** Who Google says it is, and a token that `sign_in_with_social` takes once within two minutes. */
export const googleIdentity = z.object({ token: z.string(), username: z.string(), full_name: z.string(), first_name: z.string(), last_name: z.string() });
