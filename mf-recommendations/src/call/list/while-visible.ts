import { useEffect, useRef } from 'react';

/** Runs `again` every `ms` while the page is visible, and at once when the page becomes visible or the connection returns. */
export function useWhileVisible(again: () => void, ms: number): void {
  const latest = useRef(again);
  useEffect(() => {
    latest.current = again;
  });
  useEffect(() => {
    const run = () => {
      if (document.visibilityState === 'visible' && navigator.onLine) latest.current();
    };
    const timer = setInterval(run, ms);
    document.addEventListener('visibilitychange', run);
    addEventListener('online', run);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', run);
      removeEventListener('online', run);
    };
  }, [ms]);
}
