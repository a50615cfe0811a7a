import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { WIDGETS } from '@vimarsh/shared/contract/embed/types.ts';
import type { ErrorCode } from '@vimarsh/shared/contract/errors.ts';
import type { TestKey } from '@vimarsh/shared/contract/widget-kit/types.ts';
import { isTestKey, TEST_KEY_DAYS, TEST_KEY_PREFIX } from '@vimarsh/shared/domain/insights/test-key.ts';
import type { AccessKey } from './access-key.ts';

/** Form of the keys made here. Another form takes the next digit, and this one is refused from then on. */
const VERSION = '1';
const NONCE_BYTES = 8;
/** 144 bits. Payload and signature are multiples of three bytes, so that base64url has exactly one spelling of each. */
const MAC_BYTES = 18;
const CLAIM_BYTES = 24;
const BODY_LENGTH = 16;
/** `pk_test_1` + 16 characters of expiry and nonce + 24 of signature, such as `pk_test_1ZyQ2gLk3vT0a9xQe…`. */
const FORM = /^pk_test_1[A-Za-z0-9_-]{40}$/;
const DAY_MS = 86_400_000;

/**
 * Keys for trying widgets without an account. Nothing of them is stored: a key carries its expiry and a signature by the
 * server's secret, so every node that has the secret judges alike. They open simulated data only, on any page.
 */
export interface TestKeys {
  make(now: Date): TestKey;
  /** The key, also past its time (`expires_at` says so); null for what this server did not make. */
  read(given: string): AccessKey | null;
  /** Whether a claim secret was handed out beside this key. */
  isClaimOf(key: string, claim_secret: string): boolean;
}

export function createTestKeys(secret: string): TestKeys {
  // Keys of their own: a signature made for another purpose is none here, and a claim is no key.
  const signingKey = createHmac('sha256', secret).update('vimarsh test key').digest();
  const claimKey = createHmac('sha256', secret).update('vimarsh test key claim').digest();
  const signed = (body: string): string => createHmac('sha256', signingKey).update(`${VERSION}.${body}`).digest().subarray(0, MAC_BYTES).toString('base64url');
  const claimOf = (key: string): string => `claim_${createHmac('sha256', claimKey).update(key).digest().subarray(0, CLAIM_BYTES).toString('base64url')}`;
  return {
    make(now) {
      const until = Math.floor((now.getTime() + TEST_KEY_DAYS * DAY_MS) / 1000);
      const payload = Buffer.alloc(4 + NONCE_BYTES);
      payload.writeUInt32BE(until);
      randomBytes(NONCE_BYTES).copy(payload, 4);
      const body = payload.toString('base64url');
      const access_key = `${TEST_KEY_PREFIX}${VERSION}${body}${signed(body)}`;
      return { access_key, claim_secret: claimOf(access_key), expires_at: new Date(until * 1000).toISOString(), days: TEST_KEY_DAYS };
    },
    read(given) {
      if (!FORM.test(given)) return null;
      const rest = given.slice(TEST_KEY_PREFIX.length + VERSION.length);
      const body = rest.slice(0, BODY_LENGTH);
      if (!isSame(signed(body), rest.slice(BODY_LENGTH))) return null;
      const until = Buffer.from(body, 'base64url').readUInt32BE() * 1000;
      return {
        key: given,
        partner_key: '',
        origins: [],
        widgets: [...WIDGETS],
        status: 'active',
        expires_at: new Date(until).toISOString(),
        proof_keys: null,
        test: true,
      };
    },
    isClaimOf: (key, claim_secret) => isTestKey(key) && isSame(claimOf(key), claim_secret),
  };
}

/** Why what begins as a test key is none of ours. It says nothing about the signature beyond that. */
export const testKeyFault = (given: string): ErrorCode => (FORM.test(given) ? 'TEST_KEY_FORGED' : 'TEST_KEY_FORM');

function isSame(wanted: string, given: string): boolean {
  const [a, b] = [Buffer.from(wanted), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
