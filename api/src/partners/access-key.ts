import type { ProofKey } from '@vimarsh/shared/contract/partners/types.ts';

/**
 * A publishable widget key of one partner. Origins are exact (`https://host[:port]`), never patterns; a key of an app may
 * also list `null`, `file://` or the app's own scheme, and opens nothing without a proof (`insights/embed/app-proof.ts`).
 */
export interface AccessKey {
  key: string;
  partner_key: string;
  origins: string[];
  widgets: string[];
  status: 'active' | 'revoked';
  /** UTC instant, or null when the key does not end by itself. */
  expires_at: string | null;
  /** Keys that an app's server signs with (`pk_app_…`); null of all others. */
  proof_keys: readonly ProofKey[] | null;
  /** A key without an account: any page may use it, and it opens simulated data only. Absent of all others. */
  test?: true;
}
