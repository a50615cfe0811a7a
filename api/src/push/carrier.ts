import type { PushMessage, Subscription } from '@vimarsh/shared/contract/push/types.ts';

/** What became of a message: `gone` when the browser takes none any more. */
export type Delivery = 'taken' | 'gone';

/** Carries messages to browsers: directly by their push services, or by Firebase. */
export interface PushCarrier {
  /** The key that browsers subscribe with, base64url. */
  readonly key: string;
  /** The registration id of a browser's subscription. Fails with BAD_REQUEST, or RETRY when whoever gives it is away. */
  token(subscription: Subscription): Promise<string>;
  /** What in a registration id is the same each time one browser registers; null when it is no registration id of this carrier. */
  addressOf(registration_id: string): string | null;
  /** Whether two registration ids of one address are of one browser: an address alone may have become known to others. */
  isSame(one: string, other: string): boolean;
  /** Throws when it should be tried again later. */
  deliver(registration_id: string, message: PushMessage): Promise<Delivery>;
}

/** How long a service may take to answer. */
export const TIMEOUT_MS = 15_000;
/** How long a message waits for a browser that is off; later it is no news any more, in seconds. */
export const KEPT_S = 24 * 3600;
