import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { readCampaign, seenCampaign } from '@vimarsh/shared/contract/campaign/routes.ts';
import type { CampaignData } from '@vimarsh/shared/contract/campaign/types.ts';
import type { PageRelease } from '@vimarsh/shared/contract/release/types.ts';
import { type FakeHostOptions, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { navigate } from '@vimarsh/shared/kit/router.tsx';
import { CAMPAIGN } from '@vimarsh/shared/session/core/client-state.ts';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { MANIFEST_ROUTES } from '../menu/manifest-routes.testing.ts';
import { CampaignOnce } from './campaign-once.tsx';

const data: CampaignData = {
  title: 'Thirty days of Premium',
  body: 'Read every live call for thirty days.',
  facts: ['30 days', '₹499 with GST'],
  ends_at: '2026-11-30T18:29:59Z',
  action: { label: 'See the plans', path: '/pricing' },
};
const releasesWith = (routes: object[]) => ({
  id: 't',
  preview: [],
  modules: {
    m: { name: 'm', manifest: { routes: [...MANIFEST_ROUTES.filter(({ path }) => !path.startsWith('/pricing')), ...routes] } } as unknown as PageRelease,
  },
  fallbacks: {},
});

// Loaded first: the clock stands still.
beforeAll(() => import('./campaign.dialog.tsx'));
let said: unknown[][];
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: false, toFake: ['setTimeout', 'clearTimeout'] });
  said = [];
  vi.spyOn(console, 'info').mockImplementation((...words) => void said.push(words));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function show(answers: FakeHostOptions['answers'], page: FakeHostOptions['page'] = {}, { first = true, path = '/' } = {}) {
  const seen = reply(seenCampaign, { first });
  const host = fakeHost({ path, page: { releases: releasesWith([]), ...page }, snapshot: { signedIn: true }, answers: [...answers!, seen] });
  render(<CampaignOnce />, { wrapper: host.Wrapper });
  await act(async () => {});
  return host;
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const running = (campaign: CampaignData = data) => reply(readCampaign, [{ id: 'c1', campaign_data: campaign }]);

test('it opens one second after it was received, not before, is noted as seen, and kept in the shared state (S2.6-DLG-17, S2.6-DLG-O03, S3-PLAN-05, S4-MISC-07, S7-MISC-03)', async () => {
  const host = await show([running()]);
  expect(host.calls.map(({ route: { method, path }, input }) => [method, path, input])).toEqual([['GET', '/base/v1/campaign', {}]]);
  expect(host.session.state.get(CAMPAIGN)).toEqual({ campaign_data: data });
  await pass(900);
  expect(screen.queryByRole('dialog')).toBeNull();
  await pass(100);
  const dialog = screen.getByRole('dialog', { name: 'Thirty days of Premium' });
  expect(dialog).toHaveTextContent('Read every live call for thirty days.30 days₹499 with GSTUntil 30 Nov 2026');
  expect(host.calls.filter(({ route }) => route === seenCampaign).map(({ input }) => input.body)).toEqual([{ id: 'c1' }]);
  vi.useRealTimers();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('without campaign_data it never opens (S4-MISC-07)', async () => {
  const host = await show([reply(readCampaign, [])]);
  await pass(60_000);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect([host.session.state.get(CAMPAIGN), said]).toEqual([null, []]);
});

test('a failure is only logged: no toast, no dialog (S7-MISC-05, S8-ERR-34)', async () => {
  const host = await show([refuse(readCampaign, 'INTERNAL', 'Something failed on our side.')]);
  await pass(60_000);
  expect(said).toEqual([['Campaign could not be read', 'INTERNAL']]);
  expect(host.notices).toEqual([]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('who leaves before the second is over sees nothing', async () => {
  const host = await show([running()]);
  cleanup();
  await pass(5000);
  expect(host.calls).toHaveLength(1);
});

test('where the server does not say that it may, it stays shut', async () => {
  const host = await show([running()]);
  host.answer(refuse(seenCampaign, 'RATE_LIMITED', 'Too many requests.'));
  await pass(60_000);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('where another tab was first today it does not open', async () => {
  const host = await show([running()], {}, { first: false });
  await pass(60_000);
  expect(host.calls.filter(({ route }) => route === seenCampaign)).toHaveLength(1);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each(['/pricing', '/pricing/upi'])('it does not open on the way to a payment (%s), but a second after that is left', async (path) => {
  const host = await show([running()], {}, { path });
  await pass(60_000);
  expect(host.calls).toHaveLength(1);
  await act(async () => navigate('/my-account'));
  await pass(900);
  expect(screen.queryByRole('dialog')).toBeNull();
  await pass(100);
  expect(screen.getByRole('dialog')).toBeVisible();
  await act(async () => navigate(path));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('its way is offered only where that screen is there', async () => {
  await show([running()]);
  await pass(1000);
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByRole('button', { name: 'Okay' })).toBeVisible();
  cleanup();
  const pricing = { path: '/pricing/:method?', title: 'Plans', guard: 'session', page: 'pricing', layout: 'frame' };
  await show([running()], { releases: releasesWith([pricing]) });
  await pass(1000);
  expect(screen.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/pricing');
  expect(screen.getByRole('button', { name: 'Not now' })).toBeVisible();
});
