import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { levelOne } from '@vimarsh/shared/contract/broker-login/routes.ts';
import { aBroker } from '@vimarsh/shared/contract/partners/broker.testing.ts';
import { brokerList } from '@vimarsh/shared/contract/partners/routes.ts';
import type { Broker } from '@vimarsh/shared/contract/partners/types.ts';
import { HIDDEN_BROKER_ID } from '@vimarsh/shared/domain/partners/brokers.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { afterEach, expect, test } from 'vitest';
import { AskedDialogs } from '../frame/asked-dialogs.tsx';

const TWO = [aBroker(4, 'Saras Broking'), aBroker(5, 'Kurinji Securities')];
const list = (...brokers: Broker[]) => reply(brokerList, brokers);
const tiles = () => within(screen.getByRole('list', { name: 'Brokers' })).queryAllByRole('button');
const names = () => tiles().map((tile) => tile.querySelector('span:not([aria-hidden])')?.textContent);
afterEach(cleanup);

async function ask(...answers: CannedAnswer[]) {
  const host = fakeHost({ answers, snapshot: { signedIn: true } });
  render(<AskedDialogs />, { wrapper: host.Wrapper });
  expect(screen.queryByRole('dialog')).toBeNull();
  let reported = false;
  act(() => {
    reported = host.session.emit('broker-login.asked', { to: '/data-categorisation' });
  });
  expect(reported).toBe(true);
  const dialog = await screen.findByRole('dialog', { name: 'Choose your broker' });
  return { host, dialog, user: aUser() };
}

test('a page that needs a broker login opens the broker list with its search (S2.6-DLG-05)', async () => {
  const { host, dialog, user } = await ask(list(...TWO), reply(levelOne, { redirect_url: 'https://broker.example/login' }));
  await user.type(await within(dialog).findByLabelText('Search brokers'), 'zzzz');
  expect(within(dialog).getByRole('status')).toHaveTextContent(/^No brokers available to login$/);
  expect(names()).toEqual([]);
  await user.clear(within(dialog).getByLabelText('Search brokers'));
  await user.type(within(dialog).getByLabelText('Search brokers'), 'sARAS');
  await user.click(within(dialog).getByRole('button', { name: 'Saras Broking' }));
  await waitFor(() => expect(host.signedOut).toEqual([{ to: 'https://broker.example/login', next: { broker: 4, route: '/data-categorisation' } }]));
});

test('a broker with its own site opens there, and nothing waits here', async () => {
  const garnet = aBroker(11, 'Garnet Broking', { redirection_url: 'https://garnet.example' });
  const { host, user } = await ask(list(...TWO, garnet), reply(levelOne, { redirect_url: 'https://garnet.example/login?brokerId=11' }));
  await user.click(await screen.findByRole('button', { name: 'Garnet Broking' }));
  await waitFor(() => expect(host.signedOut).toEqual([{ to: 'https://garnet.example/login?brokerId=11' }]));
});

test('signed-in users see brokers with trading, including the named one, but none whose accounts are ours (S5-BRK-04)', async () => {
  await ask(
    list(
      ...TWO,
      aBroker(12, 'No trading', { is_trading_available: false }),
      aBroker(9, 'Neem', { model_type: 'own-auth' }),
      aBroker(HIDDEN_BROKER_ID, 'Kadamba Wealth'),
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

test('a list that can’t be loaded is reported once, in the dialog, and can be requested again', async () => {
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
