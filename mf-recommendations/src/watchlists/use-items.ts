import { isCertain } from '@vimarsh/shared/contract/certain.ts';
import { setWatchlist } from '@vimarsh/shared/contract/watchlists/routes.ts';
import type { WatchItem, Watchlist } from '@vimarsh/shared/contract/watchlists/types.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useRef, useState } from 'react';

interface Options {
  readonly onKept: (list: Watchlist) => void;
  /** A change was refused or got lost: what the server has is asked for again. */
  readonly onRefused: () => void;
}

export interface Items {
  /** As the person left them, whether the server has them yet or not. */
  readonly items: readonly WatchItem[];
  /** The server has not said yet that it has them. */
  readonly waiting: boolean;
  /** Asks once more for the last change where it is not known whether the server has it; null where it is. */
  readonly again: (() => void) | null;
  readonly set: (items: readonly WatchItem[], archive?: 'drop') => void;
}

interface Wanted {
  readonly items: readonly WatchItem[];
  readonly archive: 'keep' | 'drop';
}

/**
 * The items of one list. A change is seen at once and sent behind it, one at a time and each on the version that the one before
 * made: of ten quick steps the server is asked for two or three. One that is refused takes back what was shown.
 */
export function useItems(list: Watchlist, { onKept, onRefused }: Options): Items {
  const { request } = useSessionApi();
  const [local, setLocal] = useState<readonly WatchItem[] | null>(null);
  const [unsure, setUnsure] = useState<(Wanted & { readonly version: number }) | null>(null);
  const line = useRef<{ wanted: Wanted | null; running: boolean; version: number }>({ wanted: null, running: false, version: 0 });

  async function send(): Promise<void> {
    const at = line.current;
    if (at.running) return;
    at.running = true;
    // A step made before the screen has drawn what the last one led to stands on that one all the same.
    at.version = Math.max(at.version, list.version);
    while (at.wanted) {
      const { items, archive } = at.wanted;
      at.wanted = null;
      const answer = await request(setWatchlist, { params: { id: list.id }, body: { version: at.version, items: items.map(({ code }) => code), archive } });
      const { data } = answer;
      if (!data) {
        // What was wanted after it stands on it: the last of them is asked for again.
        if (!isCertain(answer)) setUnsure({ ...(at.wanted ?? { items, archive }), version: at.version });
        at.wanted = null;
        onRefused();
        break;
      }
      at.version = data.version;
      onKept(data);
    }
    at.running = false;
    setLocal(null);
  }

  function set(items: readonly WatchItem[], archive: Wanted['archive'] = 'keep'): void {
    setUnsure(null);
    setLocal(items);
    line.current.wanted = { items, archive };
    void send();
  }

  // A list that has moved on since has the change, or one of another tab that a repetition would undo.
  const open = local === null && unsure !== null && list.version <= unsure.version ? unsure : null;
  return {
    items: local ?? list.items,
    waiting: local !== null,
    again: open && (() => set(open.items, open.archive)),
    set,
  };
}
