import * as z from 'zod/mini';

/** Of an expert's calls that hit their stop-loss since the rule stands, in every segment. */
export const postMortems = z.object({
  user_id: z.string(),
  /** Null where this site shows no figures of others: how many stopped calls there are is one. */
  counts: z.nullable(
    z.object({
      /** Without one, and still in time. */
      due: z.number(),
      /** Without one, after the last day. */
      missing: z.number(),
      written: z.number(),
      /** Written after the last day. */
      late: z.number(),
    }),
  ),
  /** Trading sessions after its end within which a stopped call is answered for. */
  sessions: z.number(),
  /** First IST day of the rule, `YYYY-MM-DD`. */
  since: z.string(),
  as_of: z.string(),
});
export type PostMortems = z.output<typeof postMortems>;

/** A stopped call of the caller's own that waits for its post-mortem. */
export const owedPostMortem = z.object({
  id: z.string(),
  /** Its kind in the record. */
  segment: z.string(),
  stock: z.string(),
  /** What it was: `Buy`, or the name of its strategy as the record has it. */
  what: z.string(),
  ended_at: z.string(),
  /** Last IST day in time. */
  due_by: z.string(),
  missing: z.boolean(),
});
export type OwedPostMortem = z.output<typeof owedPostMortem>;

/** Those still in time first, the earliest day on top; then those that are missing, the newest on top. At most 50. */
export const owedList = z.object({ items: z.array(owedPostMortem), total: z.number(), as_of: z.string() });
