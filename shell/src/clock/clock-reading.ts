import type { MarketClock } from '@vimarsh/shared/contract/market/types.ts';
import type { PageData } from '@vimarsh/shared/contract/page/types.ts';
import { whenBack } from '@vimarsh/shared/kit/connection.ts';
import { isPageOld } from '@vimarsh/shared/kit/page-age.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import type { Session } from '@vimarsh/shared/session';
import { useCallback, useEffect, useState } from 'react';
import { askAgainIn, type ClockReading } from './market-time.ts';

const RETRY_MS = 20_000;
const FIRST_AFTER_MS = 300;
/** A page made longer before its visit than this was kept, and a clock that goes on from it would be slow, ms. */
const KEPT_MS = 3_000;

export interface KnownClock {
  /** Null until the clock is known for sure: on a kept page, until the server has answered. */
  readonly reading: ClockReading | null;
  /** When the server made the page that is shown, UTC ms; null where it doesn't say. */
  readonly pageAt: number | null;
  /** The last request for the clock had no answer. */
  readonly unanswered: boolean;
  /** Takes over the clock that a change of the demo's time was answered with. */
  take(clock: MarketClock): void;
}

/** The contract and its parser load with the first request. */
async function readMarketClock(session: Session): Promise<MarketClock | null> {
  const { readClock } = await import('@vimarsh/shared/contract/market/routes.ts');
  return (await session.request(readClock, {}, { quiet: true })).data;
}

const inPage = (page: PageData) => page.first['GET /market/v1/clock'] as { data: MarketClock; at: number } | undefined;

/** The clock that came with the page; null on a kept page, and when it should have been asked for again since. */
function clockOfPage(page: PageData): ClockReading | null {
  const answer = inPage(page);
  if (!answer || performance.timeOrigin - answer.at > KEPT_MS || isPageOld(page)) return null;
  const reading = { clock: answer.data, at: 0 };
  return performance.now() < askAgainIn(reading) ? reading : null;
}

/** Reads the market clock and keeps it right: reloads on a phase change, when the tab or the connection returns, and after a failure. */
export function useMarketClock(): KnownClock {
  const session = useSessionApi();
  const [reading, setReading] = useState(() => clockOfPage(session.page()));
  const [unanswered, setUnanswered] = useState(false);
  useEffect(() => {
    let unmounted = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      clearTimeout(timer);
      const data = await readMarketClock(session).catch(() => null);
      if (unmounted) return;
      const next = data && { clock: data, at: performance.now() };
      if (next) setReading(next);
      setUnanswered(!next);
      timer = setTimeout(ask, next ? askAgainIn(next) : RETRY_MS);
    };
    const onVisible = () => document.visibilityState === 'visible' && void ask();
    // The screen's first content has priority.
    const fromPage = clockOfPage(session.page());
    timer = setTimeout(ask, fromPage ? askAgainIn(fromPage) - performance.now() : FIRST_AFTER_MS);
    document.addEventListener('visibilitychange', onVisible);
    const stop = whenBack(() => void ask());
    return () => {
      unmounted = true;
      clearTimeout(timer);
      stop();
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [session]);
  const take = useCallback((clock: MarketClock) => setReading({ clock, at: performance.now() }), []);
  return { reading, pageAt: inPage(session.page())?.at ?? null, unanswered, take };
}
