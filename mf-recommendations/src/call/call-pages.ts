import type { Answer } from '@vimarsh/shared/contract/answer.ts';
import type { Call, CallPage } from '@vimarsh/shared/contract/calls/types.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useCallChanges } from './call-changes.ts';
import { useWhileVisible } from './while-visible.ts';

const PAGE = 20;
/** The socket reports changes; this interval covers what it can't, such as locked rows and a lost connection. */
const REFRESH_MS = 60_000;

export interface CallPages {
  /** Null until the first answer. A later failure leaves it in place. */
  data: { items: Call[]; locked: CallPage['locked']; locked_count: number; total: number; next: string | null; as_of: string } | null;
  loading: boolean;
  more: boolean;
  /** Message and id of the last failure; null after a success. */
  failed: { text: string; requestId?: string } | null;
  showMore: () => void;
  refetch: () => void;
}

type Load = (page: { cursor?: string; limit: string }, signal: AbortSignal) => Promise<Answer<CallPage>>;

const joined = (items: Call[], page: CallPage): Call[] => {
  const ids = new Set(items.map((call) => call.id));
  return [...items, ...page.items.filter((call) => !ids.has(call.id))];
};

/**
 * A keyset-paged list that grows by "Show more" and refreshes as a whole, also when this page published a call or saw one
 * close. `key` names the filters: a new key starts again, `null` loads nothing. `load` may change between renders; the latest
 * is used.
 */
export function useCallPages(key: string | null, load: Load): CallPages {
  const { listen } = useSessionApi();
  const [state, setState] = useState<Pick<CallPages, 'data' | 'failed'> & { key: string | null }>({ key, data: null, failed: null });
  const [busy, setBusy] = useState<'' | 'first' | 'more'>('first');
  const latest = useRef(load);
  const run = useRef<AbortController | null>(null);
  const rowsOnScreen = useRef(0);
  useEffect(() => {
    latest.current = load;
  });

  const loadRows = useCallback(
    async (kind: 'first' | 'more' | 'again', cursor?: string) => {
      if (key === null) return;
      run.current?.abort();
      const control = new AbortController();
      run.current = control;
      if (kind !== 'again') setBusy(kind);
      // A refresh loads as many rows as are on screen, so that nothing jumps.
      let rowsToLoad = kind === 'again' ? Math.max(PAGE, rowsOnScreen.current) : PAGE;
      let items: Call[] = [];
      let page: CallPage | null = null;
      let next = cursor;
      do {
        const answer = await latest.current({ ...(next && { cursor: next }), limit: String(Math.min(50, rowsToLoad)) }, control.signal);
        if (control.signal.aborted) return;
        if (!answer.data) {
          const failed = { text: answer.validation, ...(answer.request_id && { requestId: answer.request_id }) };
          setState((previous) => ({ key, data: previous.key === key ? previous.data : null, failed }));
          setBusy('');
          return;
        }
        page = answer.data;
        items = joined(items, page);
        rowsToLoad -= page.items.length;
        next = page.next ?? undefined;
      } while (rowsToLoad > 0 && next && kind === 'again');
      const last = page;
      setState((previous) => {
        const all = kind === 'more' && previous.key === key ? joined(previous.data?.items ?? [], { ...last, items }) : items;
        rowsOnScreen.current = all.length;
        return { key, data: { ...last, items: all }, failed: null };
      });
      setBusy('');
    },
    [key],
  );

  useEffect(() => {
    rowsOnScreen.current = 0;
    void loadRows('first');
    return () => run.current?.abort();
  }, [loadRows]);

  const refetch = useCallback(() => void loadRows(rowsOnScreen.current > 0 ? 'again' : 'first'), [loadRows]);
  useWhileVisible(() => busy === '' && refetch(), REFRESH_MS);
  // A change reported while a page loads waits for it, so that "Show more" is not lost.
  const changed = useRef(false);
  const again = useCallback(() => {
    if (busy === '') refetch();
    else changed.current = true;
  }, [busy, refetch]);
  useCallChanges(again);
  useEffect(() => listen('call.published', again), [listen, again]);
  useEffect(() => listen('call.closed', again), [listen, again]);
  useEffect(() => {
    if (busy !== '' || !changed.current) return;
    changed.current = false;
    refetch();
  }, [busy, refetch]);

  const isCurrent = state.key === key;
  return {
    data: isCurrent ? state.data : null,
    failed: isCurrent ? state.failed : null,
    loading: key !== null && (!isCurrent || (state.data === null && state.failed === null) || (busy === 'first' && state.data === null)),
    more: busy === 'more',
    showMore: () => state.data?.next && void loadRows('more', state.data.next),
    refetch,
  };
}
