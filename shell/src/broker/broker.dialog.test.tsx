import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { levelOne } from '@vimarsh/shared/contract/broker-login.contract.ts';
import { type Broker, brokerList } from '@vimarsh/shared/contract/partners.contract.ts';
import { HIDDEN_BROKER_ID } from '@vimarsh/shared/domain/brokers.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { afterEach, expect, test } from 'vitest';
import { AskedBroker } from './asked-broker.tsx';

const broker = (id: number, title: string, more: Partial<Broker> = {}): Broker => ({
  id,
  title,
  logo: '',
  redirection_url: '',
  model_type: 'redirect',
  is_trading_available: true,
  broker_name: title,
  redirect_url: { sign_in: '', sign_up: '' },
  ...more,
});
const TWO = [broker(4, 'Saras Broking'), broker(5, 'Kurinji Securities')];
const list = (...brokers: Broker[]) => reply(brokerList, brokers);
const tiles = () => within(screen.getByRole('list', { name: 'Brokers' })).queryAllByRole('button');
const names = () => tiles().map((tile) => tile.querySelector('span:not([aria-hidden])')?.textContent);
afterEach(cleanup);

async function ask(...answers: CannedAnswer[]) {
  const host = fakeHost({ answers, snapshot: { signedIn: true } });
  render(<AskedBroker />, { wrapper: host.Wrapper });
  expect(screen.queryByRole('dialog')).toBeNull();
  let heard = false;
  act(() => {
    heard = host.session.emit('broker-login.asked', { to: '/data-categorisation' });
  });
  expect(heard).toBe(true);
  const dialog = await screen.findByRole('dialog', { name: 'Choose your broker' });
  return { host, dialog, user: userEvent.setup() };
}

test('a page that needs a broker login opens the list with its search (S2.6-DLG-05)', async () => {
  const { host, dialog, user } = await ask(list(...TWO), reply(levelOne, { redirect_url: 'https://broker.example/login' }));
  await user.type(await within(dialog).findByLabelText('Search brokers'), 'zzzz');
  expect(within(dialog).getByRole('status')).toHaveTextContent(/^No brokers available to login$/);
  expect(names()).toEqual([]);
  await user.clear(within(dialog).getByLabelText('Search brokers'));
  await user.type(within(dialog).getByLabelText('Search brokers'), 'sARAS');
  await user.click(within(dialog).getByRole('button', { name: 'Saras Broking' }));
  await waitFor(() => expect(host.signedOut).toEqual([{ to: 'https://broker.example/login', next: { broker: 4, route: '/data-categorisation' } }]));
});

test('a broker with a site of its own opens there, and nothing waits here', async () => {
  const garnet = broker(11, 'Garnet Broking', { redirection_url: 'https://garnet.example' });
  const { host, user } = await ask(list(...TWO, garnet), reply(levelOne, { redirect_url: 'https://garnet.example/login?brokerId=11' }));
  await user.click(await screen.findByRole('button', { name: 'Garnet Broking' }));
  await waitFor(() => expect(host.signedOut).toEqual([{ to: 'https://garnet.example/login?brokerId=11' }]));
});

test('signed-in users see brokers with trading, the named one too, and none whose accounts are ours (S5-BRK-04)', async () => {
  await ask(
    list(
      ...TWO,
      broker(12, 'No trading', { is_trading_available: false }),
      broker(9, 'Neem', { model_type: 'own-auth' }),
      broker(HIDDEN_BROKER_ID, 'Kadamba Wealth'),
    ),
  );
  await waitFor(() => expect(names()).toEqual(['Saras Broking', 'Kurinji Securities', 'Kadamba Wealth']));
});

test('a broker that refuses signs nobody out, and the choice stays open', async () => {
  const { host, user } = await ask(list(...TWO), refuse(levelOne, 'BROKER_UNKNOWN', 'Not here.'));
  await user.click(await screen.findByRole('button', { name: 'Saras Broking' }));
  await waitFor(() => expect(host.notices).toMatchObject([{ text: 'Not here.' }]));
  expect(host.signedOut).toEqual([]);
  expect(screen.getByRole('button', { name: 'Saras Broking' })).not.toHaveAttribute('aria-busy');
});

test('a list that can’t be loaded is told in the dialog, once, and asked for again', async () => {
  const { host, dialog, user } = await ask(refuse(brokerList, 'INTERNAL', 'Something failed'));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Could not load the brokers.');
  expect(host.notices).toEqual([]);
  host.answer(list(TWO[0]!));
  await user.click(within(dialog).getByRole('button', { name: 'Retry' }));
  expect(await within(dialog).findByRole('button', { name: 'Saras Broking' })).toBeVisible();
  expect(within(dialog).queryByLabelText('Search brokers'), 'one broker needs no search').toBeNull();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});
