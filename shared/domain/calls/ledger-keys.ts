/** What the build of a release writes here (`shared/build/bundle/preset.ts`). */
declare const LEDGER_KEYS_OF_BUILD: readonly string[];

/**
 * Public keys of the ledger (base64url, as `public_key` in the ledger's file) that a build of the portal trusts, and through them those
 * that signatures of both keys tie to them: a server with another key is refused by every browser, also by one that never was there. They
 * are those that the release store names when the release is built (`shared/contract/release/ledger-keys.ts`). Where it names none, as the
 * demo's, whose key is made at its first start, each browser trusts the first key it saw.
 */
export const LEDGER_KEYS: readonly string[] = typeof LEDGER_KEYS_OF_BUILD === 'undefined' ? [] : LEDGER_KEYS_OF_BUILD;
