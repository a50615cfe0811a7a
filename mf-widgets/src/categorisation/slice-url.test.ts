import { expect, test } from 'vitest';
import { parseSlice, type Slice, sliceUrl, within } from './slice-url.ts';

const parse = (query: string): Slice => parseSlice(new URLSearchParams(query));

test.each([
  ['', { view: 'live', rows: 'sector', columns: '', where: {} }],
  ['view=closed&rows=month&columns=cap&sector=IT', { view: 'closed', rows: 'month', columns: 'cap', where: { sector: 'IT' } }],
  ['rows=month&columns=sector&progress=0-25', { view: 'live', rows: 'sector', columns: '', where: { progress: '0-25' } }],
  ['view=closed&progress=0-25&rows=nonsense', { view: 'closed', rows: 'sector', columns: '', where: {} }],
])('%s', (query, slice) => {
  expect(parse(query)).toEqual(slice);
  expect(parse(sliceUrl(parse(query)).split('?')[1] ?? '')).toEqual(slice);
});

test('the plain view has a plain address', () => {
  expect(sliceUrl(parse(''))).toBe('/data-categorisation');
});

test('inside a category the rows go on to what is not fixed yet', () => {
  const inside = within(parse('rows=sector&columns=term'), ['sector', 'IT']);
  expect(inside).toEqual({ view: 'live', rows: 'term', columns: '', where: { sector: 'IT' } });
  expect(within(parse('rows=sector&columns=term'), ['sector', 'IT'], ['term', 'shortTerm'])).toMatchObject({ rows: 'call_type', columns: '' });
});
