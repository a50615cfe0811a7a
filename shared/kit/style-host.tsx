import { __unsafe_useEmotionCache as useEmotionCache } from '@emotion/react';
import type { ReactNode } from 'react';

/** The page's CSP nonce, or '' where the page has none. Browsers blank the attribute and keep the property. */
export function pageNonce(): string {
  return document.querySelector<HTMLElement>('script[nonce],style[nonce]')?.nonce ?? '';
}

/**
 * Lets emotion write style tags under the portal's CSP: its default cache, one for the whole page, gets the nonce
 * before its first rule. `lifecyclesOf` wraps every module in it.
 */
export function StyleHost({ children }: { children: ReactNode }) {
  const cache = useEmotionCache();
  if (cache && !cache.nonce) {
    const nonce = pageNonce();
    if (nonce) {
      cache.nonce = nonce;
      cache.sheet.nonce = nonce;
    }
  }
  return children;
}
