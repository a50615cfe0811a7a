import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { hybridRedirection } from '@vimarsh/shared/contract/broker-login/routes.ts';
import { signIn } from '@vimarsh/shared/contract/identity/routes.ts';
import { brokerList } from '@vimarsh/shared/contract/partners/routes.ts';
import type { Broker } from '@vimarsh/shared/contract/partners/types.ts';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { fakeHost, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { afterEach, expect, test } from 'vitest';
import { Page } from '../login.page.tsx';

const environment = ENVIRONMENTS.find(({ utm_source_str }) => utm_source_str === 'kaveri')!;
const broker: Broker = {
  id: 13,
  title: 'Kaveri Capital',
  logo: '',
  redirection_url: '',
  model_type: 'redirect',
  is_trading_available: true,
  broker_name: 'Kaveri Capital',
  redirect_url: { sign_in: '', sign_up: 'http://kaveri.example/open' },
};
const option = { google_enable: false, fb_enable: false, credential_enable: true, sign_up: true };
function open(path: string) {
  const answers = [reply(brokerList, [broker], { auth_option: option }), reply(hybridRedirection, broker), reply(signIn, { token: 't', redirect_url: '' })];
  const host = fakeHost({ path, answers, page: { environment, brand: environment.utm_source } });
  render(<Page />, { wrapper: host.Wrapper });
  return { host, user: aUser() };
}
afterEach(cleanup);

test('whoever skips the broker logs in with our credentials and is taken to the plans (S2.6-DLG-O04)', async () => {
  const { host, user } = open('/login');
  await user.click(await screen.findByRole('button', { name: "Don't have a broker account? Skip broker login and subscribe Premium plan, no trade allowed" }));
  await user.type(await screen.findByLabelText('Mobile number or e-mail'), 'a@b.co');
  await user.type(screen.getByLabelText('Password'), 'Secret@2026');
  await user.click(screen.getByRole('button', { name: 'Log In' }));
  await waitFor(() => expect(host.adopted).toHaveLength(1));
  expect(host.adopted[0]!.options).toMatchObject({ widgetAccess: 'Locked' });
});

test('closing the dialog decides nothing; inside the partner’s app it does not open (S7-BROKER-10, S7-BROKER-12, S2.6-DLG-O04)', async () => {
  const { host, user } = open('/login');
  expect(await screen.findByRole('link', { name: 'Open Demat Account' })).toHaveAttribute('href', 'http://kaveri.example/open');
  const redirectionCalls = host.calls.filter(({ route }) => route === hybridRedirection);
  expect(redirectionCalls.map(({ route, input }) => [route.method, route.path, input])).toEqual([
    ['GET', '/auth/v1/hybrid/redirection', { query: { broker_id: '13' } }],
  ]);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByLabelText('Mobile number or e-mail')).toBeVisible();
  cleanup();
  open('/login?bl_api_integrated=true');
  await screen.findByRole('button', { name: 'Login with Broker' });
  expect(screen.queryByRole('dialog')).toBeNull();
});
