import type { Answer } from '../../contract/answer.ts';
import { KEYS, type Store } from '../core/storage.ts';

/** Life of an access token that doesn't say so itself, ms. */
const DEFAULT_LIFE_MS = 10 * 60_000;

/**
 * Keeps the tokens of any answer that carries some (S7-HTTP-15…17). `token_data.access_token` wins over `data.token`
 * (S3-LOGIN-A02), `token_data.expire_in` over the envelope's (S3-LOGIN-A01); seconds become epoch ms. True when it did.
 */
export function storeTokens(store: Store, answer: Pick<Answer<unknown>, 'token_data' | 'expire_in' | 'data'>, now = Date.now()): boolean {
  const { token_data, data } = answer;
  const fallback = data && typeof data === 'object' && 'token' in data && typeof data.token === 'string' ? data.token : '';
  const token = token_data?.access_token || fallback;
  if (!token) return false;
  store.write(KEYS.token, token);
  if (token_data?.refresh_token) store.write(KEYS.refreshToken, token_data.refresh_token);
  const seconds = token_data?.expire_in ?? answer.expire_in;
  if (seconds !== undefined) store.write(KEYS.expireIn, String(now + seconds * 1000));
  return true;
}

/**
 * When an access token was issued, by this machine's clock and now at the latest, and how long it lives, ms. Opaque ones: from now.
 * `behind`: how far this clock is behind the server's.
 */
export function tokenLife(token: string, now = Date.now(), behind = 0): { since: number; life: number } {
  try {
    const { iat, exp } = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
    if (Number.isFinite(iat) && exp > iat) return { since: Math.min(now, iat * 1000 - behind), life: (exp - iat) * 1000 };
  } catch {
    // Not a JWT: nothing to read.
  }
  return { since: now, life: DEFAULT_LIFE_MS };
}

/** A call has to be on its way this long before its token's end, ms; of a token that lives short, a tenth of its life. */
const NEAR_END_MS = 30_000;

/** Whether a token's life is over, or so nearly that a call could arrive too late. */
export const isNearEnd = ({ since, life }: { since: number; life: number }, now = Date.now()): boolean =>
  now >= since + life - Math.min(NEAR_END_MS, life / 10);
