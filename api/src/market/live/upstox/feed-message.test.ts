import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { expect, test } from 'vitest';
import { BadMessage } from '../price-line.ts';
import { readFeedMessage } from './feed-message.ts';
import { feedMessage, statusMessage } from './stand-in.testing.ts';

const INFY = 'NSE_EQ|INE009A01021';
const NIFTY = 'NSE_INDEX|Nifty 50';
const SENT = Date.parse('2026-11-20T05:00:01.250Z');
const at = SENT / 1000 - 0.2;

test('a feed of the mode full has price, when it was traded, volume, the day so far, five bids and five offers', () => {
  const tick = { symbol: '', price: 1502.35, volume: 120_000, open: 1490, high: 1510.5, low: 1488.05, close: 1495, at };
  const { kind, sentAt, prices } = readFeedMessage(feedMessage('live_feed', [[INFY, tick]], SENT));
  expect([kind, sentAt, prices.length]).toEqual(['live_feed', SENT, 1]);
  expect(prices[0]).toMatchObject({ key: INFY, price: 1502.35, tradedAt: SENT - 200, volume: 120_000, previousClose: 1495 });
  expect(prices[0]!.day).toEqual({ open: 1490, high: 1510.5, low: 1488.05 });
  expect(prices[0]!.depth!.bids.map(({ price }) => price)).toEqual([1502.3, 1502.25, 1502.2, 1502.15, 1502.1]);
  expect(prices[0]!.depth!.asks[0]).toEqual({ price: 1502.4, quantity: 200 });
});

test('an index has neither volume nor orders', () => {
  const tick = { symbol: '', price: 24_018.4, open: 24_000, high: 24_100, low: 23_900, close: 23_950, at };
  expect(readFeedMessage(feedMessage('initial_feed', [[NIFTY, tick]], SENT))).toMatchObject({
    kind: 'initial_feed',
    prices: [{ key: NIFTY, price: 24_018.4, volume: null, depth: null, previousClose: 23_950, day: { open: 24_000, high: 24_100, low: 23_900 } }],
  });
});

/** A message with one feed, written by hand. */
function byHand(write: (feed: BinaryWriter) => void): Uint8Array {
  const writer = new BinaryWriter();
  writer.tag(1, WireType.Varint).int32(1).tag(2, WireType.LengthDelimited).fork();
  writer.tag(1, WireType.LengthDelimited).string(INFY).tag(2, WireType.LengthDelimited).fork();
  write(writer);
  return writer.join().join().tag(3, WireType.Varint).int64(SENT).finish();
}
const ltpc = (writer: BinaryWriter, price: number): BinaryWriter =>
  writer.tag(1, WireType.LengthDelimited).fork().tag(1, WireType.Bit64).double(price).tag(2, WireType.Varint).int64(SENT).join();

test('the modes ltpc and option_greeks are read too, and a field that is not documented is passed over', () => {
  expect(readFeedMessage(byHand((feed) => ltpc(feed, 101))).prices).toMatchObject([{ price: 101, volume: null, day: null, tradedAt: SENT }]);
  const greeks = byHand((feed) => {
    feed.tag(3, WireType.LengthDelimited).fork();
    ltpc(feed, 102).tag(4, WireType.Varint).int64(77).tag(99, WireType.LengthDelimited).string('new').join();
  });
  expect(readFeedMessage(greeks).prices).toMatchObject([{ price: 102, volume: 77 }]);
});

test('a message that moves only orders has no price, and the candle of another day is not today’s', () => {
  expect(readFeedMessage(byHand((feed) => feed.tag(4, WireType.Varint).int32(1))).prices).toEqual([]);
  const before = { symbol: '', price: 100, open: 90, high: 110, low: 80, at: at - 86_400 };
  expect(readFeedMessage(feedMessage('initial_feed', [[INFY, before]], SENT)).prices[0]!.day).toBeNull();
});

test('market_info tells the state of each part of the market', () => {
  const { kind, segments } = readFeedMessage(
    statusMessage(
      new Map([
        ['NSE_EQ', 'NORMAL_OPEN'],
        ['BSE_INDEX', 'PRE_OPEN_START'],
      ]),
      SENT,
    ),
  );
  expect([kind, ...segments]).toEqual(['market_info', ['NSE_EQ', 'NORMAL_OPEN'], ['BSE_INDEX', 'PRE_OPEN_START']]);
});

const whole = feedMessage(
  'live_feed',
  [
    [INFY, { symbol: '', price: 1, volume: 7, open: 1, at }],
    [NIFTY, { symbol: '', price: 2, at }],
  ],
  SENT,
);

const ofBytes = (bytes: readonly number[]): Uint8Array => Uint8Array.from(bytes);

test('a message has the bytes and fields that its instruments need, with 30 levels each; 4 MB of anything are refused within a moment', () => {
  const few = feedMessage(
    'live_feed',
    Array.from({ length: 5 }, () => [INFY, { symbol: '', price: 1 }]),
    SENT,
  );
  expect(readFeedMessage(few, 5).prices).toHaveLength(5);
  const spaces = Buffer.alloc(80_000, 1);
  expect(() => readFeedMessage(spaces, 5)).toThrow('The message is longer than one about 5 instruments.');
  expect(() => readFeedMessage(ofBytes(Array(5000).fill([0x78, 0x00]).flat()), 5)).toThrow('The message has more fields than its instruments.');
  const floods = [Buffer.alloc(4_000_000, Buffer.from([0x78, 0x00])), Buffer.alloc(131_072, Buffer.from([0x78, 0x00]))];
  const begin = process.threadCpuUsage().user;
  for (let times = 0; times < 20; times++) for (const flood of floods) expect(() => readFeedMessage(flood, 250)).toThrow(BadMessage);
  expect((process.threadCpuUsage().user - begin) / 20_000).toBeLessThan(25);
});

test('a message that is cut off is refused as a whole, unless it ends where another would', () => {
  let refused = 0;
  for (let length = 1; length < whole.length; length++) {
    try {
      const { prices } = readFeedMessage(whole.subarray(0, length));
      // Between two fields of the outermost message nothing tells that more was to come.
      expect(prices.length, `${length} bytes`).toBeLessThanOrEqual(2);
    } catch (error) {
      expect(error).toBeInstanceOf(BadMessage);
      refused++;
    }
  }
  expect(whole.length - refused).toBeLessThan(12);
});

test.each([
  ['no protobuf', Buffer.from('{"type":"live_feed"}')],
  ['a field of another type', byHand((feed) => feed.tag(1, WireType.Varint).int32(5))],
  ['a group', byHand((feed) => feed.tag(9, WireType.StartGroup).tag(9, WireType.EndGroup))],
  ['a price that is no number', byHand((feed) => ltpc(feed, Number.NaN))],
  ['a price below zero', byHand((feed) => ltpc(feed, -1))],
  ['a price beyond all', byHand((feed) => ltpc(feed, 1e12))],
  ['a name that is none', feedMessage('live_feed', [['x'.repeat(200), { symbol: '', price: 1 }]], SENT)],
  [
    'more feeds than may be subscribed to',
    feedMessage(
      'live_feed',
      Array.from({ length: 2001 }, () => [INFY, { symbol: '', price: 1 }]),
      SENT,
    ),
  ],
  ['more parts of the market than there are', statusMessage(new Map(Array.from({ length: 101 }, (_, n) => [`S${n}`, 'NORMAL_OPEN'])), SENT)],
  ['a part of the market without a name, again and again', ofBytes([0x22, 0xe8, 0x07, ...Array(500).fill([0x0a, 0x00]).flat()])],
  ['unknown fields without end', ofBytes(Array(600_000).fill([0x78, 0x00]).flat())],
  ['more bytes than 2,000 instruments need', Buffer.alloc(4_194_304)],
  ['a high below the low', feedMessage('live_feed', [[INFY, { symbol: '', price: 1, open: 1, high: 1, low: 2, at }]], SENT)],
])('%s is refused', (_, message) => expect(() => readFeedMessage(message)).toThrow(BadMessage));

test('random bytes end in BadMessage or in a message, and in nothing else', () => {
  let seed = 1;
  for (let round = 0; round < 3000; round++) {
    const twisted = Uint8Array.from(whole);
    for (let changed = 0; changed < 3; changed++) {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      twisted[seed % twisted.length] = (seed >> 8) & 0xff;
    }
    try {
      readFeedMessage(twisted);
    } catch (error) {
      expect(error).toBeInstanceOf(BadMessage);
    }
  }
});

test('a message is read in a small part of its second of processor: 250 instruments, and 2,000', () => {
  for (const [count, most] of [
    [250, 25],
    [2000, 200],
  ] as const) {
    const tick = { symbol: '', price: 1502.35, volume: 120_000, open: 1490, high: 1510.5, low: 1488.05, close: 1495, at };
    const message = feedMessage(
      'live_feed',
      Array.from({ length: count }, (_, n) => [`NSE_EQ|INE${n}`, tick]),
      SENT,
    );
    expect(message.length).toBeLessThan(4_194_304);
    for (let warm = 0; warm < 20; warm++) readFeedMessage(message);
    const begin = process.threadCpuUsage().user;
    for (let seconds = 0; seconds < 10; seconds++) readFeedMessage(message);
    const spent = (process.threadCpuUsage().user - begin) / 10_000;
    expect(spent, `${count} instruments`).toBeLessThan(most);
  }
});
