import { type PushMessage, type Subscription, subscription } from '@vimarsh/shared/contract/push/types.ts';
import { type Config, Fail } from '../platform/platform.ts';
import { KEPT_S, type PushCarrier, TIMEOUT_MS } from './carrier.ts';
import type { PushKey } from './key-pair.ts';
import { sealMessage } from './seal-message.ts';
import { isPushService } from './services.ts';

interface Parts {
  readonly key: PushKey;
  readonly config: Pick<Config, 'PUSH_SERVICES' | 'PUBLIC_HOST'>;
  readonly clock: () => Date;
}

/** Sends to each browser's own push service (RFC 8030). The registration id is the subscription, as one string. */
export function vapidCarrier({ key, config, clock }: Parts): PushCarrier {
  const subject = `https://${config.PUBLIC_HOST}`;
  const usable = (given: Subscription | null): Subscription | null => (given && isPushService(given.endpoint, config) && isSealable(given) ? given : null);
  return {
    key: key.public_key,
    async token(given) {
      if (!usable(given)) throw new Fail('BAD_REQUEST', { validation: 'Messages can’t be sent to this browser: its push service is not one we know.' });
      return JSON.stringify({ endpoint: given.endpoint, keys: given.keys });
    },
    addressOf(registration_id) {
      const given = usable(subscriptionIn(registration_id));
      return given && addressIn(given);
    },
    isSame(one, other) {
      const [a, b] = [subscriptionIn(one)?.keys, subscriptionIn(other)?.keys];
      return a !== undefined && b !== undefined && a.auth === b.auth && a.p256dh === b.p256dh;
    },
    async deliver(registration_id, message: PushMessage) {
      const to = usable(subscriptionIn(registration_id));
      // Its service is not known any more.
      if (!to) return 'gone';
      const answer = await fetch(to.endpoint, {
        method: 'POST',
        headers: {
          authorization: key.authorization(to.endpoint, subject, clock()),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(KEPT_S),
        },
        body: new Uint8Array(sealMessage(JSON.stringify(message), to)),
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      });
      await answer.body?.cancel();
      if (answer.ok) return 'taken';
      if (answer.status === 404 || answer.status === 410) return 'gone';
      // No address: this goes to the log.
      throw new Error(`The push service answered ${answer.status}.`);
    },
  };
}

/** Written differently it is the same door. */
function addressIn({ endpoint }: Subscription): string {
  const address = new URL(endpoint);
  address.hash = '';
  return address.href;
}

function subscriptionIn(registration_id: string): Subscription | null {
  try {
    return subscription.parse(JSON.parse(registration_id));
  } catch {
    return null;
  }
}

function isSealable(given: Subscription): boolean {
  try {
    sealMessage('', given);
    return true;
  } catch {
    return false;
  }
}
