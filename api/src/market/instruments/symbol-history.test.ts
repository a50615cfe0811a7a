import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexChanges, symbolHistory, symbolOn } from './symbol-history.ts';

/** `A>B 05`: A became B on 5 May 2026. */
const changesOf = (text: string) =>
  indexChanges(
    text
      .split(',')
      .filter(Boolean)
      .map((each) => {
        const [, old_symbol = '', new_symbol = '', day = ''] = /(\w+)>(\w+) (\d\d)/.exec(each)!;
        return { company: '', old_symbol, new_symbol, day: `2026-05-${day}` };
      }),
  );
const on = (day: string | null): string | null => (day === null ? null : `2026-05-${day}`);

test.each<[string, string, string, string | null, string]>([
  ['never renamed', '', 'A', '20', '01 A, 31 A'],
  ['renamed before', 'A>B 05', 'B', '20', '04 A, 05 B, 31 B'],
  ['renamed after', 'A>B 25', 'A', '20', '01 A, 24 A, 25 B'],
  ['twice', 'A>B 05,B>C 10', 'C', '20', '04 A, 05 B, 09 B, 10 C'],
  ['there and back', 'A>B 05,B>A 10', 'A', '20', '04 A, 05 B, 09 B, 10 A'],
  ['on the day of the list', 'A>B 20', 'B', '20', '19 A, 20 B'],
  ['its old symbol given to another company, which is renamed later', 'A>B 05,A>C 25', 'B', '20', '04 A, 05 B, 31 B'],
  ['that other company', 'A>B 05,A>C 25', 'A', '20', '20 A, 24 A, 25 C'],
  ['known without a day, and renamed since', 'A>B 05', 'A', null, '04 A, 05 B'],
  ['known without a day, there and back', 'A>B 05,B>A 10', 'A', null, '04 A, 06 B, 10 A'],
  ['round and round on one day', 'A>B 05,B>A 05', 'A', '20', '31 A'],
])('%s', (_, changes, symbol, day, expected) => {
  const history = symbolHistory(symbol, on(day), changesOf(changes));
  for (const each of expected.split(', ')) {
    const [when, carried] = each.split(' ');
    expect(symbolOn(history, `2026-05-${when}`), each).toBe(carried);
  }
});

test('nothing is followed back behind the listing', () => {
  // A company of before carried the symbol too.
  expect(symbolHistory('B', '2026-05-20', changesOf('A>B 05'), '2026-05-10')).toEqual([{ symbol: 'B', from: '' }]);
});

test('whatever a list says, a history ends, is in order, and has the symbol on the day it is known to have been carried', () => {
  const names = fc.constantFrom('A', 'B', 'C');
  const change = fc.record({
    company: fc.constant(''),
    old_symbol: names,
    new_symbol: names,
    day: fc.integer({ min: 1, max: 9 }).map((day) => `2026-05-0${day}`),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), names, (changes, symbol) => {
      const valid = changes.filter(({ old_symbol, new_symbol }) => old_symbol !== new_symbol);
      const history = symbolHistory(symbol, '2026-05-05', indexChanges(valid));
      expect(symbolOn(history, '2026-05-05')).toBe(symbol);
      expect(history.map(({ from }) => from)).toEqual(history.map(({ from }) => from).toSorted());
    }),
  );
});
