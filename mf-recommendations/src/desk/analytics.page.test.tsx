import { render, screen, within } from '@testing-library/react';
import type { CallMonth } from '@vimarsh/shared/contract/calls/analytics.ts';
import { readOwnAnalytics, readPlatformAnalytics, readPostMortems } from '@vimarsh/shared/contract/calls/routes.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { expect, test } from 'vitest';
import '../testing/patience.ts';
import { EXPERT, INVESTOR } from '../testing/people.ts';
import { Page } from './analytics.page.tsx';

const AS_OF = '2026-11-20T09:00:00.000Z';
const MONTHS: CallMonth[] = [
  { month: '2026-11', published: 8, target_hit: 2, sl_hit: 3, exited: 1, expired: 0, lapsed: 1, cancelled: 0 },
  { month: '2026-10', published: 0, target_hit: 0, sl_hit: 0, exited: 0, expired: 0, lapsed: 0, cancelled: 0 },
];

function open(path: string, answers: CannedAnswer[], snapshot = EXPERT) {
  const host = fakeHost({ path, snapshot, answers });
  render(<Page />, { wrapper: host.Wrapper });
  return host;
}
const cells = (table: string, row: RegExp) =>
  within(within(screen.getByRole('table', { name: table })).getByRole('row', { name: row }))
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

test('an author sees their calls by month, losses between gains, and how they answer for stopped ones (S2.1-ROUTE-12)', async () => {
  open('/ra-dashboard-analytics', [
    reply(readOwnAnalytics, {
      months: MONTHS,
      stops: [
        { from: 0, to: 1, calls: 4, stopped: 3 },
        { from: 8, to: null, calls: 1, stopped: 0 },
      ],
      followers: 12,
      followed: [{ month: '2026-11', count: 2 }],
      as_of: AS_OF,
    }),
    reply(readPostMortems, { user_id: 'exp_01', counts: { due: 1, missing: 4, written: 9, late: 2 }, sessions: 5, since: '2026-07-01', as_of: AS_OF }),
  ]);
  await screen.findByRole('heading', { name: 'Your calls by month' });
  expect(cells('Your calls by month', /^Nov 2026/)).toEqual(['8', '2', '3', '1', '0', '1', '0', '0']);
  expect(cells('How far your stop-losses stood', /^8% or more/)).toEqual(['1', '0']);
  const answers = screen.getByRole('region', { name: 'Post-mortems' });
  expect(await within(answers).findByText('missing')).toBeInTheDocument();
  expect(answers).toHaveTextContent('Of shares and options stopped since 1 Jul 2026');
});

test('who is no expert is told so, and by no toast', async () => {
  const host = open('/ra-dashboard-analytics', [refuse(readOwnAnalytics, 'FORBIDDEN', 'You can’t do that with this account.')], INVESTOR);
  expect(await screen.findByText('These are an expert’s own figures')).toBeInTheDocument();
  expect(host.notices).toEqual([]);
});

test('an admin sees all calls by term, sector and month (S2.1-ROUTE-13)', async () => {
  open('/vimarsh-dashboard-analytics', [
    reply(readPlatformAnalytics, {
      months: MONTHS,
      open: [{ term: 'shortTerm', Buy: 5, Sell: 2, Hold: 0 }],
      sectors: [{ sector: 'IT', Buy: 3, Sell: 1, Hold: 0 }],
      experts: [{ status: 'suspended', count: 1 }],
      followers: 40,
      follows: 71,
      as_of: AS_OF,
    }),
  ]);
  await screen.findByRole('heading', { name: 'Open calls by term' });
  expect(cells('Open calls by term', /^Short term/)).toEqual(['5', '2', '0']);
  expect(cells('Open calls by sector', /^IT/)).toEqual(['3', '1', '0']);
  expect(cells('Calls by month', /^Oct 2026/)).toEqual(['0', '0', '0', '0', '0', '0', '0', '0']);
  expect(screen.getByRole('region', { name: 'People' })).toHaveTextContent('expert, suspended');
});

test('everyone else is told whose these figures are', async () => {
  open('/vimarsh-dashboard-analytics', [refuse(readPlatformAnalytics, 'FORBIDDEN', 'You can’t do that with this account.')], INVESTOR);
  expect(await screen.findByText('These figures are for the people who run this site')).toBeInTheDocument();
});
