import * as z from 'zod/mini';

/** How soon an expert answers, of the last 90 days. */
export const answerTime = z.object({
  /** Median minutes from the beginning of an investor's turn to the expert's first text behind it; null below ten answers. */
  minutes: z.nullable(z.number()),
  answers: z.number(),
  /** When it was computed; UTC. */
  as_of: z.string(),
});
export type AnswerTime = z.output<typeof answerTime>;
