import type { OptionCall, OptionPage } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { Call, CallPage, CallProof, LedgerFile } from '@vimarsh/shared/contract/calls/types.ts';
import type { OpenedReceipt } from '@vimarsh/shared/contract/receipt/types.ts';
import { type AuthorEvents, authorProofStep, eventsIn } from '@vimarsh/shared/domain/calls/author-step.ts';
import { equitySteps } from '@vimarsh/shared/domain/calls/equity/equity-steps.ts';
import { trustedChain } from '@vimarsh/shared/domain/calls/key-chain.ts';
import type { RecordedEvent } from '@vimarsh/shared/domain/calls/ledger.ts';
import { optionSteps } from '@vimarsh/shared/domain/calls/options/option-steps.ts';
import { type ProofStep, publishedStep, verifyProof } from '@vimarsh/shared/domain/calls/verify-proof.ts';
import { headOf, loggedSteps, type Opening, type PublicLog, verifyReceipt } from '@vimarsh/shared/domain/calls/verify-receipt.ts';
import { LogDiffers, ProvenLog, readHead, rootOf, WIDTH } from '@vimarsh/shared/domain/log/proven-log.ts';
import type { ReadTile } from '@vimarsh/shared/domain/log/tree.ts';
import type { Site } from './site.ts';

/** A call as a list or a page shows it, on shares or on options. */
export type Shown = Call | OptionCall;

/** A record in one file (docs/record-format.md, e2e/record/verify.py). */
export interface Export {
  readonly ledger: LedgerFile;
  readonly checkpoint: string | null;
  /** The log's tiles of level 0 in one, base64. */
  readonly leaves: string;
  readonly calls: readonly { readonly shown: Shown; readonly proof: CallProof }[];
  readonly receipts?: readonly OpenedReceipt[];
  /** The records of the authors; absent in files from before names were signed. */
  readonly authors?: readonly CallProof[];
}

export const recorded = eventsIn;

/** Where a site lists the calls of a kind; one of them is at its id behind it. Proofs and receipts of all kinds stand at one address. */
export const CALLS_OF: ReadonlyMap<string, string> = new Map([
  ['equity', '/reco/v1/calls'],
  ['options', '/reco/v1/options/calls'],
]);

/** The kind of a call by its events; those on shares don't name it. */
export const kindOf = (proof: CallProof): string => recorded(proof)[0]?.kind ?? 'equity';

/** Call that follows from the events, by its kind. */
export const shownAs = (shown: Shown, events: readonly RecordedEvent[], author: AuthorEvents): ProofStep[] =>
  'legs' in shown ? optionSteps(shown, events, author) : equitySteps(shown, events, author);

/** One call: its proof, what it is shown with, its author's record (null: there is none), and its events in the log. */
export async function checkCall(shown: Shown, proof: CallProof, author: CallProof | null, log: PublicLog): Promise<ProofStep[]> {
  const known = { ...log, roots: log.ledger.roots };
  const steps = await verifyProof(proof, known);
  if (author) steps.push(await authorProofStep(author, proof.expert_id, known));
  steps.push(...shownAs(shown, recorded(proof), author && recorded(author)));
  return [...steps, ...(await loggedSteps(proof, log))];
}

/** The whole log: its roots, its head, each of its tiles, and a head from before. */
export async function checkLog(log: PublicLog, before: string | null): Promise<ProofStep[]> {
  const chain = await trustedChain(log.keys, log.ledger);
  const steps = [await publishedStep([], log.ledger.roots, chain)];
  const total = log.ledger.roots.reduce((sum, { count }) => sum + count, 0);
  const head = await headOf(log, chain);
  if (!head) return total === 0 ? steps : [...steps, { label: 'The head of the log is signed', ok: false, detail: 'It is not signed with that key.' }];
  const whole = await givesRoot(new ProvenLog(head, log.readTile));
  steps.push({ label: 'All entries give the signed root', ok: whole, detail: whole ? `${head.size} entries` : 'They give another: the log was altered.' });
  const same = head.size === total;
  steps.push({
    label: 'The log has as many entries as the daily roots',
    ok: same,
    detail: same ? `${total}` : `The log has ${head.size}, the roots ${total}.`,
  });
  if (before !== null) {
    const kept = await readHead(before, chain?.keys ?? []);
    const first = kept && (await firstLeaves(log, head.size, kept.size));
    const ok = kept !== null && first !== null && (await givesRoot(new ProvenLog(kept, first)));
    steps.push({
      label: 'The log begins with the head you kept',
      ok,
      detail: ok ? `Its first ${kept.size} entries are the same` : 'It was cut or rewritten, or your file is no head of this log.',
    });
  }
  return steps;
}

async function givesRoot(log: ProvenLog): Promise<boolean> {
  try {
    await log.checkAll();
    return true;
  } catch (error) {
    if (error instanceof LogDiffers) return false;
    throw error;
  }
}

/** The tiles of a smaller log within a larger one; null where it is not smaller. */
async function firstLeaves(log: PublicLog, size: number, kept: number): Promise<ReadTile | null> {
  return kept > size ? null : tilesOf((await leavesOf(log.readTile, size)).subarray(0, kept * HASH));
}

const HASH = 32;

/** All entries of a log, 32 bytes each. */
export async function leavesOf(read: ReadTile, size: number): Promise<Buffer> {
  const tiles: Uint8Array[] = [];
  for (let n = 0; n * WIDTH < size; n += 1) tiles.push(await read(0, n, Math.min(WIDTH, size - n * WIDTH)));
  return Buffer.concat(tiles);
}

/** The tiles of a log whose entries are at hand. */
export function tilesOf(leaves: Buffer): ReadTile {
  const levels = [Promise.resolve(Array.from({ length: leaves.length / HASH }, (_, at) => leaves.toString('hex', at * HASH, (at + 1) * HASH)))];
  const level = (number: number): Promise<string[]> => {
    levels[number] ??= level(number - 1).then((below) =>
      Promise.all(Array.from({ length: Math.floor(below.length / WIDTH) }, (_, at) => rootOf(below.slice(at * WIDTH, (at + 1) * WIDTH)))),
    );
    return levels[number];
  };
  return async (number, n, width) => Uint8Array.from(Buffer.from((await level(number)).slice(n * WIDTH, n * WIDTH + width).join(''), 'hex'));
}

/** What failed of one thing in an export, by its name. */
export interface Failed {
  readonly what: string;
  readonly steps: readonly ProofStep[];
}

/** Every call and receipt of an export. */
export async function checkAll({ calls, receipts = [], authors = [] }: Export, log: PublicLog): Promise<Failed[]> {
  const failed: Failed[] = [];
  const keep = (what: string, steps: readonly ProofStep[]): void => {
    const wrong = steps.filter(({ ok }) => !ok);
    if (wrong.length > 0) failed.push({ what, steps: wrong });
  };
  const authorOf = new Map(authors.map((author) => [author.expert_id, author]));
  for (const author of authors)
    keep(`author ${author.expert_id}`, [
      await authorProofStep(author, author.expert_id, { ...log, roots: log.ledger.roots }),
      ...(await loggedSteps(author, log)),
    ]);
  for (const { shown, proof } of calls) {
    const author = authorOf.get(proof.expert_id) ?? null;
    const steps = await checkCall(shown, proof, author, log);
    // Authors of format 2 have a record, and an export has it.
    if (!author && recorded(proof)[0]?.payload.format !== undefined)
      steps.push({ label: 'The record of its author is there', ok: false, detail: 'It is missing' });
    keep(`call ${proof.call_id}`, steps);
  }
  const proofs = new Map(calls.map(({ proof }) => [proof.call_id, proof]));
  for (const { receipt, salt } of receipts) {
    const event = proofs.get(receipt.call_id)?.events.find(({ n }) => n === receipt.n);
    const opening: Opening | null = event && salt ? { event, salt } : null;
    keep(`receipt ${receipt.n} of call ${receipt.call_id}`, await verifyReceipt(receipt, log, opening));
  }
  return failed;
}

/** Everything a portal shows to visitors, as one file. */
export async function readExport(site: Site, log: PublicLog, ledger: LedgerFile): Promise<Export> {
  const size = Number(log.checkpoint?.split('\n')[1] ?? 0);
  const leaves = (await leavesOf(site.readTile, size)).toString('base64');
  const calls: { shown: Shown; proof: CallProof }[] = [];
  const receipts: OpenedReceipt[] = [];
  const authors = new Map<string, CallProof>();
  for (const list of CALLS_OF.values())
    for await (const shown of everyCall(site, list)) {
      calls.push({ shown, proof: await site.data<CallProof>(`/reco/v1/calls/${shown.id}/proof`) });
      if (!authors.has(shown.expert.user_id)) {
        const author = await site.author(shown.expert.user_id);
        if (author) authors.set(shown.expert.user_id, author);
      }
      receipts.push(...(await site.data<OpenedReceipt[]>(`/reco/v1/calls/${shown.id}/receipts`)));
    }
  return { ledger, checkpoint: log.checkpoint, leaves, calls, receipts, authors: [...authors.values()] };
}

async function* everyCall(site: Site, list: string): AsyncGenerator<Shown> {
  let cursor = '';
  do {
    const page = await site.data<CallPage | OptionPage>(`${list}?view=past&period=ALL&limit=50${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    yield* page.items;
    cursor = page.next ?? '';
  } while (cursor);
}
