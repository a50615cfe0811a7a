import * as z from 'zod/mini';

/** Tokens a sign-in or refresh hands out. `expire_in`: seconds from receipt to the end of the idle window (S3-LOGIN-O01). */
export const tokenData = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expire_in: z.number(),
});
export type TokenData = z.output<typeof tokenData>;

/**
 * The envelope of every JSON answer (spec section 7). `status` false is a failure: `validation` is the sentence for the
 * user, `code` the stable name from `errors.ts`, `redirect` (when not empty) ends the session (S8-ERR-03).
 * HTTP says the same: business failures 200, tokens 401, forbidden 403, unknown 404, limits 429 (S7-HTTP-O02).
 */
export const answer = <D extends z.ZodMiniType>(data: D) =>
  z.object({
    status: z.boolean(),
    validation: z.string(),
    redirect: z.string(),
    data: z.nullable(data),
    code: z.optional(z.string()),
    /** Field-level problems, dotted path and sentence; never echoes the value. */
    problems: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
    retry_after: z.optional(z.number()),
    /** How often a wrong code or password may still be followed by another. */
    tries_left: z.optional(z.number()),
    request_id: z.optional(z.string()),
    token_data: z.optional(tokenData),
    expire_in: z.optional(z.number()),
  });

export interface Answer<D> {
  status: boolean;
  validation: string;
  redirect: string;
  data: D | null;
  code?: string;
  problems?: { path: string; message: string }[];
  retry_after?: number;
  request_id?: string;
  token_data?: TokenData;
  expire_in?: number;
}
