import type { CallProof, LedgerFile } from '@vimarsh/shared/contract/calls/types.ts';
import { type AuthorEvents, authorProofStep, eventsIn } from '@vimarsh/shared/domain/calls/author-step.ts';
import type { RecordedEvent } from '@vimarsh/shared/domain/calls/ledger.ts';
import { hashRoot } from '@vimarsh/shared/domain/calls/ledger.ts';
import { LEDGER_KEYS } from '@vimarsh/shared/domain/calls/ledger-keys.ts';
import { type ProofStep, verifyProof } from '@vimarsh/shared/domain/calls/verify-proof.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { checkLog, type LogEvidence } from './check-log.ts';
import type { Memory, MemoryStore } from './memory.store.ts';

export interface Checked {
  readonly steps: readonly ProofStep[];
  /** The ledger is another than this browser remembers, and no key is built into the release: the reader may forget the old one. */
  readonly forgettable: boolean;
}

export interface Evidence {
  /** What the kind of the call says: whether its events give what the page shows. */
  readonly shown: (events: readonly RecordedEvent[], author: AuthorEvents) => ProofStep[];
  readonly proof: CallProof;
  /** The record of its author; null where the site has none. */
  readonly author: CallProof | null;
  /** The roots as published now. */
  readonly ledger: LedgerFile;
  /** The log as served now; without it nothing is said of the log. */
  readonly log?: LogEvidence;
}

/**
 * Checks a record against what the reader has from elsewhere: the key built into this release, or else the one this browser saw first,
 * the published roots, the root and the head of the log this browser saw last, and the call on the page. A record that holds is remembered.
 */
export async function checkRecord({ shown, proof, author, ledger, log }: Evidence, memory: MemoryStore, now: Date, pinned = LEDGER_KEYS): Promise<Checked> {
  const seen = await memory.read();
  const known = { ...trusted(pinned, seen, ledger), roots: ledger.roots };
  const steps = await verifyProof(proof, known);
  if (author) steps.push(await authorProofStep(author, proof.expert_id, known));
  const kept = await keptStep(ledger.roots, seen);
  const logged = log ? await checkLog(log, proof, seen?.log ?? null, now) : { steps: [], next: seen?.log ?? null };
  steps.push(kept, ...logged.steps, ...fromEvents(shown, proof, author));
  const holds = steps.every(({ ok }) => ok);
  if (holds) await memory.write({ ...(await next(proof.public_key, ledger, seen, now)), log: logged.next });
  const keys = proof.keys?.map((key) => key.public_key) ?? [proof.public_key];
  const otherKey = pinned.length === 0 && seen !== null && !keys.includes(seen.key);
  return { steps, forgettable: otherKey || !kept.ok || logged.steps[0]?.ok === false };
}

/** The keys a reader trusts, and where they are from. */
export function trusted(pinned: readonly string[], seen: Memory | null, ledger: LedgerFile) {
  if (pinned.length > 0) return { keys: pinned, from: 'built into this release' };
  if (seen) return { keys: [seen.key], from: `this browser has seen since ${formatDay(seen.since)}` };
  return { keys: [ledger.public_key], from: 'this site publishes; this browser remembers it from now on' };
}

/** The published roots still hold the one that stood last at the last check in this browser; its hash stands for all before. */
export async function keptStep(roots: LedgerFile['roots'], seen: Memory | null): Promise<ProofStep> {
  const label = 'Nothing this browser saw before has changed';
  if (!seen?.root) return { label, ok: true, detail: 'The first check here; the latest root is remembered for the next one' };
  const { trading_date, hash } = seen.root;
  const root = roots.find((one) => one.trading_date === trading_date);
  const ok = root !== undefined && (await hashRoot(root)) === hash;
  const day = formatDay(trading_date);
  return { label, ok, detail: ok ? `The root of ${day} is still there` : `The root of ${day} is ${root ? 'another' : 'gone'}: the past was rewritten` };
}

/** What the events give: their prices judged again, and the call as the page must show it. */
function fromEvents(shown: Evidence['shown'], proof: CallProof, author: CallProof | null): ProofStep[] {
  try {
    return shown(eventsIn(proof), author && eventsIn(author));
  } catch {
    return [{ label: 'This page shows what the record gives', ok: false, detail: 'The events can’t be read' }];
  }
}

/** What a browser remembers after a check that held. */
export async function next(key: string, ledger: LedgerFile, seen: Memory | null, now: Date): Promise<Memory> {
  const last = ledger.roots.at(-1);
  return {
    key,
    since: seen?.since ?? now.toISOString(),
    root: last ? { trading_date: last.trading_date, hash: await hashRoot(last) } : null,
    log: seen?.log ?? null,
  };
}
