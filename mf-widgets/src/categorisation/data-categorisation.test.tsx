import { render, screen, waitFor } from '@testing-library/react';
import { readCategorised } from '@vimarsh/shared/contract/categorisation/routes.ts';
import type { Categorised } from '@vimarsh/shared/contract/categorisation/types.ts';
import { fakeHost, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { expect, test } from 'vitest';
import { Page } from './data-categorisation.page.tsx';

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

test.each([
  [1, '1 more live call is outside your access and not counted here.'],
  [3, '3 more live calls are outside your access and not counted here.'],
])('%i live calls that are not counted are told, with a way to those that are', async (locked_count, text) => {
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
