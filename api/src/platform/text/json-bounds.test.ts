import { expect, test } from 'vitest';
import { checkJsonBounds, JsonBeyond, type JsonBounds, parseBounded } from './json-bounds.ts';

const BOUNDS: JsonBounds = { bytes: 200, containers: 3, values: 5, depth: 2 };
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

test.each<[string, unknown]>([
  ['[]', []],
  ['{"a":[1,2,3,4,5],"b":"ü"}', { a: [1, 2, 3, 4, 5], b: 'ü' }],
  ['["[[[[{{{{,,,,,,,,"]', ['[[[[{{{{,,,,,,,,']],
  [String.raw`["\"[[[[,,,,,,,\\"]`, [String.raw`"[[[[,,,,,,,\ `.trimEnd()]],
  ['[{},{}]', [{}, {}]],
])('%s is within its bounds, whatever stands in its strings', (text, value) => {
  expect(parseBounded(bytesOf(text), BOUNDS)).toEqual(value);
});

test.each([
  [`"${'x'.repeat(200)}"`, 'TOO_LONG', 'It is longer than 200 bytes.'],
  ['[1,2,3,4,5,6,7]', 'TOO_MANY_VALUES', 'It has more than 5 values.'],
  ['[{},{},{}]', 'TOO_MANY_VALUES', 'It has more than 3 lists and objects.'],
  ['[[[]]]', 'TOO_DEEP', 'It is nested more than 2 levels deep.'],
  // The quote behind two backslashes ends its string.
  [String.raw`["\\",1,2,3,4,5,6]`, 'TOO_MANY_VALUES', 'It has more than 5 values.'],
])('%s is beyond its bounds', (text, code, message) => {
  expect(() => parseBounded(bytesOf(text), BOUNDS)).toThrow(new JsonBeyond(code as JsonBeyond['code'], message));
});

test.each(['', '[', '"', '"\\', '{"a":}', '[1,2'])('%j is within its bounds and no JSON', (text) => {
  expect(() => parseBounded(bytesOf(text), BOUNDS)).toThrow(SyntaxError);
});

test('ten megabytes are measured within a moment, and a flood of objects is left at the first one too many', () => {
  const wide = { bytes: 2 ** 24, containers: 100_000, values: 1_000_000, depth: 8 };
  const begun = performance.now();
  checkJsonBounds(Buffer.from(`["${'\\"'.repeat(5_000_000)}"]`), wide);
  expect(() => checkJsonBounds(Buffer.from(`[${'{},'.repeat(3_000_000)}{}]`), wide)).toThrow(JsonBeyond);
  expect(performance.now() - begun).toBeLessThan(1000);
});
