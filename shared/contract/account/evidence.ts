import * as z from 'zod/mini';
import { route } from '../route.ts';

// Apart from the account's other routes: only the section that offers it carries it.

export const downloadEvidence = route({
  method: 'GET',
  path: '/auth/v1/evidence',
  summary: 'The caller’s evidence file: a zip, in base64, with a manifest that the ledger’s key has signed.',
  access: 'session',
  data: z.object({ file: z.string(), zip: z.string() }),
});
