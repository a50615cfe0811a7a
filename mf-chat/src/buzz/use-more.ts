import { useState } from 'react';

interface Page<T> {
  readonly items: readonly T[];
  /** The place behind the page’s last item; null at the end. */
  readonly next: string | null;
}

export interface More<T> {
  readonly items: readonly T[];
  /** Null at the end of the list. */
  readonly more: (() => void) | null;
  readonly busy: boolean;
}

/**
 * A list whose first page is a query’s and grows by further pages. Pages behind a first page that is no longer the same belong to another
 * list, so they are dropped with it. An item that is on two pages is shown once, where it was first.
 */
export function useMore<T>(first: Page<T>, idOf: (item: T) => string, load: (after: string) => Promise<Page<T> | null>): More<T> {
  const [grown, setGrown] = useState<{ from: string | null; items: readonly T[]; next: string | null } | null>(null);
  const [busy, setBusy] = useState(false);
  const own = grown?.from === first.next ? grown : null;
  const next = own ? own.next : first.next;
  const seen = new Set(first.items.map(idOf));
  const more = async (after: string): Promise<void> => {
    if (busy) return;
    setBusy(true);
    const page = await load(after);
    setBusy(false);
    if (page) setGrown({ from: first.next, items: [...(own?.items ?? []), ...page.items], next: page.next });
  };
  return {
    items: [...first.items, ...(own?.items ?? []).filter((item) => !seen.has(idOf(item)))],
    more: next === null ? null : () => void more(next),
    busy,
  };
}
