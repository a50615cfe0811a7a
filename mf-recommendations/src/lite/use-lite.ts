import type { Answer } from '@vimarsh/shared/contract/answer.ts';
import { listCalls } from '@vimarsh/shared/contract/calls/routes.ts';
import type { CallPage } from '@vimarsh/shared/contract/calls/types.ts';
import { readQuotes } from '@vimarsh/shared/contract/market/routes.ts';
import { useLate } from '@vimarsh/shared/kit/query/late.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useWhileVisible } from '../call/list/while-visible.ts';

/** How often calls and prices are asked for, ms. */
export const EVERY_MS = 30_000;
const PAGE = 20;
/** As many as one request for prices may name. */
export const MOST = 200;

export interface Lite {
  /** Null until the first answer; a later failure leaves it in place. */
  readonly page: CallPage | null;
  /** Last prices by symbol, ₹. */
  readonly prices: ReadonlyMap<string, number>;
  /** UTC instant of the prices: what the page says it is "as of". */
  readonly asOf: string;
  /** Whether the last try failed, or its answer takes long. */
  readonly failed: boolean;
  readonly late: boolean;
  readonly busy: boolean;
  readonly more: () => void;
  readonly refresh: () => void;
}

/** The first `wanted` calls as one page; null where one of its answers fails. */
async function pagesOf(wanted: number, ask: (query: { limit: string; cursor?: string }) => Promise<Answer<CallPage>>): Promise<CallPage | null> {
  const items: CallPage['items'][number][] = [];
  let cursor = '';
  for (;;) {
    const { data } = await ask({ limit: String(Math.min(50, wanted - items.length)), ...(cursor && { cursor }) });
    if (!data) return null;
    items.push(...data.items);
    if (!data.next || items.length >= wanted) return { ...data, items };
    cursor = data.next;
  }
}

/** Live calls and their prices by plain requests, one after the other, as often as a slow line bears it. */
export function useLite(): Lite {
  const { request } = useSessionApi();
  const [state, setState] = useState<Pick<Lite, 'page' | 'prices' | 'asOf' | 'failed'>>({ page: null, prices: new Map(), asOf: '', failed: false });
  const [busy, setBusy] = useState(true);
  const [tries, setTries] = useState(0);
  const late = useLate(busy, String(tries));
  const wanted = useRef(PAGE);
  const run = useRef<AbortController | null>(null);

  const load = useCallback(async () => {
    run.current?.abort();
    const control = new AbortController();
    run.current = control;
    const options = { signal: control.signal, quiet: true } as const;
    setBusy(true);
    setTries((before) => before + 1);
    const got = await pagesOf(wanted.current, (query) => request(listCalls, { query }, options));
    if (control.signal.aborted) return;
    if (!got) {
      setState((before) => ({ ...before, failed: true }));
      run.current = null;
      setBusy(false);
      return;
    }
    // On a slow line the calls are read while their prices are still on the way.
    setState((before) => ({ ...before, page: got }));
    const symbols = [...new Set(got.items.map(({ stock }) => stock))];
    const quotes = symbols.length > 0 ? await request(readQuotes, { query: { symbols: symbols.join(',') } }, options) : null;
    if (control.signal.aborted) return;
    // Calls without prices are worth more than nothing; prices of before stay with the time they are of.
    setState((before) =>
      quotes && !quotes.data
        ? { ...before, failed: true }
        : { page: got, prices: new Map(quotes?.data?.map(({ symbol, ltp }) => [symbol, ltp])), asOf: got.as_of, failed: false },
    );
    run.current = null;
    setBusy(false);
  }, [request]);

  useEffect(() => {
    void load();
    return () => run.current?.abort();
  }, [load]);
  const refresh = useCallback(() => void load(), [load]);
  // An answer that takes longer than the time between two questions is waited for.
  const tick = useCallback(() => {
    if (!run.current) void load();
  }, [load]);
  useWhileVisible(tick, EVERY_MS);
  const more = () => {
    wanted.current = Math.min(MOST, wanted.current + PAGE);
    refresh();
  };
  return { ...state, failed: state.failed || late, late, busy, more, refresh };
}
