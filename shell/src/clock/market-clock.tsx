import { css } from '@emotion/react';
import type { MarketClock } from '@vimarsh/shared/contract/market/types.ts';
import type { PageData } from '@vimarsh/shared/contract/page/types.ts';
import { formatIstTime } from '@vimarsh/shared/domain/text/formats.ts';
import { isPageOld } from '@vimarsh/shared/kit/page-age.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import type { Session } from '@vimarsh/shared/session';
import { media } from '@vimarsh/shared/ui/layout.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { askAgainIn, briefly, type ClockReading, marketNow } from './market-time.ts';

const RETRY_MS = 20_000;
const FIRST_AFTER_MS = 300;

/** The contract and its parser load with the first request. */
async function readMarketClock(session: Session): Promise<MarketClock | null> {
  const { readClock } = await import('@vimarsh/shared/contract/market/routes.ts');
  return (await session.request(readClock, {}, { quiet: true })).data;
}

/** The clock that came with the page; null on a kept page, and when it should have been asked for again since. */
function clockOfPage(page: PageData): ClockReading | null {
  const answer = page.first['GET /market/v1/clock'] as { data: MarketClock } | undefined;
  if (!answer || isPageOld(page)) return null;
  const reading = { clock: answer.data, at: 0 };
  return performance.now() < askAgainIn(reading) ? reading : null;
}

/** Reads the market clock and keeps it right: reloads on a phase change, when the tab returns, and after a failure. */
function useClockReading(): ClockReading | null {
  const session = useSessionApi();
  const [reading, setReading] = useState(() => clockOfPage(session.page()));
  useEffect(() => {
    let unmounted = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      clearTimeout(timer);
      const data = await readMarketClock(session).catch(() => null);
      if (unmounted) return;
      const next = data && { clock: data, at: performance.now() };
      if (next) setReading(next);
      timer = setTimeout(ask, next ? askAgainIn(next) : RETRY_MS);
    };
    const onVisible = () => document.visibilityState === 'visible' && void ask();
    // The screen's first content has priority.
    const fromPage = clockOfPage(session.page());
    timer = setTimeout(ask, fromPage ? askAgainIn(fromPage) - performance.now() : FIRST_AFTER_MS);
    document.addEventListener('visibilitychange', onVisible);
    addEventListener('online', ask);
    return () => {
      unmounted = true;
      clearTimeout(timer);
      removeEventListener('online', ask);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [session]);
  return reading;
}

const clockCss = css`
  display: flex;
  align-items: center;
  gap: var(--s-8);
  min-height: 16px;
  font-size: var(--t-12);
  line-height: 1.3;
  color: var(--ink-2);
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  & > span {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  /* Without words it takes no gap from the label, and can still be read out. */
  & > [role]:empty {
    position: absolute;
  }
`;
/** Filled while the market trades, hollow while it rests. */
const dotCss = css`
  flex: none;
  width: 8px;
  height: 8px;
  border-radius: 50%;
  border: 2px solid var(--ink-3);
  &[data-phase='continuous'] {
    border-color: var(--gain);
    background: var(--gain);
  }
  &[data-stale='true'] {
    border-color: var(--warn);
    background: var(--warn);
  }
`;
const wideCss = css`
  ${media.phone} {
    display: none;
  }
`;
const narrowCss = css`
  ${media.chat} {
    display: none;
  }
`;

const watchConnection = (changed: () => void) => {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
};
const useOffline = (): boolean => useSyncExternalStore(watchConnection, () => !navigator.onLine);

/** "● Open · closes 15:30   14:32:05 IST". Market time, which in a replay is not the wall clock. Without a connection it says that and since when, in the same place. On a phone in fewer words, so that none is cut. */
export function MarketClockLine() {
  const reading = useClockReading();
  const [, tick] = useState(0);
  const offline = useOffline();
  // Market time when the connection went: what the screen shows is no younger.
  const [away, setAway] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reading of that moment.
  useEffect(() => setAway(offline && reading ? marketNow(reading, performance.now()) : null), [offline]);
  useEffect(() => {
    if (!reading) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [reading]);
  const clock = offline ? null : reading?.clock;
  const label = clock && clock.label + (clock.stale ? ' · prices not up to date' : '');
  const brief = clock && briefly(clock);
  return (
    <div css={clockCss}>
      {(clock || offline) && <i css={dotCss} data-phase={clock?.phase} data-stale={offline || clock?.stale} aria-hidden="true" />}
      {clock && reading && (
        <>
          <span css={brief === label ? undefined : wideCss}>{label}</span>
          {brief !== label && <span css={narrowCss}>{brief}</span>}
          <time css={wideCss}>{formatIstTime(marketNow(reading, performance.now()))}</time>
        </>
      )}
      {/* There from the start, or nobody reads it out. */}
      <span role="status">{offline && `Offline · ${away === null ? 'last loaded' : `as of ${formatIstTime(away).slice(0, 5)}`}`}</span>
    </div>
  );
}
