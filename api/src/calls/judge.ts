import { istDay, sessionOf, tradingDays } from '@vimarsh/shared/domain/calendar.ts';
import {
  applyEvent,
  type CallState,
  isOpen,
  mayResolve,
  type PriceBar,
  resolveBars,
  resolveTime,
  type StateEvent,
} from '@vimarsh/shared/domain/call-lifecycle.ts';
import type { CorporateAction, Market } from '../market/index.ts';
import type { NewEvent } from './ledger.store.ts';

/** An open call as the engine carries it. */
export interface Watched {
  readonly stock: string;
  readonly expert_id: string;
  readonly state: CallState;
}

/** A session's seconds are read in slices, so that a day that is decided early is not read to its end. */
const SLICE_MS = 20 * 60_000;

/** The index alpha is measured against. */
const INDEX = 'NIFTY';

export interface Made {
  readonly event: NewEvent;
  /** Instant at which the event could be known, in ms: its order in the record does not depend on how time was sliced. */
  readonly knownAt: number;
}

/**
 * Judges open calls by the market's bars whose end lies in `(from, to]`: what they do to the calls. Reads prices only; ordering
 * and storing are the caller's.
 */
export async function judge(calls: readonly Watched[], market: Market, from: Date, to: Date): Promise<{ made: Made[]; states: Map<string, CallState> }> {
  const states = new Map(calls.map((call) => [call.state.id, call.state]));
  const bySymbol = Map.groupBy(calls, (call) => call.stock);
  const made: Made[] = [];

  for (const day of tradingDays(istDay(from), istDay(to))) {
    for (const [symbol, watched] of bySymbol) {
      const open = watched.filter((call) => isOpen(states.get(call.state.id)!.status));
      if (open.length === 0) continue;
      const note = (call: Watched, event: StateEvent, knownAt: number, actor = 'engine'): void => {
        states.set(event.call_id, applyEvent(states.get(event.call_id)!, event));
        made.push({ event: { ...event, expert_id: call.expert_id, actor }, knownAt });
      };
      for (const call of open)
        for (const event of actionEvents(market, symbol, day, from, to, states.get(call.state.id)!)) note(call, event, Date.parse(event.ts));

      const session = await dayToJudge(market, symbol, day, from, to);
      if (!session) continue;
      const pending = (): Watched[] =>
        open.filter((call) => {
          const state = states.get(call.state.id)!;
          return isOpen(state.status) && (session.whole === null || mayResolve(state, session.whole));
        });
      let left = pending();
      for (let at = session.from; left.length > 0 && at < session.to; left = pending()) {
        const until = new Date(Math.min(session.to.getTime(), at.getTime() + SLICE_MS));
        const bars = await market.bars(symbol, at, until);
        for (const call of left) {
          for (const bar of bars) {
            for (const event of resolveBars(states.get(call.state.id)!, [bar]).events)
              note(call, { ...event, payload: await withIndex(market, event) }, bar.end.getTime());
          }
        }
        at = until;
      }
    }
    endWindows(calls, states, made, Math.min(to.getTime(), endOfDay(day)));
  }
  endWindows(calls, states, made, to.getTime());
  return { made, states };
}

/** Events in the order in which they could be known; the same however time was sliced. */
export const inOrder = (made: readonly Made[]): NewEvent[] =>
  made
    .toSorted((a, b) => a.knownAt - b.knownAt || (a.event.call_id < b.event.call_id ? -1 : a.event.call_id > b.event.call_id ? 1 : 0))
    .map(({ event }) => event);

const endOfDay = (day: string): number => Date.parse(`${day}T18:29:59.999Z`);

/** The part of a session inside `(from, to]`. `whole`: its range when all of it is inside, to skip days that touch nothing. */
async function dayToJudge(market: Market, symbol: string, day: string, from: Date, to: Date): Promise<{ from: Date; to: Date; whole: PriceBar | null } | null> {
  const session = sessionOf(day, market.instrument(symbol)?.fno ?? false);
  if (!session || session.end <= from || session.open >= to) return null;
  const part = { from: new Date(Math.max(from.getTime(), session.open.getTime() - 1)), to: new Date(Math.min(to.getTime(), session.end.getTime())) };
  if (to < session.end) return { ...part, whole: null };
  const [bar] = await market.dayBars(symbol, day, day, to);
  if (!bar) return null;
  return { ...part, whole: { start: session.open, end: session.end, o: bar.o, h: bar.h, l: bar.l, c: bar.c, resolution: 'day' } };
}

/** Halts and share splits take effect before the day's session: a waiting call is cancelled, a running one keeps its meaning. */
function actionEvents(market: Market, symbol: string, day: string, from: Date, to: Date, state: CallState): StateEvent[] {
  const at = sessionOf(day, false)?.preopen;
  if (!at || at <= from || at > to || state.published_at >= at.getTime()) return [];
  return market
    .actions(symbol)
    .filter((action) => action.day === day && !state.adjusted_on.includes(day))
    .flatMap((action) => eventsOfAction(action, state, at.toISOString()));
}

function eventsOfAction(action: CorporateAction, state: CallState, ts: string): StateEvent[] {
  if (action.type === 'dividend') return [];
  if (state.status === 'awaiting_entry') {
    const reason = action.type === 'halt' ? 'Trading halted' : `Corporate action: ${action.type}`;
    return [{ call_id: state.id, type: 'cancelled', ts, payload: { reason } }];
  }
  if (action.type === 'halt') return [];
  return [{ call_id: state.id, type: 'corp_adjust', ts, payload: { action: action.type, ratio: action.ratio, ex_date: action.day } }];
}

/** Entry windows that ended with no bar to say so. */
function endWindows(calls: readonly Watched[], states: Map<string, CallState>, made: Made[], now: number): void {
  for (const call of calls) {
    const state = states.get(call.state.id)!;
    for (const outcome of resolveTime(state, now)) {
      const event: StateEvent = { call_id: state.id, type: 'lapsed', ts: new Date(outcome.ts).toISOString(), payload: { reason: 'Entry window over' } };
      states.set(state.id, applyEvent(state, event));
      made.push({ event: { ...event, expert_id: call.expert_id, actor: 'engine' }, knownAt: outcome.ts });
    }
  }
}

/** Adds the index level at a fill or exit, null where the index has no second-by-second prices. */
async function withIndex(market: Market, event: StateEvent): Promise<StateEvent['payload']> {
  if (event.type === 'lapsed' || !market.instrument(INDEX)) return event.payload;
  const at = Date.parse(event.ts);
  const bars = await market.bars(INDEX, new Date(at - 1000), new Date(at + 1000));
  const before = bars.findLast((bar) => bar.end.getTime() <= at && bar.resolution === 'second');
  const after = bars.find((bar) => bar.start.getTime() >= at && bar.resolution === 'second');
  return { ...event.payload, index: before?.c ?? after?.o ?? null };
}
