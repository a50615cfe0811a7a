import * as oidc from 'openid-client';
import * as z from 'zod/mini';
import { Fail } from '../../platform/platform.ts';
import { plainName } from '../accounts/names.ts';

export interface GoogleSettings {
  /** https://accounts.google.com, or the demo's own provider. */
  issuer: string;
  client_id: string;
  client_secret: string;
  /** The demo's provider answers inside this process; without it, over the network. */
  fetch?: oidc.CustomFetch;
}

/** A person whose e-mail the provider has verified. `issuer` and `subject` are the key; the e-mail may change. */
export interface GoogleIdentity {
  issuer: string;
  subject: string;
  /** Lower case. */
  email: string;
  full_name: string;
  first_name: string;
  last_name: string;
}

export interface Google {
  begin(returnTo: string): Promise<{ redirect_url: string; state: string; nonce: string; verifier: string }>;
  /** `address`: where the browser came back to. Throws SOCIAL_REFUSED or SOCIAL_AWAY. */
  complete(address: URL, expected: { state: string; nonce: string; verifier: string }): Promise<GoogleIdentity>;
}

/** States of this journey start so; those of brokers do not. */
export const GOOGLE_STATE = 'google.';
const PATIENCE_S = 10;

const claimsOf = z.object({
  iss: z.string(),
  sub: z.string().check(z.minLength(1)),
  email: z.string().check(z.maxLength(254), z.regex(/^[^@\s]+@[^@\s]+$/)),
  email_verified: z.literal(true),
  name: z._default(z.string(), ''),
  given_name: z._default(z.string(), ''),
  family_name: z._default(z.string(), ''),
});

/** OpenID Connect by redirect, with PKCE, state and nonce; the id token's signature is checked against the provider's keys. */
export function createGoogle({ issuer, client_id, client_secret, fetch }: GoogleSettings): Google {
  let known: Promise<oidc.Configuration> | null = null;
  const configuration = (): Promise<oidc.Configuration> =>
    (known ??= oidc
      .discovery(new URL(issuer), client_id, undefined, oidc.ClientSecretPost(client_secret), {
        timeout: PATIENCE_S,
        // Only the demo's provider runs without TLS, on this machine.
        execute: [oidc.enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [])],
        ...(fetch && { [oidc.customFetch]: fetch }),
      })
      .catch(() => {
        known = null;
        throw new Fail('SOCIAL_AWAY');
      }));

  return {
    async begin(returnTo) {
      const config = await configuration();
      const verifier = oidc.randomPKCECodeVerifier();
      const state = GOOGLE_STATE + oidc.randomState();
      const nonce = oidc.randomNonce();
      const to = oidc.buildAuthorizationUrl(config, {
        redirect_uri: returnTo,
        scope: 'openid email profile',
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        prompt: 'select_account',
      });
      return { redirect_url: to.href, state, nonce, verifier };
    },
    async complete(address, { state, nonce, verifier }) {
      const config = await configuration();
      const tokens = await oidc
        .authorizationCodeGrant(config, address, { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true })
        .catch((error: unknown) => {
          throw new Fail(saidNo(error) ? 'SOCIAL_REFUSED' : 'SOCIAL_AWAY');
        });
      const read = claimsOf.safeParse(tokens.claims());
      if (!read.success) throw new Fail('SOCIAL_REFUSED');
      const { iss, sub, email, name, given_name, family_name } = read.data;
      return {
        issuer: iss,
        subject: sub,
        email: email.toLowerCase(),
        full_name: plainName(name || `${given_name} ${family_name}`).slice(0, 100),
        first_name: given_name.slice(0, 100),
        last_name: family_name.slice(0, 100),
      };
    },
  };
}

/** The provider refused, or what it sent is not for this journey; everything else means it did not answer properly. */
function saidNo(error: unknown): boolean {
  if (error instanceof oidc.AuthorizationResponseError) return true;
  if (error instanceof oidc.ResponseBodyError) return error.status < 500;
  const code = (error as { code?: string }).code;
  return code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' || code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED' || code === 'OAUTH_INVALID_RESPONSE';
}
