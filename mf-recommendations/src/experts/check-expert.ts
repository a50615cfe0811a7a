import { listCalls, readCall, readLedger, readProof, readWitnesses } from '@vimarsh/shared/contract/calls/routes.ts';
import type { Call, CallPage, CallProof } from '@vimarsh/shared/contract/calls/types.ts';
import type { Envelope, Session } from '@vimarsh/shared/session';
import { checkRecord } from '../call/check-record.ts';
import { browserMemory } from '../call/memory.store.ts';
import { readSiteLog } from '../call/site-log.ts';

/** How far a check of all calls has come. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** What did not hold of a call, in the words of the check's steps. */
export interface Failure {
  readonly call: Call;
  readonly steps: readonly string[];
}

export interface WholeCheck {
  readonly total: number;
  readonly events: number;
  readonly failures: readonly Failure[];
}

/** Thrown where something could not be loaded; then nothing is said of the record. */
export class NotLoaded extends Error {}

type Request = Session['request'];
/** Proofs asked for at once. */
const AT_ONCE = 4;

/** Every equity call of an expert that the reader may read, ended and open. */
async function allCalls(request: Request, user_id: string, signal: AbortSignal): Promise<Call[]> {
  const calls: Call[] = [];
  for (const view of ['past', 'live'] as const) {
    let cursor: string | null = null;
    do {
      const { data, validation }: Envelope<CallPage> = await request(
        listCalls,
        { query: { view, user_id, limit: '50', ...(cursor === null ? {} : { cursor }) } },
        { signal, quiet: true },
      );
      if (!data) throw new NotLoaded(validation);
      calls.push(...data.items);
      cursor = data.next;
    } while (cursor);
  }
  return calls;
}

/**
 * Checks every equity call of an expert in this browser: its events against the ledger's key, the published roots and the log, and what the
 * lists show of it against its events. Throws NotLoaded.
 */
export async function checkExpert(request: Request, user_id: string, onProgress: (progress: Progress) => void, signal: AbortSignal): Promise<WholeCheck> {
  const calls = await allCalls(request, user_id, signal);
  const proofs = new Map<string, CallProof>();
  const load = async ({ id }: Call): Promise<void> => {
    const { data, validation } = await request(readProof, { params: { id } }, { signal, quiet: true });
    if (!data) throw new NotLoaded(validation);
    proofs.set(id, data);
  };
  const total = calls.length;
  for (let at = 0; at < total; at += AT_ONCE) {
    await Promise.all(calls.slice(at, at + AT_ONCE).map(load));
    onProgress({ done: Math.min(total, at + AT_ONCE) / 2, total });
  }
  // After the proofs, so that roots and log cover what they say.
  const needed = Math.max(0, ...[...proofs.values()].flatMap(({ events }) => events.map(({ log }) => (log ? log.index + 1 : 0))));
  const [roots, witnesses, log] = await Promise.all([
    request(readLedger, {}, { signal, quiet: true }),
    request(readWitnesses, {}, { signal, quiet: true }),
    readSiteLog(needed).catch(() => null),
  ]);
  const ledger = roots.data;
  if (!ledger || !log) throw new NotLoaded(roots.validation);
  const told = { ...log, witnesses: witnesses.data?.witnesses ?? [] };

  const failures: Failure[] = [];
  const stepsOf = async (shown: Call): Promise<string[]> => {
    const { steps } = await checkRecord({ shown, proof: proofs.get(shown.id)!, ledger, log: told }, browserMemory, new Date());
    return steps.filter(({ ok }) => !ok).map(({ label, detail }) => `${label}: ${detail}`);
  };
  for (const [at, call] of calls.entries()) {
    let steps = await stepsOf(call);
    if (steps.length > 0) {
      // An open call may have moved between the list and its proof: it is read once more before anything is said of it.
      const again = await request(readCall, { params: { id: call.id } }, { signal, quiet: true });
      if (!again.data) throw new NotLoaded(again.validation);
      await load(call);
      steps = await stepsOf(again.data);
    }
    if (steps.length > 0) failures.push({ call, steps });
    onProgress({ done: (total + at + 1) / 2, total });
    if (signal.aborted) throw new NotLoaded('');
  }
  return { total, events: [...proofs.values()].reduce((sum, { events }) => sum + events.length, 0), failures };
}
