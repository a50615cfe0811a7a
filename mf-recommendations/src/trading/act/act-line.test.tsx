import { cleanup, render, screen } from '@testing-library/react';
import type { PageRelease } from '@vimarsh/shared/contract/release/types.ts';
import { fakeHost } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import type { Snapshot } from '@vimarsh/shared/session';
import { expect, test, vi } from 'vitest';
import '../../testing/patience.ts';
import { INVESTOR } from '../../testing/people.ts';
import { ActOnCall, type ActOnCallProps } from './act-on-call.later.tsx';

const route = { path: '/trading/:orders?', title: 'Trading', guard: 'session', layout: 'frame' };
const modules = { m: { name: 'm', manifest: { routes: [route] } } as unknown as PageRelease };
const CALL: ActOnCallProps = { id: 'call_1', author: 'exp_01', status: 'active', symbol: 'TCS', options: false };
const site = (change: object = {}) => ({ isTradeAvailable: true, optionsTrade: true, brokerId: 9, tier: 'brokerWithPlans', ...change });
const plan = (plan_name: string, promotional_plan = false) => ({ plan_name, promotional_plan, starts_at: '', ends_at: '2099-01-01T00:00:00.000Z' });

function show(call: Partial<ActOnCallProps> = {}, snapshot: object = {}, registered = true) {
  const host = fakeHost({
    path: '/experts-past-recommendations',
    page: { releases: { id: 't', preview: [], fallbacks: {}, modules: registered ? modules : {} } },
    snapshot: { ...INVESTOR, plan: plan('Premium'), environment: site(), ...snapshot } as unknown as Partial<Snapshot>,
  });
  const { container } = render(<ActOnCall {...CALL} {...call} />, { wrapper: host.Wrapper });
  return { host, user: aUser(), container };
}

// First, while the code of the button has not come: what stands meanwhile is what is asked about.
test('nothing stands where orders go nowhere, nor under one’s own call (S4-MISC-A01)', () => {
  const nowhere = [
    show({}, { environment: null }),
    show({}, { environment: site({ isTradeAvailable: false }) }),
    show({ options: true }, { environment: site({ optionsTrade: false }) }),
    show({ author: INVESTOR.user!.id }),
    show({}, {}, false),
  ];
  // No place is kept for what never comes: everything below would move up.
  for (const { container } of nowhere) expect(container).toBeEmptyDOMElement();
});

test('one press leads from a call to the ticket for it', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Act on this call' }));
  expect(location.pathname + location.search).toBe('/trading?call=call_1');
});

test.each([
  ['Lite', plan('Lite')],
  ['no plan', null],
  ['a promotional Premium', plan('Premium', true)],
])('with %s the press opens what has it instead (S4-MISC-06, S6-PERM-06)', async (_, has) => {
  const { host, user } = show({}, { plan: has });
  const asked = vi.fn();
  host.session.listen('paid-feature.asked', asked);
  await user.click(await screen.findByRole('button', { name: 'Act on this call' }));
  expect(asked).toHaveBeenCalledOnce();
  expect(location.pathname).toBe('/experts-past-recommendations');
});

test('of a call that ended only what is held can be traded, and the named broker’s button is gone (S5-BRK-06)', async () => {
  const { user } = show({ status: 'expired' });
  await user.click(await screen.findByRole('button', { name: 'Trade TCS' }));
  expect(location.search).toBe('?symbol=TCS&side=sell');
  cleanup();
  const { container } = show({ status: 'expired' }, { environment: site({ brokerId: 58 }) });
  const options = show({ status: 'expired', options: true });
  expect(container).toBeEmptyDOMElement();
  expect(options.container).toBeEmptyDOMElement();
  show({}, { environment: site({ brokerId: 58 }) });
  expect(await screen.findByRole('button', { name: 'Act on this call' })).toBeVisible();
});
