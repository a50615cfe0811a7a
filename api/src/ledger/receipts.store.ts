import type { OpenedReceipt, Receipt } from '@vimarsh/shared/contract/receipt/types.ts';
import { canonicalJson, type EventBody } from '@vimarsh/shared/domain/calls/ledger.ts';
import { receiptText } from '@vimarsh/shared/domain/calls/receipt.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { givingWay } from '../platform/processor/give-way.ts';
import type { KeyRing } from './key-ring.ts';
import { latestHead, leafOf, logOrigin } from './log/log.store.ts';
import { latestRoot, nextRootAt } from './roots.store.ts';
import type { Signer } from './signing-key.ts';
import type { EventRow, LedgerDatabase } from './tables.ts';

/** Receipts made at once. */
const AT_ONCE = 100;

type SignedEvent = Pick<EventRow, 'seq' | 'canonical' | 'hash'>;

/** The content of a receipt, and its bytes as they are signed. */
function unsignedReceipt({ seq, canonical, hash }: SignedEvent, log: string, root_date: string, signer: Signer) {
  const { call_id, n, ts } = JSON.parse(canonical) as EventBody;
  const body = { log, call_id, n, leaf: leafOf(signer, seq, hash).toString('hex'), ts, root_date };
  return { body: { ...body, public_key: signer.publicKey }, bytes: Buffer.from(receiptText(body)).toString('hex') };
}

/** Signs that an event will stand in the log under the root of a date. */
export function makeReceipt(event: SignedEvent, log: string, root_date: string, signer: Signer): Receipt {
  const { body, bytes } = unsignedReceipt(event, log, root_date, signer);
  return { ...body, signature: signer.sign(bytes) };
}

async function makeReceiptInPool(event: SignedEvent, log: string, root_date: string, signer: Signer): Promise<Receipt> {
  const { body, bytes } = unsignedReceipt(event, log, root_date, signer);
  return { ...body, signature: await signer.signInPool(bytes) };
}

/** Keeps the receipts of events that were just written, in the transaction that wrote them. */
export async function keepReceipts(tx: LedgerDatabase, events: readonly EventRow[], origin: string, signer: Signer): Promise<void> {
  if (events.length === 0) return;
  const log = await nameOf(tx, origin);
  const root = (await latestRoot(tx))?.published_at ?? null;
  const rows = events.map((event) => ({ seq: event.seq, receipt: canonicalJson(makeReceipt(event, log, dueAfter(event, root), signer)) }));
  await tx.insertInto('call_receipts').values(rows).execute();
}

/** The receipts of a call's events, in their order. One that was never kept promises the root that the event is under, or the next. */
export async function receiptsOf(db: LedgerDatabase, events: readonly EventRow[], origin: string, keys: KeyRing): Promise<OpenedReceipt[]> {
  const seqs = events.map(({ seq }) => seq);
  if (seqs.length === 0) return [];
  const kept = await db.selectFrom('call_receipts').selectAll().where('seq', 'in', seqs).execute();
  const bySeq = new Map(kept.map(({ seq, receipt }) => [seq, JSON.parse(receipt) as Receipt]));
  const made = kept.length < events.length ? await maker(db, events, origin, keys) : null;
  const opened = async (event: EventRow): Promise<OpenedReceipt> => ({
    receipt: bySeq.get(event.seq) ?? (await made!(event)),
    salt: keys.at(event.seq).leafSalt(event.seq),
  });
  const giveWay = givingWay();
  const receipts: OpenedReceipt[] = [];
  for (let at = 0; at < events.length; at += AT_ONCE) {
    receipts.push(...(await Promise.all(events.slice(at, at + AT_ONCE).map(opened))));
    await giveWay();
  }
  return receipts;
}

async function maker(db: LedgerDatabase, events: readonly EventRow[], origin: string, keys: KeyRing): Promise<(event: EventRow) => Promise<Receipt>> {
  const roots = await db
    .selectFrom('ledger_roots')
    .select(['trading_date', 'last_seq', 'published_at'])
    .where('last_seq', '>=', Math.min(...events.map(({ seq }) => seq)))
    .orderBy('trading_date')
    .execute();
  const latest = (await latestRoot(db))?.published_at ?? null;
  const log = await nameOf(db, origin);
  return (event) =>
    makeReceiptInPool(event, log, roots.find(({ last_seq }) => last_seq >= event.seq)?.trading_date ?? dueAfter(event, latest), keys.at(event.seq));
}

/** The date of the first root after an event and after the latest root that stands. */
const dueAfter = ({ ts }: EventRow, root: Date | null): string => istDay(nextRootAt(root && root > ts ? root : ts));

const nameOf = async (db: LedgerDatabase, origin: string): Promise<string> => {
  const head = await latestHead(db);
  return head ? logOrigin(head.note) : origin;
};
