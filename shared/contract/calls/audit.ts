import * as z from 'zod/mini';

/** The server's own check of the whole record against all that was signed. `events`: how many stand under daily roots, 0 where it does not hold. */
export const audit = z.object({ at: z.string(), events: z.number(), holds: z.boolean() });

export type Audit = z.output<typeof audit>;
