import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { levelOne, levelTwo, shareIndiaRedirect } from '@vimarsh/shared/contract/broker-login/routes.ts';
import { aBroker } from '@vimarsh/shared/contract/partners/broker.testing.ts';
import { brokerList } from '@vimarsh/shared/contract/partners/routes.ts';
import type { Broker, Environment } from '@vimarsh/shared/contract/partners/types.ts';
import { HIDDEN_BROKER_ID } from '@vimarsh/shared/domain/partners/brokers.ts';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { type CannedAnswer, type FakeHost, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { leaveFor } from '../leave-for.ts';
import { Page } from '../login.page.tsx';

const TWO = [aBroker(12, 'Zerod'), aBroker(13, 'Alpha')];
const list = (brokers: Broker[], option: object = {}) =>
  reply(brokerList, brokers, { auth_option: { google_enable: false, fb_enable: false, credential_enable: true, sign_up: true, ...option } });
const signedIn = reply(levelTwo, { token: 't', redirect_url: '' });

vi.mock('../leave-for.ts', () => ({ leaveFor: vi.fn() }));
beforeEach(() => void vi.mocked(leaveFor).mockReset());
afterEach(cleanup);

function open(path: string, answers: readonly CannedAnswer[], more: Parameters<typeof fakeHost>[0] = {}) {
  const host = fakeHost({ path, answers, ...more });
  render(<Page />, { wrapper: host.Wrapper });
  return { host, user: aUser() };
}
const at = (environment: Environment) => ({ page: { environment, brand: environment.utm_source } });
const environment = (key: string) => ENVIRONMENTS.find((one) => one.utm_source_str === key)!;
const inputs = (host: FakeHost, route: object) => host.calls.filter((call) => call.route === route).map((call) => call.input);
const button = (name: string) => screen.findByRole('button', { name });

test('the list is asked for with an empty body; broker login shows a tile for each (S7-BROKER-01)', async () => {
  const { host, user } = open('/login', [list(TWO)]);
  await user.click(await button('Login with Broker'));
  expect(within(screen.getByRole('list', { name: 'Brokers' })).getAllByRole('button')).toHaveLength(2);
  expect(inputs(host, brokerList)).toEqual([{}]);
  await user.click(await button('Login with Mobile Or Email'));
  expect(screen.getByRole('form', { name: 'Log in' })).toBeVisible();
});

test('the search ignores case and says when nothing matches; a single broker needs no search', async () => {
  const { user } = open('/login', [list(TWO)]);
  await user.click(await button('Login with Broker'));
  await user.type(screen.getByLabelText('Search brokers'), 'zERO');
  expect(screen.getAllByRole('button', { name: /Zerod|Alpha/ })).toHaveLength(1);
  await user.type(screen.getByLabelText('Search brokers'), 'zzzz');
  expect(screen.getByRole('status')).toHaveTextContent(/^No brokers available to login$/);
  cleanup();
  const one = open('/login', [list(TWO.slice(0, 1))]);
  await one.user.click(await button('Login with Broker'));
  expect(screen.getByRole('button', { name: 'Zerod' })).toBeVisible();
  expect(screen.queryByLabelText('Search brokers')).toBeNull();
});

test('visitors don’t see the one named broker (S9-LIM-23)', async () => {
  const { user } = open('/login', [list([...TWO, aBroker(HIDDEN_BROKER_ID, 'Hidden')])]);
  await user.click(await button('Login with Broker'));
  expect(screen.queryByRole('button', { name: 'Hidden' })).toBeNull();
});

test('choosing a broker asks for its address and goes there; the choice is remembered (S7-BROKER-03)', async () => {
  const { host, user } = open('/login', [list(TWO), reply(levelOne, { redirect_url: 'https://broker.example/login' })]);
  await user.click(await button('Login with Broker'));
  await user.click(await button('Zerod'));
  await waitFor(() => expect(leaveFor).toHaveBeenCalledWith('https://broker.example/login'));
  expect(inputs(host, levelOne)).toEqual([{ query: { broker_id: '12' } }]);
  expect(host.session.snapshot().selectedBroker).toBe(12);
});

test('after a refusal another broker can be chosen', async () => {
  const { host, user } = open('/login', [list(TWO), refuse(levelOne, 'BROKER_UNKNOWN', 'Not here.')]);
  await user.click(await button('Login with Broker'));
  await user.click(await button('Zerod'));
  await waitFor(() => expect(host.notices).toMatchObject([{ text: 'Not here.' }]));
  expect(screen.getByRole('button', { name: 'Zerod' })).not.toHaveAttribute('aria-busy');
  expect(leaveFor).not.toHaveBeenCalled();
});

test('back with a code: exactly four fields, the whole address among them; the code leaves the address bar (S7-BROKER-06, S7-BROKER-A01, S2.4-QUERY-A02)', async () => {
  const { host } = open('/login?code=T1&state=s&brokerId=40&widget_access=Locked', [list(TWO), signedIn]);
  await waitFor(() => expect(host.adopted).toHaveLength(1));
  expect(inputs(host, levelTwo)).toEqual([
    {
      body: {
        broker_id: 40,
        token_id: 'T1',
        url: 'http://localhost:3000/login?code=T1&state=s&brokerId=40&widget_access=Locked',
        profession: 'RETAIL_INVESTOR',
      },
    },
  ]);
  expect(location.search).toBe('');
  expect(host.adopted[0]).toMatchObject({ how: 'broker', options: { widgetAccess: 'Locked' } });
  expect(host.notices).toEqual([{ kind: 'success', title: 'Success', text: 'Welcome to vimarsh', ms: 1500 }]);
});

test('without an id in the address it is the site’s broker, or else the one chosen earlier (S7-BROKER-A02)', async () => {
  const chosen = open('/login?code=T1', [list(TWO), signedIn], { snapshot: { selectedBroker: 12 } });
  await waitFor(() => expect(inputs(chosen.host, levelTwo)).toMatchObject([{ body: { broker_id: 12 } }]));
  cleanup();
  const own = open('/login?secure_token=S1', [list(TWO), signedIn], at(environment('garnet')));
  await waitFor(() => expect(inputs(own.host, levelTwo)).toMatchObject([{ body: { broker_id: 11, token_id: 'S1' } }]));
});

test('a refused return shows the reason and the login', async () => {
  const { host } = open('/login?code=T1&brokerId=12', [list(TWO), refuse(levelTwo, 'HANDOVER_SPENT', 'Start again.')]);
  expect(await screen.findByRole('form', { name: 'Log in' })).toBeVisible();
  expect(host.notices).toMatchObject([{ text: 'Start again.' }]);
});

test('the login with a broker named in the address starts at once, but not after a cancelled visit', async () => {
  const way = reply(levelOne, { redirect_url: 'https://broker.example/login' });
  const named = open('/login?brokerId=12', [list(TWO), way]);
  await waitFor(() => expect(leaveFor).toHaveBeenCalledTimes(1));
  expect(inputs(named.host, levelOne)).toEqual([{ query: { broker_id: '12' } }]);
  cleanup();
  const back = open('/login?brokerId=12&error=cancelled', [list(TWO), way]);
  await screen.findByRole('button', { name: 'Login with Broker' });
  expect(inputs(back.host, levelOne)).toEqual([]);
});

test('userWith=SIO posts the address first and follows the redirect (S7-BROKER-08)', async () => {
  const share: CannedAnswer = {
    route: shareIndiaRedirect,
    answer: () => ({ status: true, validation: '', redirect: '/login?code=R1&brokerId=12', data: { redirect_url: '/login?code=R1&brokerId=12' }, extras: {} }),
  };
  const { host } = open('/login?userWith=SIO&request_token=R1', [list(TWO), share, signedIn]);
  await waitFor(() => expect(host.adopted).toHaveLength(1));
  expect(inputs(host, shareIndiaRedirect)).toEqual([{ body: { url: 'http://localhost:3000/login?userWith=SIO&request_token=R1' } }]);
  expect(inputs(host, levelTwo)).toMatchObject([{ body: { broker_id: 12, token_id: 'R1' } }]);
});

test('where credentials are off, only brokers are shown; an own-auth partner does not redirect in a circle', async () => {
  open('/login', [list(TWO, { credential_enable: false, sign_up: false })]);
  expect(await screen.findByRole('button', { name: 'Zerod' })).toBeVisible();
  expect(screen.queryByLabelText('Mobile number or e-mail')).toBeNull();
  cleanup();
  open('/login', [list([aBroker(9, 'Neem', { model_type: 'own-auth' })])], at(environment('neem')));
  await waitFor(() => expect(screen.getByLabelText('Mobile number or e-mail')).toBeVisible());
  expect(screen.queryByRole('button', { name: 'Login with Broker' })).toBeNull();
});
