import { render, screen, within } from '@testing-library/react';
import { anOptionCall, anOptionPage } from '@vimarsh/shared/contract/calls/options/option.testing.ts';
import { listOptionCalls } from '@vimarsh/shared/contract/calls/options/routes.ts';
import { readOptionsInsight, readOptionUnderlyings } from '@vimarsh/shared/contract/options-insight/routes.ts';
import { fakeHost, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { beforeAll, expect, test } from 'vitest';
import { strikesOf } from './calls-here.part.tsx';
import { OptionsInsightsPage } from './options-insights.page.tsx';
import { OPTIONS } from './sample-options.testing.ts';

beforeAll(() => import('./calls-here.part.tsx'));

const leg = (strike: number, expiry = OPTIONS.expiry, type: 'CE' | 'FUT' = 'CE') => ({ ...anOptionCall().legs[0]!, strike, expiry, type });
const condor = anOptionCall({ id: 'opt_1', legs: [leg(24_000), leg(24_100)] });
const calendar = anOptionCall({ id: 'opt_2', strategy: 'CALENDAR', legs: [leg(24_000), leg(24_000, '2027-01-26')] });

test('a strike counts the calls that have a leg there in this expiry, each once, and no future', () => {
  expect([...strikesOf([condor, calendar, anOptionCall({ legs: [leg(0, OPTIONS.expiry, 'FUT')] })], OPTIONS.expiry)]).toEqual([
    [24_000, 2],
    [24_100, 1],
  ]);
});

async function show(signedIn: boolean) {
  const host = fakeHost({
    path: '/options-insights/NIFTY',
    pattern: '/options-insights/:indice?/:broker_access_key?',
    snapshot: { signedIn },
    answers: [
      reply(readOptionUnderlyings, [{ symbol: 'NIFTY', name: 'Nifty 50', kind: 'index' }]),
      reply(readOptionsInsight, OPTIONS),
      reply(listOptionCalls, anOptionPage([condor, calendar, anOptionCall({ id: 'opt_3', legs: [leg(24_000, '2027-01-26')] })])),
    ],
  });
  render(<OptionsInsightsPage />, { wrapper: host.Wrapper });
  await screen.findByRole('group', { name: 'Option chain of NIFTY' });
  return host;
}

test('who is signed in sees the strikes of calls they may read, and the calls', async () => {
  await show(true);
  expect(await screen.findByRole('link', { name: 'Calendar spread' })).toHaveAttribute('href', '/expert-past-strategy-options?reco=opt_2');
  expect(screen.getAllByRole('link', { name: /spread$/ })).toHaveLength(2);
  const chain = screen.getByRole('group', { name: 'Option chain of NIFTY' });
  expect(within(chain).getByRole('rowheader', { name: /^24,000 ATM\s*in 2 option calls$/ })).toBeInTheDocument();
});

test('a visitor sees no mark, and none is asked for', async () => {
  const host = await show(false);
  expect(host.calls.filter(({ route }) => route === listOptionCalls)).toEqual([]);
  expect(screen.queryByText(/option calls?$/)).toBeNull();
});
