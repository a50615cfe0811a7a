import { expect, test } from 'vitest';
import { countedAs, plainAddress } from './address.ts';

test.each([
  ['IPv4 as itself', '203.0.113.9', { own: '203.0.113.9', wide: null }],
  ['IPv4 written as IPv6', '::ffff:203.0.113.9', { own: '203.0.113.9', wide: null }],
  ['the same in hexadecimal', '::FFFF:cb00:7109', { own: '203.0.113.9', wide: null }],
  ['IPv6 by its /64 and its /48', '2001:db8:1:2:3:4:5:6', { own: '2001:db8:1:2::/64', wide: '2001:db8:1::/48' }],
  ['however it is written', '2001:0DB8:0001:0002:0000::6', { own: '2001:db8:1:2::/64', wide: '2001:db8:1::/48' }],
  ['loopback', '::1', { own: '::/64', wide: '::/48' }],
  ['with the name of a network card', 'fe80::1%eth0', { own: 'fe80::/64', wide: 'fe80::/48' }],
  ['what is no address as it came', 'unknown', { own: 'unknown', wide: null }],
])('counted: %s', (_what, address, counted) => {
  expect(countedAs(address)).toEqual(counted);
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:0DB8::0001', '2001:db8::1'],
  ['unknown', 'unknown'],
  ['', ''],
])('%j is shown as %j', (address, shown) => expect(plainAddress(address)).toBe(shown));
