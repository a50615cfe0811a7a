/** Beginning of keys that need no account and open simulated data only. */
export const TEST_KEY_PREFIX = 'pk_test_';

/** How long a test key lives. */
export const TEST_KEY_DAYS = 14;

export const isTestKey = (key: string): boolean => key.startsWith(TEST_KEY_PREFIX);
