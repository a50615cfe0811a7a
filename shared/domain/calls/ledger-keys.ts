/**
 * Public keys of the ledger (base64url, as `public_key` in the ledger's file) that a build of the portal trusts, and through them those
 * that signatures of both keys tie to them. Whoever runs a site writes theirs here before building a release, and a server with another
 * key is then refused by every browser. While it is empty, as for the demo, whose key is made at its first start, each browser trusts the
 * first key it saw.
 */
export const LEDGER_KEYS: readonly string[] = [];
