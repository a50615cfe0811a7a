import { BadMessage, type DayRange, type Depth, type Level } from '../price-line.ts';

/**
 * Kite Connect 3, “WebSocket streaming”, sections “Message structure”, “Quote packet structure”, “Index packet structure” and “Market depth
 * structure” (kite.trade/docs/connect/v3/websocket). All numbers are big-endian, prices int32 in paise.
 *
 * A binary message is an int16 with the number of packets, then for each an int16 with its length and its bytes. A message of one byte is a
 * heartbeat. Packets have 8 bytes (ltp), 28 or 32 (an index in the modes quote and full), 44 (quote) or 184 (full).
 */
export interface Packet {
  readonly token: number;
  readonly price: number;
  readonly volume: number | null;
  readonly day: DayRange | null;
  readonly previousClose: number | null;
  readonly depth: Depth | null;
  /** Exchange timestamp, ms; null where the mode has none, or it is 0. */
  readonly at: number | null;
}

/** The lowest byte of an instrument token is its segment. */
const CDS = 3;
const BCD = 6;

/** Currencies of the NSE have seven decimals, those of the BSE four, all else is in paise. */
function divisorOf(token: number): number {
  const segment = token & 0xff;
  if (segment === CDS) return 10_000_000;
  return segment === BCD ? 10_000 : 100;
}

const LTP = 8;
const INDEX_QUOTE = 28;
const INDEX_FULL = 32;
const QUOTE = 44;
const FULL = 184;
const LEVELS = 5;
const LEVEL_BYTES = 12;

export const isHeartbeat = (message: Buffer): boolean => message.length < 2;

/** The packets of a binary message. Throws BadMessage where it is cut off or has packets of another length; nothing of such a message is used. */
export function readMessage(message: Buffer): Packet[] {
  const count = message.readUInt16BE(0);
  const packets: Packet[] = [];
  let at = 2;
  for (let read = 0; read < count; read++) {
    if (at + 2 > message.length) throw new BadMessage('The message ends before its packets do.');
    const length = message.readUInt16BE(at);
    at += 2;
    if (at + length > message.length) throw new BadMessage('A packet is cut off.');
    packets.push(readPacket(message, at, length));
    at += length;
  }
  if (at !== message.length) throw new BadMessage('The message goes on after its packets.');
  return packets;
}

function readPacket(bytes: Buffer, at: number, length: number): Packet {
  if (length !== LTP && length !== INDEX_QUOTE && length !== INDEX_FULL && length !== QUOTE && length !== FULL)
    throw new BadMessage(`A packet has ${length} bytes.`);
  const token = bytes.readUInt32BE(at);
  const divisor = divisorOf(token);
  const price = (offset: number): number => bytes.readInt32BE(at + offset) / divisor;
  const common = { token, price: price(4) };
  if (length === LTP) return { ...common, volume: null, day: null, previousClose: null, depth: null, at: null };
  if (length <= INDEX_FULL) {
    return {
      ...common,
      volume: null,
      day: { high: price(8), low: price(12), open: price(16) },
      previousClose: price(20),
      depth: null,
      at: length === INDEX_FULL ? instant(bytes.readUInt32BE(at + 28)) : null,
    };
  }
  return {
    ...common,
    volume: bytes.readUInt32BE(at + 16),
    day: { open: price(28), high: price(32), low: price(36) },
    previousClose: price(40),
    depth: length === FULL ? { bids: levels(bytes, at + 64, divisor), asks: levels(bytes, at + 64 + LEVELS * LEVEL_BYTES, divisor) } : null,
    at: length === FULL ? instant(bytes.readUInt32BE(at + 60)) : null,
  };
}

const instant = (seconds: number): number | null => (seconds === 0 ? null : seconds * 1000);

/** Quantity (int32), price (int32), orders (int16), two bytes of padding. Places without an order are zeros. */
function levels(bytes: Buffer, at: number, divisor: number): Level[] {
  const read: Level[] = [];
  for (let place = at; place < at + LEVELS * LEVEL_BYTES; place += LEVEL_BYTES) {
    const quantity = bytes.readUInt32BE(place);
    if (quantity > 0) read.push({ quantity, price: bytes.readInt32BE(place + 4) / divisor });
  }
  return read;
}
