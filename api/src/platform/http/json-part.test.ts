import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { success } from './envelope.ts';
import { answerWithPart, writtenPart } from './json-part.ts';

const part = z.object({ n: z.number(), words: z.string() });
/** Whatever JSON escapes, and the place itself. */
const text = fc.array(fc.constantFrom('"part":null', '"', '\\', '₹', '\u2028', '\n', 'part', ':null'), { maxLength: 8 }).map((parts) => parts.join(''));
const schema = z.object({ title: z.string(), part: z.nullable(part), after: z.array(z.string()) });

test('an answer with a written part is, byte for byte, the one that is written whole', () => {
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 3 }), fc.string(), (title, after, words) => {
      const value = { n: 1, words, unknown: 'stays out' };
      const answer = answerWithPart(schema, { title, after, part: null }, 'part', writtenPart(part, value));
      expect(answer.bytes.toString()).toBe(Buffer.from(JSON.stringify(success(schema, { title, part: value, after }))).toString());
    }),
  );
});

test('where the field is not there, or twice, nothing is answered', () => {
  const twice = z.object({ part: z.nullable(part), inner: z.object({ part: z.nullable(part) }) });
  expect(() => answerWithPart(twice, { inner: { part: null } }, 'part', Buffer.from('{}'))).toThrow();
  expect(() => answerWithPart(z.object({ title: z.string() }), { title: '' }, 'part', Buffer.from('{}'))).toThrow();
});
