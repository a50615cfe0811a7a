import type { ErrorCode } from '@vimarsh/shared/contract/errors.ts';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { AccessKey } from '../../partners/index.ts';
import { Fail } from '../../platform/platform.ts';

/** Whom a proof is for. */
export const PROOF_AUDIENCE = 'vimarsh-embed';
/** A proof is good for so long after it was signed, whatever its `exp` says. */
export const PROOF_SECONDS = 600;
/** Clocks differ. */
const TOLERANCE_SECONDS = 30;
const MOST_LENGTH = 2000;
const ALGORITHMS = ['EdDSA', 'Ed25519', 'ES256', 'RS256', 'PS256'];

/** For the integrator: what to change. Visitors read a neutral text. */
const FIXES = {
  PROOF_MISSING: 'Have your server sign a proof for this key, and give it in the proof attribute or in the frame’s address.',
  PROOF_EXPIRED: `Sign a new proof when the page opens; one is good for ${PROOF_SECONDS / 60} minutes. Set the server’s clock by NTP.`,
  PROOF_AUDIENCE: `Sign the proof with aud "${PROOF_AUDIENCE}".`,
  PROOF_SIGNATURE: 'Sign with a key whose public half we have for this access key, and name it by kid in the proof’s header.',
  PROOF_CLAIMS: 'A proof is a JWT with sub (this access key), aud, iat and exp, signed with EdDSA, ES256, RS256 or PS256.',
} satisfies Partial<Record<ErrorCode, string>>;

const refused = (code: keyof typeof FIXES): Fail => new Fail(code, { problems: [{ path: 'proof', message: FIXES[code] }] });

/** By the key as it was read: keys are read again from time to time, and imported once for each reading. */
const known = new WeakMap<AccessKey, JWTVerifyGetKey>();
function keysOf(key: AccessKey): JWTVerifyGetKey {
  const keys = known.get(key) ?? createLocalJWKSet({ keys: key.proof_keys } as unknown as JSONWebKeySet);
  known.set(key, keys);
  return keys;
}

/**
 * An app's pages have the origin `null` or `file://`, as any page can have: that it is the app is proved by its server,
 * with a JWT of at most ten minutes (`sub` the access key, `aud` vimarsh-embed, `kid` the signing key). It may be used as
 * often as the page asks within that time: a page has several widgets, each of which may come later. Throws PROOF_… with
 * what to change; other keys need none.
 */
export async function requireProof(key: AccessKey, proof: string, now: Date): Promise<void> {
  if (key.proof_keys === null) return;
  if (!proof) throw refused('PROOF_MISSING');
  if (proof.length > MOST_LENGTH) throw refused('PROOF_CLAIMS');
  try {
    await jwtVerify(proof, keysOf(key), {
      algorithms: ALGORITHMS,
      audience: PROOF_AUDIENCE,
      subject: key.key,
      requiredClaims: ['exp'],
      maxTokenAge: PROOF_SECONDS,
      clockTolerance: TOLERANCE_SECONDS,
      currentDate: now,
    });
  } catch (error) {
    if (error instanceof errors.JOSEError) throw refused(codeOf(error));
    throw error;
  }
}

function codeOf(error: errors.JOSEError): keyof typeof FIXES {
  if (error instanceof errors.JWTExpired) return 'PROOF_EXPIRED';
  if (error instanceof errors.JWTClaimValidationFailed) return error.claim === 'aud' ? 'PROOF_AUDIENCE' : 'PROOF_CLAIMS';
  const unsigned = [errors.JWSSignatureVerificationFailed, errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSEAlgNotAllowed];
  return unsigned.some((kind) => error instanceof kind) ? 'PROOF_SIGNATURE' : 'PROOF_CLAIMS';
}
