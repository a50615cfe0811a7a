import type { Answer } from '@vimarsh/shared/contract/answer.ts';
import type { Call, CallPage } from '@vimarsh/shared/contract/calls.contract.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useCallChanges } from './call-changes.ts';
import { useWhileVisible } from './while-visible.ts';

const PAGE = 20;
/** Changes come by the socket; this is for what it could not tell, such as locked rows and a lost line. */
const REFRESH_MS = 60_000;

export interface CallPages {
  /** Null until the first answer. Kept while a later one fails. */
  data: { items: Call[]; locked: CallPage['locked']; locked_count: number; total: number; next: string | null; as_of: string } | null;
  loading: boolean;
  more: boolean;
  /** Sentence and id of the last failure; null after a success. */
  failed: { text: string; requestId?: string } | null;
  showMore: () => void;
  refetch: () => void;
}

type Load = (page: { cursor?: string; limit: string }, signal: AbortSignal) => Promise<Answer<CallPage>>;

const joined = (before: Call[], page: CallPage): Call[] => {
  const known = new Set(before.map((call) => call.id));
  return [...before, ...page.items.filter((call) => !known.has(call.id))];
};

/**
 * A keyset-paged list that grows by "Show more" and refreshes as a whole. `key` names the filters: another key starts
 * anew, `null` asks for nothing. `load` may change between renders; the latest is used.
 */
export function useCallPages(key: string | null, load: Load): CallPages {
  const [state, setState] = useState<Pick<CallPages, 'data' | 'failed'> & { key: string | null }>({ key, data: null, failed: null });
  const [busy, setBusy] = useState<'' | 'first' | 'more'>('first');
  const latest = useRef(load);
  const run = useRef<AbortController | null>(null);
  const shown = useRef(0);
  useEffect(() => {
    latest.current = load;
  });

  const read = useCallback(
    async (kind: 'first' | 'more' | 'again', cursor?: string) => {
      if (key === null) return;
      run.current?.abort();
      const control = new AbortController();
      run.current = control;
      if (kind !== 'again') setBusy(kind);
      // A refresh reads as many rows as are on screen, so that nothing jumps.
      let left = kind === 'again' ? Math.max(PAGE, shown.current) : PAGE;
      let items: Call[] = [];
      let page: CallPage | null = null;
      let next = cursor;
      do {
        const answer = await latest.current({ ...(next && { cursor: next }), limit: String(Math.min(50, left)) }, control.signal);
        if (control.signal.aborted) return;
        if (!answer.data) {
          const failed = { text: answer.validation, ...(answer.request_id && { requestId: answer.request_id }) };
          setState((before) => ({ key, data: before.key === key ? before.data : null, failed }));
          setBusy('');
          return;
        }
        page = answer.data;
        items = joined(items, page);
        left -= page.items.length;
        next = page.next ?? undefined;
      } while (left > 0 && next && kind === 'again');
      const last = page;
      setState((before) => {
        const all = kind === 'more' && before.key === key ? joined(before.data?.items ?? [], { ...last, items }) : items;
        shown.current = all.length;
        return { key, data: { ...last, items: all }, failed: null };
      });
      setBusy('');
    },
    [key],
  );

  useEffect(() => {
    shown.current = 0;
    void read('first');
    return () => run.current?.abort();
  }, [read]);

  const refetch = useCallback(() => void read(shown.current > 0 ? 'again' : 'first'), [read]);
  useWhileVisible(() => busy === '' && refetch(), REFRESH_MS);
  // A change told while a page loads is read after it, so that "Show more" is not lost.
  const changed = useRef(false);
  useCallChanges(() => {
    if (busy === '') refetch();
    else changed.current = true;
  });
  useEffect(() => {
    if (busy !== '' || !changed.current) return;
    changed.current = false;
    refetch();
  }, [busy, refetch]);

  const mine = state.key === key;
  return {
    data: mine ? state.data : null,
    failed: mine ? state.failed : null,
    loading: key !== null && (!mine || (state.data === null && state.failed === null) || (busy === 'first' && state.data === null)),
    more: busy === 'more',
    showMore: () => state.data?.next && void read('more', state.data.next),
    refetch,
  };
}
