import type { CallProof, LedgerFile } from '../../contract/calls/types.ts';
import type { Receipt } from '../../contract/receipt/types.ts';
import { LogDiffers, type LogHead, ProvenLog, readHead } from '../log/proven-log.ts';
import type { ReadTile } from '../log/tree.ts';
import { formatDay } from '../text/formats.ts';
import { type KeyChain, trustedChain } from './key-chain.ts';
import { type EventBody, ROOT_SLACK_MS, rootInstant } from './ledger.ts';
import { isReceiptSigned, leafOf } from './receipt.ts';
import { type ProofStep, publishedStep } from './verify-proof.ts';

/** What the reader of a receipt has from elsewhere. */
export interface PublicLog {
  /** The ledger's keys that the reader trusts. */
  readonly keys: readonly string[];
  /** Where the reader has them from, as words that follow "the key ". */
  readonly from: string;
  /** The ledger's file as published: its keys, and all roots from the first day on. */
  readonly ledger: LedgerFile;
  /** The log's checkpoint as published; null where there is none yet. */
  readonly checkpoint: string | null;
  readonly readTile: ReadTile;
  /** The reader's own clock; null where the site's market has another time than the world. */
  readonly now: Date | null;
}

/** The event a receipt says it is of, for a reader of the call. */
export interface Opening {
  readonly event: Pick<CallProof['events'][number], 'canonical' | 'hash'>;
  readonly salt: string;
}

/** How long a root may be late before a reader is told: machines are mended within a day. */
const PATIENCE_MS = 24 * 3_600_000;

/**
 * Checks a receipt against the public log: who signed it, whether what it promises was due, and whether the log holds it where it was
 * promised. With `opening`, also that it is of the event which a reader of the call is shown. Each is one step.
 */
export async function verifyReceipt(receipt: Receipt, log: PublicLog, opening: Opening | null = null): Promise<ProofStep[]> {
  const opened = await open(log);
  const steps: ProofStep[] = [await signedStep(receipt), keyStep(receipt, log, opened.chain), opened.published];
  steps.push(...(await keptSteps(receipt, log, opened)));
  if (opening) steps.push(await openingStep(receipt, opening));
  return steps;
}

/** What checks against one log have in common. */
interface Opened {
  readonly chain: KeyChain | null;
  readonly published: ProofStep;
  /** Below the head, where that is signed. */
  readonly proven: ProvenLog | null;
}

/** Of each log once: somebody may check a thousand receipts against it. */
const openedLogs = new WeakMap<PublicLog, Promise<Opened>>();
function open(log: PublicLog): Promise<Opened> {
  const known = openedLogs.get(log);
  if (known) return known;
  const opening = (async (): Promise<Opened> => {
    const chain = await trustedChain(log.keys, log.ledger);
    const head = await headOf(log, chain);
    return { chain, published: await publishedStep([], log.ledger.roots, chain), proven: head && new ProvenLog(head, log.readTile) };
  })();
  openedLogs.set(log, opening);
  return opening;
}

async function signedStep(receipt: Receipt): Promise<ProofStep> {
  const ok = await isReceiptSigned(receipt);
  return {
    label: 'The receipt is signed as it is',
    ok,
    detail: ok ? 'Ed25519 over its text' : 'Its text and its signature do not fit: it was altered, or never signed.',
  };
}

/** The key is the ledger's, and was in force when the event was written. */
function keyStep({ public_key, root_date }: Receipt, { keys, ledger: { roots }, from }: PublicLog, chain: KeyChain | null): ProofStep {
  const root = roots.find(({ trading_date }) => trading_date >= root_date) ?? null;
  const inTime = chain?.namesOfEvent(root, roots.at(-1)?.trading_date).includes(public_key) ?? false;
  // A key that the reader trusts for itself has no time.
  const ok = inTime || (keys.includes(public_key) && chain?.keys.includes(public_key) === false);
  const foreign = chain?.keys.includes(public_key)
    ? 'It is a key of the ledger, and was not in force when this receipt says it was given.'
    : `Signed with a foreign key, not with the key ${from}. Whoever made this receipt does not hold the ledger’s key.`;
  const own = keys.includes(public_key) ? `It is the key ${from}` : `It is tied to the key ${from} by signatures of both`;
  const detail = ok ? own : foreign;
  return { label: 'The key is the ledger’s', ok, detail };
}

/** The published head of the log, signed by the key that was in force with the root it came with. */
export async function headOf({ checkpoint, ledger: { roots } }: PublicLog, chain: KeyChain | null): Promise<LogHead | null> {
  if (checkpoint === null || !chain) return null;
  const covered = Number(checkpoint.split('\n')[1]);
  let size = 0;
  const root = roots.find(({ count }) => {
    size += count;
    return size === covered;
  });
  return root ? readHead(checkpoint, [chain.nameOfRoot(root.trading_date)]) : null;
}

const LABEL = 'The log holds what was promised';

/** The promise is kept, is broken, or is not due. */
async function keptSteps(receipt: Receipt, log: PublicLog, { proven }: Opened): Promise<ProofStep[]> {
  const { root_date } = receipt;
  const by = `the root of ${formatDay(root_date)}`;
  const { from, to } = span(receipt, log.ledger.roots);
  if (to === null) {
    const ok = log.now === null || log.now.getTime() <= rootInstant(root_date) + PATIENCE_MS;
    const due = `It must be in the log under ${by}, made at 18:45 IST`;
    return [
      {
        label: LABEL,
        ok,
        detail: ok ? `Not due yet. ${due}: keep the receipt and check it again then.` : `${due}. That time has passed, and no such root is published.`,
      },
    ];
  }
  const head = proven?.head ?? null;
  const covers = head !== null && head.origin === receipt.log && head.size >= to;
  const why = !head
    ? 'The head of the log is not signed with that key.'
    : head.origin !== receipt.log
      ? `This is the log ${head.origin}, and the receipt is of ${receipt.log}.`
      : `The head of the log does not reach ${by}.`;
  const headStep = {
    label: 'The head of the log is signed',
    ok: covers,
    detail: covers ? `${head.size.toLocaleString('en-IN')} entries, under one root` : why,
  };
  if (!proven || !covers) return [headStep];
  try {
    const index = await proven.find(receipt.leaf, from, to);
    const ok = index !== null;
    const detail = ok
      ? `Entry ${(index + 1).toLocaleString('en-IN')} of ${head.size.toLocaleString('en-IN')}, under ${by} as promised`
      : `It was promised under ${by}, and the log has no such entry there. Keep this receipt: it is the evidence.`;
    return [headStep, { label: LABEL, ok, detail }];
  } catch (error) {
    if (!(error instanceof LogDiffers)) throw error;
    return [headStep, { label: LABEL, ok: false, detail: ALTERED }];
  }
}

/** Whether the public log holds each event of a call that its head covers. */
export async function loggedSteps(proof: CallProof, log: PublicLog): Promise<ProofStep[]> {
  const { proven } = await open(log);
  const head = proven?.head;
  const headStep = { label: HEAD, ok: proven !== null, detail: head ? entries(head) : 'The head of the log is not signed with that key.' };
  if (!proven) return [headStep];
  const label = 'The log holds each event';
  const wrong: number[] = [];
  let covered = 0;
  try {
    for (const event of proof.events) {
      if (event.root_date !== null && !event.log) wrong.push(event.n);
      if (!event.log) continue;
      covered += 1;
      if ((await proven.leaf(event.log.index)) !== (await leafOf(event.hash, event.log.salt))) wrong.push(event.n);
    }
  } catch (error) {
    if (!(error instanceof LogDiffers)) throw error;
    return [headStep, { label, ok: false, detail: ALTERED }];
  }
  const detail =
    covered === proof.events.length ? 'At the number the server names' : `${covered} of ${proof.events.length}; the rest waits for today’s root at 18:45 IST`;
  return [headStep, { label, ok: wrong.length === 0, detail: wrong.length ? `Does not hold for ${wrong.join(', ')}` : detail }];
}

const HEAD = 'The head of the log is signed';
const ALTERED = 'The published entries do not give the root that is signed: the log was altered.';
const entries = ({ size }: { size: number }): string => `${size.toLocaleString('en-IN')} entries, under one root`;

/** Entries of the log among which the promised one must be; `to` is null before the promised root is published. */
function span({ ts, root_date }: Receipt, roots: LedgerFile['roots']): { from: number; to: number | null } {
  let [from, size, to]: [number, number, number | null] = [0, 0, null];
  for (const { trading_date, count } of roots) {
    // Nothing is added with a time from before a root that stands.
    size += count;
    if (rootInstant(trading_date) + ROOT_SLACK_MS < Date.parse(ts)) from = size;
    if (trading_date <= root_date) to = trading_date === root_date ? size : null;
    // The promised root was skipped: the next one is late, and has to hold it all the same.
    else to ??= size;
  }
  return { from, to };
}

async function openingStep(receipt: Receipt, { event, salt }: Opening): Promise<ProofStep> {
  const label = 'It is the receipt of what you can read';
  let body: EventBody;
  try {
    body = JSON.parse(event.canonical) as EventBody;
  } catch {
    return { label, ok: false, detail: 'The event can’t be read' };
  }
  const ok = body.call_id === receipt.call_id && body.n === receipt.n && body.ts === receipt.ts && (await leafOf(event.hash, salt)) === receipt.leaf;
  return {
    label,
    ok,
    detail: ok
      ? `Event ${receipt.n} of this call, word for word`
      : 'It was given for another text than the one shown: the call was changed after it was signed.',
  };
}
