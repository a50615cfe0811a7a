import { canonicalJson, type RecordedEvent } from './ledger.ts';
import type { ProofStep } from './verify-proof.ts';

export const SHOWN_LABEL = 'This page shows what the record gives';

/** A call as a screen shows it, as far as kinds of call agree. Only a detail has its events. */
interface Shown {
  readonly hash: string;
  readonly expert: { readonly user_id: string };
  readonly events?: unknown;
}

/** How the calls of one kind are derived from their events. */
export interface ShownKind<Recorded> {
  recorded(events: readonly RecordedEvent[]): Recorded;
  /** Fields as a reader names them; the others by their own name. */
  readonly names: Partial<Record<keyof Recorded, string>>;
  /** Fields of a detail that stand in the publication. */
  readonly texts: readonly string[];
}

/**
 * Whether a call as a screen shows it is the call its events give, and says what differs. A screen may be older than the record by
 * notes, which change nothing that it shows of the outcome.
 */
export function shownStepOf<Recorded extends object>(kind: ShownKind<Recorded>, shown: Recorded & Shown, events: readonly RecordedEvent[]): ProofStep {
  const label = SHOWN_LABEL;
  const at = events.findIndex(({ hash }) => hash === shown.hash);
  if (at < 0) return { label, ok: false, detail: 'It shows a call whose latest event is not in the record' };
  const known = events.slice(0, at + 1);
  const recorded = kind.recorded(known);
  const wrong = differing(recorded, shown).map((field) => kind.names[field as keyof Recorded] ?? field.replaceAll('_', ' '));
  if (shown.expert.user_id !== events[0]!.expert_id) wrong.push('author');
  if ('events' in shown) wrong.push(...differing(textsOf(kind, known), shown).map((field) => (field === 'events' ? 'timeline' : field)));
  if (wrong.length > 0) return { label, ok: false, detail: `The page shows another ${wrong.join(', ')} than the record gives` };
  if (differing({ ...kind.recorded(events), hash: '' }, { ...recorded, hash: '' }).length > 0)
    return { label, ok: false, detail: 'The record has gone on since this page was drawn. Load the page again, then check again.' };
  return { label, ok: true, detail: 'Outcome, levels and figures derived again from the events' };
}

function textsOf({ texts }: { readonly texts: readonly string[] }, events: readonly RecordedEvent[]): object {
  const { payload } = events[0]!;
  const timeline = events.map(({ type, payload: { seq_no: _, ...told }, actor, ts, hash }, index) => ({ n: index + 1, type, payload: told, actor, ts, hash }));
  return { ...Object.fromEntries(texts.map((field) => [field, payload[field]])), events: timeline };
}

function differing(recorded: object, shown: object): string[] {
  const told = new Map(Object.entries(shown));
  return Object.entries(recorded).flatMap(([field, value]) => (canonicalJson(value ?? null) === canonicalJson(told.get(field) ?? null) ? [] : [field]));
}
