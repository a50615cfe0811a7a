import { useEffect } from 'react';

/** After so long nothing of the screen is still on its way, ms. */
const QUIET_AFTER_MS = 10_000;

/**
 * Search and "More" are fetched when they are first pressed. A browser whose worker keeps files fetches them ahead, once a release,
 * so that they open without a connection as well; not where somebody asked to save data.
 */
export function useLateCode(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      const { serviceWorker, connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
      if (!serviceWorker?.controller || connection?.saveData) return;
      for (const code of [import('../search/search-dialog.tsx'), import('./more-sheet.tsx')]) code.catch(() => undefined);
    }, QUIET_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}
