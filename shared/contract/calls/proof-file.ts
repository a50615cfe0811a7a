import * as z from 'zod/mini';
import { route } from '../route.ts';
import { id } from '../text.ts';

// Apart from the other routes of calls and experts: only the buttons that offer them carry them.

/** `as=zip`: the zip itself, for programs. */
const query = z.object({ as: z.optional(z.enum(['zip'])) });
/** The zip in base64. */
const data = z.object({ file: z.string(), zip: z.string() });

export const downloadCallProof = route({
  method: 'GET',
  path: '/reco/v1/calls/:id/file',
  summary: 'One call with everything that proves it, for whoever may read it: a zip that can be checked without a network and without our code.',
  access: 'open',
  params: z.object({ id }),
  query,
  data,
});

export const downloadExpertProof = route({
  method: 'GET',
  path: '/experts/v1/experts/:user_id/file',
  summary:
    'The ended calls of an expert that the caller may read, with their proofs and results: a zip that can be checked without a network and without our code.',
  access: 'open',
  params: z.object({ user_id: id }),
  query,
  data,
});
