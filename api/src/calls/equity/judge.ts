import type { NotJudgeable } from '@vimarsh/shared/contract/calls/not-judgeable.ts';
import { actionWords, adjustmentPayload } from '@vimarsh/shared/domain/calls/corp-adjust.ts';
import { applyEvent, type CallState, isJudged, isSettled, levelsIn, type StateEvent } from '@vimarsh/shared/domain/calls/equity/call-state.ts';
import { mayResolve, type PriceBar, resolveBars, resolveTime } from '@vimarsh/shared/domain/calls/equity/lifecycle.ts';
import { RULES, recordBar } from '@vimarsh/shared/domain/calls/equity/price-evidence.ts';
import { isOpen } from '@vimarsh/shared/domain/calls/record-rules.ts';
import { isUntraded } from '@vimarsh/shared/domain/calls/untraded.ts';
import { addDays, isTradingDay, istDay, previousTradingDay, sessionOf, tradingDays } from '@vimarsh/shared/domain/market/calendar.ts';
import type { EngineEvent } from '../../ledger/index.ts';
import { byDay, type CorporateAction, levelChange, type Market } from '../../market/index.ts';
import { givingWay } from '../../platform/processor/give-way.ts';
import { INDEX, indexAt } from './index-at.ts';
import { EQUITY } from './tables.ts';

/** An open call as it is judged. */
export interface Judged {
  readonly stock: string;
  readonly expert_id: string;
  readonly state: CallState;
}

/** A session's seconds are loaded in slices, so that a day decided early is not loaded to its end. */
const SLICE_MS = 20 * 60_000;

interface Outcome {
  readonly events: EngineEvent[];
  readonly states: Map<string, CallState>;
}

/**
 * Judges open calls by the market's bars whose end lies in `(from, to]`, each up to where the prices of its stock are complete: what comes
 * later is judged when the market tells of it (`onRevised`). It only reads prices; the caller orders and stores the events.
 *
 * Files of days gone by that came while a call waited have not judged it. So a call whose wait ends here is judged from its publication on: else
 * its record would depend on when the server was started.
 */
export async function judge(calls: readonly Judged[], market: Market, from: Date, to: Date): Promise<Outcome> {
  const { events, states } = await judgeStretch(calls, market, from, to);
  const freedIds = new Set(events.flatMap(({ event }) => (event.type === 'judgeable' ? [event.call_id] : [])));
  for (const call of calls.filter(({ state }) => freedIds.has(state.id))) {
    const { id, published_at } = call.state;
    const own = events.filter(({ event }) => event.call_id === id);
    const freed = own.findLastIndex(({ event }) => event.type === 'judgeable');
    const kept = own.slice(0, freed + 1);
    const state = kept.reduce<CallState>((now, { event }) => applyEvent(now, event as StateEvent), call.state);
    const again = await judgeStretch([{ ...call, state }], market, new Date(published_at), to);
    const undone = new Set(own.slice(freed + 1));
    events.splice(0, events.length, ...events.filter((one) => !undone.has(one)), ...again.events);
    states.set(id, again.states.get(id)!);
  }
  return { events, states };
}

async function judgeStretch(calls: readonly Judged[], market: Market, from: Date, to: Date): Promise<Outcome> {
  const states = new Map(calls.map((call) => [call.state.id, call.state]));
  const bySymbol = Map.groupBy(calls, (call) => call.stock);
  const events: EngineEvent[] = [];
  const giveWay = givingWay();
  const knownOf = new Map([...bySymbol.keys()].map((symbol) => [symbol, earlier(market.complete(symbol, to).until, to)]));

  for (const day of tradingDays(istDay(from), istDay(to))) {
    for (const [symbol, watched] of bySymbol) {
      const open = watched.filter((call) => isOpen(states.get(call.state.id)!.status));
      const known = knownOf.get(symbol)!;
      if (open.length === 0) continue;
      const note = (call: Judged, event: StateEvent, knownAt: number, actor = 'engine'): void => {
        states.set(event.call_id, applyEvent(states.get(event.call_id)!, event));
        events.push({ event: { ...event, kind: EQUITY, expert_id: call.expert_id, actor }, knownAt });
      };
      for (const call of open) {
        for (const event of actionEvents(market, symbol, day, from, known, states.get(call.state.id)!)) note(call, event, Date.parse(event.ts));
        for (const event of doubtEvents(market, symbol, day, from, known, states.get(call.state.id)!)) note(call, event, Date.parse(event.ts));
        for (const event of unjudgedEvents(market, symbol, day, from, known, states.get(call.state.id)!)) note(call, event, Date.parse(event.ts));
      }

      const session = await dayToJudge(market, symbol, day, from, known);
      if (!session) continue;
      const pending = (): Judged[] =>
        open.filter((call) => {
          const state = states.get(call.state.id)!;
          return isJudged(state) && isOnShares(state, day) && (session.whole === null || mayResolve(state, session.whole));
        });
      let undecided = pending();
      for (let at = session.from; undecided.length > 0 && at < session.to; undecided = pending()) {
        const until = new Date(Math.min(session.to.getTime(), at.getTime() + SLICE_MS));
        const bars = await market.bars(symbol, at, until);
        for (const call of undecided) {
          for (const bar of bars) {
            for (const event of resolveBars(states.get(call.state.id)!, [bar]).events)
              note(call, { ...event, payload: await withPrices(market, symbol, bar, event) }, bar.end.getTime());
          }
        }
        at = until;
        await giveWay();
      }
    }
    endWindows(calls, market, states, events, ({ stock }) => Math.min(knownOf.get(stock)!.getTime(), endOfDay(day)));
  }
  endWindows(calls, market, states, events, ({ stock }) => knownOf.get(stock)!.getTime());
  return { events, states };
}

const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

const endOfDay = (day: string): number => Date.parse(`${day}T18:29:59.999Z`);

/** Whether a day traded on the share count that the call's levels are on: days before its last split or bonus were judged before that. */
const isOnShares = ({ adjusted_on }: CallState, day: string): boolean => adjusted_on.every((ex_date) => ex_date <= day);

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

/** Halts and corporate actions take effect before the day's session: a waiting call is cancelled, an active one is adjusted, once for each ex-date. */
function actionEvents(market: Market, symbol: string, day: string, from: Date, to: Date, state: CallState): StateEvent[] {
  const at = sessionOf(day, false)?.preopen;
  if (!at || at <= from || at > to || state.published_at >= at.getTime()) return [];
  const own = market.actionsOn(symbol, day).filter((action) => !state.adjusted_on.includes(action.day));
  if (own.length === 0 || waitsForBefore(market, symbol, day, state)) return [];
  const events: StateEvent[] = [];
  let now = state;
  for (const [ex_date, actions] of byDay(own)) {
    const event = eventOfDay(ex_date, actions, now, at.toISOString());
    if (!event) continue;
    events.push(event);
    now = applyEvent(now, event);
  }
  return events;
}

/** Whether a call waits for an earlier day, or has to: that day is judged on its own share count first. */
function waitsForBefore(market: Market, symbol: string, day: string, state: CallState): boolean {
  // While the stock did not trade there was no price to judge on the old share count.
  const waits = (doubt: NotJudgeable | null | undefined): boolean => doubt != null && !isUntraded(doubt.cause) && doubt.day < day && !isMissingNoMore(doubt);
  return waits(state.not_judgeable) || market.doubts(symbol, day, new Date(state.published_at)).some((found) => waits(found) && !isSettled(state, found));
}

/** The effect of one ex-date on a call; null where there is none, or the call has ended. */
function eventOfDay(ex_date: string, actions: readonly CorporateAction[], state: CallState, ts: string): StateEvent | null {
  if (!isOpen(state.status)) return null;
  const change = levelChange(actions);
  const isHalted = actions.some(({ type }) => type === 'halt');
  if (state.status === 'awaiting_entry' && (isHalted || change)) {
    const reason = isHalted || !change ? 'Trading halted' : `Corporate action: ${actionWords(change.actions)}`;
    return { call_id: state.id, type: 'cancelled', ts, payload: { reason } };
  }
  if (!change) return null;
  const event = { call_id: state.id, type: 'corp_adjust' as const, ts };
  const payload = { ...adjustmentPayload(ex_date, change) };
  // Both numbers of each level: a reader should not have to divide.
  const after = levelsIn(applyEvent(state, { ...event, payload }));
  return { ...event, payload: { ...payload, before: levelsIn(state), after } };
}

/**
 * Whether a day's prices may judge a call: a day before it that is not on file, or a step that no trading makes, stops the judging, and
 * it goes on from there once the file or the corporate action has come. A day on which the exchange traded and the stock did not stops it
 * too, until the stock trades again. Of several doubts a call waits for the first, and an end of that wait asks for all others.
 */
function doubtEvents(market: Market, symbol: string, day: string, from: Date, to: Date, state: CallState): StateEvent[] {
  const session = sessionOf(day, market.instrument(symbol)?.fno ?? false);
  if (!isOpen(state.status) || !session || session.end <= from || session.end > to || session.end.getTime() <= state.published_at) return [];
  if (!market.hasDay(day)) return [];
  const held = state.not_judgeable;
  const event = { call_id: state.id, ts: session.end.toISOString() };
  const waits = (doubt: NotJudgeable): StateEvent => ({ ...event, type: 'not_judgeable', payload: { ...doubt } });
  const own = doubtsOf(market, symbol, day, state);
  if (!held) return own[0] ? [waits(own[0])] : [];
  if (!isReleaseDay(market, symbol, day, state, held)) {
    // A list or a file that came late may put a day in doubt before the one that is waited for.
    const sooner = own.find((doubt) => doubt.day < held.day && day < held.day && !isUntraded(doubt.cause));
    return sooner ? [waits(sooner)] : [];
  }
  const doubt = soonerDoubt(market, symbol, day, state) ?? own[0];
  const again: StateEvent = { ...event, type: 'judgeable', payload: { day } };
  if (!doubt) return [again];
  if (held.cause === doubt.cause && held.day === doubt.day) return [];
  // The wait for a trade is over by the trade, whatever is in doubt about its price.
  return isUntraded(held.cause) && doubt.cause === 'price_step' ? [again, waits(doubt)] : [waits(doubt)];
}

/** Doubts of a day that two people have not settled: a price may have stepped over a day that they let be missing. */
const doubtsOf = (market: Market, symbol: string, day: string, state: CallState): NotJudgeable[] =>
  market.doubts(symbol, day, new Date(state.published_at)).filter((found) => !isSettled(state, found));

/** The first doubt of the days of a call before an IST day; null where there is none. A stock that trades again had no price that was missed. */
function soonerDoubt(market: Market, symbol: string, day: string, state: CallState): NotJudgeable | null {
  for (const each of tradingDays(istDay(new Date(state.published_at)), addDays(day, -1))) {
    if (!market.hasDay(each) || sessionOf(each, false)!.end.getTime() <= state.published_at) continue;
    const doubt = doubtsOf(market, symbol, each, state).find(({ cause }) => !isUntraded(cause));
    if (doubt) return doubt;
  }
  return null;
}

/**
 * Whether a call may be freed with a day: judging goes on where it stopped, with the day that was in doubt, and not in the middle of what it
 * missed. With another day it goes on where the stock trades again, and where the day whose file it waits for turned out to be closed.
 */
const isReleaseDay = (market: Market, symbol: string, day: string, state: CallState, held: NotJudgeable): boolean =>
  held.day === day || (isUntraded(held.cause) && held.day < day) || isMissingNoMore(held) || isExplainedFrom(market, symbol, day, state, held);

/** Whether a call waits for the file of a day that was declared closed since. */
const isMissingNoMore = (held: NotJudgeable | null | undefined): boolean => held?.cause === 'missing_day' && !isTradingDay(held.day);

/**
 * Ends a call whose last day is over and whose stock has not traded to that day: no price says how it ended. Before its entry the last day is
 * that of its entry window.
 */
function unjudgedEvents(market: Market, symbol: string, day: string, from: Date, to: Date, state: CallState): StateEvent[] {
  const session = sessionOf(day, market.instrument(symbol)?.fno ?? false);
  const { status, not_judgeable: held } = state;
  if (!isOpen(status) || !held || !isUntraded(held.cause) || held.day > day) return [];
  if (!session || session.end <= from || session.end > to || !market.hasDay(day)) return [];
  if (session.end.getTime() < (status === 'awaiting_entry' ? state.entry_until : state.expires_at)) return [];
  return [{ call_id: state.id, type: 'unjudged', ts: session.end.toISOString(), payload: { cause: held.cause, day: held.day } }];
}

/** Whether a step that a call waits for looks another way since the file of a day before it came that two people had let be missing. */
function isExplainedFrom(market: Market, symbol: string, day: string, state: CallState, held: NotJudgeable): boolean {
  if (held.cause !== 'price_step' || !state.skipped_days?.includes(day) || day > held.day) return false;
  return !market.doubts(symbol, held.day, new Date(state.published_at)).some(({ cause, before }) => cause === held.cause && before === held.before);
}

/** Ends entry windows that passed without a bar, once the prices of their last day are complete: until then nobody knows whether one came. */
function endWindows(calls: readonly Judged[], market: Market, states: Map<string, CallState>, events: EngineEvent[], nowOf: (call: Judged) => number): void {
  for (const call of calls) {
    const state = states.get(call.state.id)!;
    // A day that was closed after the publication has no prices: those of the trading day before it are the last.
    const last = istDay(new Date(state.entry_until));
    if (!market.hasDay(isTradingDay(last) ? last : previousTradingDay(last))) continue;
    for (const outcome of resolveTime(state, nowOf(call))) {
      const event: StateEvent = { call_id: state.id, type: 'lapsed', ts: new Date(outcome.ts).toISOString(), payload: { reason: 'Entry window over' } };
      states.set(state.id, applyEvent(state, event));
      events.push({ event: { ...event, kind: EQUITY, expert_id: call.expert_id, actor: 'engine' }, knownAt: outcome.ts });
    }
  }
}

/** Adds to a fill or exit what decided it: its bar, where that is from, and the index level, null where the index has no second-by-second prices. */
async function withPrices(market: Market, symbol: string, bar: PriceBar, event: StateEvent): Promise<StateEvent['payload']> {
  if (event.type === 'lapsed') return event.payload;
  const source = await market.sourceOf(symbol, bar);
  const payload = { ...event.payload, bar: recordBar(symbol, bar), rules: RULES, ...(source && { source }) };
  return market.instrument(INDEX) ? { ...payload, index: await indexAt(market, Date.parse(event.ts)) } : payload;
}
