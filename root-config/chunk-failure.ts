const RELOADED = 'vimarsh.chunk_reload';

/**
 * A page chunk that can't be loaded reloads the app (S2.3-RULE-05), at most once per release set and tab
 * (S2.3-RULE-O01); after that whoever needed the chunk shows its failure. Offline a reload would only lose the page.
 */
export function reloadOnChunkFailure(releaseSet: string, reload: () => void = () => location.reload()): void {
  addEventListener('vimarsh:chunk-failed', () => {
    if (!navigator.onLine || alreadyReloaded(releaseSet)) return;
    reload();
  });
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
