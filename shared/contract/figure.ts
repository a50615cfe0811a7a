import * as z from 'zod/mini';

/** A figure that explains itself: what it is, its value or why there is none, how it is computed and from what. */
export const figure = z.object({
  key: z.string(),
  label: z.string(),
  /** Null: see `note`. */
  value: z.nullable(z.number()),
  /** ₹ a share, index points, %, a plain ratio (x), a strike, or a count. */
  unit: z.enum(['inr', 'points', 'pct', 'x', 'strike', 'count']),
  /** What the value says in a word: "Oversold". */
  word: z.string(),
  /** Why there is no value: "not enough data: 12 of 20 sessions". */
  note: z.string(),
  /** The formula or rule in a sentence. */
  how: z.string(),
  inputs: z.array(z.tuple([z.string(), z.string()])),
});
export type Figure = z.output<typeof figure>;
