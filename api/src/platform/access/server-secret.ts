import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { keyFromFile } from './key-file.ts';

/** Bytes of a secret that is made here. */
const LENGTH = 48;
/** Its file below `keys`, where there is no SECRET_KEY. */
export const SECRET_FILE = 'identity-secret';

/**
 * The secret all token and OTP keys derive from: the SECRET_KEY setting, or one made once and kept in the data folder,
 * readable by its owner only. Whoever loses it signs everybody out; an empty one would let anybody sign.
 */
export function readSecret({ SECRET_KEY, DATA_DIR }: Pick<Config, 'SECRET_KEY' | 'DATA_DIR'>): string {
  if (SECRET_KEY) return SECRET_KEY;
  return keyFromFile({
    path: join(DATA_DIR, 'keys', SECRET_FILE),
    read: (text) => (Buffer.from(text, 'base64url').length === LENGTH ? text : null),
    make: () => randomBytes(LENGTH).toString('base64url'),
    remedy:
      'Put it back from a backup. Without one, delete it: a new secret is made, everybody has to sign in again, and documents sealed with the old one stay closed.',
  });
}
