import type { Multipart } from '@fastify/multipart';
import type { Route } from '@vimarsh/shared/contract/route.ts';
import type { FastifyRequest } from 'fastify';
import { Fail } from './fail.ts';

/** Bytes of all files of a request, where its route states no fewer. */
const UPLOAD_LIMIT = 12 * 1024 * 1024;
/** Bytes of all fields beside them. */
const FIELDS_LIMIT = 64 * 1024;
const LIMITS = { parts: 60, fieldSize: FIELDS_LIMIT, headerPairs: 20 };

/**
 * Fields and files of a request. JSON stays what it is; multipart is taken only by routes that declare files, and read
 * only here: nobody who was not admitted has a byte of it read.
 */
export async function readForm(
  route: Route,
  request: FastifyRequest,
  fileBytes = UPLOAD_LIMIT,
): Promise<{ fields: unknown; files: Record<string, Uint8Array> }> {
  if (!request.isMultipart()) return { fields: request.body, files: {} };
  if (!route.files) throw new Fail('BAD_REQUEST', { validation: 'Send the request as JSON.' });
  const most = fileBytes + FIELDS_LIMIT;
  const fileTooLarge = (): Fail => new Fail('TOO_LARGE', fileBytes < UPLOAD_LIMIT ? { validation: `This file is larger than ${fileBytes / 1024} kB.` } : {});
  if (Number(request.headers['content-length'] ?? 0) > most) throw fileTooLarge();
  const fields: Record<string, unknown> = Object.create(null);
  const files: Record<string, Uint8Array> = Object.create(null);
  let size = 0;
  try {
    for await (const part of request.parts({ limits: { ...LIMITS, fileSize: fileBytes } })) {
      if (part.type === 'field') {
        const value = wholeField(part);
        size += JSON.stringify(value ?? '').length;
        fields[part.fieldname] = value;
      } else {
        if (!route.files.includes(part.fieldname))
          throw new Fail('BAD_REQUEST', { validation: 'This file is not asked for.', problems: [{ path: 'files', message: 'Not asked for' }] });
        // The rest of a file that is too large is not waited for.
        if (part.file.truncated) throw fileTooLarge();
        part.file.once('limit', () => part.file.destroy(fileTooLarge()));
        const bytes = await part.toBuffer();
        size += bytes.length;
        // A file field left empty is sent as a file of no bytes.
        if (bytes.length > 0) files[part.fieldname] = bytes;
      }
      if (size > most) throw new Fail('TOO_LARGE');
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
