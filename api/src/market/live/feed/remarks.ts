import { istDay, istTime } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Completeness } from '../../feed/completeness.ts';

/** A gap that is not filled after so long is told to whoever runs the server, ms. */
const TELL_GAP_MS = 5 * 60_000;

/** Facts of the feed that its operator should know. */
export interface FeedFacts {
  readonly sourceName: string;
  readonly now: Date;
  /** A sentence about the connection; null while all is well. */
  readonly connection: string | null;
  /** How far apart the clocks are, ms; null while they agree. */
  readonly clocksApart: number | null;
  readonly complete: Pick<Completeness, 'until' | 'because'>;
  /** Why the last try to fill a gap came to nothing. */
  readonly backfillFault: string | null;
  readonly unreadable: number;
  readonly refused: { readonly count: number; readonly symbols: readonly string[] };
  readonly badHistory: readonly string[];
  /** Symbols that the broker has no prices of. */
  readonly missing: readonly string[];
  /** `SYMBOL on DAY` where the exchange's file says otherwise. */
  readonly differing: readonly string[];
}

/** Sentences for whoever runs the server; none while all is well. */
export function remarksOf(facts: FeedFacts): string[] {
  const { sourceName: source, now, connection, clocksApart, unreadable, refused, badHistory, missing, differing } = facts;
  const remarks: string[] = [];
  if (connection !== null) remarks.push(connection);
  if (clocksApart !== null) {
    const seconds = Math.round(Math.abs(clocksApart) / 100) / 10;
    remarks.push(`The clocks of ${source} and of this server are ${seconds} seconds apart.`);
  }
  const { until, because } = facts.complete;
  if (because === 'gap' && now.getTime() - until.getTime() > TELL_GAP_MS) {
    const cause = facts.backfillFault ? `: ${facts.backfillFault}` : ' and are being asked for.';
    remarks.push(`Prices from ${istTime(until)} of ${istDay(until)} on are missing${cause}`);
  }
  if (unreadable > 0) remarks.push(`${unreadable} of today’s messages of ${source} could not be read: look for a change of its documentation.`);
  if (refused.count > 0)
    remarks.push(
      `${refused.count} of today’s prices of ${source} can’t be, by their time or their height, and count for nothing: ${firstFew(refused.symbols)}.`,
    );
  if (badHistory.length > 0) remarks.push(`The history of ${source} has minutes that can’t be, and that fill nothing, of ${firstFew(badHistory)}.`);
  if (missing.length > 0) remarks.push(`${source} has no prices of ${firstFew(missing)}.`);
  if (differing.length > 0) remarks.push(`The exchange’s file says otherwise than the prices that calls were judged by: ${firstFew(differing)}.`);
  return remarks;
}

/** The first few names, and how many more there are. */
const firstFew = (names: readonly string[]): string => (names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', '));
