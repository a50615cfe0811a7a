import type { WatchItem } from '@vimarsh/shared/contract/watchlists/types.ts';
import { useEffect, useRef } from 'react';

/** Calls `ask` when a list holds something it did not hold before, so that what was added has its figures at once. */
export function useWhenAdded(items: readonly WatchItem[], ask: () => void): void {
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    const before = known.current;
    known.current = new Set(items.map(({ code }) => code));
    if (before && items.some(({ code }) => !before.has(code))) ask();
  }, [items, ask]);
}
