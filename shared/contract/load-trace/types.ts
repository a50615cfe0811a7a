import * as z from 'zod/mini';
import { text } from '../text.ts';

const ms = z.number().check(z.nonnegative(), z.lt(600_000));

/** How one module came up in one tab. No user, address or content is in it. */
export const moduleTrace = z.object({
  name: text(40, 1),
  release: text(80, 1),
  /** `fell_back`: the previous release took over; `code` is what the failure view showed. */
  outcome: z.enum(['shown', 'fell_back', 'failed']),
  retried: z.boolean(),
  /** Last phase reached or failed. */
  phase: z.enum(['entry', 'container', 'module', 'bootstrap', 'mount', 'render']),
  /** Milliseconds from navigation start to entry loaded, module started, module shown; null where it did not come to it. */
  entry_ms: z.nullable(ms),
  module_ms: z.nullable(ms),
  shown_ms: z.nullable(ms),
  code: z.optional(text(16)),
});

export type ModuleTrace = z.output<typeof moduleTrace>;
