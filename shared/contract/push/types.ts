import * as z from 'zod/mini';
import { id } from '../text.ts';

/** What a browser hands out for messages to it (Push API): where to send them, and the keys to seal them with. */
export const subscription = z.object({
  endpoint: z.string().check(
    z.maxLength(1000),
    z.refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), 'Not an address'),
  ),
  keys: z.object({
    /** Point on P-256, uncompressed, base64url. */
    p256dh: z.string().check(z.regex(/^[\w-]{87}=?$/, 'Not a key')),
    /** 16 bytes, base64url. */
    auth: z.string().check(z.regex(/^[\w-]{22}(==)?$/, 'Not a key')),
  }),
});
export type Subscription = z.output<typeof subscription>;

/** A device that takes messages. */
export const pushDevice = z.object({
  id,
  /** In people's words: "Chrome on Android". */
  device: z.string(),
  /** UTC instant. */
  since: z.string(),
  /** Registered in the session that asks. */
  current: z.boolean(),
});
export type PushDevice = z.output<typeof pushDevice>;

export const pushSettings = z.object({
  /** Where messages are sent from: the key a browser subscribes with (RFC 8292), base64url; null where push is switched off. */
  service: z.nullable(z.object({ key: z.string() })),
  devices: z.array(pushDevice),
});
export type PushSettings = z.output<typeof pushSettings>;

/** What the service worker receives. A lock screen may show every word of it. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** A path of ours. */
  readonly url: string;
}
