import { render, screen, waitFor } from '@testing-library/react';
import { type CategorisedOptions, readCategorisedOptions } from '@vimarsh/shared/contract/categorisation/options.ts';
import { readCategorised } from '@vimarsh/shared/contract/categorisation/routes.ts';
import { fakeHost, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { expect, test } from 'vitest';
import { Page } from './data-categorisation.page.tsx';
import { savedName } from './saved-name.testing.ts';

const measures = { n: 6, chance: 61.5, hit_rate: 50, avg_return: -3.2, sample: 6, need: 5 };
const SLICE: CategorisedOptions = {
  view: 'closed',
  pool: 'margin',
  rows: [{ key: 'SHORT_STRADDLE', label: 'Short straddle' }],
  columns: [],
  cells: [{ row: 'SHORT_STRADDLE', column: '', ...measures }],
  total: measures,
  where: [],
  calls: [
    {
      id: '01M89QHA4KB307134TMPCZHN13',
      underlying: 'NIFTY',
      strategy: 'SHORT_STRADDLE',
      outlook: 'neutral',
      status: 'sl_hit',
      expert: 'Nandini Choudhury',
      published_at: '2026-11-10T05:00:00.000Z',
      ended_at: '2026-11-12T05:00:00.000Z',
      expiry: '2026-11-23',
      chance: 61.5,
      pnl: -4200,
      return_on_risk: -3.5,
    },
  ],
  since: '2025-11-20',
  figures: true,
  disclaimer: '',
  csv: true,
  as_of: '2026-11-20T09:00:00.000Z',
};
const EMPTY: CategorisedOptions = {
  ...SLICE,
  rows: [],
  cells: [],
  calls: [],
  total: { n: 0, chance: null, hit_rate: null, avg_return: null, sample: 0, need: 5 },
};

test('option calls stand beside calls on shares: neither is asked for while the other is shown, and pools stay apart', async () => {
  const host = fakeHost({
    path: '/data-categorisation?segment=options&view=closed&pool=margin',
    answers: [reply(readCategorisedOptions, ({ query }) => ({ ...(query.pool === 'margin' ? SLICE : EMPTY), pool: query.pool!, view: query.view! }))],
  });
  render(<Page />, { wrapper: host.Wrapper });
  expect(await screen.findByRole('region', { name: 'Closed option calls by strategy' })).toBeVisible();
  expect(screen.getAllByText(/^[−-]3\.20%$/).length).toBeGreaterThan(0);
  expect(screen.getByRole('link', { name: 'Short straddle on NIFTY' })).toHaveAttribute(
    'href',
    '/expert-past-strategy-options?reco=01M89QHA4KB307134TMPCZHN13',
  );
  expect(screen.getByRole('link', { name: 'Short straddle' })).toHaveAttribute(
    'href',
    '/data-categorisation?segment=options&view=closed&pool=margin&rows=outlook&strategy=SHORT_STRADDLE',
  );
  expect(screen.getByRole('button', { name: 'Download as CSV' })).toBeVisible();
  await aUser().click(screen.getByRole('radio', { name: 'Limited' }));
  expect(await screen.findByText('No option call fits')).toBeVisible();
  expect(host.calls.some(({ route }) => route === readCategorised)).toBe(false);
});

test('a file is named after the day in India that it is of', async () => {
  const host = fakeHost({
    path: '/data-categorisation?segment=options&view=closed&pool=margin',
    answers: [reply(readCategorisedOptions, { ...SLICE, view: 'closed', pool: 'margin', as_of: '2026-11-20T19:00:00.000Z' })],
  });
  render(<Page />, { wrapper: host.Wrapper });
  expect(await savedName()).toBe('option-calls-closed-margin-2026-11-21.csv');
});

test('on the way back to shares the option calls are not asked for again', async () => {
  const host = fakeHost({
    path: '/data-categorisation?segment=options',
    answers: [reply(readCategorisedOptions, { ...SLICE, view: 'live', pool: 'limited' })],
  });
  render(<Page />, { wrapper: host.Wrapper });
  expect(await screen.findByRole('region', { name: 'Live option calls by strategy' })).toBeVisible();
  await aUser().click(screen.getByRole('radio', { name: 'Shares' }));
  await waitFor(() => expect(host.calls.some(({ route }) => route === readCategorised)).toBe(true));
  expect(screen.queryByRole('region', { name: 'Live option calls by strategy' })).toBeNull();
});
