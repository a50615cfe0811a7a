import { readWatchlists } from '@vimarsh/shared/contract/watchlists/routes.ts';
import type { Segment, Watchlist, Watchlists } from '@vimarsh/shared/contract/watchlists/types.ts';
import type { Query } from '@vimarsh/shared/kit/query/query.ts';
import { useSeenQuery } from '@vimarsh/shared/kit/query/seen-query.ts';
import { useCallback, useEffect, useState } from 'react';

export interface OwnWatchlists extends Pick<Query<Watchlists>, 'data' | 'error' | 'asOf' | 'refetch'> {
  /** As newly as anybody has told this page. */
  readonly lists: readonly Watchlist[];
  /** A list as a change of this page left it; shown until the server's own answer is newer. */
  readonly keep: (list: Watchlist) => void;
  readonly drop: (id: string) => void;
}

/** The caller's lists of one segment. What this page changes is shown at once and asked for again. */
export function useWatchlists(segment: Segment): OwnWatchlists {
  const { data, error, asOf, refetch } = useSeenQuery(readWatchlists, { query: { segment } }, { shown: true, fresh: 0 });
  const [kept, setKept] = useState<Readonly<Record<string, Watchlist>>>({});
  const [made, setMade] = useState<readonly string[]>([]);
  const [gone, setGone] = useState<readonly string[]>([]);
  // What the server answers knows of everything that was made before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: again with each answer.
  useEffect(() => setMade([]), [data]);
  const known = (data?.lists ?? []).filter(({ id }) => !gone.includes(id));
  const isKnown = (id: string): boolean => known.some((list) => list.id === id);
  const lists = [
    ...known.map((list) => {
      const own = kept[list.id];
      return own && own.version > list.version ? { ...own, locked: list.locked } : list;
    }),
    ...made.flatMap((id) => (isKnown(id) || gone.includes(id) ? [] : (kept[id] ?? []))),
  ];
  const keep = useCallback((list: Watchlist) => {
    setKept((before) => ({ ...before, [list.id]: list }));
    if (list.version === 1) setMade((before) => [...before, list.id]);
  }, []);
  const drop = useCallback((id: string) => setGone((before) => [...before, id]), []);
  return { data, error, asOf, refetch, lists, keep, drop };
}
