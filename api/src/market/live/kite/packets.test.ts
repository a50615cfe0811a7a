import { expect, test } from 'vitest';
import { BadMessage } from '../price-line.ts';
import { isHeartbeat, readMessage } from './packets.ts';
import { messageOf, packetOf } from './stand-in.testing.ts';

const INFY = 408065;
const NIFTY = 256265;
const at = Date.parse('2026-11-20T05:00:01Z');

test('a packet of the mode full has price, volume, the day so far, five bids and five offers and the exchange’s second', () => {
  const sent = { symbol: 'INFY', price: 1502.35, volume: 120_000, open: 1490, high: 1510.5, low: 1488.05, close: 1495, at: at / 1000 };
  const [packet] = readMessage(messageOf([packetOf(INFY, sent)]));
  expect(packet).toMatchObject({ token: INFY, price: 1502.35, volume: 120_000, day: { open: 1490, high: 1510.5, low: 1488.05 }, previousClose: 1495, at });
  expect(packet!.depth!.bids.map(({ price }) => price)).toEqual([1502.3, 1502.25, 1502.2, 1502.15, 1502.1]);
  expect(packet!.depth!.asks[0]).toEqual({ price: 1502.4, quantity: 105 });
});

test('an index has 32 bytes: high, low, open and close in this order, and no volume', () => {
  const packet = packetOf(NIFTY, { symbol: 'NIFTY', price: 24_018.4, open: 24_000, high: 24_100, low: 23_900, close: 23_950, at: at / 1000 });
  expect(packet.length).toBe(32);
  expect(readMessage(messageOf([packet]))).toEqual([
    { token: NIFTY, price: 24_018.4, volume: null, day: { open: 24_000, high: 24_100, low: 23_900 }, previousClose: 23_950, depth: null, at },
  ]);
});

/** “Message structure”: the first 8 bytes of a packet are its mode ltp, the first 44 its mode quote; an index in the mode quote has 28. */
test.each([
  ['ltp', 8, INFY, { volume: null, day: null, at: null, depth: null }],
  ['quote', 44, INFY, { volume: 7, at: null, depth: null }],
  ['quote of an index', 28, NIFTY, { volume: null, at: null, previousClose: 99 }],
])('the mode %s has %d bytes', (_, length, token, expected) => {
  const packet = packetOf(token, { symbol: '', price: 101, volume: 7, close: 99, at: at / 1000 }).subarray(0, length);
  expect(readMessage(messageOf([packet]))[0]).toMatchObject({ token, price: 101, ...expected });
});

test('currencies have seven decimals at the NSE and four at the BSE', () => {
  const price = (segment: number): number => readMessage(messageOf([packetOf(256 + segment, { symbol: '', price: 835_000 })]))[0]!.price;
  expect(price(3)).toBe(8.35);
  expect(price(6)).toBe(8350);
});

test('an exchange’s second of 0 is none', () => expect(readMessage(messageOf([packetOf(INFY, { symbol: '', price: 1 })]))[0]!.at).toBeNull());

test('a message may hold many packets, and one byte is a heartbeat', () => {
  const packets = Array.from({ length: 3000 }, (_, n) => packetOf(256 * (n + 1) + 1, { symbol: '', price: n + 1 }));
  const message = messageOf(packets);
  expect(message.length).toBeLessThan(1_048_576);
  expect(readMessage(message).map(({ price }) => price)).toEqual(packets.map((_, n) => n + 1));
  expect(isHeartbeat(Buffer.from([0]))).toBe(true);
  expect(isHeartbeat(message)).toBe(false);
});

const whole = messageOf([packetOf(INFY, { symbol: '', price: 1 }), packetOf(INFY, { symbol: '', price: 2 })]);

test('a message that is cut off anywhere, or goes on, is refused as a whole', () => {
  for (let length = 2; length < whole.length; length++) expect(() => readMessage(whole.subarray(0, length)), `${length} bytes`).toThrow(BadMessage);
  expect(() => readMessage(Buffer.concat([whole, Buffer.alloc(1)]))).toThrow(BadMessage);
  expect(() => readMessage(messageOf([Buffer.alloc(45)]))).toThrow('A packet has 45 bytes.');
});

test('a message is read in a small part of its second of processor: 250 instruments, and 3,000', () => {
  for (const [count, most] of [
    [250, 10],
    [3000, 80],
  ] as const) {
    const message = messageOf(Array.from({ length: count }, (_, n) => packetOf(256 * (n + 1) + 1, { symbol: '', price: n + 1 })));
    for (let warm = 0; warm < 20; warm++) readMessage(message);
    const begin = process.threadCpuUsage().user;
    for (let seconds = 0; seconds < 20; seconds++) readMessage(message);
    expect((process.threadCpuUsage().user - begin) / 20_000, `${count} instruments`).toBeLessThan(most);
  }
});
