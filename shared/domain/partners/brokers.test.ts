import { expect, test } from 'vitest';
import { aBroker } from '../../contract/partners/broker.testing.ts';
import type { Broker } from '../../contract/partners/types.ts';
import { filterBrokers, HIDDEN_BROKER_ID, isOwnCredentials, searchBrokers, showBrokerButton, showBrokerSearch, visibleBrokers } from './brokers.ts';
import { ENVIRONMENTS } from './demo/environments.ts';
import { TRADING_ONLY_BROKERS } from './demo/trading-brokers.ts';

const list = [
  aBroker(11, 'zerO'),
  aBroker(12, 'Teak', { is_trading_available: false }),
  aBroker(13, 'Opal', { model_type: 'own-auth' }),
  aBroker(HIDDEN_BROKER_ID, 'Kadamba'),
];
const ids = (brokers: Broker[]) => brokers.map(({ id }) => id);

test('search is a case-insensitive match within the title (S5-BRK-01, S5-BRK-A02)', () => {
  expect(ids(searchBrokers(list, 'ZeR'))).toEqual([11]);
  expect(ids(searchBrokers(list, ' er '))).toEqual([11]);
  expect(searchBrokers(list, 'xyz')).toEqual([]);
});

test('search shows with more than one broker (S5-BRK-02, S9-LIM-22)', () => {
  expect(showBrokerSearch(1)).toBe(false);
  expect(showBrokerSearch(2)).toBe(true);
});

test('visitors don’t see the named broker (S5-BRK-03, S9-LIM-23)', () => {
  expect(ids(visibleBrokers(list, { signedIn: false }))).toEqual([11, 12, 13]);
});

test('signed-in users see brokers with trading, the named one among them (S5-BRK-04, S5-BRK-A03)', () => {
  expect(ids(visibleBrokers(list, { signedIn: true }))).toEqual([11, 13, HIDDEN_BROKER_ID]);
});

test('own-auth brokers are hidden in lists that ask for it (S3-BRK-10, S5-BRK-05)', () => {
  expect(ids(filterBrokers(list, { hideOwnAuth: true }))).toEqual([11, 12, HIDDEN_BROKER_ID]);
  expect(filterBrokers(list, { hideOwnAuth: false })).toEqual(list);
});

test('an expired strategy hides only the named broker’s button (S5-BRK-A01)', () => {
  expect(list.filter(({ id }) => !showBrokerButton(id, { strategyExpired: true })).map(({ id }) => id)).toEqual([HIDDEN_BROKER_ID]);
  expect(list.every(({ id }) => showBrokerButton(id, { strategyExpired: false }))).toBe(true);
});

test('broker 40 is the own-credentials model (S9-LIM-24)', () => {
  expect(isOwnCredentials(40)).toBe(true);
  expect(isOwnCredentials(41)).toBe(false);
});

test('brokers 4, 5 and 6 trade but have no site (S4-UTYPE-A04)', () => {
  expect(TRADING_ONLY_BROKERS.map(({ id }) => id)).toEqual([4, 5, 6]);
  for (const { id } of TRADING_ONLY_BROKERS) expect(ENVIRONMENTS.some(({ brokerId }) => brokerId === id)).toBe(false);
});

test('the named broker is one constant, a partner of the table; own-auth brokers are on the login and not in trading (S5-BRK-O01)', () => {
  expect(ENVIRONMENTS.find(({ brokerId }) => brokerId === HIDDEN_BROKER_ID)?.isTradeAvailable).toBe(true);
  expect(ids(visibleBrokers(list, { signedIn: false }))).toContain(13);
  expect(ids(filterBrokers(visibleBrokers(list, { signedIn: true }), { hideOwnAuth: true }))).toEqual([11, HIDDEN_BROKER_ID]);
});
