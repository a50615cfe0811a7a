import * as z from 'zod/mini';
import { callDetail } from '../calls/types.ts';
import { day } from '../text.ts';

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Not a hash'));

/**
 * The ledger's signed promise that one event of a call will stand in the log under the root of a date (docs/record-format.md). It names
 * the event by its salted leaf, so that whoever sees a receipt learns no level from it and can't try any. It holds no number that counts
 * the events of all experts: who publishes often would see when others do.
 */
export const receipt = z.object({
  /** Name of the log. */
  log: z.string().check(z.maxLength(200)),
  call_id: z.string().check(z.maxLength(64)),
  /** Which of the call's events, from 1. */
  n: z.number().check(z.int(), z.positive()),
  /** The event's entry in the log, hex. */
  leaf: hash,
  /** UTC instant of the event, as it stands in its text. */
  ts: z.string().check(z.maxLength(30)),
  /** Trading date whose root, at 18:45 IST, must cover it at the latest. */
  root_date: day,
  /** Of the ledger when it signed, base64url. */
  public_key: z.string().check(z.regex(/^[\w-]{43}$/, 'Not a key')),
  /** Ed25519, base64url, over the receipt's text. */
  signature: z.string().check(z.regex(/^[\w-]{86}$/, 'Not a signature')),
});

export type Receipt = z.output<typeof receipt>;

/** A receipt for whoever may read the call: with the salt that shows which text its leaf is of. */
export const openedReceipt = z.object({ receipt, salt: z.string() });

export type OpenedReceipt = z.output<typeof openedReceipt>;

/** What an author gets for a publication: the call, and its receipt. */
export const publishedCall = z.extend(callDetail, { receipt });

export type PublishedCall = z.output<typeof publishedCall>;
