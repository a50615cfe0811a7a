import type { NotJudgeable } from '../../../contract/calls/not-judgeable.ts';
import { type Adjustment, adjustmentIn, afterAdjustment } from '../corp-adjust.ts';
import { flagged, happenedAt, isOpen } from '../record-rules.ts';
import { isUntraded } from '../untraded.ts';
import type { CallState, StateEvent } from './call-state.types.ts';
import { corrected } from './correction.ts';
import { roundPaise } from './levels.ts';

export type { CallState, StateEvent } from './call-state.types.ts';

/** Open, and nothing keeps prices from filling or ending it. */
export const isJudged = (state: CallState): boolean => isOpen(state.status) && !state.not_judgeable;

/** Whether two people have settled a doubt, or the stock has traded again since. */
export const isSettled = ({ trusted_days = [], skipped_days = [], untraded_days = [] }: CallState, { cause, day }: NotJudgeable): boolean =>
  trusted_days.includes(day) || (cause === 'missing_day' && skipped_days.includes(day)) || (isUntraded(cause) && untraded_days.includes(day));

/** The stop-loss in force when a bar starts. One tightened during a bar takes effect with the next bar. */
export function stopAt(state: CallState, instant: number): number {
  const holding = state.stops.filter((stop, index) => index === 0 || stop.from <= instant);
  return (holding.at(-1) as { price: number }).price;
}

/** The latest stop-loss. */
export const currentStop = (state: CallState): number => (state.stops.at(-1) as { price: number }).price;

const REASONS: Record<string, string> = {
  'target_hit:level': 'Target reached',
  'target_hit:gap': 'Opened through the target',
  'sl_hit:level': 'Stop-loss reached',
  'sl_hit:gap': 'Opened through the stop-loss',
  'sl_hit:both': 'Target and stop-loss within one price bar: the stop-loss counts',
  'expired:close': 'Validity ended',
  'expired:open': 'Validity ended; first price after it',
};

/** The state of a call after one more event of its record. The first must be `publish`. After the end only a correction changes anything. */
export function applyEvent(state: CallState | null, event: StateEvent): CallState {
  const { payload } = event;
  if (!state) {
    if (event.type !== 'publish') throw new Error(`The record of call ${event.call_id} begins with ${event.type}, not with publish`);
    return published(event);
  }
  if (event.type === 'correction') return corrected(state, payload, Date.parse(event.ts));
  if (!isOpen(state.status)) return state;
  const ts = happenedAt(event);
  const running = state.frozen ? 'suspended_open' : 'active';
  switch (event.type) {
    case 'entry_fill':
      return { ...state, status: running, entry: { price: payload.price as number, ts } };
    case 'tighten_sl':
      return { ...state, stops: [...state.stops, movedStop(ts, payload)] };
    case 'corp_adjust':
      return adjusted(state, adjustmentIn(payload), String(payload.ex_date));
    case 'not_judgeable':
      return { ...withUntraded(state), not_judgeable: notJudgeableOf(payload) };
    case 'judgeable':
      return judgedAgain(state);
    case 'unjudged':
      // What it waited for stays: it is the reason of this end.
      return { ...state, status: 'unjudged' };
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
      return { ...withoutDoubt(state), status: event.type };
    case 'admin_flag':
      return flagged(state, payload.flag);
    default:
      return state;
  }
}

const movedStop = (from: number, { stop_loss, ltp }: StateEvent['payload']): CallState['stops'][number] => ({
  from,
  price: stop_loss as number,
  ...(typeof ltp === 'number' && { last: ltp }),
});

function withoutDoubt(state: CallState): CallState {
  const { not_judgeable: _, ...judged } = state;
  return judged;
}

/** Keeps a day without a trade that another doubt takes the place of: once the wait is over, nobody asks for it again. */
function withUntraded(state: CallState): CallState {
  const { not_judgeable: held, untraded_before = [] } = state;
  if (!held || !isUntraded(held.cause) || untraded_before.includes(held.day)) return state;
  return { ...state, untraded_before: [...untraded_before, held.day] };
}

/** A stock that trades again had no price on the days between, so nothing was missed on them. */
function judgedAgain(state: CallState): CallState {
  const { untraded_before = [], ...judged } = withoutDoubt(withUntraded(state));
  return untraded_before.length > 0 ? { ...judged, untraded_days: [...(state.untraded_days ?? []), ...untraded_before] } : judged;
}

const notJudgeableOf = ({ cause, day, before, opened }: StateEvent['payload']): NotJudgeable => ({ cause, day, before, opened }) as NotJudgeable;

/** Every price of the call goes the way of the share’s, to whole paise, once per ex-date: all actions of a day are one event. */
function adjusted(state: CallState, adjustment: Adjustment, exDate: string): CallState {
  if (state.adjusted_on.includes(exDate)) return state;
  const scale = (price: number): number => roundPaise(afterAdjustment(price, adjustment));
  return {
    ...state,
    entry_low: scale(state.entry_low),
    entry_high: scale(state.entry_high),
    target: scale(state.target),
    stops: state.stops.map((stop) => ({ ...stop, price: scale(stop.price), ...(stop.last !== undefined && { last: scale(stop.last) }) })),
    entry: state.entry && { ...state.entry, price: scale(state.entry.price) },
    adjusted_on: [...state.adjusted_on, exDate],
  };
}

/** Levels of a call before or after a corporate action, ₹; `entry` where it was entered. */
export interface AdjustedLevels {
  readonly entry_low: number;
  readonly entry_high: number;
  readonly target: number;
  readonly stop_loss: number;
  readonly entry?: number;
}

/** The levels that a corporate action changes, as a `corp_adjust` event tells them. */
export const levelsIn = (state: CallState): AdjustedLevels => ({
  entry_low: state.entry_low,
  entry_high: state.entry_high,
  target: state.target,
  stop_loss: currentStop(state),
  ...(state.entry && { entry: state.entry.price }),
});

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
    ...(call.comes_from && { comes_from: call.comes_from }),
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
