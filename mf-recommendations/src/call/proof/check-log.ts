import type { CallProof } from '@vimarsh/shared/contract/calls/types.ts';
import type { Witnessed } from '@vimarsh/shared/contract/calls/witnesses.ts';
import type { ProofStep } from '@vimarsh/shared/domain/calls/verify-proof.ts';
import { type Checkpoint, cosignedAt, fromBase64, isCheckpointSigned, readCheckpoint, readWitnessKey } from '@vimarsh/shared/domain/log/checkpoint.ts';
import { brokenSince, type SeenHead } from '@vimarsh/shared/domain/log/seen-head.ts';
import { inclusionProof, isIncluded, logLeaf, type ReadTile } from '@vimarsh/shared/domain/log/tree.ts';
import { formatDay, formatIst, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';

/** The log as the site serves it now. */
export interface LogEvidence {
  /** The signed head with its co-signatures; null where the site has none. */
  readonly note: string | null;
  readonly tile: ReadTile;
  readonly witnesses: Witnessed['witnesses'];
}

/** What this browser keeps of the log. */
export interface LogMemory {
  readonly head: SeenHead;
  /** When it was kept. */
  readonly at: string;
  /** Verifier keys of the witnesses it saw sign. */
  readonly witnesses: readonly string[];
}

/**
 * Checks that the log is signed, still holds all it held when this browser last looked, and has the call's events; and what witnesses
 * outside say of it. Tiles come from whoever: what is computed from them must give the signed roots.
 */
export async function checkLog(log: LogEvidence, proof: CallProof, seen: LogMemory | null, now: Date): Promise<{ steps: ProofStep[]; next: LogMemory | null }> {
  const head = log.note === null ? null : readCheckpoint(log.note);
  if (!head || !(await isSignedByOne(head, proof))) {
    if (log.note === null && !seen) return { steps: [], next: null };
    const detail =
      log.note === null
        ? `The log this browser saw on ${formatDay(seen!.at)} is gone: the past was rewritten`
        : 'Its head is not signed with the key of this record';
    return { steps: [{ label: GREW, ok: false, detail }], next: null };
  }
  const { step, signers } = await witnessStep(head, log.witnesses, seen?.witnesses ?? []);
  const next = { head: { origin: head.origin, size: head.size, root: head.root }, at: now.toISOString(), witnesses: signers };
  return { steps: [await grewStep(head, seen, log.tile), await inLogStep(head, proof, log.tile), step], next };
}

/** The latest head may be older than the latest change of the key. That the keys belong together is a step of its own. */
async function isSignedByOne(head: Checkpoint, { public_key, keys }: CallProof): Promise<boolean> {
  for (const key of keys?.map((one) => one.public_key) ?? [public_key]) if (await isCheckpointSigned(head, key)) return true;
  return false;
}

const GREW = 'The log has only grown';
const entries = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'entry' : 'entries'}`;

async function grewStep(head: Checkpoint, seen: LogMemory | null, tile: ReadTile): Promise<ProofStep> {
  if (!seen) return { label: GREW, ok: true, detail: `Its head covers ${entries(head.size)}; this browser keeps it and holds later ones against it` };
  const broken = await brokenSince(seen.head, head, tile);
  const when = formatDay(seen.at);
  if (broken) return { label: GREW, ok: false, detail: `Since this browser looked on ${when}: ${broken}` };
  return { label: GREW, ok: true, detail: `The ${entries(seen.head.size)} this browser saw on ${when} are the first of its ${entries(head.size)}` };
}

async function inLogStep(head: Checkpoint, { events }: CallProof, tile: ReadTile): Promise<ProofStep> {
  const label = 'Each event is in the log';
  const root = fromBase64(head.root);
  const missing: number[] = [];
  let waiting = 0;
  for (const { n, hash, log, root_date } of events) {
    if (!log && root_date === null) waiting += 1;
    else if (!log || log.index >= head.size) missing.push(n);
    else if (!(await isIncluded(await logLeaf(hash, log.salt), log.index, head.size, await inclusionProof(log.index, head.size, tile), root))) missing.push(n);
  }
  if (missing.length > 0) return { label, ok: false, detail: `Does not hold for ${missing.join(', ')}` };
  const held = events.length - waiting;
  return {
    label,
    ok: true,
    detail: `${held} of ${events.length} at their places in the log${waiting > 0 ? '; the rest waits for today’s head at 18:45 IST' : ''}`,
  };
}

async function witnessStep(
  head: Checkpoint,
  told: LogEvidence['witnesses'],
  known: readonly string[],
): Promise<{ step: ProofStep; signers: readonly string[] }> {
  const label = 'Witnesses outside saw the same log';
  const signers: string[] = [];
  const signed: string[] = [];
  const wrong: string[] = [];
  const silent: string[] = [];
  for (const key of new Set([...known, ...told.map((one) => one.key)])) {
    const witness = await readWitnessKey(key);
    const at = witness && (await cosignedAt(head, witness));
    if (!witness) continue;
    if (at) signed.push(`${witness.name} on ${formatIst(at.toISOString())}`);
    if (at === false) wrong.push(`The co-signature of ${witness.name} is not for this head`);
    if (at === null) silent.push(witness.name);
    if (at || known.includes(key)) signers.push(key);
  }
  for (const { name, state, refusal } of told) if (state === 'refuses') wrong.push(`${name} refuses this head: ${refusal?.why ?? ''}`);
  const list = (names: readonly string[]): string => new Intl.ListFormat('en-IN').format(names);
  if (wrong.length > 0) return { step: { label, ok: false, detail: wrong.join('; ') }, signers };
  const missing = silent.length > 0 ? `${list(silent)} ${silent.length === 1 ? 'has' : 'have'} not co-signed this head yet` : '';
  const detail = signed.length > 0 ? [`Co-signed by ${list(signed)}`, missing].filter(Boolean).join('; ') : missing || 'No witness is set up for this site yet';
  return { step: { label, ok: true, detail }, signers };
}
