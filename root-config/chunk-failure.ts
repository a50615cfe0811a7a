import { typed } from './typed.ts';

/** index.html reads it too: who has waited for a file does not wait anew for words. */
const RELOADED = 'vimarsh.chunk_reload';

/**
 * A page whose file can't be loaded reloads the app (S2.3-RULE-05), at most once per release set and tab
 * (S2.3-RULE-O01), and only where that costs nothing: offline a reload would lose the page, and a filled form is never
 * given up for a file. False: whoever needed the file shows its failure.
 */
export function reloadOnce(releaseSet: string, reload: () => void = () => location.reload()): boolean {
  if (!navigator.onLine || typed() || alreadyReloaded(releaseSet)) return false;
  reload();
  return true;
}

function alreadyReloaded(releaseSet: string): boolean {
  try {
    if (sessionStorage.getItem(RELOADED) === releaseSet) return true;
    sessionStorage.setItem(RELOADED, releaseSet);
    return false;
  } catch {
    // Without storage nothing would end the circle.
    return true;
  }
}
