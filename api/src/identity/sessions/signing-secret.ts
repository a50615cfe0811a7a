import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../platform/platform.ts';

/**
 * The secret all token and OTP keys derive from: the SECRET_KEY setting, or one made once and kept in the data folder,
 * readable by its owner only. Whoever loses it signs everybody out.
 */
export function readSecret({ SECRET_KEY, DATA_DIR }: Pick<Config, 'SECRET_KEY' | 'DATA_DIR'>): string {
  if (SECRET_KEY) return SECRET_KEY;
  const folder = join(DATA_DIR, 'keys');
  const file = join(folder, 'identity-secret');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8');
}
