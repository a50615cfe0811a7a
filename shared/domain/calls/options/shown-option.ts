import type { OptionCall, OptionDetail, OptionEventType, OptionLeg, StructureFigures } from '../../../contract/calls/options/types.ts';
import { declaredCount } from '../conflicts.ts';
import { adjustmentIn } from '../corp-adjust.ts';
import type { RecordedEvent } from '../ledger.ts';
import { isOpen } from '../record-rules.ts';
import { SHOWN_LABEL, shownStepOf } from '../shown-step.ts';
import type { ProofStep } from '../verify-proof.ts';
import { perShareAfter, resultOf, riskTaken } from './figures.ts';
import { applyOptionEvent, currentStop, type OptionState } from './option-state.ts';
import { damageIn } from './record-form.ts';
import { firstExpiry, legName } from './strategy.ts';

/** What a call's events say of it: everything a screen shows but the names of its author, the quotes of the moment and an action that was listed after its end. */
export type RecordedOption = Omit<OptionCall, 'expert' | 'now' | 'late_action'>;

type Publication = StructureFigures & Pick<OptionCall, 'underlying_name' | 'outlook' | 'valid_till'>;

/** The option call that follows from its events by the rules that close option calls. The first must be `publish`. */
export function recordedOption(events: readonly RecordedEvent[]): RecordedOption {
  const [first] = events;
  if (!first) throw new Error('A call has at least its publication');
  const call = first.payload as unknown as Publication;
  let state: OptionState | null = null;
  let ended_at: string | null = null;
  let { net_premium, breakevens } = call;
  for (const { call_id, type, ts, payload } of events) {
    const before: OptionState | null = state;
    state = applyOptionEvent(state, { call_id, type: type as OptionEventType, ts, payload });
    if (before && state.adjusted_on.length > before.adjusted_on.length) ({ net_premium, breakevens } = perShareAfter(breakevens, state, adjustmentIn(payload)));
    if (!isOpen(state.status)) ended_at ??= ts;
  }
  const { entry, exit, stale, ...now } = state!;
  const result = resultOf(state!);
  return {
    id: first.call_id,
    segment: 'options',
    underlying: now.stock,
    underlying_name: call.underlying_name,
    underlying_type: now.underlying_type,
    outlook: call.outlook,
    strategy: call.strategy,
    legs: legsOf(state!),
    lot_size: now.lot_size,
    expiry: firstExpiry(now.legs),
    net_premium,
    max_profit: call.max_profit,
    max_loss: call.max_loss,
    breakevens,
    pop: call.pop,
    margin_est: call.margin_est,
    defined_risk: call.defined_risk,
    level_basis: now.level_basis,
    target: now.target,
    stop_loss: currentStop(now),
    initial_stop_loss: now.stops[0]!.level,
    net_limit: now.net_limit,
    status: now.status,
    stale: stale && { since: iso(stale.since), legs: stale.legs.map((at) => legName(now.legs[at]!)) },
    not_judgeable: now.not_judgeable ?? null,
    published_at: first.ts,
    valid_till: call.valid_till,
    entry_at: entry && iso(entry.ts),
    exit_at: exit && iso(exit.ts),
    exit_reason: exit?.reason ?? null,
    ended_at,
    pnl: result?.pnl ?? null,
    headline_pnl: result?.headline_pnl ?? null,
    slippage: result?.slippage ?? null,
    risk: entry && riskTaken(state!).risk,
    return_on_risk: result?.return_on_risk ?? null,
    on_margin: riskTaken(state!).on_margin,
    cost: result?.cost ?? null,
    settlement: exit?.settlement ?? null,
    conflicts: declaredCount(first.payload),
    hash: events.at(-1)!.hash,
  };
}

const iso = (instant: number): string => new Date(instant).toISOString();

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

/** Whether an option call as a screen shows it is the call its events give. */
export function shownOptionStep(shown: OptionCall | OptionDetail, events: readonly RecordedEvent[]): ProofStep {
  // Files of evidence from before hold calls that say no cost, or nothing of conflicts.
  const recorded = (known: readonly RecordedEvent[]): RecordedOption => ({
    ...recordedOption(known),
    ...(shown.cost === undefined && { cost: undefined }),
    ...(shown.conflicts === undefined && { conflicts: undefined }),
  });
  const kind = { recorded, names: NAMES, texts: ['rationale', 'caution', 'disclosures'] };
  // A record is from outside: what has another form than its type says is told, and not derived from.
  const damage = damageIn(events);
  return damage ? { label: SHOWN_LABEL, ok: false, detail: `The record can’t be read. ${damage}` } : shownStepOf<RecordedOption>(kind, shown, events);
}

const NAMES: Partial<Record<keyof RecordedOption, string>> = {
  status: 'outcome',
  not_judgeable: 'reason why it can’t be judged',
  pnl: 'result',
  headline_pnl: 'result by the middle of the quotes',
  legs: 'leg',
  cost: 'cost',
  ended_at: 'time of its end',
  published_at: 'time of publication',
  valid_till: 'validity',
  conflicts: 'number of conflicts',
};
