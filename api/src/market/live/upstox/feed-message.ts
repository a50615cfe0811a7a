import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { IST_OFFSET } from '@vimarsh/shared/domain/market/ist-day.ts';
import { BadMessage, type DayRange, type Depth, type Level } from '../price-line.ts';

/**
 * Upstox, “Market Data Feed V3” (upstox.com/developer/api-documentation/v3/get-market-data-feed) and its `MarketDataFeedV3.proto`. A message is
 * a `FeedResponse`: kind 1, feeds by instrument key 2, the broker's time 3, market info 4. A feed has `ltpc` 1, `fullFeed` 2 (`marketFF` 1,
 * `indexFF` 2) or `firstLevelWithGreeks` 3. Numbers of fields stand beside their readers; fields that nothing here needs are left out.
 *
 * The documentation does not say whether a message of the mode full always tells everything of its instrument. proto3 leaves out what is zero,
 * so what is absent counts as not told, and never as 0.
 */
export interface FeedMessage {
  readonly kind: 'initial_feed' | 'live_feed' | 'market_info' | 'unknown';
  /** When the broker sent it, by its clock, ms; null where it does not say. */
  readonly sentAt: number | null;
  readonly prices: readonly FeedPrice[];
  /** `NSE_EQ`, `BSE_INDEX` and the like. */
  readonly segments: ReadonlyMap<string, MarketStatus>;
}

export interface FeedPrice {
  readonly key: string;
  readonly price: number;
  readonly tradedAt: number | null;
  readonly volume: number | null;
  readonly day: DayRange | null;
  readonly previousClose: number | null;
  readonly depth: Depth | null;
}

const KINDS = ['initial_feed', 'live_feed', 'market_info'] as const;
const STATUSES = ['PRE_OPEN_START', 'PRE_OPEN_END', 'NORMAL_OPEN', 'NORMAL_CLOSE', 'CLOSING_START', 'CLOSING_END'] as const;
export type MarketStatus = (typeof STATUSES)[number];

/** “Connection and Subscription Limits”: 2,000 instruments in the mode full. */
export const MOST_INSTRUMENTS = 2000;
/** A feed of the mode full has some 85 fields and 500 bytes; with 30 levels 185 and 1,100. */
const FEED_FIELDS = 250;
const FEED_BYTES = 2048;
/** Market info and what stands around the feeds. */
const OTHER_FIELDS = 1000;
const OTHER_BYTES = 65_536;
const MOST_SEGMENTS = 100;
/** The mode full_d30 has 30 levels, the mode full five. */
const MOST_LEVELS = 30;
const MOST_CANDLES = 20;
const LONGEST_KEY = 100;
/** A day keeps prices as whole paise in 32 bits. */
const HIGHEST_PRICE = 20_000_000;

/** Longest message about so many instruments, each of which may stand in it once. */
export const longestMessage = (instruments: number): number => OTHER_BYTES + instruments * FEED_BYTES;

/**
 * Fields that the message being read may still have. Reading is synchronous and begins with `readFeedMessage`, so one count is enough. Fields that
 * nothing here needs cost time, too: two bytes are one.
 */
let fieldsLeft = 0;

/**
 * Reads a message about at most so many instruments. Throws BadMessage where it is cut off, holds what can't be, or more than so many instruments
 * need; nothing of such a message is used.
 */
export function readFeedMessage(bytes: Uint8Array, instruments = MOST_INSTRUMENTS): FeedMessage {
  if (bytes.length > longestMessage(instruments)) throw new BadMessage(`The message is longer than one about ${instruments} instruments.`);
  fieldsLeft = OTHER_FIELDS + instruments * FEED_FIELDS;
  try {
    return readResponse(new BinaryReader(bytes));
  } catch (error) {
    // The reader refuses in its own words whatever goes beyond the message.
    throw error instanceof BadMessage ? error : new BadMessage('The message is not protobuf.');
  }
}

/** Message of a feed, gathered field by field. */
interface Gathered {
  price: number;
  tradedAt: number | null;
  previousClose: number | null;
  volume: number | null;
  depth: Depth | null;
  candle: { open: number; high: number; low: number; startedAt: number } | null;
}

function readResponse(reader: BinaryReader): FeedMessage {
  let kind = 0;
  let sentAt: number | null = null;
  const feeds: [key: string, Gathered][] = [];
  const segments = new Map<string, MarketStatus>();
  readFields(reader, reader.len, (field, type) => {
    if (field === 1) kind = readEnum(reader, type);
    else if (field === 2) {
      if (feeds.length === MOST_INSTRUMENTS) throw new BadMessage(`The message has more than ${MOST_INSTRUMENTS} feeds.`);
      feeds.push(readFeedEntry(reader, endOf(reader, type)));
    } else if (field === 3) sentAt = readInteger(reader, type) || null;
    else if (field === 4) readMarketInfo(reader, endOf(reader, type), segments);
    else return false;
    return true;
  });
  const today = dayOf(sentAt);
  const prices = feeds.flatMap(([key, { candle, ...feed }]): FeedPrice[] => {
    // A message that moves only orders may have no price.
    if (feed.price === 0) return [];
    // The candle `1d` is today's so far. Before its first trade it may be that of the day before.
    const isToday = candle !== null && today !== null && dayOf(candle.startedAt) === today;
    return [{ key, ...feed, day: isToday ? { open: candle.open, high: candle.high, low: candle.low } : null }];
  });
  return { kind: KINDS[kind] ?? 'unknown', sentAt, prices, segments };
}

/** An IST day as a number, which costs less than its name. */
const dayOf = (instant: number | null): number | null => (instant ? Math.floor((instant + IST_OFFSET) / 86_400_000) : null);

/** An entry of the map `feeds`: key 1, feed 2. */
function readFeedEntry(reader: BinaryReader, end: number): [key: string, Gathered] {
  let key = '';
  const feed: Gathered = { price: 0, tradedAt: null, previousClose: null, volume: null, depth: null, candle: null };
  readFields(reader, end, (field, type) => {
    if (field === 1) key = readText(reader, type);
    else if (field === 2) readFeed(reader, endOf(reader, type), feed);
    else return false;
    return true;
  });
  return [key, feed];
}

function readFeed(reader: BinaryReader, end: number, feed: Gathered): void {
  readFields(reader, end, (field, type) => {
    if (field === 1) readLtpc(reader, endOf(reader, type), feed);
    else if (field === 2) readFullFeed(reader, endOf(reader, type), feed);
    else if (field === 3) readFirstLevel(reader, endOf(reader, type), feed);
    else return false;
    return true;
  });
}

/** `marketFF` 1, of an instrument that trades; `indexFF` 2, of an index. */
function readFullFeed(reader: BinaryReader, end: number, feed: Gathered): void {
  readFields(reader, end, (field, type) => {
    if (field === 1) readMarketFeed(reader, endOf(reader, type), feed);
    else if (field === 2) readIndexFeed(reader, endOf(reader, type), feed);
    else return false;
    return true;
  });
}

function readMarketFeed(reader: BinaryReader, end: number, feed: Gathered): void {
  readFields(reader, end, (field, type) => {
    if (field === 1) readLtpc(reader, endOf(reader, type), feed);
    else if (field === 2) feed.depth = readDepth(reader, endOf(reader, type));
    else if (field === 4) readCandles(reader, endOf(reader, type), feed);
    else if (field === 6) feed.volume = readInteger(reader, type) || null;
    else return false;
    return true;
  });
}

function readIndexFeed(reader: BinaryReader, end: number, feed: Gathered): void {
  readFields(reader, end, (field, type) => {
    if (field === 1) readLtpc(reader, endOf(reader, type), feed);
    else if (field === 2) readCandles(reader, endOf(reader, type), feed);
    else return false;
    return true;
  });
}

/** The mode option_greeks. */
function readFirstLevel(reader: BinaryReader, end: number, feed: Gathered): void {
  readFields(reader, end, (field, type) => {
    if (field === 1) readLtpc(reader, endOf(reader, type), feed);
    else if (field === 4) feed.volume = readInteger(reader, type) || null;
    else return false;
    return true;
  });
}

/** The last price 1, when it was traded 2, its quantity 3, the close of the day before 4. */
function readLtpc(reader: BinaryReader, end: number, feed: Gathered): void {
  readFields(reader, end, (field, type) => {
    if (field === 1) feed.price = readPrice(reader, type);
    else if (field === 2) feed.tradedAt = readInteger(reader, type) || null;
    else if (field === 4) feed.previousClose = readPrice(reader, type) || null;
    else return false;
    return true;
  });
}

/** Levels, best first, each a bid and an offer. Places without an order are zeros. */
function readDepth(reader: BinaryReader, end: number): Depth {
  const bids: Level[] = [];
  const asks: Level[] = [];
  let levels = 0;
  readFields(reader, end, (field, type) => {
    if (field !== 1) return false;
    levels++;
    if (levels > MOST_LEVELS) throw new BadMessage(`A feed has more than ${MOST_LEVELS} levels.`);
    const [bid, ask] = readQuote(reader, endOf(reader, type));
    if (bid.quantity > 0 && bid.price > 0) bids.push(bid);
    if (ask.quantity > 0 && ask.price > 0) asks.push(ask);
    return true;
  });
  return { bids, asks };
}

function readQuote(reader: BinaryReader, end: number): [bid: Level, ask: Level] {
  const bid = { quantity: 0, price: 0 };
  const ask = { quantity: 0, price: 0 };
  readFields(reader, end, (field, type) => {
    if (field === 1) bid.quantity = readInteger(reader, type);
    else if (field === 2) bid.price = readPrice(reader, type);
    else if (field === 3) ask.quantity = readInteger(reader, type);
    else if (field === 4) ask.price = readPrice(reader, type);
    else return false;
    return true;
  });
  return [bid, ask];
}

/** `ohlc` 1, of which the candle `1d` is the day so far. */
function readCandles(reader: BinaryReader, end: number, feed: Gathered): void {
  let candles = 0;
  readFields(reader, end, (field, type) => {
    if (field !== 1) return false;
    candles++;
    if (candles > MOST_CANDLES) throw new BadMessage(`A feed has more than ${MOST_CANDLES} candles.`);
    readCandle(reader, endOf(reader, type), feed);
    return true;
  });
}

function readCandle(reader: BinaryReader, end: number, feed: Gathered): void {
  let interval = '';
  const candle = { open: 0, high: 0, low: 0, startedAt: 0 };
  readFields(reader, end, (field, type) => {
    if (field === 1) interval = readText(reader, type);
    else if (field === 2) candle.open = readPrice(reader, type);
    else if (field === 3) candle.high = readPrice(reader, type);
    else if (field === 4) candle.low = readPrice(reader, type);
    else if (field === 7) candle.startedAt = readInteger(reader, type);
    else return false;
    return true;
  });
  if (interval !== '1d' || candle.high === 0 || candle.low === 0) return;
  if (candle.high < candle.low) throw new BadMessage('A candle has a high below its low.');
  feed.candle = candle;
}

/** The map `segmentStatus` 1: segment 1, status 2. */
function readMarketInfo(reader: BinaryReader, end: number, segments: Map<string, MarketStatus>): void {
  let entries = 0;
  readFields(reader, end, (field, type) => {
    if (field !== 1) return false;
    // Entries count, not names: one without a name, or with the name of another, is read like any.
    entries++;
    if (entries > MOST_SEGMENTS) throw new BadMessage(`The message has more than ${MOST_SEGMENTS} segments.`);
    let segment = '';
    let status = 0;
    readFields(reader, endOf(reader, type), (own, ownType) => {
      if (own === 1) segment = readText(reader, ownType);
      else if (own === 2) status = readEnum(reader, ownType);
      else return false;
      return true;
    });
    const known = STATUSES[status];
    if (known !== undefined) segments.set(segment, known);
    return true;
  });
}

/** Visits the fields up to `end`; those of which `read` returns false are left out. A message inside another must end with it. */
function readFields(reader: BinaryReader, end: number, read: (field: number, type: WireType) => boolean): void {
  while (reader.pos < end) {
    const [field, type] = reader.tag();
    if (fieldsLeft-- === 0) throw new BadMessage('The message has more fields than its instruments.');
    // Groups are not of proto3.
    if (!read(field, type)) reader.skip(type, field, 0);
  }
  if (reader.pos !== end) throw new BadMessage('A field goes on beyond its message.');
}

/** Where the message that begins here ends. */
function endOf(reader: BinaryReader, type: WireType): number {
  expectType(type, WireType.LengthDelimited);
  const length = reader.uint32();
  const end = reader.pos + length;
  if (end > reader.len) throw new BadMessage('The message is cut off.');
  return end;
}

function readText(reader: BinaryReader, type: WireType): string {
  expectType(type, WireType.LengthDelimited);
  const text = reader.string(true);
  if (text.length > LONGEST_KEY) throw new BadMessage('A name is too long.');
  return text;
}

function readPrice(reader: BinaryReader, type: WireType): number {
  expectType(type, WireType.Bit64);
  const price = reader.double();
  if (!(price >= 0 && price <= HIGHEST_PRICE)) throw new BadMessage('A price is none.');
  return price;
}

/** Quantities and instants: whole, and exact as a number. */
function readInteger(reader: BinaryReader, type: WireType): number {
  expectType(type, WireType.Varint);
  const value = Number(reader.int64());
  if (!Number.isSafeInteger(value) || value < 0) throw new BadMessage('A quantity or a time is none.');
  return value;
}

function readEnum(reader: BinaryReader, type: WireType): number {
  expectType(type, WireType.Varint);
  return reader.int32();
}

function expectType(type: WireType, expected: WireType): void {
  if (type !== expected) throw new BadMessage('A field has another type.');
}
