import { readFileSync } from 'node:fs';
import type { KiteSettings } from './kite-settings.ts';

/** A token is some 32 characters; a file that holds more is another one. */
const LONGEST = 4096;
const ONE_WORD = /^[!-~]{1,200}$/;

/**
 * Today's access token: the setting, or what stands in the file now, so that a daily login needs no restart. Empty while there is none that
 * could be one, which Kite then refuses.
 */
export function accessTokenOf({ KITE_ACCESS_TOKEN, KITE_ACCESS_TOKEN_FILE }: KiteSettings): () => string {
  if (!KITE_ACCESS_TOKEN_FILE) return () => KITE_ACCESS_TOKEN ?? '';
  return () => {
    try {
      const text = readFileSync(KITE_ACCESS_TOKEN_FILE, 'utf8');
      const token = text.length > LONGEST ? '' : text.trim();
      return ONE_WORD.test(token) ? token : '';
    } catch {
      return '';
    }
  };
}
