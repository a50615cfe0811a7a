import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nestedChange, withChange } from './nested-change.ts';

test.each([
  ['nothing', { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, undefined],
  ['a number deep inside', { a: [1, { b: 2, c: 3 }] }, { a: [1, { b: 9, c: 3 }] }, { '~': { a: { '~': { 1: { '~': { b: 9 } } } } } }],
  ['a longer list', { a: [1] }, { a: [1, 2] }, { '~': { a: [1, 2] } }],
  ['another key', { a: { b: 1 } }, { a: { c: 1 } }, { '~': { a: { c: 1 } } }],
  ['null and back', { a: null, b: { c: 1 } }, { a: { c: 1 }, b: null }, { '~': { a: { c: 1 }, b: null } }],
  ['a list for an object', { a: {} }, { a: [] }, { '~': { a: [] } }],
])('%s', (_name, before, after, change) => {
  expect(nestedChange(before, after)).toEqual(change);
});

/** JSON without the marker key of a change. */
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.integer({ min: -3, max: 3 }),
    fc.constantFrom(null, '', 'x', true),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', '0', '1'), tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

test('applying any change gives the other value, even over the wire, and leaves the first one untouched', () => {
  fc.assert(
    fc.property(json, json, (before, after) => {
      const copy = structuredClone(before);
      const change = nestedChange(before, after);
      const sent = change === undefined ? undefined : JSON.parse(JSON.stringify(change));
      expect(sent === undefined ? before : withChange(before, sent)).toEqual(after);
      expect(before).toEqual(copy);
    }),
    { numRuns: 2000 },
  );
});
