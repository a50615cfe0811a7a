import { expect, test } from 'vitest';
import { type BrokerSetting, brokerSettings } from '../../broker-settings.ts';
import { BadSetting, readConfig } from '../../config.ts';
import { orderWaySettings, orderWaysProblem } from './way-settings.ts';

const BROKERS = {
  6: { protocol: 'kite', api_key: 'key1', api_secret: 'secret1' },
  38: { protocol: 'noren', url: 'https://noren.example', vendor_code: 'v', api_key: 'k' },
};
const APPROVAL = { reference: 'ALGO/2026/117', approved_on: '2026-10-01', static_addresses: ['203.0.113.7'], algo_id: 'GEN01', orders_a_second: 9 };
const PUBLISHER = { api_key: 'pub1', api_secret: 'pub-secret' };
const DHAN = { adapter: 'dhan', postback_key: 'one word that nobody guesses' };
const LISTS = ['https://noren.example/NSE_symbols.txt'];
const REAL = { demo: false, production: true, invented: false };

function problemOf(way: object, id = 6, place = REAL, brokers: object = BROKERS): string | null {
  const ORDER_WAYS = orderWaySettings.parse(JSON.stringify({ [id]: way }));
  const keys = brokerSettings.parse(JSON.stringify(brokers)) as Record<string, BrokerSetting>;
  return orderWaysProblem({ ORDER_WAYS, BROKERS: keys }, place, '2026-11-30');
}

test.each<[what: string, way: object, id?: number]>([
  ['the page of Kite', { adapter: 'kite', publisher: PUBLISHER }],
  ['Kite by API with the facts on file', { adapter: 'kite', way: 'api', approval: APPROVAL }],
  ['Noren by API with the facts on file', { adapter: 'noren', way: 'api', approval: APPROVAL, lists: LISTS }, 38],
  ['Dhan by API with the facts on file', { ...DHAN, way: 'api', approval: APPROVAL }, 7],
])('taken: %s', (_what, way, id) => {
  expect(problemOf(way, id)).toBeNull();
});

test.each<[what: string, problem: string | null]>([
  ['by API without the facts', problemOf({ adapter: 'kite', way: 'api' })],
  ['an approval that is still to come', problemOf({ adapter: 'kite', way: 'api', approval: { ...APPROVAL, approved_on: '2026-12-01' } })],
  ['a page without a Publisher app', problemOf({ adapter: 'kite' })],
  ['a page that the broker does not have', problemOf({ ...DHAN }, 7)],
  ['keys of no sign-in', problemOf({ adapter: 'kite', publisher: PUBLISHER }, 9)],
  ['keys of another protocol', problemOf({ adapter: 'noren', way: 'api', approval: APPROVAL, lists: LISTS })],
  ['a plain address', problemOf({ adapter: 'kite', publisher: PUBLISHER, page_url: 'http://kite.example/basket' })],
  ['real brokers on simulated prices', problemOf({ adapter: 'kite', publisher: PUBLISHER }, 6, { demo: true, production: false, invented: true })],
  ['the paper broker on real prices', problemOf({ adapter: 'paper' }, 6, { demo: true, production: false, invented: false })],
  ['the paper broker outside the demo', problemOf({ adapter: 'paper' }, 6, { demo: false, production: false, invented: true })],
])('refused with a plain sentence that names no key: %s', (_what, problem) => {
  expect(problem).toMatch(/^ORDER_WAYS\.\d+ must .+\.$/);
  for (const key of ['secret1', 'pub-secret', 'nobody guesses']) expect(problem).not.toContain(key);
});

test.each<[what: string, approval: object, at: string]>([
  ['ten orders a second', { orders_a_second: 10 }, 'approval.orders_a_second, which must be under 10'],
  ['three addresses', { static_addresses: ['203.0.113.7', '203.0.113.8', '203.0.113.9'] }, 'approval.static_addresses, which must be one or two'],
  ['no address', { static_addresses: [] }, 'approval.static_addresses'],
  ['a name for an address', { static_addresses: ['orders.example'] }, 'approval.static_addresses.0, which must be an IP address'],
  ['no reference', { reference: ' ' }, 'approval.reference'],
  ['no day', { approved_on: 'soon' }, 'approval.approved_on, which must be a day'],
  ['no algo id', { algo_id: '' }, 'approval.algo_id'],
])('the start refuses an approval with %s', (_what, change, at) => {
  const ORDER_WAYS = JSON.stringify({ 6: { adapter: 'kite', way: 'api', approval: { ...APPROVAL, ...change } } });
  const start = () => readConfig({ MARKET_FEED: 'files', DEMO: 'off', BROKERS: JSON.stringify(BROKERS), ORDER_WAYS });
  expect(start).toThrow(BadSetting);
  expect(start).toThrow(`ORDER_WAYS is not valid at 6.${at}`);
});

test('the start itself looks: real brokers on simulated prices end it, a stand-in on this machine does not', () => {
  const ways = (page_url: string, url: string) => JSON.stringify({ 6: { adapter: 'kite', publisher: PUBLISHER, page_url, url } });
  const keys = JSON.stringify(BROKERS);
  expect(() => readConfig({ BROKERS: keys, ORDER_WAYS: ways('https://kite.zerodha.com/connect/basket', 'http://127.0.0.1:9') })).toThrow(
    'prices are simulated',
  );
  expect(readConfig({ BROKERS: keys, ORDER_WAYS: ways('http://127.0.0.1:9/basket', 'http://127.0.0.1:9') }).ORDER_WAYS).toMatchObject({ 6: { way: 'page' } });
});
