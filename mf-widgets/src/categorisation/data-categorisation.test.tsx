import { render, screen } from '@testing-library/react';
import { readCategorised } from '@vimarsh/shared/contract/categorisation/routes.ts';
import type { Categorised } from '@vimarsh/shared/contract/categorisation/types.ts';
import { fakeHost, reply } from '@vimarsh/shared/kit/fake-host.tsx';
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
