import type { EventType } from '../../../contract/calls/types.ts';
import { followsFromTerms } from '../corp-adjust.ts';
import { isCorrection } from '../correction.ts';
import type { RecordedEvent } from '../ledger.ts';
import { canonicalJson } from '../ledger.ts';
import type { ProofStep } from '../verify-proof.ts';
import { applyEvent, type CallState, levelsIn } from './call-state.ts';
import { type BarOutcome, type PriceBar, resolveBar } from './lifecycle.ts';
import { PRICED, RULES, readBar } from './price-evidence.ts';

/**
 * Whether fills and ends follow from the price bars that they carry, by the rules that close calls: each bar is judged again on the
 * call as it stood before. Events from before bars were kept are counted, not judged.
 */
export function pricesStep(events: readonly RecordedEvent[]): ProofStep {
  const wrong: number[] = [];
  let state: CallState | null = null;
  let read = '';
  /** Outcomes of the bar at hand that no event has told yet: an entry and an end may share one. */
  let outcomes: BarOutcome[] = [];
  let judged = 0;
  let older = 0;
  let corrections = 0;
  for (const [index, event] of events.entries()) {
    const { type, payload } = event;
    const bar = state && PRICED.includes(type as EventType) ? barOf(payload) : null;
    if (state && bar) {
      judged += 1;
      const text = bar === UNREADABLE ? '' : canonicalJson(payload.bar);
      if (text !== read) outcomes = bar === UNREADABLE ? [] : resolveBar(state, bar);
      read = text;
      const outcome = outcomes.shift();
      const known = bar !== UNREADABLE && bar.symbol === events[0]?.payload.stock && payload.rules === RULES;
      if (!known || !outcome || !tells(event, outcome)) wrong.push(index + 1);
    } else {
      if (PRICED.includes(type as EventType)) older += 1;
      read = '';
      outcomes = [];
    }
    const before: CallState | null = state;
    const types = events.slice(0, index).map((earlier) => earlier.type);
    if (type === 'correction') {
      if (before && isCorrection(types, before, event)) corrections += 1;
      else wrong.push(index + 1);
    }
    state = applyEvent(state, { ...event, type: type as EventType });
    if (type === 'corp_adjust' && before && !(tellsBoth(payload, before, state) && followsFromTerms(payload))) wrong.push(index + 1);
  }
  const changed = corrections > 0 ? `; ${corrections} corrected by two people` : '';
  const before = older > 0 ? `; ${older} from before bars were kept` : '';
  return {
    label: 'Prices give each fill and end',
    ok: wrong.length === 0,
    detail: wrong.length > 0 ? `Does not hold for ${wrong.join(', ')}` : `${judged} judged again from the price bars on record${before}${changed}`,
  };
}

const UNREADABLE = 'unreadable';

function barOf(payload: RecordedEvent['payload']): ReturnType<typeof readBar> | typeof UNREADABLE {
  try {
    const bar = readBar(payload);
    return bar && !isBar(bar) ? UNREADABLE : bar;
  } catch {
    return UNREADABLE;
  }
}

const isBar = ({ start, end, o, h, l, c }: PriceBar): boolean => start < end && l <= Math.min(o, c) && h >= Math.max(o, c);

/** Older adjustments tell their factor only. */
const tellsBoth = ({ before, after }: RecordedEvent['payload'], from: CallState, to: CallState): boolean =>
  (before === undefined && after === undefined) ||
  (canonicalJson(before ?? null) === canonicalJson(levelsIn(from)) && canonicalJson(after ?? null) === canonicalJson(levelsIn(to)));

const tells = ({ type, ts, payload }: RecordedEvent, outcome: BarOutcome): boolean =>
  type === outcome.type && payload.price === outcome.price && payload.basis === outcome.basis && Date.parse(String(payload.at ?? ts)) === outcome.ts;
