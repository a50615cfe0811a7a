import { expect, test } from 'vitest';
import { csvOf, measuresOf, shownMeasure } from './measure.ts';

const CELL = { n: 12, potential: 8.5, made: -1.25, made_by: 9, progress: -12, hit_rate: 55, avg_r: 0.31, sample: 11, need: 5 };

test('of live calls stands first what they have made, then their progress and what was promised; of closed ones their results', () => {
  expect(measuresOf('live')).toEqual(['n', 'made', 'progress', 'potential']);
  expect(measuresOf('closed')).toEqual(['n', 'potential', 'hit_rate', 'avg_r']);
});

test.each([
  ['n', CELL, true, '12'],
  ['made', CELL, true, '−1.25%'],
  ['made', { ...CELL, made_by: 4 }, true, '– too few'],
  // An older server does not tell.
  ['made', { ...CELL, made: undefined, made_by: undefined }, true, '–'],
  ['potential', CELL, true, '+8.50%'],
  ['progress', CELL, true, '−12.00%'],
  ['progress', { ...CELL, progress: null }, true, '–'],
  ['potential', { ...CELL, n: 5 }, true, '+8.50%'],
  ['potential', { ...CELL, n: 4 }, true, '– too few'],
  ['progress', { ...CELL, moving: 5 }, true, '−12.00%'],
  ['progress', { ...CELL, moving: 4 }, true, '– too few'],
  ['progress', { ...CELL, n: 4 }, true, '– too few'],
  ['hit_rate', CELL, true, '55.00%'],
  ['avg_r', CELL, true, '0.31 R'],
  ['hit_rate', { ...CELL, hit_rate: null, sample: 3 }, true, 'too small: 3 of 5'],
  ['avg_r', { ...CELL, avg_r: null }, false, 'not shown here'],
] as const)('%s in words', (measure, cell, figures, words) => {
  expect(shownMeasure(measure, cell, figures)).toBe(words);
});

test('the file has a line for each cell, and no cell can begin a formula', () => {
  const file = csvOf({
    view: 'live',
    rows: [{ key: 'x', label: '=SUM("a")' }],
    columns: [
      { key: 'y', label: 'Short term' },
      { key: 'z', label: 'Long term' },
    ],
    cells: [
      { row: 'x', column: '', ...CELL },
      { row: 'x', column: 'y', ...CELL, progress: null },
      { row: 'x', column: 'z', ...CELL, n: 4 },
    ],
  });
  expect(file.split('\r\n')).toEqual([
    '"Row","Column","Calls","Median result so far","Median progress","Median potential as published","Results counted"',
    '"\'=SUM(""a"")","All",12,-1.25,-12,8.5,11',
    '"\'=SUM(""a"")","Short term",12,-1.25,,8.5,11',
    '"\'=SUM(""a"")","Long term",4,-1.25,,,11',
    '',
  ]);
});
