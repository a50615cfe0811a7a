import type { Route } from '@vimarsh/shared/contract/route.ts';
import type { FastifyRequest } from 'fastify';
import { Fail } from './fail.ts';

/** Bytes of one multipart request, all its files together. */
export const UPLOAD_LIMIT = 12 * 1024 * 1024;
const MOST_PARTS = 60;

/** Fields and files of a request. JSON stays what it is; multipart is taken only by routes that declare files. */
export async function readForm(route: Route, { body, headers }: FastifyRequest): Promise<{ fields: unknown; files: Record<string, Uint8Array> }> {
  if (!Buffer.isBuffer(body)) return { fields: body, files: {} };
  if (!route.files) throw new Fail('BAD_REQUEST', { validation: 'Send the request as JSON.' });
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type'] ?? '' } }).formData().catch(() => {
    throw new Fail('BAD_REQUEST', { validation: 'The files could not be read. Try again.' });
  });
  const parts = [...form];
  if (parts.length > MOST_PARTS) throw new Fail('TOO_LARGE');
  const fields: Record<string, string> = Object.create(null);
  const files: Record<string, Uint8Array> = Object.create(null);
  for (const [name, value] of parts) {
    if (typeof value === 'string') fields[name] = value;
    // A file field left empty is sent as a file of no bytes.
    else if (value.size > 0) {
      if (!route.files.includes(name))
        throw new Fail('BAD_REQUEST', { validation: 'This file is not asked for.', problems: [{ path: 'files', message: 'Not asked for' }] });
      files[name] = new Uint8Array(await value.arrayBuffer());
    }
  }
  return { fields: { ...fields }, files };
}
