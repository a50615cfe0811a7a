import { createHash, createPrivateKey, type KeyObject } from 'node:crypto';
import type { ProofKey } from '@vimarsh/shared/contract/partners/types.ts';
import { SignJWT } from 'jose';

/**
 * The demo's app of a broker: its access key, and the signing key that its server would hold. Both follow from the seed, as
 * the demo's other keys do.
 */
export const demoAppKey = (partner_key: string, seed: number): string =>
  `pk_app_${partner_key}_${bytes(partner_key, seed, 'access').toString('hex').slice(0, 20)}`;

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const KID = 'demo-1';

const bytes = (partner_key: string, seed: number, of: string): Buffer => createHash('sha256').update(`${seed} ${partner_key} app ${of}`).digest();
const signingKey = (partner_key: string, seed: number): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8, bytes(partner_key, seed, 'signing')]), format: 'der', type: 'pkcs8' });

/** The public half, as the broker would have sent it. */
export function demoProofKey(partner_key: string, seed: number): ProofKey {
  const { x } = signingKey(partner_key, seed).export({ format: 'jwk' });
  return { kty: 'OKP', crv: 'Ed25519', x: x!, kid: KID };
}

/** A proof of five minutes, as the broker's server would sign it. */
export function signDemoProof(partner_key: string, seed: number): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'EdDSA', kid: KID })
    .setSubject(demoAppKey(partner_key, seed))
    .setAudience('vimarsh-embed')
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(signingKey(partner_key, seed));
}
