import type { CallStatus, CallType, EventType, Term } from '../../../contract/calls/types.ts';
import { roundPaise } from './levels.ts';

/** One price bar as the market delivers it, ₹. A bar counts for a call only if it starts after the call's publication. */
export interface PriceBar {
  readonly start: Date;
  readonly end: Date;
  readonly o: number;
  readonly h: number;
  readonly l: number;
  readonly c: number;
  readonly resolution: 'second' | 'day';
}

/** Everything the engine needs to know about a call. Instants are milliseconds since 1970. */
export interface CallState {
  readonly id: string;
  readonly call_type: CallType;
  readonly term: Term;
  readonly entry_mode: 'market' | 'limit' | 'range';
  readonly entry_low: number;
  readonly entry_high: number;
  readonly target: number;
  /** Stop-losses with the instant each takes effect. The first is the published one. */
  readonly stops: readonly { readonly from: number; readonly price: number }[];
  readonly status: CallStatus;
  readonly published_at: number;
  /** End of the entry window: 14:45 on the day for intraday, else the end of the third trading day after publication. */
  readonly entry_until: number;
  /** 15:10 on the day for intraday, else the end of continuous trading on `valid_till`. */
  readonly expires_at: number;
  readonly entry: { readonly price: number; readonly ts: number } | null;
  readonly exit: { readonly price: number; readonly ts: number; readonly reason: string } | null;
  readonly exit_request: { readonly ts: number; readonly reason: string } | null;
  /** Ex-dates of the splits and bonuses already applied. */
  readonly adjusted_on: readonly string[];
  /** The author lost the right to publish. The call is frozen for the author and still closes by its levels. */
  readonly frozen: boolean;
}

/** What a bar did to a call. `price` is the fill or exit in ₹. */
export interface Outcome {
  readonly type: Extract<EventType, 'entry_fill' | 'target_hit' | 'sl_hit' | 'exited' | 'expired' | 'lapsed'>;
  readonly ts: number;
  readonly price: number | null;
  /** The basis of the price: `open`, `level`, `gap`, `close`; `both` when one bar reached target and stop; `window` for lapsed. */
  readonly basis: 'open' | 'level' | 'gap' | 'both' | 'close' | 'window';
}

/** A follower can't act on a call sooner than this after its publication. */
export const FOLLOWER_DELAY_MS = 60_000;
/** An exit requested sooner than this after entry waits until then. */
export const MIN_HOLD_MS = 5 * 60_000;

export const isOpen = (status: CallStatus): boolean => status === 'awaiting_entry' || status === 'active' || status === 'suspended_open';

/** The stop-loss in force when a bar starts. One tightened during a bar takes effect with the next bar. */
export function stopAt(state: CallState, instant: number): number {
  const holding = state.stops.filter((stop, index) => index === 0 || stop.from <= instant);
  return (holding.at(-1) as { price: number }).price;
}

/** The latest stop-loss. */
export const currentStop = (state: CallState): number => (state.stops.at(-1) as { price: number }).price;

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
  // From above, the first price inside the range is its upper edge; from below, its lower edge.
  if (view.open > view.entryHigh && view.low <= view.entryHigh) return { price: view.sign * view.entryHigh, atOpen: false };
  if (view.open < view.entryLow && view.high >= view.entryLow) return { price: view.sign * view.entryLow, atOpen: false };
  return null;
}

/** Target and stop within a bar that the call is active in from its open. */
function levels(state: CallState, bar: PriceBar, view: View): Outcome | null {
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
function levelsAfterFill(state: CallState, bar: PriceBar, view: View): Outcome | null {
  if (state.call_type === 'Hold') return null;
  if (view.low <= view.stop) return { type: 'sl_hit', ts: bar.end.getTime(), price: view.sign * view.stop, basis: view.high >= view.target ? 'both' : 'level' };
  if (view.close >= view.target) return { type: 'target_hit', ts: bar.end.getTime(), price: view.sign * view.target, basis: 'level' };
  return null;
}

const expiry = (state: CallState, bar: PriceBar): Outcome | null =>
  bar.end.getTime() >= state.expires_at ? { type: 'expired', ts: bar.end.getTime(), price: bar.c, basis: 'close' } : null;

/**
 * What one bar does to a call (product B.2): nothing, an entry, an end, or an entry and an end. At most one end. Pure: the
 * same bars in the same order give the same outcomes however they are batched, and a repeated bar changes nothing.
 */
export function resolveBar(state: CallState, bar: PriceBar): Outcome[] {
  if (!isOpen(state.status) || bar.start.getTime() <= state.published_at) return [];
  const view = mirrored(state, bar);

  if (state.status === 'awaiting_entry') {
    const lapsed: Outcome = { type: 'lapsed', ts: state.entry_until, price: null, basis: 'window' };
    if (bar.start.getTime() >= state.entry_until) return [lapsed];
    const filled = fill(state, bar, view);
    if (!filled) return bar.end.getTime() >= state.entry_until ? [lapsed] : [];
    const entry: Outcome = {
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
export function resolveTime(state: CallState, now: number): Outcome[] {
  if (state.status !== 'awaiting_entry' || now < state.entry_until) return [];
  return [{ type: 'lapsed', ts: state.entry_until, price: null, basis: 'window' }];
}

/** An outcome as an event of the record. Fills at a limit or range are late enough for a follower to get the same price. */
export function eventOf(state: CallState, outcome: Outcome): StateEvent {
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
  if (!isOpen(state.status)) return false;
  if (state.status === 'awaiting_entry') {
    if (bar.end.getTime() >= state.entry_until || state.entry_mode === 'market') return true;
    return bar.l <= state.entry_high && bar.h >= state.entry_low;
  }
  if (state.exit_request !== null || bar.end.getTime() >= state.expires_at) return true;
  if (state.call_type === 'Hold') return false;
  const view = mirrored(state, bar);
  return view.low <= view.sign * currentStop(state) || view.low <= view.stop || view.high >= view.target;
}

const REASONS: Record<string, string> = {
  'target_hit:level': 'Target reached',
  'target_hit:gap': 'Opened through the target',
  'sl_hit:level': 'Stop-loss reached',
  'sl_hit:gap': 'Opened through the stop-loss',
  'sl_hit:both': 'Target and stop-loss within one price bar: the stop-loss counts',
  'expired:close': 'Validity ended',
  'expired:open': 'Validity ended; first price after it',
};

/** The part of a record's event that a call's state depends on. */
export interface StateEvent {
  readonly call_id: string;
  readonly type: EventType;
  readonly ts: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** The state of a call after one more event of its record. The first must be `publish`. Events after the end change nothing. */
export function applyEvent(state: CallState | null, event: StateEvent): CallState {
  const { payload } = event;
  if (!state) {
    if (event.type !== 'publish') throw new Error(`The record of call ${event.call_id} begins with ${event.type}, not with publish`);
    return published(event);
  }
  if (!isOpen(state.status)) return state;
  const ts = Date.parse(event.ts);
  const running = state.frozen ? 'suspended_open' : 'active';
  switch (event.type) {
    case 'entry_fill':
      return { ...state, status: running, entry: { price: payload.price as number, ts } };
    case 'tighten_sl':
      return { ...state, stops: [...state.stops, { from: ts, price: payload.stop_loss as number }] };
    case 'corp_adjust':
      return adjusted(state, payload.ratio as number, String(payload.ex_date));
    case 'exit_request':
      return { ...state, exit_request: state.exit_request ?? { ts, reason: String(payload.reason ?? '') } };
    case 'target_hit':
    case 'sl_hit':
    case 'exited':
    case 'expired': {
      const reason = event.type === 'exited' ? String(payload.reason ?? '') : (REASONS[`${event.type}:${String(payload.basis)}`] ?? '');
      return { ...state, status: event.type, exit: { price: payload.price as number, ts, reason } };
    }
    case 'lapsed':
    case 'cancelled':
      return { ...state, status: event.type };
    case 'admin_flag': {
      const frozen = payload.flag === 'expert_suspended' ? true : payload.flag === 'expert_restored' ? false : state.frozen;
      const status = state.status === 'awaiting_entry' ? state.status : frozen ? 'suspended_open' : 'active';
      return { ...state, frozen, status };
    }
    default:
      return state;
  }
}

/** A split or bonus gives `ratio` new shares for each old one: every price of the call is divided by it, to whole paise, once per ex-date. */
function adjusted(state: CallState, ratio: number, exDate: string): CallState {
  if (state.adjusted_on.includes(exDate)) return state;
  const scale = (price: number): number => roundPaise(price / ratio);
  return {
    ...state,
    entry_low: scale(state.entry_low),
    entry_high: scale(state.entry_high),
    target: scale(state.target),
    stops: state.stops.map((stop) => ({ ...stop, price: scale(stop.price) })),
    entry: state.entry && { ...state.entry, price: scale(state.entry.price) },
    adjusted_on: [...state.adjusted_on, exDate],
  };
}

function published(event: StateEvent): CallState {
  const call = event.payload as unknown as Omit<CallState, 'stops' | 'entry_until' | 'expires_at'> & {
    stop_loss: number;
    entry_until: string;
    expires_at: string;
  };
  const published_at = Date.parse(event.ts);
  return {
    id: event.call_id,
    call_type: call.call_type,
    term: call.term,
    entry_mode: call.entry_mode,
    entry_low: call.entry_low,
    entry_high: call.entry_high,
    target: call.target,
    stops: [{ from: published_at, price: call.stop_loss }],
    status: 'awaiting_entry',
    published_at,
    entry_until: Date.parse(call.entry_until),
    expires_at: Date.parse(call.expires_at),
    entry: null,
    exit: null,
    exit_request: null,
    adjusted_on: [],
    frozen: false,
  };
}
