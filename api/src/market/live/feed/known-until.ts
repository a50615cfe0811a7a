import { istDay, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Completeness } from '../../feed/completeness.ts';
import { completeOfDays } from '../../files/files-completeness.ts';
import { secondsOf } from '../../session-seconds.ts';
import type { DaysWithLive } from '../days-with-live.ts';
import type { LiveDay } from '../live-day.ts';
import type { CurrentLine } from './current-line.ts';
import type { FeedConnection } from './feed-connection.ts';
import type { FeedDays } from './feed-days.ts';
import type { FileDifferences } from './file-differences.ts';
import type { Halts } from './halts.ts';
import type { IncomingTicks } from './incoming-ticks.ts';
import type { InstrumentsOfDays } from './instruments-of-days.ts';
import type { Openings } from './openings.ts';

/** Prices are stale when nothing, not even a heartbeat, came for so long, ms. */
export const STALE_MS = 15_000;

interface KnownUntilOptions {
  readonly onFile: Pick<DaysWithLive, 'onFile' | 'isOnFile'>;
  readonly days: FeedDays;
  readonly instruments: InstrumentsOfDays;
  readonly line: Pick<CurrentLine, 'has' | 'subscribed'>;
  readonly connection: FeedConnection;
  readonly ticks: Pick<IncomingTicks, 'skew'>;
  readonly openings: Openings;
  readonly halts: Halts;
  readonly differences: FileDifferences;
  readonly speed: number;
}

/** Up to which instant everything is known of a symbol, or of all, and why not further. */
export class KnownUntil {
  readonly #options: KnownUntilOptions;

  constructor(options: KnownUntilOptions) {
    this.#options = options;
  }

  of(symbol: string | null, now: Date): Completeness {
    const { days, instruments, line, openings, differences } = this.#options;
    if (symbol !== null && !line.has(symbol)) return this.#byFiles(now);
    for (const day of days.incomplete(now)) {
      const session = sessionOf(day, symbol === null || instruments.isFno(symbol, day))!;
      if (now < session.open) break;
      const live = days.open.get(day);
      if (!live) return { until: session.open, because: 'late_file', since: session.open };
      if (symbol !== null && openings.isHeld(live, symbol, now)) return { until: session.open, because: 'doubt', since: session.open };
      const known = symbol === null ? this.#leastKnown(live) : live.knownUntil(symbol);
      const length = symbol === null ? secondsOf(session) : live.length(symbol);
      if (known < length) return this.#incomplete(live, symbol, known, now);
    }
    return { until: now, ...differences.correction(symbol) };
  }

  /** Symbols without prices at the broker. Only the exchange's files tell theirs. */
  #byFiles(now: Date): Completeness {
    const { onFile } = this.#options;
    const days = onFile.onFile().map((day) => ({ day }));
    return completeOfDays(days, (day) => onFile.isOnFile(day), now);
  }

  #leastKnown(live: LiveDay): number {
    const symbols = this.#options.line.subscribed();
    let least = Number.POSITIVE_INFINITY;
    // Some instruments of which no price can be taken don't hold up the others.
    const held = symbols.filter((symbol) => live.isHeldByHoles(symbol));
    const isMost = held.length * 2 > symbols.length;
    for (const symbol of symbols) {
      if (!isMost && held.includes(symbol)) continue;
      const known = live.knownUntil(symbol);
      // A market that closes earlier is complete earlier.
      least = Math.min(least, known >= live.length(symbol) ? Number.POSITIVE_INFINITY : known);
    }
    return symbols.length === 0 ? live.edge : Math.min(least, Number.isFinite(least) ? least : secondsOf(live.session));
  }

  #incomplete(live: LiveDay, symbol: string | null, known: number, now: Date): Completeness {
    const { connection, ticks, halts, days, differences, speed } = this.#options;
    const until = new Date(live.session.open.getTime() + known * 1000);
    // A connection that is whole again after the last second that is known leaves a gap before it.
    const isAgain = connection.wholeSince !== null && connection.wholeSince > until.getTime() + 1000;
    const isToday = live.day === istDay(now);
    const { skew } = ticks;
    if (isToday && skew && until.getTime() >= skew.from) return { until, because: 'clock_skew', since: new Date(skew.since) };
    const isEdge = isToday && known >= live.edge && !isAgain;
    if (!isEdge) return { until, because: 'gap', since: until };
    if (now.getTime() - until.getTime() > STALE_MS * speed) return { until, because: 'stale', since: until };
    const halted = symbol === null ? null : halts.since(symbol, days.open, now);
    if (halted !== null) return { until, because: 'halt', since: new Date(halted) };
    return { until, ...differences.correction(symbol) };
  }
}
