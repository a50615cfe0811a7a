import type { EventType } from '../../../contract/calls/types.ts';
import { FOLLOWER_DELAY_MS, isOpen, MIN_HOLD_MS } from '../record-rules.ts';
import { applyEvent, type CallState, currentStop, isJudged, type StateEvent, stopAt } from './call-state.ts';

/** One price bar as the market delivers it, ₹. A bar counts for a call only if it starts after the call's publication. */
export interface PriceBar {
  readonly start: Date;
  readonly end: Date;
  readonly o: number;
  readonly h: number;
  readonly l: number;
  readonly c: number;
  readonly resolution: 'second' | 'minute' | 'day';
}

/** What a bar did to a call. `price` is the fill or exit in ₹. */
export interface BarOutcome {
  readonly type: Extract<EventType, 'entry_fill' | 'target_hit' | 'sl_hit' | 'exited' | 'expired' | 'lapsed'>;
  readonly ts: number;
  readonly price: number | null;
  /** The basis of the price: `open`, `level`, `gap`, `close`; `both` when one bar reached target and stop; `window` for lapsed. */
  readonly basis: 'open' | 'level' | 'gap' | 'both' | 'close' | 'window';
}

/** A bar and a call's levels turned so that a rising price is a gain: a Sell is mirrored, and one set of rules serves both. */
function mirrored(state: CallState, bar: PriceBar) {
  const sign = state.call_type === 'Sell' ? -1 : 1;
  return {
    sign,
    open: sign * bar.o,
    high: Math.max(sign * bar.h, sign * bar.l),
    low: Math.min(sign * bar.h, sign * bar.l),
    close: sign * bar.c,
    entryLow: Math.min(sign * state.entry_low, sign * state.entry_high),
    entryHigh: Math.max(sign * state.entry_low, sign * state.entry_high),
    fromAbove: state.comes_from === (sign > 0 ? 'above' : 'below'),
    target: sign * state.target,
    stop: sign * stopAt(state, bar.start.getTime()),
  };
}
type View = ReturnType<typeof mirrored>;

/** Price and moment of the entry within this bar, or null. */
function fill(state: CallState, bar: PriceBar, view: View): { price: number; atOpen: boolean } | null {
  if (state.entry_mode === 'market') return bar.start.getTime() > state.published_at ? { price: bar.o, atOpen: true } : null;
  if (bar.start.getTime() < state.published_at + FOLLOWER_DELAY_MS) return null;
  if (view.open >= view.entryLow && view.open <= view.entryHigh) return { price: bar.o, atOpen: true };
  // A price that jumps across the range to its better side fills an order at the range there and then, whatever comes of it.
  if (view.fromAbove && view.open < view.entryLow) return { price: bar.o, atOpen: true };
  // From above, the first price inside the range is its upper edge; from below, its lower edge.
  if (view.open > view.entryHigh && view.low <= view.entryHigh) return { price: view.sign * view.entryHigh, atOpen: false };
  if (view.open < view.entryLow && view.high >= view.entryLow) return { price: view.sign * view.entryLow, atOpen: false };
  return null;
}

/** Target and stop within a bar that the call is active in from its open. */
function levels(state: CallState, bar: PriceBar, view: View): BarOutcome | null {
  if (state.call_type === 'Hold') return null;
  if (view.open <= view.stop) return { type: 'sl_hit', ts: bar.start.getTime(), price: bar.o, basis: 'gap' };
  if (view.open >= view.target) return { type: 'target_hit', ts: bar.start.getTime(), price: bar.o, basis: 'gap' };
  const stopped = view.low <= view.stop;
  const reached = view.high >= view.target;
  // Both in one bar: it is unknown which came first, so the call loses.
  if (stopped) return { type: 'sl_hit', ts: bar.end.getTime(), price: view.sign * view.stop, basis: reached ? 'both' : 'level' };
  if (reached) return { type: 'target_hit', ts: bar.end.getTime(), price: view.sign * view.target, basis: 'level' };
  return null;
}

/**
 * Levels in the bar of an entry that was not at its open. The order of events before the fill is unknown, so the stop counts
 * wherever it was touched, but the target only if it was surely reached after the fill: when the bar closed at or beyond it.
 */
function levelsAfterFill(state: CallState, bar: PriceBar, view: View): BarOutcome | null {
  if (state.call_type === 'Hold') return null;
  if (view.low <= view.stop) return { type: 'sl_hit', ts: bar.end.getTime(), price: view.sign * view.stop, basis: view.high >= view.target ? 'both' : 'level' };
  if (view.close >= view.target) return { type: 'target_hit', ts: bar.end.getTime(), price: view.sign * view.target, basis: 'level' };
  return null;
}

const expiry = (state: CallState, bar: PriceBar): BarOutcome | null =>
  bar.end.getTime() >= state.expires_at ? { type: 'expired', ts: bar.end.getTime(), price: bar.c, basis: 'close' } : null;

/**
 * What one bar does to a call (product B.2): nothing, an entry, an end, or an entry and an end. At most one end. Pure: the
 * same bars in the same order give the same outcomes however they are batched, and a repeated bar changes nothing.
 */
export function resolveBar(state: CallState, bar: PriceBar): BarOutcome[] {
  if (!isJudged(state) || bar.start.getTime() <= state.published_at) return [];
  const view = mirrored(state, bar);

  if (state.status === 'awaiting_entry') {
    const lapsed: BarOutcome = { type: 'lapsed', ts: state.entry_until, price: null, basis: 'window' };
    if (bar.start.getTime() >= state.entry_until) return [lapsed];
    const filled = fill(state, bar, view);
    if (!filled) return bar.end.getTime() >= state.entry_until ? [lapsed] : [];
    const entry: BarOutcome = {
      type: 'entry_fill',
      ts: filled.atOpen ? bar.start.getTime() : bar.end.getTime(),
      price: filled.price,
      basis: filled.atOpen ? 'open' : 'level',
    };
    const end = (filled.atOpen ? levels : levelsAfterFill)(state, bar, view) ?? expiry(state, bar);
    return end ? [entry, end] : [entry];
  }

  // The entry's own bar was judged together with the entry.
  if (!state.entry || bar.start.getTime() < state.entry.ts) return [];
  if (bar.start.getTime() >= state.expires_at) return [{ type: 'expired', ts: bar.start.getTime(), price: bar.o, basis: 'open' }];
  const end = levels(state, bar, view);
  if (end?.basis === 'gap') return [end];
  const exitRequestedAt = state.exit_request?.ts ?? null;
  const mayExit = exitRequestedAt !== null && bar.start.getTime() > exitRequestedAt && bar.start.getTime() >= state.entry.ts + MIN_HOLD_MS;
  if (mayExit) return [{ type: 'exited', ts: bar.start.getTime(), price: bar.o, basis: 'open' }];
  const last = end ?? expiry(state, bar);
  return last ? [last] : [];
}

/** What time alone does once every bar up to `now` is judged: the entry window ends even if nothing trades. */
export function resolveTime(state: CallState, now: number): BarOutcome[] {
  if (state.status !== 'awaiting_entry' || !isJudged(state) || now < state.entry_until) return [];
  return [{ type: 'lapsed', ts: state.entry_until, price: null, basis: 'window' }];
}

/** An outcome as an event of the record. Fills at a limit or range are late enough for a follower to get the same price. */
export function eventOf(state: CallState, outcome: BarOutcome): StateEvent {
  const ts = new Date(outcome.ts).toISOString();
  const { type, price, basis } = outcome;
  const base = { call_id: state.id, type, ts };
  if (type === 'lapsed') return { ...base, payload: { reason: 'Entry window over' } };
  if (type === 'exited') return { ...base, payload: { price, basis, reason: state.exit_request?.reason ?? '' } };
  if (type === 'entry_fill') return { ...base, payload: { price, basis, follower: state.entry_mode === 'market' ? null : { price, ts } } };
  return { ...base, payload: { price, basis } };
}

/** Judges bars in time order until the call ends. Returns the resulting events and the state after them. */
export function resolveBars(state: CallState, bars: Iterable<PriceBar>): { state: CallState; events: StateEvent[] } {
  const events: StateEvent[] = [];
  let now = state;
  for (const bar of bars) {
    for (const outcome of resolveBar(now, bar)) {
      const event = eventOf(now, outcome);
      events.push(event);
      now = applyEvent(now, event);
    }
    if (!isOpen(now.status)) break;
  }
  return { state: now, events };
}

/** Whether a session could touch the call at all, so that the engine can skip days whose range misses every level. */
export function mayResolve(state: CallState, bar: PriceBar): boolean {
  if (!isJudged(state)) return false;
  if (state.status === 'awaiting_entry') {
    if (bar.end.getTime() >= state.entry_until || state.entry_mode === 'market') return true;
    // The far side counts as well where the entry fills at a better price than its range.
    return (bar.l <= state.entry_high || state.comes_from === 'below') && (bar.h >= state.entry_low || state.comes_from === 'above');
  }
  if (state.exit_request !== null || bar.end.getTime() >= state.expires_at) return true;
  if (state.call_type === 'Hold') return false;
  const view = mirrored(state, bar);
  return view.low <= view.sign * currentStop(state) || view.low <= view.stop || view.high >= view.target;
}
