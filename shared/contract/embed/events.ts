import * as z from 'zod/mini';
import { subjectValue, WIDGETS } from './types.ts';

const spread = {
  /** Over how many milliseconds the pages of this server should come back after it went away. Older servers do not say. */
  spread_ms: z.optional(z.number()),
};

/** Events of the stream by name. Each carries the cursor reached as its id. */
export const streamEvents = {
  /** The stream stands. What changed since the cursor follows. */
  hello: z.object(spread),
  value: subjectValue,
  /**
   * Top-level fields that have changed, of larger widgets only what changed inside of them (`domain/insights/nested-change.ts`); what
   * it builds on was sent before on this stream, or was known at its cursor. The price alone comes every second it moves.
   */
  delta: z.object({ widget: z.enum(WIDGETS), code: z.string(), set: z.record(z.string(), z.unknown()) }),
  /** A key that ended: `grant` counts the parts of `watch` from 0. */
  refused: z.object({ grant: z.number(), code: z.string(), text: z.string() }),
  /** Every 15 seconds, so that a line gone dead is noticed. */
  beat: z.object(spread),
  /** The server ends; come again after so many milliseconds. */
  bye: z.object({ retry_ms: z.number() }),
};

export type StreamEvent = keyof typeof streamEvents;
