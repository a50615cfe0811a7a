import { formatDay, formatIstTime } from '@vimarsh/shared/domain/text/formats.ts';
import { ANSWERS, SILENT } from '@vimarsh/shared/session/reach.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { KnownClock } from './clock-reading.ts';
import { marketNow } from './market-time.ts';

const watchConnection = (changed: () => void) => {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
};
const useOffline = (): boolean => useSyncExternalStore(watchConnection, () => !navigator.onLine);

/** Whether the server does not answer although the network is there. An answer to the clock is one, too. */
function useSilent(reading: KnownClock['reading']): boolean {
  const [silent, setSilent] = useState(false);
  useEffect(() => {
    const hear = ({ type }: Event) => setSilent(type === SILENT);
    addEventListener(SILENT, hear);
    addEventListener(ANSWERS, hear);
    return () => {
      removeEventListener(SILENT, hear);
      removeEventListener(ANSWERS, hear);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new reading.
  useEffect(() => setSilent(false), [reading]);
  return silent;
}

/** 'as of 14:32', or '25 Nov, 14:32' where that is another day than `today`; both UTC ms. */
export function stampOf(at: number, today: number): string {
  const time = formatIstTime(at).slice(0, 5);
  const day = formatDay(at);
  return day === formatDay(today) ? `as of ${time}` : `${day.slice(0, -5)}, ${time}`;
}

/** What the head says instead of the clock while there is no connection or no answer, and of when the screen is; null while all is well. */
export function useAway({ reading, pageAt, unanswered }: KnownClock): string | null {
  const silent = useSilent(reading);
  const what = useOffline() ? 'Offline' : silent || (unanswered && !reading) ? 'No answer' : null;
  const away = what !== null;
  // Market time when the connection went: what the screen shows is no younger.
  const [since, setSince] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reading of that moment.
  useEffect(() => setSince(away && reading ? marketNow(reading, performance.now()) : null), [away]);
  if (!what) return null;
  const now = reading && marketNow(reading, performance.now());
  if (now !== null) return `${what} · ${stampOf(since ?? now, now)}`;
  return pageAt === null ? `${what} · last loaded` : `${what} · ${stampOf(pageAt, Date.now())}`;
}
