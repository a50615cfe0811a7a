import type { CallProof, LedgerFile } from '@vimarsh/shared/contract/calls/types.ts';
import type { Receipt } from '@vimarsh/shared/contract/receipt/types.ts';
import { isLikeReceipt, UNREADABLE_RECEIPT } from '@vimarsh/shared/domain/calls/receipt.ts';
import type { ProofStep } from '@vimarsh/shared/domain/calls/verify-proof.ts';
import { type PublicLog, verifyReceipt } from '@vimarsh/shared/domain/calls/verify-receipt.ts';
import { CALLS_OF, checkAll, checkCall, checkLog, type Export, kindOf, readExport, recorded, type Shown, tilesOf } from './export.ts';
import { readPriceFiles } from './price-files.ts';
import { judgeAgain } from './prices.ts';
import { NotChecked, openSite, type Site } from './site.ts';

export interface Asked {
  /** What was given, or what the file holds. */
  readonly text: string;
  /** The receipt in it. */
  readonly receipt: Receipt | null;
  /** Trusted keys; none: the site's own is taken, and said. */
  readonly keys: readonly string[];
  readonly from: string;
  /** The portal that answers for a receipt. */
  readonly site: string | null;
  readonly prices: string | null;
}

export interface Kept {
  /** A head of the log from before. */
  readonly before: string | null;
  readonly save: ((text: string) => void) | null;
}

export type Tell = (line: string) => void;
type Keys = Pick<Asked, 'keys' | 'from'>;

/** Checks what was asked and tells each step. Gives the exit code; throws NotChecked. */
export async function run(asked: Asked, kept: Kept, tell: Tell): Promise<number> {
  const { text, receipt } = asked;
  if (receipt) return checkReceipt(receipt, asked, tell);
  if (/^https?:\/\//.test(text.trim())) return checkAddress(new URL(text.trim()), asked, kept, tell);
  const value = exported(text);
  if (!value && isLikeReceipt(text)) throw new NotChecked(UNREADABLE_RECEIPT);
  if (!value) throw new NotChecked('This is neither a receipt, nor an export, nor the address of a portal or of a call.');
  return checkExport(value, asked, kept, tell);
}

function exported(text: string): Export | null {
  try {
    const value = JSON.parse(text) as Export;
    return Array.isArray(value.calls) && Array.isArray(value.ledger?.roots) && typeof value.leaves === 'string' ? value : null;
  } catch {
    return null;
  }
}

async function checkReceipt(receipt: Receipt, { site: address, ...asked }: Asked, tell: Tell): Promise<number> {
  const site = openSite(address ?? `https://${receipt.log.split('/')[0]}`);
  const { log } = await logOf(site, asked, tell);
  return verdict('This receipt', told(`Receipt ${receipt.n} of call ${receipt.call_id}`, await verifyReceipt(receipt, log), tell), tell);
}

async function checkAddress(address: URL, asked: Asked, { before, save }: Kept, tell: Tell): Promise<number> {
  const site = openSite(address.href);
  const { log, ledger } = await logOf(site, asked, tell);
  const id = address.searchParams.get('reco') ?? address.searchParams.get('call');
  if (id !== null) {
    // An id does not say of which kind a call is, and its events do.
    const proof = await site.data<CallProof>(`/reco/v1/calls/${encodeURIComponent(id)}/proof`);
    const kind = kindOf(proof);
    const calls = CALLS_OF.get(kind);
    if (calls === undefined) throw new NotChecked(`This program does not know calls of the kind “${kind}”: take a later version of it.`);
    const shown = await site.data<Shown>(`${calls}/${encodeURIComponent(id)}`);
    return verdict('This call', told(nameOf(shown), await checkCall(shown, proof, await site.author(proof.expert_id), log), tell), tell);
  }
  const whole = told(`The log of ${site.origin}`, await checkLog(log, before), tell);
  if (!save) return verdict('This log', whole, tell);
  const all = await readExport(site, log, ledger);
  const calls = await failures(all, log, tell);
  save(JSON.stringify(all));
  return verdict('This record', Math.max(whole, calls), tell);
}

const nameOf = (shown: Shown): string =>
  `${'legs' in shown ? `The option call on ${shown.underlying}` : `The call on ${shown.stock}`}, ${shown.status.replaceAll('_', ' ')}`;

async function checkExport(value: Export, asked: Asked, { before }: Kept, tell: Tell): Promise<number> {
  const log: PublicLog = {
    ...trusted(asked, value.ledger, tell),
    ledger: value.ledger,
    checkpoint: value.checkpoint,
    readTile: tilesOf(Buffer.from(value.leaves, 'base64')),
    now: null,
  };
  const whole = told('The log in this file', await checkLog(log, before), tell);
  const calls = await failures(value, log, tell);
  const prices = asked.prices === null ? 0 : comparePrices(value, asked.prices, tell);
  return verdict('This record', Math.max(whole, calls, prices), tell);
}

async function failures(value: Export, log: PublicLog, tell: Tell): Promise<number> {
  const failed = await checkAll(value, log);
  for (const { what, steps } of failed) told(what, steps, tell);
  tell(
    `${value.calls.length - failed.filter(({ what }) => what.startsWith('call')).length} of ${value.calls.length} calls hold, ${value.receipts?.length ?? 0} receipts looked at`,
  );
  return failed.length > 0 ? 1 : 0;
}

function comparePrices({ calls }: Export, folder: string, tell: Tell): number {
  const { files, others } = readPriceFiles(folder);
  for (const other of others) tell(`  not read: ${other}`);
  const counts = { same: 0, left: 0, differs: 0 };
  const why = new Map<string, number>();
  for (const { shown, proof } of calls) {
    // Quotes of options are in no file of the exchange.
    if ('legs' in shown) continue;
    const judged = judgeAgain(recorded(proof), files);
    counts[judged.kind] += 1;
    if (judged.kind === 'left') why.set(judged.why, (why.get(judged.why) ?? 0) + 1);
    if (judged.kind !== 'differs') continue;
    tell(`✗ ${shown.stock} ${shown.call_type}, call ${shown.id}`);
    tell(`    the record: ${judged.record}`);
    tell(`    the files:  ${judged.files}${judged.unclear ? ' (one day’s file can’t tell what came first)' : ''}`);
  }
  tell(`By ${files.size} files of the exchange: ${counts.same} calls end as on record, ${counts.differs} differ, ${counts.left} were left out`);
  for (const [reason, count] of why) tell(`  ${count}: ${reason}`);
  return counts.differs > 0 ? 1 : 0;
}

async function logOf(site: Site, asked: Keys, tell: Tell): Promise<{ log: PublicLog; ledger: LedgerFile }> {
  const ledger = await site.ledger();
  const log = { ...trusted(asked, ledger, tell), ledger, checkpoint: await site.checkpoint(), readTile: site.readTile, now: null };
  return { log, ledger };
}

export function trusted({ keys, from }: Keys, ledger: Pick<LedgerFile, 'public_key'>, tell: Tell): Keys {
  if (keys.length > 0) return { keys, from };
  tell(`No key was given, so the one that is published beside the record is believed: ${ledger.public_key}. Give the one you know with --key.`);
  return { keys: [ledger.public_key], from: 'that is published beside the record' };
}

/** Each step as a line, under what it is of; 1 where one fails. */
export function told(what: string, steps: readonly ProofStep[], tell: Tell): number {
  tell(what);
  for (const { ok, label, detail } of steps) tell(`  ${ok ? '✓' : '✗'} ${label}: ${detail}`);
  return steps.every(({ ok }) => ok) ? 0 : 1;
}

/** The last line of every check, and the only one that says whether what was asked holds. */
export function verdict(what: string, code: number, tell: Tell): number {
  tell(code === 0 ? `${what} holds.` : `${what} does not hold.`);
  return code;
}
