import type { CallDraft } from '@vimarsh/shared/contract/calls/types.ts';
import { isoWeek, pickable } from '@vimarsh/shared/domain/access/equity-scope.ts';
import { declaredCount } from '@vimarsh/shared/domain/calls/conflicts.ts';
import type { CallState } from '@vimarsh/shared/domain/calls/equity/call-state.ts';
import { levelsOf, resultOf } from '@vimarsh/shared/domain/calls/equity/figures.ts';
import { direction, entryMid, riskReward } from '@vimarsh/shared/domain/calls/equity/levels.ts';
import { potentialReturn } from '@vimarsh/shared/domain/calls/equity/potential-return.ts';
import { isOpen } from '@vimarsh/shared/domain/calls/record-rules.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { ChainedEvent, Projected } from '../../ledger/index.ts';
import type { CallRow } from './tables.ts';

/** Payload of `publish`: the draft, and the state of the market and the register at that instant. Instants UTC. */
export interface PublishPayload extends Omit<CallDraft, 'target2' | 'target3'> {
  target2: number | null;
  target3: number | null;
  stock_name: string;
  sector: string;
  /** Null where no list told the size of the company. */
  cap: Exclude<CallRow['cap'], ''> | null;
  ltp_at_publish: number;
  /** Where the last price stood, seen from a limit or a range; absent inside it. */
  comes_from?: 'above' | 'below';
  feed_ts: string;
  entry_until: string;
  expires_at: string;
}

/** The row of a call after one more event. `weeks` are those that have their free call; a publication may add one. */
export function project(row: CallRow | null, state: CallState, event: ChainedEvent, weeks: Set<string>): Projected<CallRow> {
  const next = row ?? published(event, weeks);
  const ended = !isOpen(state.status);
  const justEnded = ended && next.ended_at === null;
  const figures = levelsOf(state, next);
  const index = event.payload.index as number | null | undefined;
  const entry_index = event.type === 'entry_fill' ? (index ?? null) : next.entry_index;
  const exits =
    event.type === 'correction' ? againEarned(next, state) : justEnded && state.entry && state.exit ? earned(state, entry_index, index ?? null) : null;
  return {
    ...next,
    ...figures,
    status: state.status,
    is_open: !ended,
    entry_price: state.entry?.price ?? null,
    entry_at: state.entry ? new Date(state.entry.ts) : null,
    entry_index,
    exit_price: state.exit?.price ?? null,
    exit_at: state.exit ? new Date(state.exit.ts) : null,
    exit_reason: state.exit?.reason ?? null,
    ended_at: justEnded ? new Date(event.ts) : next.ended_at,
    ended_on: justEnded ? istDay(new Date(event.ts)) : next.ended_on,
    ...exits,
    moves: state.stops.length - 1,
    post_mortem_on: event.type === 'post_mortem' ? istDay(new Date(event.ts)) : next.post_mortem_on,
  };
}

/** ISO week in which an instant lies, IST. */
export const weekOf = (ts: string): string => isoWeek(istDay(new Date(ts)));

function published(event: ChainedEvent, weeks: Set<string>): Projected<CallRow> {
  const call = event.payload as unknown as PublishPayload;
  const week = weekOf(event.ts);
  const picked = pickable(call.term) && !weeks.has(week);
  if (picked) weeks.add(week);
  const price = entryMid(call.entry_low, call.entry_high);
  return {
    id: event.call_id,
    expert_id: event.expert_id,
    stock: call.stock,
    stock_name: call.stock_name,
    sector: call.sector,
    cap: call.cap ?? '',
    exchange: call.exchange,
    call_type: call.call_type,
    term: call.term,
    entry_mode: call.entry_mode,
    entry_low: call.entry_low,
    entry_high: call.entry_high,
    price,
    target_price: call.target,
    stop_loss: call.stop_loss,
    initial_stop_loss: call.stop_loss,
    target2: call.target2,
    target3: call.target3,
    status: 'awaiting_entry',
    is_open: true,
    published_at: new Date(event.ts),
    week,
    weekly_pick: picked,
    valid_till: call.valid_till,
    potential_return: potentialReturn(call.call_type, call.target, price),
    risk_reward: riskReward(price, call.target, call.stop_loss),
    entry_price: null,
    entry_at: null,
    entry_index: null,
    exit_price: null,
    exit_at: null,
    exit_reason: null,
    ended_at: null,
    ended_on: null,
    realised_return: null,
    r_multiple: null,
    alpha: null,
    moves: 0,
    post_mortem_on: null,
    conflicts: declaredCount(event.payload),
  };
}

/** What a call earned once it is corrected; NIFTY 50 moved between entry and exit as it did. */
function againEarned({ realised_return, alpha }: Pick<CallRow, 'realised_return' | 'alpha'>, state: CallState) {
  const result = resultOf(state);
  const index = realised_return === null || alpha === null ? null : realised_return - alpha;
  return { ...result, alpha: result.realised_return === null || index === null ? null : Math.round((result.realised_return - index) * 10_000) / 10_000 };
}

/** What a call earned, and earned over NIFTY 50: both legs in the call's direction (product C.6). */
function earned(state: CallState, entryIndex: number | null, exitIndex: number | null) {
  const result = resultOf(state);
  const { realised_return } = result;
  const alpha =
    realised_return === null || entryIndex === null || exitIndex === null
      ? null
      : Math.round((realised_return - direction(state.call_type) * (exitIndex / entryIndex - 1) * 100) * 10_000) / 10_000;
  return { ...result, alpha };
}
