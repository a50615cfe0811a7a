import { expect, test } from 'vitest';
import { type OptionFact, sliceOptions } from './option-slices.ts';

const fact = (strategy: string, outlook: string, chance: number | null, result: number | null, place = 0): OptionFact => ({
  categories: { strategy: { key: strategy, label: strategy, place }, outlook: { key: outlook, label: outlook, place: 0 } },
  chance,
  result: result === null ? null : { hit: result > 1, return: result },
});
const FACTS = [fact('A', 'up', 40, 10), fact('A', 'down', 60, -30), fact('A', 'down', null, 1), fact('B', 'up', 70, null, -1)];

test('each cell has its count, the median chance of those known, and rates of those with a result', () => {
  const { rows, columns, cells, total } = sliceOptions(FACTS, 'strategy', 'outlook', { need: 2, figures: true });
  expect(rows.map(({ key }) => key)).toEqual(['B', 'A']);
  expect(columns.map(({ key }) => key)).toEqual(['down', 'up']);
  expect(total).toEqual({ n: 4, chance: 60, hit_rate: 33.33, avg_return: -6.33, sample: 3, need: 2 });
  const cell = (row: string, column: string) => cells.find((each) => each.row === row && each.column === column);
  expect(cell('A', '')).toMatchObject({ n: 3, chance: 50, sample: 3, hit_rate: 33.33, avg_return: -6.33 });
  expect(cell('A', 'down')).toMatchObject({ n: 2, chance: 60, sample: 2, hit_rate: 0, avg_return: -14.5 });
  expect(cell('A', 'up')).toMatchObject({ n: 1, sample: 1, hit_rate: null, avg_return: null });
  expect(cell('B', 'up')).toMatchObject({ n: 1, chance: 70, sample: 0, hit_rate: null });
  expect(cell('B', 'down')).toBeUndefined();
});

test('where results may not be shown no sample is large enough', () => {
  expect(sliceOptions(FACTS, 'strategy', null, { need: 1, figures: false }).total).toMatchObject({ hit_rate: null, avg_return: null, sample: 3 });
});
