import * as z from 'zod/mini';

/** What is known of a witness of the log. `key`: its verifier key. `since`: its first co-signature here; `last`: its latest, by its own clock. */
export const witnessReport = z.object({
  name: z.string(),
  key: z.string(),
  since: z.nullable(z.string()),
  last: z.nullable(z.object({ size: z.number(), at: z.string() })),
  /**
   * The latest head it would not co-sign, and why. `settled`: its first co-signature after that, of a head as large or larger, which holds all
   * it had seen; null: there is none yet. The refusal stays readable.
   */
  refusal: z.nullable(
    z.object({
      size: z.number(),
      at: z.string(),
      why: z.string(),
      settled: z.optional(z.nullable(z.object({ size: z.number(), at: z.string() }))),
    }),
  ),
  /** Of the latest head. */
  state: z.enum(['cosigned', 'waits', 'refuses']),
});

export type WitnessReport = z.output<typeof witnessReport>;

/** The latest signed head of the log, and its witnesses. */
export const witnessed = z.object({
  head: z.nullable(z.object({ size: z.number(), root: z.string(), signed_at: z.string() })),
  witnesses: z.array(witnessReport),
});

export type Witnessed = z.output<typeof witnessed>;
