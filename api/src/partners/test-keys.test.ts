import { TEST_KEY_DAYS } from '@vimarsh/shared/domain/insights/test-key.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTestKeys, testKeyFault } from './test-keys.ts';

const SECRET = 'a secret of this server, long enough';
const NOW = new Date('2026-12-01T04:00:00Z');
const keys = createTestKeys(SECRET);
const made = keys.make(NOW);

test('a key lives fourteen days, opens every widget and belongs to nobody', () => {
  expect(made).toMatchObject({ days: TEST_KEY_DAYS, expires_at: '2026-12-15T04:00:00.000Z' });
  expect(made.access_key).toMatch(/^pk_test_1[\w-]{40}$/);
  expect(keys.read(made.access_key)).toMatchObject({
    test: true,
    partner_key: '',
    origins: [],
    proof_keys: null,
    status: 'active',
    expires_at: made.expires_at,
  });
  expect(keys.make(NOW).access_key).not.toBe(made.access_key);
});

test('nodes that share nothing but the secret judge alike; another secret knows none of its keys and claims', () => {
  const [other, stranger] = [createTestKeys(SECRET), createTestKeys(`${SECRET}!`)];
  expect(other.read(made.access_key)).toEqual(keys.read(made.access_key));
  expect(other.isClaimOf(made.access_key, made.claim_secret)).toBe(true);
  expect(stranger.read(made.access_key)).toBeNull();
  expect(stranger.isClaimOf(made.access_key, made.claim_secret)).toBe(false);
});

test('a claim secret is that of its key alone, and opens nothing itself', () => {
  const next = keys.make(NOW);
  expect(keys.isClaimOf(next.access_key, made.claim_secret)).toBe(false);
  expect(keys.read(made.claim_secret)).toBeNull();
  expect(keys.isClaimOf(made.access_key, made.claim_secret.slice(0, -1))).toBe(false);
  expect(keys.isClaimOf('pk_live_neem_1', made.claim_secret)).toBe(false);
});

test('another expiry, nonce or signature: every change of one character is refused', () => {
  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const first = 'pk_test_1'.length;
  for (let at = first; at < made.access_key.length; at += 1)
    for (const letter of ALPHABET) {
      if (letter === made.access_key[at]) continue;
      const changed = made.access_key.slice(0, at) + letter + made.access_key.slice(at + 1);
      expect(keys.read(changed), changed).toBeNull();
      expect(testKeyFault(changed), changed).toBe('TEST_KEY_FORGED');
    }
});

test('a signature is good for the body it was made for', () => {
  const later = keys.make(new Date(NOW.getTime() + 86_400_000)).access_key;
  const body = (key: string): string => key.slice(9, 25);
  expect(keys.read(`pk_test_1${body(later)}${made.access_key.slice(25)}`)).toBeNull();
});

test.each<[string, string]>([
  ['another version', made.access_key.replace('pk_test_1', 'pk_test_2')],
  ['no version', made.access_key.replace('pk_test_1', 'pk_test_')],
  ['the prefix alone', 'pk_test_'],
  ['cut by one', made.access_key.slice(0, -1)],
  ['one more', `${made.access_key}A`],
  ['with padding', `${made.access_key}=`],
  ['with a line end', `${made.access_key}\n`],
  ['a megabyte', `pk_test_1${'A'.repeat(2 ** 20)}`],
  ['a Cyrillic letter', `${made.access_key.slice(0, -1)}а`],
  ['full-width digits', made.access_key.replace('pk_test_1', 'pk_test_１')],
  ['a hidden sign', `${made.access_key}\u200b`],
  ['plain base64', `${made.access_key.slice(0, -1)}+`],
])('%s: not whole', (_name, given) => {
  expect(keys.read(given)).toBeNull();
  expect(testKeyFault(given)).toBe('TEST_KEY_FORM');
});

test('whatever is sent, it is no key', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String({ minLength: 36, maxLength: 44 })), (given) => {
      expect(keys.read(given)).toBeNull();
      expect(keys.read(`pk_test_1${given}`)).toBeNull();
    }),
  );
});
