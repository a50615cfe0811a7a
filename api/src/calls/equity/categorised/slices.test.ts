import { expect, test } from 'vitest';
import { type SliceFact, sliceBy } from './slices.ts';

const RULE = { need: 2, figures: true };
const fact = (sector: string, term: string, change: Partial<SliceFact> = {}): SliceFact => ({
  categories: { sector: { key: sector, label: sector, place: 0 }, term: { key: term, label: term, place: term === 'short' ? 0 : 1 } },
  potential: 10,
  progress: null,
  made: null,
  result: null,
  ...change,
});
const FACTS = [
  fact('IT', 'long', { potential: 4, progress: 10, made: 1.5 }),
  fact('IT', 'short', { potential: 8, progress: 30 }),
  fact('Banks', 'long', { potential: 30 }),
  fact('IT', 'long', { potential: 6, progress: -50, made: -4 }),
];
const cell = (cells: readonly { row: string; column: string }[], row: string, column: string) =>
  cells.find((candidate) => candidate.row === row && candidate.column === column);

test('each row, and each pair that occurs, has its count and medians; a median of none is none', () => {
  const { cells, total } = sliceBy(FACTS, 'sector', 'term', RULE);
  expect(cell(cells, 'IT', '')).toMatchObject({ n: 3, potential: 6, progress: 10, moving: 3, made: -1.25, made_by: 2 });
  expect(cell(cells, 'IT', 'long')).toMatchObject({ n: 2, potential: 5, progress: -20 });
  expect(cell(cells, 'Banks', 'long')).toMatchObject({ n: 1, potential: 30, progress: null, moving: 0, made: null, made_by: 0 });
  expect(cell(cells, 'Banks', 'short')).toBeUndefined();
  expect(total.n).toBe(4);
});

test('values stand in the order of their dimension, and where that has none by number of calls', () => {
  const { rows, columns } = sliceBy(FACTS, 'sector', 'term', RULE);
  expect(rows.map(({ key }) => key)).toEqual(['IT', 'Banks']);
  expect(columns.map(({ key }) => key)).toEqual(['short', 'long']);
});

test('results are rates only from the least sample on, and only where figures may be shown', () => {
  const closed = [fact('IT', 'long', { result: { hit: true, r: 2 } }), fact('IT', 'long', { result: { hit: false, r: -1 } }), fact('IT', 'long')];
  expect(sliceBy(closed, 'sector', null, RULE).total).toMatchObject({ n: 3, sample: 2, hit_rate: 50, avg_r: 0.5 });
  expect(sliceBy(closed, 'sector', null, { ...RULE, need: 3 }).total).toMatchObject({ sample: 2, need: 3, hit_rate: null, avg_r: null });
  expect(sliceBy(closed, 'sector', null, { ...RULE, figures: false }).total).toMatchObject({ hit_rate: null, avg_r: null });
});

test('of no calls there are no rows', () => {
  expect(sliceBy([], 'sector', 'term', RULE)).toMatchObject({ rows: [], columns: [], cells: [], total: { n: 0, potential: null } });
});
