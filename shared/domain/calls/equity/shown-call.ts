import type { Call, CallDetail, CallDraft, EventType } from '../../../contract/calls/types.ts';
import { declaredCount } from '../conflicts.ts';
import type { RecordedEvent } from '../ledger.ts';
import { isOpen } from '../record-rules.ts';
import { shownStepOf } from '../shown-step.ts';
import type { ProofStep } from '../verify-proof.ts';
import { applyEvent, type CallState } from './call-state.ts';
import { levelsOf, resultOf } from './figures.ts';
import { entryMid, riskReward } from './levels.ts';
import { potentialReturn } from './potential-return.ts';

/** What a call's events say of it: everything a screen shows but the names of its author. */
export type RecordedCall = Omit<Call, 'expert'>;

type Publication = Pick<Call, 'stock' | 'stock_name' | 'sector' | 'cap' | 'exchange' | 'term' | 'target2' | 'target3' | 'valid_till'> &
  Pick<CallDraft, 'target' | 'entry_low' | 'entry_high' | 'stop_loss'>;

/** The call that follows from its events by the rules that close calls. The first must be `publish`. */
export function recordedCall(events: readonly RecordedEvent[]): RecordedCall {
  const [first] = events;
  if (!first) throw new Error('A call has at least its publication');
  const call = first.payload as unknown as Publication;
  let state: CallState | null = null;
  let levels: ReturnType<typeof levelsOf> | null = null;
  let ended_at: string | null = null;
  for (const { call_id, type, ts, payload } of events) {
    state = applyEvent(state, { call_id, type: type as EventType, ts, payload });
    levels = levelsOf(state, levels ?? { target_price: call.target, target2: call.target2, target3: call.target3 });
    if (!isOpen(state.status)) ended_at ??= ts;
  }
  const { call_type, entry_mode, status, entry, exit } = state!;
  const published = entryMid(call.entry_low, call.entry_high);
  return {
    id: first.call_id,
    stock: call.stock,
    stock_name: call.stock_name,
    sector: call.sector,
    cap: call.cap,
    exchange: call.exchange,
    segment: 'equity',
    call_type,
    term: call.term,
    entry_mode,
    ...levels!,
    status,
    not_judgeable: state!.not_judgeable ?? null,
    published_at: first.ts,
    valid_till: call.valid_till,
    potential_return: potentialReturn(call_type, call.target, published),
    risk_reward: riskReward(published, call.target, call.stop_loss),
    entry_fill: entry && { price: entry.price, ts: iso(entry.ts) },
    exit: exit && { ...exit, ts: iso(exit.ts) },
    ended_at,
    ...resultOf(state!),
    conflicts: declaredCount(first.payload),
    hash: events.at(-1)!.hash,
  };
}

const iso = (instant: number): string => new Date(instant).toISOString();

/** Whether a call as a screen shows it is the call its events give. */
export function shownStep(shown: Call | CallDetail, events: readonly RecordedEvent[]): ProofStep {
  // Files of evidence from before hold calls that say nothing of conflicts.
  const recorded = (known: readonly RecordedEvent[]): RecordedCall =>
    shown.conflicts === undefined ? { ...recordedCall(known), conflicts: undefined } : recordedCall(known);
  return shownStepOf<RecordedCall>({ recorded, names: NAMES, texts: ['rationale', 'disclosures'] }, shown, events);
}

const NAMES: Partial<Record<keyof RecordedCall, string>> = {
  status: 'outcome',
  not_judgeable: 'reason why it can’t be judged',
  realised_return: 'result',
  r_multiple: 'multiple of the risk',
  entry_fill: 'entry',
  target_price: 'target',
  price: 'entry price',
  ended_at: 'time of its end',
  published_at: 'time of publication',
  valid_till: 'validity',
  conflicts: 'number of conflicts',
};
