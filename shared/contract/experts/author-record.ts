import * as z from 'zod/mini';
import { callProof } from '../calls/types.ts';
import { route } from '../route.ts';
import { id } from '../text.ts';

// Apart from the other routes of experts: only a check asks for it.

export const readAuthorRecord = route({
  method: 'GET',
  path: '/reco/v1/authors/:user_id/record',
  summary: 'The signed entries of one author’s registration, with their proof: name, category, number, validity and standing, as the law makes them public.',
  access: 'open',
  params: z.object({ user_id: id }),
  data: callProof,
});
