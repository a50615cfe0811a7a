import type { OptionEventType } from '../../../contract/calls/options/types.ts';
import { canonicalJson, type RecordedEvent } from '../ledger.ts';
import type { ProofStep } from '../verify-proof.ts';
import { type ChainBeat, type ClosingEvidence, type Quoted, resolveBeat } from './lifecycle.ts';
import { applyOptionEvent, type Fill, type OptionState } from './option-state.ts';
import { damageIn } from './record-form.ts';
import { isDoubtEvent } from './settling.ts';

/** What prices and time do to a call. */
const JUDGED: readonly string[] = ['entry_fill', 'closing', 'target_hit', 'sl_hit', 'exited', 'expired', 'lapsed', 'unjudged'] satisfies OptionEventType[];

/** What is said of a doubt that keeps quotes from judging. */
const DOUBTS: readonly string[] = ['not_judgeable', 'judgeable', 'correction'] satisfies OptionEventType[];

/**
 * Whether fills, decisions and ends follow from the quotes that their events hold, by the rules that close calls: each is judged again on
 * the call as it stood before. Decisions from before quotes were kept are counted, not judged. That no look before decided it is not seen
 * from the events: nobody publishes the looks that changed nothing.
 */
export function quotesStep(events: readonly RecordedEvent[]): ProofStep {
  const label = 'Quotes give each fill and end';
  if (damageIn(events)) return { label, ok: false, detail: 'The events can’t be read' };
  const wrong: number[] = [];
  let state: OptionState | null = null;
  let judged = 0;
  let older = 0;
  let settled = 0;
  for (const [index, { call_id, type, ts, payload, actor }] of events.entries()) {
    if (state && DOUBTS.includes(type)) {
      const types = events.slice(0, index).map((earlier) => earlier.type);
      if (!isDoubtEvent(types, state, { type: type as OptionEventType, payload, actor })) wrong.push(index + 1);
      else if (type === 'correction') settled += 1;
    }
    if (state && JUDGED.includes(type)) {
      const look = lookOf(state, type, { ts, payload });
      if (!look) older += 1;
      else {
        judged += 1;
        const [again] = resolveBeat(state, look);
        if (!again || again.type !== type || Date.parse(again.ts) !== look.at || !sameSaid(again.payload, payload)) wrong.push(index + 1);
      }
    }
    state = applyOptionEvent(state, { call_id, type: type as OptionEventType, ts, payload });
  }
  const before = older > 0 ? `; ${older} from before quotes were kept` : '';
  const corrected = settled > 0 ? `; ${settled} settled by two people` : '';
  const detail = wrong.length > 0 ? `Does not hold for ${wrong.join(', ')}` : `${judged} judged again from the quotes on record${before}${corrected}`;
  return { label, ok: wrong.length === 0, detail };
}

/** When prices became known late, their own time stands beside that of the record; older rules wrote no version. */
function sameSaid(again: RecordedEvent['payload'], { at: _, ...said }: RecordedEvent['payload']): boolean {
  const { rules, ...rest } = again;
  return canonicalJson('rules' in said ? { ...rest, rules } : rest) === canonicalJson(said);
}

/** The look that an event tells of; null for a decision that tells none. */
function lookOf({ legs }: OptionState, type: string, { ts, payload }: Pick<RecordedEvent, 'ts' | 'payload'>): ChainBeat | null {
  const { first, quotes, underlying } = payload as Partial<ClosingEvidence>;
  const spot = typeof payload.spot === 'number' ? payload.spot : Number.NaN;
  const look = {
    at: Date.parse(typeof payload.at === 'string' ? payload.at : ts),
    look: false,
    banned: false,
    settlement: () => (payload.value as number) ?? null,
    unvalued: () => type === 'unjudged',
  };
  if (type !== 'closing') {
    const fills = (payload.legs ?? []) as readonly Fill[];
    const way = type === 'entry_fill' ? 'in' : 'out';
    return { ...look, first: false, o: spot, h: spot, l: spot, c: spot, quote: (leg) => bookOf(leg.side, fills[legs.indexOf(leg)], way) };
  }
  if (first === undefined || !quotes || !underlying) return null;
  return { ...look, first, o: underlying.open, h: underlying.high, l: underlying.low, c: spot, quote: (leg) => quotes[legs.indexOf(leg)] ?? null };
}

/** The book in which a follower got a fill: its price on one side, and the middle says the other. */
function bookOf(side: 'buy' | 'sell', fill: Fill | undefined, way: 'in' | 'out'): Quoted | null {
  if (!fill) return null;
  const other = fill.mid === null ? null : Math.round((2 * fill.mid - fill.price) * 10_000) / 10_000;
  return (side === 'buy') === (way === 'in') ? { bid: other, ask: fill.price } : { bid: fill.price, ask: other };
}
