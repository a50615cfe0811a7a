import { readOptionCall } from '@vimarsh/shared/contract/calls/options/routes.ts';
import { readCall, readLedger, readProof } from '@vimarsh/shared/contract/calls/routes.ts';
import type { LedgerFile } from '@vimarsh/shared/contract/calls/types.ts';
import { readClock } from '@vimarsh/shared/contract/market/routes.ts';
import { readReceipts } from '@vimarsh/shared/contract/receipt/routes.ts';
import { equitySteps } from '@vimarsh/shared/domain/calls/equity/equity-steps.ts';
import { LEDGER_KEYS } from '@vimarsh/shared/domain/calls/ledger-keys.ts';
import type { ProofStep } from '@vimarsh/shared/domain/calls/verify-proof.ts';
import { loggedSteps, type Opening, type PublicLog, verifyReceipt } from '@vimarsh/shared/domain/calls/verify-receipt.ts';
import type { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { checkRecord, type Evidence, keptStep, next, trusted } from '../call/proof/check-record.ts';
import type { Memory, MemoryStore } from '../call/proof/memory.store.ts';
import { readAuthor } from '../call/proof/read-author.ts';
import type { Pasted } from './pasted.ts';
import { readHead, readTile } from './public-log.ts';

type Ask = ReturnType<typeof useSessionApi>['request'];

export interface Found {
  readonly steps: readonly ProofStep[];
  /** What was checked, as words that follow "This ". */
  readonly what: string;
  /** What could not be compared, and why; '' where all was. */
  readonly left: string;
}

/** A check that could not be done, in words for its reader. */
export class NotChecked extends Error {}

/** Checks what was pasted in this browser, against the public log and what this browser remembers of it. Throws NotChecked. */
export async function checkPasted(pasted: Pasted, request: Ask, memory: MemoryStore, now: Date): Promise<Found> {
  const seen = await memory.read();
  return pasted.kind === 'call' ? checkCall(pasted.id, request, memory, seen, now) : checkReceipt(pasted.receipt, request, memory, seen, now);
}

async function checkCall(id: string, request: Ask, memory: MemoryStore, seen: Memory | null, now: Date): Promise<Found> {
  const { shown, stock } = await readShown(id, request);
  const proof = await request(readProof, { params: { id } }, { quiet: true });
  if (!proof.data) throw new NotChecked(proof.validation);
  const author = await readAuthor(request, proof.data.expert_id);
  if (typeof author === 'string') throw new NotChecked(author);
  const { ledger, log } = await readLog(request, seen, now);
  const { steps } = await checkRecord({ shown, proof: proof.data, author, ledger }, memory, now);
  return { steps: [...steps, ...(await loggedSteps(proof.data, log))], what: `call on ${stock}`, left: '' };
}

/** What a call of either kind shows. The rules of option calls are asked for once one is there. */
async function readShown(id: string, request: Ask): Promise<{ shown: Evidence['shown']; stock: string }> {
  const equity = await request(readCall, { params: { id } }, { quiet: true });
  if (equity.data) {
    const call = equity.data;
    return { shown: (events, author) => equitySteps(call, events, author), stock: call.stock };
  }
  if (equity.code !== 'NOT_FOUND') throw new NotChecked(equity.validation);
  const options = await request(readOptionCall, { params: { id } }, { quiet: true });
  if (!options.data) throw new NotChecked(options.code === 'NOT_FOUND' ? 'No call of this site has this address.' : options.validation);
  const call = options.data;
  const { optionSteps } = await import('@vimarsh/shared/domain/calls/options/option-steps.ts');
  return { shown: (events, author) => optionSteps(call, events, author), stock: call.underlying };
}

async function checkReceipt(
  receipt: Extract<Pasted, { kind: 'receipt' }>['receipt'],
  request: Ask,
  memory: MemoryStore,
  seen: Memory | null,
  now: Date,
): Promise<Found> {
  const { ledger, log } = await readLog(request, seen, now);
  const { opening, left } = await open(receipt, request);
  const steps = [...(await verifyReceipt(receipt, log, opening)), await keptStep(ledger.roots, seen)];
  if (steps.every(({ ok }) => ok)) await memory.write(await next(ledger.public_key, ledger, seen, now));
  return { steps, what: 'receipt', left };
}

/** The event of a receipt, where its reader may read the call. */
async function open({ call_id, n }: { call_id: string; n: number }, request: Ask): Promise<{ opening: Opening | null; left: string }> {
  const proof = await request(readProof, { params: { id: call_id } }, { quiet: true });
  const receipts = await request(readReceipts, { params: { id: call_id } }, { quiet: true });
  const event = proof.data?.events.find((one) => one.n === n);
  const opened = receipts.data?.find(({ receipt }) => receipt.n === n);
  if (event && opened) return { opening: { event, salt: opened.salt }, left: '' };
  if (proof.data && !event) return { opening: null, left: 'This site has no such event. Ask its grievance officer why.' };
  // A call that this reader does not see answers as one that is not there.
  const why = proof.code === 'NOT_FOUND' ? 'This site shows you no such call: sign in as who got the receipt.' : proof.validation;
  return { opening: null, left: `The text of the call was not compared. ${why}` };
}

async function readLog(request: Ask, seen: Memory | null, now: Date): Promise<{ ledger: LedgerFile; log: PublicLog }> {
  const { data: ledger, validation } = await request(readLedger, {}, { quiet: true });
  if (!ledger) throw new NotChecked(validation);
  const { data: clock } = await request(readClock, {}, { quiet: true });
  // A replayed market promises by its own days.
  const sameTime = clock !== null && Math.abs(Date.parse(clock.now) - now.getTime()) < 3_600_000;
  let checkpoint: string | null;
  try {
    checkpoint = await readHead();
  } catch {
    throw new NotChecked('The public log could not be read.');
  }
  return { ledger, log: { ...trusted(LEDGER_KEYS, seen, ledger), ledger, checkpoint, readTile, now: sameTime ? now : null } };
}
