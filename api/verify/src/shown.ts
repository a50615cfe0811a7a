import type { CallProof, Metrics } from '@vimarsh/shared/contract/calls/types.ts';
import { type AuthorEvents, authorProofStep, type ShownAuthor, shownAuthorStep } from '@vimarsh/shared/domain/calls/author-step.ts';
import { MetricsSum } from '@vimarsh/shared/domain/calls/equity/performance.ts';
import { type RecordedCall, recordedCall } from '@vimarsh/shared/domain/calls/equity/shown-call.ts';
import type { RecordedEvent } from '@vimarsh/shared/domain/calls/ledger.ts';
import type { Known, ProofStep } from '@vimarsh/shared/domain/calls/verify-proof.ts';
import type { UnpackedFiles } from '@vimarsh/shared/domain/evidence/check-evidence.ts';
import { recorded, type Shown, shownAs } from './export.ts';

interface AuthorFile {
  readonly shown: ShownAuthor;
  readonly proof: CallProof;
}

interface CallFile {
  readonly proof: CallProof | null;
  /** Absent in an evidence file; null of a kind without one. */
  readonly shown?: Shown | null;
}

type Trusted = Pick<Known, 'keys' | 'from'>;

/** Whether a file of proof shows calls and authors as their events give them; empty where it shows none. */
export async function shownSteps(files: UnpackedFiles, trusted: Trusted): Promise<ProofStep[]> {
  const names = [...files.keys()];
  const authors = new Map<string, AuthorEvents>();
  const authorsWrong: string[] = [];
  for (const path of names.filter((name) => AUTHOR.test(name))) {
    const { shown, proof } = read(files, path) as AuthorFile;
    const events = recorded(proof);
    const steps = [await authorProofStep(proof, shown.user_id, { ...trusted, roots: null }), shownAuthorStep(shown, events)];
    if (steps.some(({ ok }) => !ok) || path !== `authors/${shown.user_id}/record.json`) authorsWrong.push(path);
    authors.set(shown.user_id, events);
  }
  if (files.has(EXPERT)) {
    const expert = read(files, EXPERT) as ShownAuthor;
    const events = authors.get(expert.user_id);
    if (events && !shownAuthorStep(expert, events).ok) authorsWrong.push(EXPERT);
  }
  const callsWrong: string[] = [];
  const ofShares: RecordedCall[] = [];
  let held = 0;
  for (const path of names.filter((name) => CALL.test(name))) {
    const file = read(files, path) as CallFile;
    if (!file.shown || !file.proof) continue;
    const events = recorded(file.proof);
    const author = authors.get(file.proof.expert_id) ?? null;
    // Authors of format 2 have a record, so it is in the file.
    const hasRecord = author !== null || events[0]?.payload.format === undefined;
    if (hasRecord && isAsRecorded(file.shown, events, author)) held += 1;
    else callsWrong.push(path);
    const call = 'legs' in file.shown ? null : callOf(events);
    if (call) ofShares.push(call);
  }
  const { shown_figures: figures = null } = files.has(EXPERT) ? (read(files, EXPERT) as ExpertFigures) : {};
  const wrongFigures = figures === null ? [] : figuresWrong(figures, ofShares);
  return [
    ...(authors.size > 0 ? [step('Authors are shown as they were signed', authorsWrong, `${authors.size} looked at`)] : []),
    ...(held + callsWrong.length > 0 ? [step('Calls are shown as their events give them', callsWrong, `${held} computed again`)] : []),
    ...(figures === null ? [] : [step('Figures are shown as the calls give them', wrongFigures, `${Object.keys(figures).length} computed again`)]),
  ];
}

function isAsRecorded(shown: Shown, events: readonly RecordedEvent[], author: AuthorEvents): boolean {
  try {
    return shownAs(shown, events, author).every(({ ok }) => ok);
  } catch {
    // Events that give no call at all don't give this one.
    return false;
  }
}

function callOf(events: readonly RecordedEvent[]): RecordedCall | null {
  try {
    return recordedCall(events);
  } catch {
    return null;
  }
}

/** Figures of the page over all calls on shares, in `expert.json`; null where it can't be compared, absent in older files. */
interface ExpertFigures {
  readonly shown_figures?: Partial<Metrics> | null;
}

/** The mean of rounded results is not quite that of unrounded ones. */
const NEAR = 0.00011;

/** Names of the figures that the calls don't give. */
function figuresWrong(figures: Partial<Metrics>, calls: readonly RecordedCall[]): string[] {
  const sum = new MetricsSum();
  for (const { call_type, term, status, entry_fill, exit, target_price, initial_stop_loss, realised_return, r_multiple } of calls)
    sum.add({
      ...{ call_type, term, status, realised_return, r_multiple, target: target_price, initial_stop: initial_stop_loss, alpha: null },
      entry: entry_fill && { price: entry_fill.price, ts: Date.parse(entry_fill.ts) },
      exit: exit && { price: exit.price, ts: Date.parse(exit.ts) },
    });
  const due = sum.result(null);
  return (Object.keys(figures) as (keyof Metrics)[]).filter((name) => {
    const [told, given] = [figures[name] ?? null, due[name] ?? null];
    return told !== given && (told === null || given === null || Math.abs(told - given) > NEAR);
  });
}

const AUTHOR = /^authors\/[^/]+\/record\.json$/;
const CALL = /^calls\/[^/]+\/record\.json$/;
const EXPERT = 'expert.json';

const read = (files: UnpackedFiles, path: string): unknown => JSON.parse(new TextDecoder().decode(files.get(path)!));

const step = (label: string, wrong: readonly string[], detail: string): ProofStep => ({
  label,
  ok: wrong.length === 0,
  detail: wrong.length === 0 ? detail : `Does not hold for ${wrong.join(', ')}`,
});
