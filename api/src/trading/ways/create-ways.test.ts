import { expect, test } from 'vitest';
import type { BrokerPages } from '../brokers/broker-pages.ts';
import { NO_BROKER } from '../brokers/no-broker.ts';
import { createWays, type RealBroker } from './create-ways.ts';
import { orderWaySettings } from './way-settings.ts';

const pages = (...formTargets: string[]): BrokerPages => ({ formTargets, most: 10, nameOf: () => null, pageOf: async () => ({ url: '', fields: [] }) });
const paper = { broker: NO_BROKER, page: pages() };
const real = (): RealBroker => ({
  broker: { ...NO_BROKER, perSecond: 10, takes: { ...NO_BROKER.takes, modify: true } },
  page: pages('https://kite.example/basket'),
});
const APPROVAL = { reference: 'ALGO/117', approved_on: '2026-10-01', static_addresses: ['203.0.113.7'], algo_id: 'GEN01', orders_a_second: 4 };
const settings = (ways: object) => orderWaySettings.parse(JSON.stringify(ways));

test('S2.1-ROUTE-19: on real prices the paper broker serves nobody, and a broker without a way takes no orders', () => {
  const ways = createWays({ settings: {}, paper: null, real });
  for (const id of [4, 6, 45]) expect([ways.wayOf(id), ways.formTargets(id)]).toEqual([null, []]);
});

test('S2.1-ROUTE-19: by default on the broker’s page, where nothing is changed or cancelled from here; forms go to that page on that site alone', () => {
  const ways = createWays({ settings: settings({ 6: { adapter: 'kite', publisher: { api_key: 'p', api_secret: 's' } } }), paper: null, real });
  expect(ways.wayOf(6)).toMatchObject({
    way: 'broker_page',
    simulated: false,
    mayCancel: false,
    takes: { modify: false },
    why: expect.stringContaining('not on file here'),
  });
  expect([ways.formTargets(6), ways.formTargets(9), ways.formTargets(null)]).toEqual([['https://kite.example/basket'], [], []]);
});

test('S2.1-ROUTE-19: by API as the approval says: its reference on the ticket, its orders a second as the ceiling, no page', () => {
  const ways = createWays({ settings: settings({ 6: { adapter: 'kite', way: 'api', approval: APPROVAL } }), paper: null, real });
  expect(ways.wayOf(6)).toMatchObject({
    way: 'api',
    page: null,
    perSecond: 4,
    mayCancel: true,
    why: 'Your broker approved orders by API from here on 2026-10-01 (ALGO/117).',
  });
  expect(ways.formTargets(6)).toEqual([]);
});

test('in the demo the paper broker takes the orders of every broker, of some on its page, and settings decide otherwise', () => {
  const ways = createWays({ settings: settings({ 9: { adapter: 'paper', way: 'page' }, 45: { adapter: 'paper' } }), paper, real });
  expect([4, 9, 45].map((id) => ways.wayOf(id)?.way)).toEqual(['api', 'broker_page', 'api']);
  expect(createWays({ settings: {}, paper, real }).wayOf(45)).toMatchObject({ way: 'broker_page', simulated: true });
});
