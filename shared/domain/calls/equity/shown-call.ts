import type { Call, CallDetail, CallDraft, EventType } from '../../../contract/calls/types.ts';
import { canonicalJson, type RecordedEvent } from '../ledger.ts';
import type { ProofStep } from '../verify-proof.ts';
import { applyEvent, type CallState, isOpen } from './call-state.ts';
import { levelsOf, resultOf } from './figures.ts';
import { entryMid, riskReward } from './levels.ts';
import { potentialReturn } from './potential-return.ts';

/** What a call's events say of it: everything a screen shows but the names of its author. */
export type RecordedCall = Omit<Call, 'expert'>;

type Publication = Pick<Call, 'stock' | 'stock_name' | 'sector' | 'cap' | 'exchange' | 'term' | 'target2' | 'target3' | 'valid_till'> &
  Pick<CallDraft, 'target' | 'entry_low' | 'entry_high' | 'stop_loss' | 'rationale' | 'disclosures'>;

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
    hash: events.at(-1)!.hash,
  };
}

const iso = (instant: number): string => new Date(instant).toISOString();

/**
 * Whether a call as a screen shows it is the call its events give, and says what differs. A screen may be older than the record by
 * notes, which change nothing that it shows of the outcome.
 */
export function shownStep(shown: Call | CallDetail, events: readonly RecordedEvent[]): ProofStep {
  const label = 'This page shows what the record gives';
  const at = events.findIndex(({ hash }) => hash === shown.hash);
  if (at < 0) return { label, ok: false, detail: 'It shows a call whose latest event is not in the record' };
  const before = recordedCall(events.slice(0, at + 1));
  const wrong = [...differing(before, shown), ...(shown.expert.user_id === events[0]!.expert_id ? [] : ['author'])];
  if ('events' in shown) wrong.push(...differingTexts(shown, events.slice(0, at + 1)));
  if (wrong.length > 0) return { label, ok: false, detail: `The page shows another ${wrong.join(', ')} than the record gives` };
  const now = recordedCall(events);
  if (differing({ ...now, hash: '' }, { ...before, hash: '' }).length > 0)
    return { label, ok: false, detail: 'The record has gone on since this page was drawn. Load the page again, then check again.' };
  return { label, ok: true, detail: 'Outcome, levels and figures derived again from the events' };
}

/** Fields as a reader names them; the others by their own name. */
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
};

function differing(recorded: RecordedCall, shown: RecordedCall): string[] {
  const fields = Object.keys(recorded) as (keyof RecordedCall)[];
  return fields
    .filter((field) => canonicalJson(recorded[field]) !== canonicalJson(shown[field] ?? null))
    .map((field) => NAMES[field] ?? field.replaceAll('_', ' '));
}

/** Reasons, disclosures and timeline of a call's detail. */
function differingTexts(shown: CallDetail, events: readonly RecordedEvent[]): string[] {
  const { rationale, disclosures } = events[0]!.payload as unknown as Publication;
  const timeline = events.map(({ type, payload: { seq_no: _, ...payload }, actor, ts, hash }, index) => ({ n: index + 1, type, payload, actor, ts, hash }));
  const pairs = [
    ['rationale', rationale, shown.rationale],
    ['disclosures', disclosures, shown.disclosures],
    ['timeline', timeline, shown.events],
  ] as const;
  return pairs.filter(([, recorded, drawn]) => canonicalJson(recorded) !== canonicalJson(drawn)).map(([name]) => name);
}
