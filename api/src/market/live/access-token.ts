import { readFileSync } from 'node:fs';

/** Kite's tokens have some 32 characters, Upstox's several hundred. */
export const LONGEST_TOKEN = 2000;
/** A file that holds more is another one. */
const LONGEST_FILE = 4096;
const ONE_WORD = new RegExp(`^[!-~]{1,${LONGEST_TOKEN}}$`);

/**
 * A broker's access token: the setting, or what stands in the file now, so that a daily login needs no restart. Empty while there is none that
 * could be one, which the broker then refuses.
 */
export function accessTokenOf(setting: string | undefined, file: string | undefined): () => string {
  if (!file) return () => setting ?? '';
  return () => {
    try {
      const text = readFileSync(file, 'utf8');
      const token = text.length > LONGEST_FILE ? '' : text.trim();
      return ONE_WORD.test(token) ? token : '';
    } catch {
      return '';
    }
  };
}
