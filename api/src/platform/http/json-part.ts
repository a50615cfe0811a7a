import type * as z from 'zod/mini';
import { success } from './envelope.ts';

/** An answer whose bytes are there already, envelope and all. */
export class JsonBytes {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/** A large field of an answer, parsed by the contract and written once, however many answers it stands in. */
export const writtenPart = (schema: z.ZodMiniType, value: unknown): Buffer => Buffer.from(JSON.stringify((success(schema, value) as { data: unknown }).data));

/** An answer with a part that was written before in the place of a field that is null. Quotes inside of texts are escaped, so no text can hold that place. */
export function answerWithPart(schema: z.ZodMiniType, data: object, field: string, part: Buffer): JsonBytes {
  const text = JSON.stringify(success(schema, { ...data, [field]: null }));
  const place = `"${field}":null`;
  const at = text.indexOf(place);
  if (at < 0 || text.indexOf(place, at + 1) >= 0) throw new Error(`An answer has not exactly one empty ${field}`);
  return new JsonBytes(Buffer.concat([Buffer.from(text.slice(0, at + field.length + 3)), part, Buffer.from(text.slice(at + place.length))]));
}
