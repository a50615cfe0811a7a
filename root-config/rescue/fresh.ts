import type { PageRelease } from '@vimarsh/shared/contract/release/types.ts';
import { typed } from '../typed.ts';

/** Longest wait for the server's word on its releases, in milliseconds. */
const PATIENCE = 3_000;
/** How often a page on which something failed asks for other releases, in milliseconds; up to half as long again at random. */
const EVERY = 15_000;
const RENEWED = 'vimarsh.renewed';

export interface FreshReleases {
  readonly id: string;
  readonly previous?: Readonly<Record<string, PageRelease>>;
}

/** Which releases the server would put into a page now; null if it does not say. */
export async function freshReleases(): Promise<FreshReleases | null> {
  try {
    const answer = await fetch('/base/v1/releases', { signal: AbortSignal.timeout(PATIENCE) });
    const { data } = (await answer.json()) as { data?: FreshReleases };
    return typeof data?.id === 'string' ? data : null;
  } catch {
    return null;
  }
}

/**
 * Loads the page anew if the server has other releases than `mine`, and nothing typed would be lost. By itself it does so once
 * per set and tab: a page from a cache may be older than what the server says, and would be loaded for ever.
 */
export async function renew(mine: string, pressed: boolean, reload = () => location.reload()): Promise<boolean> {
  const fresh = await freshReleases();
  if (!fresh || fresh.id === mine || typed()) return false;
  if (!pressed && !firstTime(fresh.id)) return false;
  reload();
  return true;
}

function firstTime(id: string): boolean {
  try {
    if (sessionStorage.getItem(RENEWED) === id) return false;
    sessionStorage.setItem(RENEWED, id);
    return true;
  } catch {
    return false;
  }
}

/** Asks again and again, for as long as `needed`; never twice at once, and only while somebody looks and the network is there. */
export function keepLooking(look: () => Promise<unknown>, needed: () => boolean): void {
  const wait = (): void => void setTimeout(() => void again(), EVERY * (1 + Math.random() / 2));
  const again = async (): Promise<void> => {
    if (!needed()) return;
    if (document.visibilityState !== 'hidden' && navigator.onLine) await look().catch(console.info);
    wait();
  };
  wait();
}
