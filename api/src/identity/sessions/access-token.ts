import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Clock, MINUTE } from '../clock.ts';
import { mac, sameText } from '../secrets.ts';

export const ACCESS_TOKEN_MS = 10 * MINUTE;
const ISSUER = 'vimarsh';
/** The only header ever accepted, compared as text: the algorithm is not the token's to choose. */
const HEADER = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'at+jwt' })).toString('base64url');

export interface AccessClaims {
  iss: string;
  /** Partner key, or `main`. */
  aud: string;
  /** User id. */
  sub: string;
  /** Session id. */
  sid: string;
  /** Seconds since 1970. */
  iat: number;
  exp: number;
  jti: string;
}

export interface AccessTokens {
  issue(claims: Pick<AccessClaims, 'aud' | 'sub' | 'sid'>): string;
  /** The claims of a token we made that has not expired; null otherwise. */
  read(token: string): AccessClaims | null;
}

/** Compact signed bearer tokens, valid 10 minutes, checked without waiting for anything. */
export function createAccessTokens(key: Buffer, clock: Clock): AccessTokens {
  const verified = new LRUCache<string, AccessClaims>({ max: 20_000 });
  const seconds = () => Math.floor(clock().getTime() / 1000);

  function verify(token: string): AccessClaims | null {
    const [header, payload, signature, ...rest] = token.split('.');
    if (header !== HEADER || !payload || !signature || rest.length > 0) return null;
    if (!sameText(signature, mac(key, `${header}.${payload}`))) return null;
    const claims: AccessClaims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return claims.iss === ISSUER ? claims : null;
  }

  return {
    issue({ aud, sub, sid }) {
      const iat = seconds();
      const claims: AccessClaims = { iss: ISSUER, aud, sub, sid, iat, exp: iat + ACCESS_TOKEN_MS / 1000, jti: randomBytes(9).toString('base64url') };
      const signed = `${HEADER}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
      return `${signed}.${mac(key, signed)}`;
    },
    read(token) {
      let claims = verified.get(token) ?? null;
      if (!claims) {
        claims = verify(token);
        if (!claims) return null;
        verified.set(token, claims);
      }
      return claims.exp > seconds() ? claims : null;
    },
  };
}
