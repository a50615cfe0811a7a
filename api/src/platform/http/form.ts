import type { Multipart } from '@fastify/multipart';
import type { Route } from '@vimarsh/shared/contract/route.ts';
import type { FastifyRequest } from 'fastify';
import { Fail } from './fail.ts';

/** Bytes of one multipart request, all its files together. */
const UPLOAD_LIMIT = 12 * 1024 * 1024;
const LIMITS = { parts: 60, fileSize: UPLOAD_LIMIT, fieldSize: 64 * 1024, headerPairs: 20 };

/**
 * Fields and files of a request. JSON stays what it is; multipart is taken only by routes that declare files, and read
 * only here: nobody who was not admitted has a byte of it read.
 */
export async function readForm(route: Route, request: FastifyRequest): Promise<{ fields: unknown; files: Record<string, Uint8Array> }> {
  if (!request.isMultipart()) return { fields: request.body, files: {} };
  if (!route.files) throw new Fail('BAD_REQUEST', { validation: 'Send the request as JSON.' });
  if (Number(request.headers['content-length'] ?? 0) > UPLOAD_LIMIT) throw new Fail('TOO_LARGE');
  const fields: Record<string, unknown> = Object.create(null);
  const files: Record<string, Uint8Array> = Object.create(null);
  let size = 0;
  try {
    for await (const part of request.parts({ limits: LIMITS })) {
      if (part.type === 'field') fields[part.fieldname] = wholeField(part);
      else {
        if (!route.files.includes(part.fieldname))
          throw new Fail('BAD_REQUEST', { validation: 'This file is not asked for.', problems: [{ path: 'files', message: 'Not asked for' }] });
        const bytes = await part.toBuffer();
        size += bytes.length;
        if (size > UPLOAD_LIMIT) throw new Fail('TOO_LARGE');
        // A file field left empty is sent as a file of no bytes.
        if (bytes.length > 0) files[part.fieldname] = bytes;
      }
    }
  } catch (error) {
    if (error instanceof Fail) throw error;
    if ((error as { statusCode?: number }).statusCode === 413) throw new Fail('TOO_LARGE');
    // Cut off on its way, or no multipart at all: the sender's doing, so nothing for a log.
    throw new Fail('BAD_REQUEST', { validation: 'The files could not be read. Try again.' });
  }
  return { fields: { ...fields }, files };
}

function wholeField({ value, valueTruncated }: Extract<Multipart, { type: 'field' }>): unknown {
  if (valueTruncated) throw new Fail('TOO_LARGE');
  return value;
}
