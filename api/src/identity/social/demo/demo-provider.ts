import { createHash, randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { sameText } from '../../secrets.ts';

/** People with an account at the demo's provider. The last one's e-mail was never verified. */
export const DEMO_ACCOUNTS = [
  { sub: 'g-1001', email: 'leela.menon@gmail.example.com', given_name: 'Leela', family_name: 'Menon', email_verified: true },
  { sub: 'g-1002', email: 'farhan.sheikh@gmail.example.com', given_name: 'Farhan', family_name: 'Sheikh', email_verified: true },
  { sub: 'g-1003', email: 'unverified@gmail.example.com', given_name: 'Not', family_name: 'Verified', email_verified: false },
] as const;

export const DEMO_CLIENT = 'vimarsh-demo';
const CODE_LIFE_MS = 60_000;
const ID_TOKEN_LIFE_S = 300;

export interface Authorization {
  client_id: string;
  redirect_uri: string;
  nonce: string;
  code_challenge: string;
}

export interface DemoProvider {
  readonly keys: { keys: JWK[] };
  /** A code for an account that consented. */
  issueCode(asked: Authorization, sub: string): string;
  /** The token endpoint. Every rule of the protocol that is broken is an error of RFC 6749. */
  exchange(form: URLSearchParams): Promise<{ http: number; body: object }>;
}

/** A small identity provider that speaks the same protocol as Google's: codes that work once, PKCE, signed id tokens. */
export async function createDemoProvider(issuer: string, client_secret: string): Promise<DemoProvider> {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const kid = randomBytes(6).toString('hex');
  const codes = new LRUCache<string, Authorization & { sub: string; until: number }>({ max: 1000 });
  const refuse = (error: string, http = 400) => ({ http, body: { error } });

  return {
    keys: { keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }] },
    issueCode(asked, sub) {
      const code = randomBytes(24).toString('base64url');
      codes.set(code, { ...asked, sub, until: Date.now() + CODE_LIFE_MS });
      return code;
    },
    async exchange(form) {
      const value = (name: string) => form.get(name) ?? '';
      if (value('client_id') !== DEMO_CLIENT || !sameText(value('client_secret'), client_secret)) return refuse('invalid_client', 401);
      if (value('grant_type') !== 'authorization_code') return refuse('unsupported_grant_type');
      const issued = codes.get(value('code'));
      codes.delete(value('code'));
      const challenge = createHash('sha256').update(value('code_verifier')).digest('base64url');
      if (!issued || issued.until < Date.now() || issued.redirect_uri !== value('redirect_uri') || !sameText(issued.code_challenge, challenge)) {
        return refuse('invalid_grant');
      }
      const { sub, ...person } = DEMO_ACCOUNTS.find((account) => account.sub === issued.sub)!;
      const id_token = await new SignJWT({ ...person, name: `${person.given_name} ${person.family_name}`, nonce: issued.nonce })
        .setProtectedHeader({ alg: 'ES256', kid })
        .setIssuer(issuer)
        .setAudience(issued.client_id)
        .setSubject(sub)
        .setIssuedAt()
        .setExpirationTime(`${ID_TOKEN_LIFE_S} s`)
        .sign(privateKey);
      return { http: 200, body: { access_token: randomBytes(16).toString('base64url'), token_type: 'Bearer', expires_in: ID_TOKEN_LIFE_S, id_token } };
    },
  };
}
