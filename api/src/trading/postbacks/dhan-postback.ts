import { createHash, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { parseBounded } from '../../platform/text/json-bounds.ts';
import type { ReadPostback } from './postback.ts';

const address = z.object({ key: z.string().check(z.maxLength(300)) });
const message = z.object({
  dhanClientId: z.string().check(z.maxLength(40)),
  orderId: z.string().check(z.regex(/^[A-Za-z0-9-]{1,40}$/)),
  correlationId: z.nullish(z.string().check(z.maxLength(40))),
});
const BOUNDS = { bytes: 16_384, containers: 50, values: 400, depth: 5 };

const sha256 = (word: string): Buffer => createHash('sha256').update(word).digest();

/**
 * Dhan signs none of its messages, and they name no price of a fill. Who knows the key in the address that was registered with Dhan can have the
 * book read, and nothing more. https://dhanhq.co/docs/v2/postback
 */
export const dhanPostbacks =
  (postback_key: string): ReadPostback =>
  (body, query) => {
    const { data: sentTo } = address.safeParse(query);
    if (!sentTo || !timingSafeEqual(sha256(sentTo.key), sha256(postback_key))) return { kind: 'forged' };
    const { data: told } = message.safeParse(jsonOf(body));
    if (!told) return { kind: 'forged' };
    return { kind: 'hint', client_id: told.dhanClientId, tag: told.correlationId ?? '', broker_order_id: told.orderId };
  };

function jsonOf(body: string): unknown {
  try {
    return parseBounded(Buffer.from(body), BOUNDS);
  } catch {
    return null;
  }
}
