import * as z from 'zod/mini';

/** A key of the ledger. `since`: the root it follows, and what the key before and this one signed of the change; null for the first. */
export const ledgerKey = z.object({
  public_key: z.string(),
  since: z.nullable(z.object({ after: z.nullable(z.string()), root: z.string(), signed: z.string(), accepted: z.string() })),
});

export type LedgerKey = z.output<typeof ledgerKey>;
