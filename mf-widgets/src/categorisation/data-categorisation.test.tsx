import { render, screen, waitFor } from '@testing-library/react';
import { readCategorised } from '@vimarsh/shared/contract/categorisation/routes.ts';
import type { Categorised } from '@vimarsh/shared/contract/categorisation/types.ts';
import { fakeHost, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { expect, test } from 'vitest';
import { Page } from './data-categorisation.page.tsx';
import { savedName } from './saved-name.testing.ts';

const EMPTY: Categorised = {
  view: 'closed',
  rows: [],
  columns: [],
  cells: [],
  total: { n: 0, potential: null, progress: null, hit_rate: null, avg_r: null, sample: 0, need: 5 },
  where: [],
  calls: [],
  since: '2025-11-20',
  locked_count: 0,
  figures: true,
  disclaimer: '',
  csv: false,
  saves: false,
  as_of: '2026-11-20T09:00:00.000Z',
};

test('the closed side says from when on it counts, before its figures', async () => {
  const host = fakeHost({ path: '/data-categorisation?view=closed', answers: [reply(readCategorised, EMPTY)] });
  render(<Page />, { wrapper: host.Wrapper });
  expect(await screen.findByText('Calls that ended since 20 Nov 2025.')).toBeVisible();
});

test('a median says of what and from when it is; one of too few calls is not told', async () => {
  const total = { ...EMPTY.total, n: 6, potential: 19.76, progress: -0.57, moving: 4 };
  const host = fakeHost({ path: '/data-categorisation', answers: [reply(readCategorised, { ...EMPTY, view: 'live', total })] });
  render(<Page />, { wrapper: host.Wrapper });
  const figure = await screen.findByRole('button', { name: '+19.76%' });
  expect(screen.getByRole('heading', { level: 1, name: 'Calls by category' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: '– too few' })).toBeVisible();
  await aUser().click(figure);
  expect(await screen.findByRole('dialog', { name: 'How is Median potential as published computed?' })).toHaveTextContent('does not move with the price');
});

test('live calls are told by what they have made so far after costs, all of them and each', async () => {
  const total = { ...EMPTY.total, n: 6, made: -1.4, made_by: 6, potential: 19.76, progress: -0.57, moving: 6 };
  const call = { id: 'call_1', stock: 'TCS', call_type: 'Buy', term: 'shortTerm', status: 'active', expert: 'Ananya Rao-Kulkarni' } as const;
  const more = { published_at: '2026-11-18T05:00:00.000Z', ended_at: null, potential_return: 5, progress: -40, near_stop: false, realised_return: null };
  const data = { ...EMPTY, view: 'live' as const, total, calls: [{ ...call, ...more, made: -2.5 }] };
  const host = fakeHost({ path: '/data-categorisation', answers: [reply(readCategorised, data)] });
  render(<Page />, { wrapper: host.Wrapper });
  expect(await screen.findByRole('button', { name: '−1.40%' })).toBeVisible();
  const table = screen.getByRole('table', { name: 'These live calls' });
  expect(table).toHaveTextContent('Made, after costs');
  expect(table).toHaveTextContent('−2.50%');
  expect(table).not.toHaveTextContent('+5.00%');
  expect(screen.getByRole('table', { name: 'Live calls by sector' })).not.toHaveTextContent('Median potential');
});

test('a file is named after the day in India that it is of', async () => {
  const data = { ...EMPTY, csv: true, total: { ...EMPTY.total, n: 1 }, as_of: '2026-11-20T19:00:00.000Z' };
  render(<Page />, { wrapper: fakeHost({ path: '/data-categorisation?view=closed', answers: [reply(readCategorised, data)] }).Wrapper });
  expect(await savedName()).toBe('calls-closed-2026-11-21.csv');
});

test.each([
  [1, '1 call of a term outside your access was live at the start of today. Only calls that you may read are counted here.'],
  [3, '3 calls of terms outside your access were live at the start of today. Only calls that you may read are counted here.'],
])('%i calls of terms outside one’s access are told, with a way to those that are', async (locked_count, text) => {
  const host = fakeHost({
    path: '/data-categorisation',
    answers: [reply(readCategorised, ({ query }) => ({ ...EMPTY, view: query.view ?? 'live', total: { ...EMPTY.total, n: 1 }, locked_count }))],
  });
  render(<Page />, { wrapper: host.Wrapper });
  expect(await screen.findByText(text)).toBeVisible();
  await aUser().click(screen.getByRole('button', { name: 'See closed calls' }));
  await waitFor(() => expect(host.calls.filter(({ route }) => route === readCategorised).at(-1)!.input.query).toMatchObject({ view: 'closed' }));
});

test('a choice that no call fits has a button to go on: without the filters, or on the other side', async () => {
  const where = [{ dimension: 'sector' as const, key: 'Banks', label: 'Banks' }];
  const host = fakeHost({
    path: '/data-categorisation?sector=Banks',
    answers: [reply(readCategorised, ({ query }) => ({ ...EMPTY, view: query.view ?? 'live', where: query.sector ? where : [] }))],
  });
  render(<Page />, { wrapper: host.Wrapper });
  await aUser().click(await screen.findByRole('button', { name: 'Clear filters' }));
  await aUser().click(await screen.findByRole('button', { name: 'See closed calls' }));
  await waitFor(() => expect(host.calls.filter(({ route }) => route === readCategorised).at(-1)!.input.query).toMatchObject({ view: 'closed' }));
});
