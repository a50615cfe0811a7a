import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLocked, moved, nameKey, putBack, refusalOf } from './rules.ts';

const room = (items: number) => ({ lists: 2, items });

test.each([
  ['Banks', 'banks'],
  ['  BANKS  ', 'banks'],
  ['My \u00a0 list', 'my list'],
  ['Ｂanks', 'banks'],
  ['बैंक', 'बैंक'],
])('%j is the same name as %j', (name, key) => expect(nameKey(name)).toBe(key));

test('the later lists are locked, none where there is room', () => {
  expect([0, 1, 2, 3].map((place) => isLocked(place, { lists: 2, items: 20 }))).toEqual([false, false, true, true]);
  expect(isLocked(0, { lists: 0, items: 0 })).toBe(true);
});

test.each([
  ['one more', ['A'], ['A', 'B'], ''],
  ['one too many', ['A', 'B', 'C'], ['A', 'B', 'C', 'D'], 'WATCHLIST_FULL'],
  ['the same twice', ['A'], ['A', 'A'], 'WATCHLIST_DOUBLE'],
  ['an order of a list over its size', ['A', 'B', 'C', 'D'], ['D', 'C', 'B', 'A'], ''],
  ['less of a list over its size', ['A', 'B', 'C', 'D', 'E'], ['A', 'B', 'C', 'E'], ''],
  ['one for another in a list over its size', ['A', 'B', 'C', 'D'], ['A', 'B', 'C', 'E'], 'WATCHLIST_FULL'],
  ['nothing', ['A'], [], ''],
] as const)('%s', (_what, now, wanted, refusal) => expect(refusalOf(now, wanted, room(3))).toBe(refusal));

test.each([
  [0, 2, 'bcad'],
  [3, 0, 'dabc'],
  [1, 1, 'abcd'],
  [0, 9, 'abcd'],
  [-1, 2, 'abcd'],
])('from %i to %i', (from, to, after) => expect(moved([...'abcd'], from, to).join('')).toBe(after));

test('whatever people do, in whatever order and under whatever plan, nothing is lost, doubled or over the size by their doing', () => {
  const code = fc.constantFrom(...'ABCDEFGHIJ');
  const step = fc.record({
    size: fc.integer({ min: 0, max: 6 }),
    code,
    from: fc.nat(9),
    to: fc.nat(9),
    what: fc.constantFrom('add', 'move', 'remove', 'undo'),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let list: readonly string[] = [];
      let removed: { code: string; at: number } | null = null;
      for (const { size, code: one, from, to, what } of steps) {
        const wanted =
          what === 'add'
            ? [...list, one]
            : what === 'move'
              ? moved(list, from, to)
              : what === 'remove'
                ? list.filter((each) => each !== one)
                : removed
                  ? putBack(list, removed.code, removed.at)
                  : list;
        if (refusalOf(list, wanted, room(size))) continue;
        if (what === 'remove' && list.includes(one)) removed = { code: one, at: list.indexOf(one) };
        expect(new Set(wanted).size).toBe(wanted.length);
        if (wanted.length > list.length) expect(wanted.length).toBeLessThanOrEqual(size);
        if (what === 'move') expect(wanted.toSorted()).toEqual(list.toSorted());
        list = wanted;
      }
    }),
  );
});

test('what was removed comes back to its place, and only once', () => {
  expect(putBack(['a', 'c'], 'b', 1)).toEqual(['a', 'b', 'c']);
  expect(putBack(['a'], 'b', 5)).toEqual(['a', 'b']);
  expect(putBack(['a', 'b'], 'b', 0)).toEqual(['a', 'b']);
});
