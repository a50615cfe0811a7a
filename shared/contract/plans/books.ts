import * as z from 'zod/mini';
import { route } from '../route.ts';

export const readUnbalanced = route({
  method: 'GET',
  path: '/admin/v1/books/unbalanced',
  summary:
    'What does not agree in the books of money, a sentence each, by the ids that the payment provider and the log know; nothing is the good answer. As of now: each night it also stands in the log.',
  access: 'admin',
  data: z.object({ wrong: z.array(z.string()) }),
});
