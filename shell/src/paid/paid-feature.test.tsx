import { act, cleanup, render, screen } from '@testing-library/react';
import type { PageRelease } from '@vimarsh/shared/contract/release/types.ts';
import { fakeHost } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import type { Snapshot } from '@vimarsh/shared/session';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { AskedDialogs } from '../frame/asked-dialogs.tsx';
import { MANIFEST_ROUTES } from '../menu/manifest-routes.testing.ts';

const PRICING = { path: '/pricing/:method?', title: 'Plans', guard: 'session', page: 'pricing', layout: 'frame' };
const releasesWith = (routes: object[]) => ({
  id: 't',
  preview: [],
  modules: {
    m: { name: 'm', manifest: { routes: [...MANIFEST_ROUTES.filter(({ path }) => !path.startsWith('/pricing')), ...routes] } } as unknown as PageRelease,
  },
  fallbacks: {},
});
beforeAll(() => import('./paid-feature.dialog.tsx'));
afterEach(cleanup);

async function ask(routes: object[], snapshot: Partial<Snapshot> = {}) {
  const host = fakeHost({ path: '/experts-past-recommendations', page: { releases: releasesWith(routes) }, snapshot: { signedIn: true, ...snapshot } });
  render(<AskedDialogs />, { wrapper: host.Wrapper });
  await act(async () => void host.session.emit('paid-feature.asked', { what: 'Intraday calls', plan: 'Pro' }));
  return aUser();
}

test('Check plans closes the note and opens the plans (S2.6-DLG-03, S2.6-DLG-A01)', async () => {
  const user = await ask([PRICING]);
  expect(await screen.findByRole('dialog', { name: 'Intraday calls are not in your plan' })).toHaveTextContent(
    'Intraday calls are part of the Pro plan.You will see each of these calls with its result once it is closed.',
  );
  await user.click(screen.getByRole('button', { name: 'Check plans' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(location.pathname).toBe('/pricing');
});

test('Okay closes it and leaves everything where it is (S2.6-DLG-04)', async () => {
  const user = await ask([PRICING]);
  await user.click(await screen.findByRole('button', { name: 'Okay' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(location.pathname).toBe('/experts-past-recommendations');
});

test('where there is no screen of plans, it says so and leads to the table of prices (S2.6-DLG-O01)', async () => {
  const user = await ask([]);
  expect(await screen.findByRole('dialog')).toHaveTextContent('Intraday calls are part of the Pro plan. Plans can’t be bought here yet.');
  await user.click(screen.getByRole('button', { name: 'Check plans' }));
  expect(location.pathname + location.hash).toBe('/retail-investors#plans');
});

test('a customer of a broker without plans gets no note; any other does (S5-SHOW-05)', async () => {
  await ask([PRICING], { userType: { userType: 'broker', userSubType: 'brokerWithoutPlans' } });
  await act(async () => {});
  expect(screen.queryByRole('dialog')).toBeNull();
  cleanup();
  await ask([PRICING], { userType: { userType: 'broker', userSubType: 'brokerWithPlans' } });
  expect(await screen.findByRole('dialog')).toBeVisible();
});

test('what is not about calls says what stays open instead', async () => {
  const host = fakeHost({ path: '/trading', page: { releases: releasesWith([PRICING]) }, snapshot: { signedIn: true } });
  render(<AskedDialogs />, { wrapper: host.Wrapper });
  await act(async () => void host.session.emit('paid-feature.asked', { what: 'Orders through your broker', plan: 'Premium', note: 'Calls stay as they are.' }));
  const dialog = await screen.findByRole('dialog', { name: 'Orders through your broker are not in your plan' });
  expect(dialog).toHaveTextContent('Orders through your broker are part of the Premium plan.Calls stay as they are.');
});
