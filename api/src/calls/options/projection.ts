import type { OptionPublishPayload } from '@vimarsh/shared/contract/calls/options/payloads.ts';
import type { OptionLeg } from '@vimarsh/shared/contract/calls/options/types.ts';
import { declaredCount } from '@vimarsh/shared/domain/calls/conflicts.ts';
import { type Adjustment, adjustmentIn } from '@vimarsh/shared/domain/calls/corp-adjust.ts';
import { perShareAfter, resultOf, riskTaken } from '@vimarsh/shared/domain/calls/options/figures.ts';
import { currentStop, type OptionState } from '@vimarsh/shared/domain/calls/options/option-state.ts';
import { firstExpiry, legName } from '@vimarsh/shared/domain/calls/options/strategy.ts';
import { isOpen } from '@vimarsh/shared/domain/calls/record-rules.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { ChainedEvent, Projected } from '../../ledger/index.ts';
import type { OptionRow } from './tables.ts';

/** The row of a call after one more event. */
export function project(row: OptionRow | null, state: OptionState, event: ChainedEvent): Projected<OptionRow> {
  const next = row ?? published(event, state);
  const ended = !isOpen(state.status);
  const justEnded = ended && next.ended_at === null;
  const { stale, entry, exit } = state;
  const result = resultOf(state);
  const legs = JSON.stringify(legsOf(state));
  return {
    ...next,
    ...(event.type === 'corp_adjust' && legs !== next.legs && perShare(next, state, adjustmentIn(event.payload))),
    legs,
    lot_size: state.lot_size,
    target: state.target,
    stop_loss: currentStop(state),
    initial_stop_loss: state.stops[0]!.level,
    net_limit: state.net_limit,
    status: state.status,
    is_open: !ended,
    entry_at: entry && new Date(entry.ts),
    exit_at: exit && new Date(exit.ts),
    exit_reason: exit?.reason ?? null,
    ended_at: justEnded ? new Date(event.ts) : next.ended_at,
    ended_on: justEnded ? istDay(new Date(event.ts)) : next.ended_on,
    pnl: result?.pnl ?? null,
    headline_pnl: result?.headline_pnl ?? null,
    slippage: result?.slippage ?? null,
    risk: entry && riskTaken(state).risk,
    return_on_risk: result?.return_on_risk ?? null,
    on_margin: riskTaken(state).on_margin,
    cost: result?.cost ?? null,
    settlement: exit?.settlement ?? null,
    stale: stale && JSON.stringify({ since: new Date(stale.since).toISOString(), legs: stale.legs.map((at) => legName(state.legs[at]!)) }),
    moves: state.stops.length - 1,
    post_mortem_on: event.type === 'post_mortem' ? istDay(new Date(event.ts)) : next.post_mortem_on,
  };
}

function perShare({ breakevens }: Pick<OptionRow, 'breakevens'>, state: OptionState, adjustment: Adjustment): Pick<OptionRow, 'net_premium' | 'breakevens'> {
  const after = perShareAfter(JSON.parse(breakevens) as number[], state, adjustment);
  return { net_premium: after.net_premium, breakevens: JSON.stringify(after.breakevens) };
}

const legsOf = ({ legs, mids, entry, exit }: OptionState): OptionLeg[] =>
  legs.map(({ side, type, strike, expiry, lots }, at) => ({
    side,
    type,
    strike,
    expiry,
    lots,
    mid: mids[at]!,
    entry: entry ? entry.legs[at]!.price : null,
    exit: exit ? exit.legs[at]!.price : null,
  }));

function published(event: ChainedEvent, state: OptionState): Projected<OptionRow> {
  const call = event.payload as unknown as OptionPublishPayload;
  return {
    id: event.call_id,
    expert_id: event.expert_id,
    stock: call.stock,
    underlying_name: call.underlying_name,
    underlying_type: call.underlying_type,
    outlook: call.outlook,
    strategy: call.strategy,
    defined_risk: call.defined_risk,
    expiry: firstExpiry(state.legs),
    legs: '',
    lot_size: call.lot_size,
    net_premium: call.net_premium,
    max_profit: call.max_profit,
    max_loss: call.max_loss,
    breakevens: JSON.stringify(call.breakevens),
    margin_est: call.margin_est,
    pop: call.pop,
    level_basis: call.level_basis,
    target: call.target,
    stop_loss: call.stop_loss,
    initial_stop_loss: call.stop_loss,
    net_limit: call.net_limit,
    status: 'awaiting_entry',
    is_open: true,
    published_at: new Date(event.ts),
    valid_till: call.valid_till,
    entry_at: null,
    exit_at: null,
    exit_reason: null,
    ended_at: null,
    ended_on: null,
    pnl: null,
    headline_pnl: null,
    slippage: null,
    risk: null,
    return_on_risk: null,
    on_margin: false,
    cost: null,
    settlement: null,
    stale: null,
    moves: 0,
    post_mortem_on: null,
    conflicts: declaredCount(event.payload),
  };
}
