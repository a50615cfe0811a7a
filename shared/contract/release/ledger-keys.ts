import * as z from 'zod/mini';

/**
 * Beside the releases: the ledger's public keys that builds of the portal trust (base64url, 32 bytes). The server writes its first key there
 * once and never again; `npm run rotate-key` puts the new one in its place. Each build reads it and records what it trusts.
 */
export const LEDGER_KEYS_FILE = 'ledger-keys.json';

export const ledgerKeys = z.array(z.string().check(z.regex(/^[\w-]{43}$/, 'Not a key')));
