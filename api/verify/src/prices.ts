import type { EventType } from '@vimarsh/shared/contract/calls/types.ts';
import { applyEvent, type CallState } from '@vimarsh/shared/domain/calls/equity/call-state.ts';
import { type PriceBar, resolveBars, resolveTime } from '@vimarsh/shared/domain/calls/equity/lifecycle.ts';
import type { RecordedEvent } from '@vimarsh/shared/domain/calls/ledger.ts';
import { isOpen } from '@vimarsh/shared/domain/calls/record-rules.ts';
import { istDay, sessionOf, type TradingSession, tradingDays } from '@vimarsh/shared/domain/market/calendar.ts';
import type { PriceSource } from '@vimarsh/shared/domain/market/price-source.ts';

/** A day's range of one stock, ₹. */
export type DayRange = Readonly<Record<'open' | 'high' | 'low' | 'close', number>>;

/** The exchange's files by trading date: the series EQ by symbol. */
export type Files = ReadonlyMap<string, ReadonlyMap<string, DayRange>>;

/** What the files say of a closed call. `left`: why they can't say anything. */
export type Judged =
  | { readonly kind: 'same' }
  | { readonly kind: 'left'; readonly why: string }
  | { readonly kind: 'differs'; readonly record: string; readonly files: string; readonly unclear: boolean };

/** What prices did; all else of a record is taken from it. */
const BY_PRICES: ReadonlySet<string> = new Set(['entry_fill', 'target_hit', 'sl_hit', 'exited', 'expired', 'lapsed', 'not_judgeable', 'judgeable', 'unjudged']);

/** Judges a closed equity call again: its author's events as recorded, its prices from the exchange's end-of-day files, by the rules that close calls. */
export function judgeAgain(events: readonly RecordedEvent[], files: Files): Judged {
  const of = ({ call_id, type, ts, payload }: RecordedEvent) => ({ call_id, type: type as EventType, ts, payload });
  const recorded = events.reduce<CallState | null>((state, event) => applyEvent(state, of(event)), null);
  const [first, ...later] = events;
  if (!first || !recorded || isOpen(recorded.status)) return { kind: 'left', why: 'it is open' };
  if (recorded.status === 'cancelled') return { kind: 'left', why: 'it was cancelled, which no price did' };
  if (recorded.status === 'unjudged') return { kind: 'left', why: 'it ended without a result, because no price judged it' };
  const row = later.flatMap(({ payload }) => (payload.source as PriceSource | undefined)?.row ?? [])[0];
  if (row) return { kind: 'left', why: `the row ${row} of the files judged it, another series or name` };
  if (recorded.term === 'intraday') return { kind: 'left', why: 'end-of-day files do not judge intraday calls' };
  const { stock, valid_till } = first.payload as { stock: string; valid_till: string };
  const waiting = later.filter(({ type }) => !BY_PRICES.has(type));
  let state = applyEvent(null, of(first));
  // Of the two closing times a stock may have, the one its validity was recorded with.
  const fno = sessionOf(valid_till, true)?.close.getTime() === state.expires_at && sessionOf(valid_till, false)?.close.getTime() !== state.expires_at;
  const take = (until: number): void => {
    while (waiting[0] && Date.parse(waiting[0].ts) <= until) state = applyEvent(state, of(waiting.shift()!));
  };
  let unclear = false;
  const last = istDay(new Date(Math.max(recorded.expires_at, recorded.exit?.ts ?? 0)));
  for (const day of tradingDays(istDay(new Date(state.published_at)), last)) {
    const session = sessionOf(day, fno);
    if (!session || !isOpen(state.status)) continue;
    take(session.open.getTime());
    const file = files.get(day);
    if (session.end.getTime() > state.published_at && !file) return { kind: 'left', why: `there is no file of ${day}` };
    take(session.end.getTime());
    const range = file?.get(stock);
    const before = state;
    if (range) state = resolveBars(state, [barOf(range, session)]).state;
    for (const outcome of resolveTime(state, session.end.getTime()))
      state = applyEvent(state, { call_id: state.id, type: outcome.type, ts: new Date(outcome.ts).toISOString(), payload: {} });
    unclear ||= range !== undefined && oneDayHides(before, state, range, session);
  }
  const [record, again] = [said(recorded), said(state)];
  return record === again ? { kind: 'same' } : { kind: 'differs', record, files: again, unclear };
}

const barOf = ({ open, high, low, close }: DayRange, session: TradingSession): PriceBar => ({
  start: session.open,
  end: session.end,
  o: open,
  h: high,
  l: low,
  c: close,
  resolution: 'day',
});

/** Whether the order of prices within the day matters, which its range does not tell; the first day, begun before the publication, is such a day too. */
function oneDayHides(before: CallState, after: CallState, { high, low }: DayRange, session: TradingSession): boolean {
  const within = (price: number): boolean => price >= low && price <= high;
  const published = before.published_at >= session.open.getTime() && before.published_at < session.end.getTime();
  const entry = before.entry === null ? [before.entry_low, before.entry_high] : [];
  const touched = [...new Set([...entry, before.target, before.stops.at(-1)!.price])].filter(within).length;
  return published ? touched > 0 : touched > 1 || (before.entry === null && after.exit !== null);
}

const rupees = (price: number): string => `₹${price.toFixed(2)}`;

/** Entry and end as one line, by days: within a day the files know no times. */
function said({ status, entry, exit }: CallState): string {
  const at = (what: { price: number; ts: number }): string => `${rupees(what.price)} on ${istDay(new Date(what.ts))}`;
  return [`${status}`, entry ? `entered at ${at(entry)}` : 'never entered', ...(exit ? [`ended at ${at(exit)}`] : [])].join(', ');
}
