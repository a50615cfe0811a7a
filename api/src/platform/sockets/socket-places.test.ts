import { expect, test } from 'vitest';
import { SocketPlaces } from './socket-places.ts';

test('strangers count by address, /64 and /48; whoever signs in frees the place of the address and takes one of the account', () => {
  const places = new SocketPlaces({ perAddress: 2, perAccount: 1 });
  const enter = (address: string): object | null => {
    const connection = {};
    if (!places.hasRoom(address)) return null;
    places.enter(connection, address);
    return connection;
  };
  const first = enter('203.0.113.9')!;
  expect([enter('::ffff:203.0.113.9'), enter('203.0.113.9'), enter('203.0.113.10')].map(Boolean)).toEqual([true, false, true]);
  expect([places.own(first, 'usr_1'), places.own(first, 'usr_1')]).toEqual([true, true]);
  const next = enter('203.0.113.9')!;
  expect(next, 'the place of the address is free').not.toBeNull();
  expect(places.own(next, 'usr_1')).toBe(false);
  places.leave(first);
  places.leave(first);
  expect(places.own(next, 'usr_1')).toBe(true);

  expect(['2001:db8:1:1::1', '2001:db8:1:1::2', '2001:db8:1:1::3'].map((each) => enter(each) !== null)).toEqual([true, true, false]);
  const networks = Array.from({ length: 40 }, (_, n) => enter(`2001:db8:1:${(n + 16).toString(16)}::1`));
  expect(networks.filter(Boolean), '2 of 32 are taken').toHaveLength(30);
  expect(enter('2001:db8:2::1')).not.toBeNull();
});
