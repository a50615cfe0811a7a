import type { NotJudgeable } from '@vimarsh/shared/contract/calls/not-judgeable.ts';
import { type ContractAction, consequenceOf } from '@vimarsh/shared/domain/calls/options/actions.ts';
import { type ChainBeat, resolveBeat } from '@vimarsh/shared/domain/calls/options/lifecycle.ts';
import { applyOptionEvent, type OptionState, type OptionStateEvent } from '@vimarsh/shared/domain/calls/options/option-state.ts';
import { firstExpiry } from '@vimarsh/shared/domain/calls/options/strategy.ts';
import { isOpen } from '@vimarsh/shared/domain/calls/record-rules.ts';
import { isUntraded } from '@vimarsh/shared/domain/calls/untraded.ts';
import { expiryOn, istDay, sessionOf, type TradingSession, tradingDays } from '@vimarsh/shared/domain/market/calendar.ts';
import type { EngineEvent } from '../../ledger/index.ts';
import { byDay, type CorporateAction, levelChange, type Market, type OptionBeat, type OptionMarket } from '../../market/index.ts';
import { givingWay } from '../../platform/processor/give-way.ts';
import { OPTIONS } from './tables.ts';

/** An open call as it is judged. */
export interface JudgedOption {
  readonly stock: string;
  readonly expert_id: string;
  readonly state: OptionState;
}

export type OptionPrices = Pick<Market, 'doubts' | 'unexplainedSince' | 'actionsOn' | 'banned' | 'dayBars' | 'hasDay' | 'instrument' | 'can' | 'complete'> & {
  readonly options: Pick<OptionMarket, 'beats'>;
};

/** A call that waits because nobody knows what an action of a day made of its contracts. */
export interface Waiting {
  readonly stock: string;
  readonly day: string;
}

/** Legs without a quote are noted every quarter of an hour. */
const LOOK_MS = 900_000;

/**
 * Judges open option calls by the looks at their chains in `(from, to]`. It only reads prices; the caller orders and stores the events.
 * All calls on one underlying share its looks, so that a contract is priced once however many calls hold it. Where nobody knows what a
 * corporate action made of the contracts, their calls wait from that day on, until the market tells.
 */
export async function judgeOptions(
  calls: readonly JudgedOption[],
  market: OptionPrices,
  from: Date,
  to: Date,
): Promise<{ events: EngineEvent[]; states: Map<string, OptionState>; waiting: Map<string, Waiting> }> {
  const states = new Map(calls.map((call) => [call.state.id, call.state]));
  const events: EngineEvent[] = [];
  const waiting = new Map<string, Waiting>();
  const giveWay = givingWay();
  const bySymbol = Map.groupBy(calls, ({ stock }) => stock);
  for (const day of tradingDays(istDay(from), istDay(to))) {
    const session = sessionOf(day, true)!;
    for (const [symbol, watched] of bySymbol) {
      const note = (call: JudgedOption, event: OptionStateEvent, knownAt: number): void => {
        states.set(event.call_id, applyOptionEvent(states.get(event.call_id)!, event));
        events.push({ event: { ...event, kind: OPTIONS, expert_id: call.expert_id, actor: 'engine' }, knownAt });
      };
      const open = watched.filter((call) => {
        const state = states.get(call.state.id)!;
        if (!isOpen(state.status)) return false;
        const unexplained = market.unexplainedSince(symbol, new Date(state.published_at), day, settledDays(market, symbol, state));
        if (unexplained === null) {
          const isExplained = (held: string): boolean =>
            market.unexplainedSince(symbol, new Date(state.published_at), held, settledDays(market, symbol, state)) === null;
          const released = releaseEvent(state, session, isExplained);
          if (released) note(call, released, Date.parse(released.ts));
          return !states.get(state.id)!.not_judgeable;
        }
        // The morning of an action waits for its first price and is no news; a price that nobody explains is.
        const isStep = market.doubts(symbol, unexplained, new Date(state.published_at)).some(({ cause }) => cause === 'price_step');
        if (isStep || to >= sessionOf(unexplained, true)!.end) waiting.set(state.id, { stock: symbol, day: unexplained });
        const doubt = doubtEvent(market, symbol, unexplained, session, { from, to }, state);
        if (doubt) note(call, doubt, Date.parse(doubt.ts));
        return false;
      });
      if (open.length === 0) continue;
      if (session.preopen > from && session.preopen <= to) {
        const actions = contractActions(market.actionsOn(symbol, day));
        for (const call of open)
          for (const action of actions) {
            const state = states.get(call.state.id)!;
            if (state.published_at >= session.preopen.getTime()) continue;
            for (const event of consequenceOf(action, state, session.preopen.toISOString()).events) note(call, event, Date.parse(event.ts));
          }
      }
      for (const beat of await beatsOf(market, symbol, open, session, from, to)) {
        for (const call of open) for (const event of resolveBeat(states.get(call.state.id)!, beat)) note(call, event, beat.at);
        await giveWay();
      }
    }
  }
  return { events, states, waiting };
}

/** Days that keep nothing waiting any more, by what two people decided: a day they went on without counts again once its prices are there and step. */
export function settledDays(
  market: Pick<OptionPrices, 'doubts'>,
  symbol: string,
  { published_at, trusted_days = [], skipped_days = [] }: Pick<OptionState, 'published_at' | 'trusted_days' | 'skipped_days'>,
): readonly string[] {
  const steps = (day: string): boolean => market.doubts(symbol, day, new Date(published_at)).some(({ cause }) => cause === 'price_step');
  return [...trusted_days, ...skipped_days.filter((day) => !steps(day))];
}

/**
 * The end of a wait: judging goes on with the day that was in doubt, whose prices are known by what they are now. Where that day has none and never
 * will, it goes on with the first later one by whose price the action took effect; else the call waits on, until the market tells of that day.
 */
function releaseEvent(
  { id, not_judgeable: held }: OptionState,
  { day, preopen }: TradingSession,
  isExplained: (day: string) => boolean,
): OptionStateEvent | null {
  if (!held || held.day > day || (held.day < day && isExplained(held.day))) return null;
  return { call_id: id, type: 'judgeable', ts: preopen.toISOString(), payload: { day } };
}

/** What keeps a call from being judged from a day on, told at the end of a session, once for each day and cause. */
function doubtEvent(
  market: OptionPrices,
  symbol: string,
  unexplained: string,
  { day, end }: TradingSession,
  { from, to }: { from: Date; to: Date },
  state: OptionState,
): OptionStateEvent | null {
  if (end <= from || end > to || end.getTime() <= state.published_at) return null;
  const found = market.doubts(symbol, unexplained, new Date(state.published_at));
  const own = found.find(({ cause }) => cause === 'price_step') ?? found.find(({ cause }) => isUntraded(cause)) ?? missing(market, unexplained, day);
  const held = state.not_judgeable;
  if (!own || (held?.cause === own.cause && held.day === unexplained)) return null;
  // The day that two people may settle is that from which on the contracts are in doubt.
  return { call_id: state.id, type: 'not_judgeable', ts: end.toISOString(), payload: { ...own, day: unexplained } };
}

/** The file of a day that is not there when the next session is over. */
const missing = (market: OptionPrices, unexplained: string, day: string): NotJudgeable | null =>
  unexplained < day && !market.hasDay(unexplained) ? { cause: 'missing_day', day: unexplained, before: null, opened: null } : null;

/** All that one ex-date does is one action of the contract; halts and ordinary dividends stay as they are. */
const contractActions = (actions: readonly CorporateAction[]): ContractAction[] =>
  byDay(actions).flatMap(([day, own]) => {
    const change = levelChange(own);
    const others = own.flatMap(({ type }) => (type === 'halt' || type === 'dividend' ? [{ type, day }] : []));
    return change ? [...others, { type: 'adjustment' as const, day, ...change }] : others;
  });

/** The day's looks at one underlying. The close of options is one of them, also where no file shows it: time ends calls then. */
async function beatsOf(
  market: OptionPrices,
  symbol: string,
  open: readonly JudgedOption[],
  session: TradingSession,
  from: Date,
  to: Date,
): Promise<ChainBeat[]> {
  // A recorded look is all that is known of its moment; one at quotes that go on counts once they are complete. Time ends nothing before that.
  const known = Math.min(to.getTime(), market.complete(symbol, to).until.getTime());
  const start = new Date(Math.max(from.getTime(), session.open.getTime() - 1));
  const end = new Date(Math.min(market.can.ticking ? known : to.getTime(), session.optionsClose.getTime()));
  if (start >= end) return [];
  const seen = await market.options.beats(symbol, start, end);
  const closes = end.getTime() === session.optionsClose.getTime() && known >= end.getTime();
  if (seen.length === 0 && !closes) return [];
  const beats: OptionBeat[] = [...seen];
  if (closes && beats.at(-1)?.at.getTime() !== end.getTime()) beats.push({ ...NOTHING, at: end });

  const values = closes ? await settlementsOf(market, symbol, open, session) : new Map<string, number>();
  const banned = market.banned(symbol, session.day);
  const single = !market.can.ticking;
  return beats.map(({ at, first, o, h, l, c, quote }) => ({
    at: at.getTime(),
    first,
    look: single || at.getTime() % LOOK_MS === 0,
    o,
    h,
    l,
    c,
    banned,
    quote,
    settlement: (day) => (at.getTime() >= session.optionsClose.getTime() ? (values.get(day) ?? null) : null),
    unvalued: (day) => at.getTime() >= session.optionsClose.getTime() && !values.has(day) && isUnvalued(market, symbol, day, session.day),
  }));
}

/** A moment nobody has looked at: no level can be reached in it. */
const NOTHING: Omit<OptionBeat, 'at'> = { first: false, o: Number.NaN, h: Number.NaN, l: Number.NaN, c: Number.NaN, quote: () => null };

/**
 * Whether the files of an expiry day are there and hold no value of the underlying. A stock's would be among the day's shares; an index has no
 * row there, so its value is waited for until the next session is over.
 */
const isUnvalued = (market: OptionPrices, symbol: string, due: string, day: string): boolean =>
  due <= day && market.hasDay(due) && (market.instrument(symbol)?.kind !== 'index' || (due < day && market.hasDay(day)));

/** Closing values of the underlying on the days on which calls ran out, today's among them. */
async function settlementsOf(
  market: OptionPrices,
  symbol: string,
  open: readonly JudgedOption[],
  { day, optionsClose }: TradingSession,
): Promise<Map<string, number>> {
  const values = new Map<string, number>();
  for (const due of new Set(open.map(({ state }) => expiryOn(firstExpiry(state.legs))))) {
    if (due > day) continue;
    const [bar] = await market.dayBars(symbol, due, due, optionsClose);
    if (bar) values.set(due, bar.c);
  }
  return values;
}
