import type { CallProof } from '@vimarsh/shared/contract/calls/types.ts';
import { type AuthorEvents, authorProofStep, type ShownAuthor, shownAuthorStep } from '@vimarsh/shared/domain/calls/author-step.ts';
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
  let held = 0;
  for (const path of names.filter((name) => CALL.test(name))) {
    const file = read(files, path) as CallFile;
    if (!file.shown || !file.proof) continue;
    const events = recorded(file.proof);
    const author = authors.get(file.proof.expert_id) ?? null;
    const steps = shownAs(file.shown, events, author);
    // Whoever publishes by format 2 has a record, so it is in the file.
    const hasRecord = author !== null || events[0]?.payload.format === undefined;
    if (hasRecord && steps.every(({ ok }) => ok)) held += 1;
    else callsWrong.push(path);
  }
  return [
    ...(authors.size > 0 ? [step('Authors are shown as they were signed', authorsWrong, `${authors.size} looked at`)] : []),
    ...(held + callsWrong.length > 0 ? [step('Calls are shown as their events give them', callsWrong, `${held} computed again`)] : []),
  ];
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
