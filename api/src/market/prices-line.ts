import { istDay, lastSession, phaseAt, previousTradingDay, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import { formatDay, formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import type { Completeness } from './feed/completeness.ts';
import type { Feed } from './feed/port.ts';

/** Stands over every page whose prices are made up. */
const INVENTED = 'Simulated market — prices, experts and results are not real';

/**
 * The line that names the source of a page's prices and says when they are of: "Prices: Zerodha Kite, live", "Prices: NSE end-of-day files,
 * 27 Nov 2026".
 */
export function pricesLine({ source, can }: Pick<Feed, 'source' | 'can'>, { until }: Completeness, now: Date, fresh: boolean): string {
  if (source.invented) return INVENTED;
  return `Prices: ${source.name}, ${until.getTime() === 0 ? 'none yet' : can.ticking ? lastTick(until, now, fresh) : formatDay(lastDay(until))}`;
}

function lastTick(until: Date, now: Date, fresh: boolean): string {
  const { close, end } = lastSession(until, true);
  if (fresh && phaseAt(now) === 'continuous') return 'live';
  return formatIst(until < close ? until : end);
}

/** The last day that was over then. */
function lastDay(until: Date): string {
  const day = istDay(until);
  const session = sessionOf(day, true);
  return session && session.end <= until ? day : previousTradingDay(day);
}
