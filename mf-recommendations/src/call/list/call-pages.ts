import type { Answer } from '@vimarsh/shared/contract/answer.ts';
import { useCallChanges } from '@vimarsh/shared/kit/call-changes.ts';
import { mayPass, useAgain } from '@vimarsh/shared/kit/connection.ts';
import { LATE, LATE_MS, useLate } from '@vimarsh/shared/kit/query/late.ts';
import type { Seen } from '@vimarsh/shared/kit/query/seen.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { arrivals } from './arrivals.ts';
import { useWhileVisible } from './while-visible.ts';

const PAGE = 20;
/** What a list asks for first, beside its filters. */
export const FIRST_ROWS = { limit: String(PAGE) };
/** With more new calls than this above them, the rows on screen are no longer what somebody is reading: the list starts again. */
const MOST_WAITING = 200;
/** The socket reports changes; this interval covers what it can't, such as locked rows and a lost connection. */
const REFRESH_MS = 60_000;

/** An answer that holds a part of a list of calls, of any kind. */
interface PageOf<C> {
  readonly items: C[];
  readonly next: string | null;
  readonly as_of: string;
}
type Row = { readonly id: string };

export interface CallPages<P> {
  /** Null until the first answer. A later failure leaves it in place. */
  data: P | null;
  /** What stands is what this browser saw last, until the first answer comes. */
  kept: boolean;
  /** Another one for rows that are not those that stood before: they are drawn as a list of its own, so that none slides to another place. */
  turn: number;
  /** Calls that came and wait above the list, so that no row moves under the eye. */
  waiting: number;
  /** Draws them. */
  showWaiting: () => void;
  more: boolean;
  /** The last request, when it failed, or that the first takes long (LATE); null after a success. */
  failed: { code?: string; text?: string; requestId?: string } | null;
  showMore: () => void;
  refetch: () => void;
}

type Load<P> = (page: { cursor?: string; limit: string; order_at?: string }, signal: AbortSignal) => Promise<Answer<P>>;

const joined = <C extends Row>(items: readonly C[], more: readonly C[]): C[] => {
  const ids = new Set(items.map((call) => call.id));
  return [...items, ...more.filter((call) => !ids.has(call.id))];
};

/** How many of the loaded calls a list that shows the known ones draws; none while it has not come to them yet. */
const drawnOf = (known: ReadonlySet<string>, items: readonly Row[]): number => {
  if (known.size > 0 && items.length < MOST_WAITING && !items.some(({ id }) => known.has(id))) return 0;
  return arrivals(known, items).rows.length;
};

/**
 * A keyset-paged list that grows by "Show more" and refreshes as a whole, also when this page published a call or saw one
 * close. `key` names the filters: a new key starts again, `null` loads nothing. `load` may change between renders; the latest
 * is used. With `seen`, what this browser saw last stands where nothing answers, beside `failed`; with `atOnce` also while the first
 * answer is on its way, as `kept`. `begun` gives the first answer where it has come before the list.
 */
export function useCallPages<C extends Row, P extends PageOf<C>>(
  key: string | null,
  load: Load<P & PageOf<C>>,
  seen?: Seen<P & PageOf<C>>,
  begun?: (() => Answer<P & PageOf<C>> | undefined) | null,
  atOnce = false,
): CallPages<P> {
  const { listen } = useSessionApi();
  const [state, setState] = useState<Pick<CallPages<P & PageOf<C>>, 'data' | 'failed'> & { key: string | null; all: C[] }>(() => {
    const data = begun?.()?.data ?? null;
    return { key, data, failed: null, all: data?.items ?? [] };
  });
  /** When the list that stands began. It keeps its order: prices alone move no row. */
  const began = useRef(state.data?.as_of);
  const hasBegun = useRef(state.data !== null);
  const [busy, setBusy] = useState<'' | 'first' | 'more'>(hasBegun.current ? '' : 'first');
  /** A refresh has no answer for so long that what stands can't be called current. */
  const [hangs, setHangs] = useState(false);
  const latest = useRef(load);
  const run = useRef<AbortController | null>(null);
  const running = useRef<'' | 'first' | 'more' | 'again'>('');
  /** A change that the list does not show yet. */
  const changed = useRef(false);
  const drawn = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    latest.current = load;
    drawn.current = new Set(state.key === key ? state.data?.items.map(({ id }) => id) : []);
  });

  const loadRows = useCallback(
    async (kind: 'first' | 'more' | 'again', cursor?: string) => {
      if (key === null) return;
      if (kind === 'more' && running.current === 'again') changed.current = true;
      run.current?.abort();
      const control = new AbortController();
      run.current = control;
      running.current = kind;
      if (kind !== 'again') setBusy(kind);
      // A refresh draws as many rows as are on screen, so that nothing jumps.
      const known = drawn.current;
      const rowsWanted = kind === 'again' ? Math.max(PAGE, known.size) : PAGE;
      let rowsToLoad = rowsWanted;
      let items: C[] = [];
      let page: (P & PageOf<C>) | null = null;
      let next = cursor;
      if (kind === 'first') began.current = undefined;
      const hanging = setTimeout(() => control.signal.aborted || setHangs(true), LATE_MS);
      do {
        const order_at = began.current;
        const answer = await latest.current(
          { ...(next && { cursor: next }), ...(order_at && { order_at }), limit: String(Math.min(50, rowsToLoad)) },
          control.signal,
        );
        if (control.signal.aborted) return clearTimeout(hanging);
        if (!answer.data) {
          clearTimeout(hanging);
          setHangs(false);
          running.current = '';
          const failed = { ...(answer.request_id && { requestId: answer.request_id }), ...(answer.code && { code: answer.code }) };
          setState((previous) => ({ key, data: previous.key === key ? previous.data : null, failed, all: previous.key === key ? previous.all : [] }));
          setBusy('');
          return;
        }
        page = answer.data;
        began.current ??= page.as_of;
        items = joined(items, page.items);
        rowsToLoad = rowsWanted - drawnOf(known, items);
        next = page.next ?? undefined;
      } while (rowsToLoad > 0 && next && kind === 'again');
      clearTimeout(hanging);
      setHangs(false);
      running.current = '';
      const last = page;
      setState((previous) => {
        const shown = previous.key === key ? (previous.data?.items ?? []) : [];
        const all = kind === 'more' && previous.key === key ? joined(previous.all, items) : items;
        const rows = kind === 'first' ? all : arrivals(new Set(shown.map(({ id }) => id)), all).rows;
        return { key, data: { ...last, items: [...rows] }, failed: null, all };
      });
      setBusy('');
    },
    [key],
  );

  useEffect(() => {
    if (hasBegun.current) hasBegun.current = false;
    else void loadRows('first');
    return () => run.current?.abort();
  }, [loadRows]);

  const refetch = useCallback(() => void loadRows(drawn.current.size > 0 ? 'again' : 'first'), [loadRows]);
  useWhileVisible(() => busy === '' && refetch(), REFRESH_MS);
  // A change reported while a page loads waits for it, so that "Show more" is not lost.
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
  const shown = isCurrent ? state.data : null;
  const isNow = shown !== null && state.failed === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is kept for who is there when it comes, never for who comes after them.
  useEffect(() => {
    if (shown && isNow) seen?.keep(shown, shown.as_of);
  }, [shown, isNow]);
  useAgain(isCurrent && mayPass(state.failed?.code), () => busy === '' && refetch());
  const [tries, setTries] = useState(0);
  const waits = key !== null && busy === 'first' && !(isCurrent && (shown || state.failed));
  const late = useLate(waits, `${tries} ${key}`);
  const retry = () => {
    setTries(tries + 1);
    void loadRows('first');
  };
  const unanswered = !shown && (late || (isCurrent && mayPass(state.failed?.code)));
  const asSeen = unanswered || (atOnce && waits);
  const last = useMemo(() => {
    const found = asSeen ? seen?.last() : null;
    return found && (unanswered || found.recent) ? found.data : null;
  }, [asSeen, unanswered, seen]);
  const turn = useTurn(last, shown);
  return {
    data: shown ?? last,
    kept: !shown && !unanswered && last !== null,
    turn,
    failed: late ? LATE : isCurrent ? (state.failed ?? (hangs && shown ? LATE : null)) : null,
    more: busy === 'more',
    showMore: () => state.data?.next && void loadRows('more', state.data.next),
    refetch: late ? retry : again,
    waiting: isCurrent && state.data ? state.all.length - state.data.items.length : 0,
    showWaiting: () => setState((now) => (now.data ? { ...now, data: { ...now.data, items: now.all } } : now)),
  };
}

const idsOf = ({ items }: PageOf<Row>): string => items.map(({ id }) => id).join();

/** Counts the answers whose rows are not those that stood before they came. */
function useTurn(last: PageOf<Row> | null, shown: PageOf<Row> | null): number {
  const [before, setBefore] = useState({ ids: '', turn: 0 });
  const ids = last ? idsOf(last) : '';
  if (last && ids !== before.ids) setBefore({ ...before, ids });
  if (shown && before.ids) setBefore({ ids: '', turn: before.turn + (idsOf(shown) === before.ids ? 0 : 1) });
  return before.turn;
}
