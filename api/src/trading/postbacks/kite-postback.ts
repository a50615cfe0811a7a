import { createHash, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { parseBounded } from '../../platform/text/json-bounds.ts';
import { brokerOrderId, looseText } from '../brokers/broker-values.ts';
import type { InstrumentIds } from '../brokers/instrument-ids.ts';
import { kiteLine, kiteOrder } from '../brokers/kite/kite-answers.ts';
import type { Postback, ReadPostback } from './postback.ts';

/** Whose order it is, and who vouches for the message. */
const envelope = z.object({
  user_id: z.string().check(z.minLength(1), z.maxLength(40)),
  order_id: brokerOrderId,
  tag: looseText,
  order_timestamp: z.string().check(z.maxLength(40)),
  checksum: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});

/** Larger than any order's fifty fields. */
const BOUNDS = { bytes: 16_384, containers: 50, values: 400, depth: 5 };

/**
 * Kite's postback: JSON with a `checksum`, the SHA-256 of order_id + order_timestamp + api_secret. It covers no other field, so whoever changed
 * the rest on its way would pass: what the book does not bear out is taken back by its next reading. https://kite.trade/docs/connect/v3/postbacks/
 */
export function kitePostbacks(secrets: readonly string[], instruments: InstrumentIds): ReadPostback {
  const isVouchedFor = ({ order_id, order_timestamp, checksum }: z.output<typeof envelope>): boolean =>
    secrets.some((secret) => timingSafeEqual(createHash('sha256').update(`${order_id}${order_timestamp}${secret}`).digest(), Buffer.from(checksum, 'hex')));
  return (body): Postback => {
    const json = jsonOf(body);
    const from = z.safeParse(envelope, json);
    if (!from.success || !isVouchedFor(from.data)) return { kind: 'forged' };
    const { user_id: client_id, tag, order_id: broker_order_id } = from.data;
    const read = z.safeParse(kiteOrder, json);
    if (!read.success) return { kind: 'unreadable', client_id, tag, broker_order_id };
    const { status } = read.data;
    // UPDATE: an open order was changed, or filled in part. The book has no such status.
    const line = kiteLine({ ...read.data, status: status === 'UPDATE' ? 'OPEN' : status }, instruments);
    return { kind: 'word', client_id, line };
  };
}

function jsonOf(body: string): unknown {
  try {
    return parseBounded(Buffer.from(body), BOUNDS);
  } catch {
    return null;
  }
}
