import { listOptionCalls, readOptionCall } from '@vimarsh/shared/contract/calls/options/routes.ts';
import { listCalls, readCall, readLedger, readProof, readWitnesses } from '@vimarsh/shared/contract/calls/routes.ts';
import type { CallProof } from '@vimarsh/shared/contract/calls/types.ts';
import { readExpertRecord } from '@vimarsh/shared/contract/experts/routes.ts';
import type { JudgedExpert } from '@vimarsh/shared/contract/experts/types.ts';
import { authorProofStep, eventsIn, shownAuthorStep } from '@vimarsh/shared/domain/calls/author-step.ts';
import { equitySteps } from '@vimarsh/shared/domain/calls/equity/equity-steps.ts';
import { LEDGER_KEYS } from '@vimarsh/shared/domain/calls/ledger-keys.ts';
import { STRATEGY_LABEL } from '@vimarsh/shared/domain/calls/options/names.ts';
import { optionSteps } from '@vimarsh/shared/domain/calls/options/option-steps.ts';
import type { Session } from '@vimarsh/shared/session';
import { checkRecord, type Evidence, trusted } from '../call/proof/check-record.ts';
import { browserMemory } from '../call/proof/memory.store.ts';
import { readAuthor } from '../call/proof/read-author.ts';
import { readSiteLog } from '../call/proof/site-log.ts';

/** How far a check of all calls has come. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** What did not hold of a call, in the words of the check's steps. */
export interface Failure {
  readonly id: string;
  readonly name: string;
  readonly steps: readonly string[];
}

export interface WholeCheck {
  /** Faults of the expert as the page shows them. */
  readonly expert: readonly string[];
  readonly total: number;
  readonly events: number;
  readonly failures: readonly Failure[];
}

/** Thrown where something could not be loaded; then nothing is said of the record. */
export class NotLoaded extends Error {}

type Request = Session['request'];
type Shown = Evidence['shown'];

/** A call of any kind as a list shows it. */
interface Listed {
  readonly id: string;
  readonly name: string;
  readonly shown: Shown;
  /** As it is shown now. */
  readonly readAgain: () => Promise<Shown>;
}

interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}
/** Which page of a list: its query, but for what the list itself is asked. */
interface Asked {
  view: 'past' | 'live';
  user_id: string;
  limit: string;
  cursor?: string;
}

/** Proofs asked for at once. */
const AT_ONCE = 4;

const told = <T>({ data, validation }: { data: T | null; validation: string }): T => {
  if (data === null) throw new NotLoaded(validation);
  return data;
};

/** Open calls first: one that ends while the lists are read is then in both, and counts as it ended. */
async function everyPage<T extends { id: string }>(user_id: string, readPage: (query: Asked) => Promise<Page<T>>): Promise<T[]> {
  const items = new Map<string, T>();
  for (const view of ['live', 'past'] as const) {
    let cursor: string | null = null;
    do {
      const page: Page<T> = await readPage({ view, user_id, limit: '50', ...(cursor === null ? {} : { cursor }) });
      for (const item of page.items) items.set(item.id, item);
      cursor = page.next;
    } while (cursor);
  }
  return [...items.values()];
}

/** Every call of an expert that the reader may read, on shares and on options, ended and open. */
async function allCalls(request: Request, user_id: string, signal: AbortSignal): Promise<Listed[]> {
  const how = { signal, quiet: true };
  const equity = await everyPage(user_id, async (query) => told(await request(listCalls, { query }, how)));
  const options = await everyPage(user_id, async (query) => told(await request(listOptionCalls, { query }, how)));
  return [
    ...equity.map((call): Listed => {
      const readAgain = async (): Promise<Shown> => {
        const again = told(await request(readCall, { params: { id: call.id } }, how));
        return (events, author) => equitySteps(again, events, author);
      };
      return { id: call.id, name: call.stock, shown: (events, author) => equitySteps(call, events, author), readAgain };
    }),
    ...options.map((call): Listed => {
      const readAgain = async (): Promise<Shown> => {
        const again = told(await request(readOptionCall, { params: { id: call.id } }, how));
        return (events, author) => optionSteps(again, events, author);
      };
      return {
        id: call.id,
        name: `${call.underlying} · ${STRATEGY_LABEL[call.strategy]}`,
        shown: (events, author) => optionSteps(call, events, author),
        readAgain,
      };
    }),
  ];
}

/** Roots, witnesses and log as they are served now, at least as far as these proofs go. */
async function readPublished(request: Request, proofs: Iterable<CallProof>, signal: AbortSignal): Promise<Required<Pick<Evidence, 'ledger' | 'log'>>> {
  const needed = Math.max(0, ...[...proofs].flatMap(({ events }) => events.map(({ log }) => (log ? log.index + 1 : 0))));
  const [roots, witnesses, siteLog] = await Promise.all([
    request(readLedger, {}, { signal, quiet: true }),
    request(readWitnesses, {}, { signal, quiet: true }),
    readSiteLog(needed).catch(() => null),
  ]);
  if (!siteLog) throw new NotLoaded('The log did not answer.');
  return { ledger: told(roots), log: { ...siteLog, witnesses: witnesses.data?.witnesses ?? [] } };
}

/**
 * Checks every call of an expert in this browser: its events against the ledger's key, the published roots and the log, and what the lists
 * show of it against its events; and the expert as the page shows them. Throws NotLoaded.
 */
export async function checkExpert(request: Request, expert: JudgedExpert, onProgress: (progress: Progress) => void, signal: AbortSignal): Promise<WholeCheck> {
  const { user_id } = expert;
  const calls = await allCalls(request, user_id, signal);
  const author = await readAuthor(request, user_id);
  if (typeof author === 'string') throw new NotLoaded(author);
  const proofs = new Map<string, CallProof>();
  const load = async ({ id }: Listed): Promise<void> => {
    proofs.set(id, told(await request(readProof, { params: { id } }, { signal, quiet: true })));
  };
  const total = calls.length;
  for (let at = 0; at < total; at += AT_ONCE) {
    await Promise.all(calls.slice(at, at + AT_ONCE).map(load));
    onProgress({ done: Math.min(total, at + AT_ONCE) / 2, total });
  }
  // After the proofs, so that roots and log cover what they say.
  let published = await readPublished(request, proofs.values(), signal);

  const failures: Failure[] = [];
  const stepsOf = async (id: string, shown: Shown): Promise<string[]> => {
    const { steps } = await checkRecord({ shown, author, proof: proofs.get(id)!, ...published }, browserMemory, new Date());
    return steps.filter(({ ok }) => !ok).map(({ label, detail }) => `${label}: ${detail}`);
  };
  for (const [at, call] of calls.entries()) {
    let steps = await stepsOf(call.id, call.shown);
    if (steps.length > 0) {
      // An open call may have moved between the list and its proof: it is read once more before anything is said of it.
      const shown = await call.readAgain();
      await load(call);
      published = await readPublished(request, proofs.values(), signal);
      steps = await stepsOf(call.id, shown);
    }
    if (steps.length > 0) failures.push({ id: call.id, name: call.name, steps });
    onProgress({ done: (total + at + 1) / 2, total });
    if (signal.aborted) throw new NotLoaded('');
  }
  return {
    expert: await expertWrong(request, expert, author, published.ledger),
    total,
    events: [...proofs.values()].reduce((sum, { events }) => sum + events.length, 0),
    failures,
  };
}

/** Faults of an expert as the page shows them. A page that was drawn before the last change is no lie: the expert is read once more. */
async function expertWrong(request: Request, expert: JudgedExpert, author: CallProof | null, ledger: Evidence['ledger']): Promise<string[]> {
  if (!author) return [];
  const known = { ...trusted(LEDGER_KEYS, await browserMemory.read(), ledger), roots: ledger.roots };
  const signed = await authorProofStep(author, expert.user_id, known);
  const events = eventsIn(author);
  let shown = shownAuthorStep(expert, events);
  if (!shown.ok) {
    const { data, validation } = await request(readExpertRecord, { params: { user_id: expert.user_id }, query: { period: '1M' } }, { quiet: true });
    shown = shownAuthorStep(told({ data, validation }).expert, events);
  }
  return [signed, shown].filter(({ ok }) => !ok).map(({ label, detail }) => `${label}: ${detail}`);
}
