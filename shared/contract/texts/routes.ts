import * as z from 'zod/mini';
import { route } from '../route.ts';
import { TEXT_SETS, textDocument } from './types.ts';

export const readText = route({
  method: 'GET',
  path: '/base/v1/texts/:set/:name',
  summary: 'An information page in the version in force on this host, or in the one asked for, with the list of all versions.',
  access: 'open',
  params: z.object({ set: z.enum(TEXT_SETS), name: z.string().check(z.regex(/^[a-z-]{1,40}$/, 'Not the name of a text')) }),
  query: z.object({ version: z.optional(z.string().check(z.regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/, 'Not a version'))) }),
  data: textDocument,
});
