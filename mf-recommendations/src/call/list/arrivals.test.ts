import { expect, test } from 'vitest';
import { arrivals } from './arrivals.ts';

test.each<[string, string, string, string, number]>([
  ['nothing new', 'abc', 'abc', 'abc', 0],
  ['one above waits', 'abc', 'xabc', 'abc', 1],
  ['one between waits', 'abc', 'axbc', 'abc', 1],
  ['one that ended goes, and what follows takes its place at the end', 'abc', 'acd', 'acd', 0],
  ['two above, one gone', 'abc', 'xyac', 'ac', 2],
  ['all others: nothing to keep still', 'abc', 'xyz', 'xyz', 0],
  ['an empty list fills', '', 'xy', 'xy', 0],
  ['a list that emptied', 'abc', '', '', 0],
])('%s', (_, known, answered, rows, waiting) => {
  const drawn = arrivals(
    new Set(known),
    [...answered].map((id) => ({ id })),
  );
  expect([drawn.rows.map(({ id }) => id).join(''), drawn.waiting]).toEqual([rows, waiting]);
});
