import type { CallProof } from '@vimarsh/shared/contract/calls/types.ts';
import type { OpenedReceipt, Receipt } from '@vimarsh/shared/contract/receipt/types.ts';
import type { EventBody } from '@vimarsh/shared/domain/calls/ledger.ts';
import { receiptLine } from '@vimarsh/shared/domain/calls/receipt.ts';
import { csv } from '@vimarsh/shared/domain/text/csv.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import type { Evidence, EvidenceFile, Identity } from '../../identity/index.ts';
import type { EventRow, Ledger } from '../../ledger/index.ts';
import type { CallFacts, Notices, ToldNotice } from '../../notices/index.ts';
import { givingWay } from '../../platform/processor/give-way.ts';
import type { AuthorRecords } from '../authors/author-records.ts';
import type { CallReader, CallsOfKind } from '../kind.ts';
import type { ExpertDirectory, ExpertName } from './expert-directory.ts';
import { eventOf, SOURCE } from './notices.ts';

/** The latest calls of an evidence file: its reader holds older ones since an earlier one. */
const MOST_CALLS = 500;
/** Calls read at once: fewer make more queries, more make longer pieces of work. */
const AT_ONCE = 50;

export interface CallEvidenceDependencies {
  readonly identity: Pick<Identity, 'asker'>;
  readonly ledger: Pick<Ledger, 'publishedBy' | 'rows' | 'eventsOfCalls' | 'proveCalls' | 'receipts'>;
  readonly authors: Pick<AuthorRecords, 'proof'>;
  readonly notices: Pick<Notices, 'toldOf'>;
  readonly directory: Pick<ExpertDirectory, 'name'>;
  /** Known once every kind is made. */
  readonly kinds: () => ReadonlyMap<string, Pick<CallsOfKind, 'kind' | 'reads' | 'levelsInRupees'>>;
  readonly most?: number;
}

/** What somebody was told of one call, by the ids of the happenings. */
type News = ReadonlyMap<string, ToldNotice>;
/** By the numbers of their events. */
type Receipts = ReadonlyMap<number, OpenedReceipt>;

/** One call as its reader may have it now. */
interface Kept {
  /** Those they may be told of: all, or the ones they were told of when they may read the call no more. */
  readonly events: readonly EventRow[];
  /** Of each event; read where the call may be read. */
  readonly payloads: readonly EventBody['payload'][];
  readonly proof: CallProof | null;
  /** Of the same events; with the salt that shows what they are of where the call may be read. */
  readonly receipts: readonly (OpenedReceipt | { readonly receipt: Receipt })[];
}

/** Of kinds whose levels are ₹ of a share. */
const LEVELS = [
  ['Entry from ₹', 'entry_low'],
  ['Entry to ₹', 'entry_high'],
  ['Target ₹', 'target'],
  ['Stop-loss ₹', 'stop_loss'],
  ['Price ₹', 'price'],
] as const;
const HEAD = [
  ...['Call', 'Kind', 'Stock', 'Expert', 'Registration', 'What happened', 'When (UTC)'],
  ...[...LEVELS.map(([title]) => title), 'Told to you (UTC)', 'Marked as read (UTC)'],
];

const ABOUT = [
  [
    'calls.csv',
    `Every call that you were told of, and every call of your own, a line for each thing that happened to it: what was published, entry, end and their prices, when you were told and when the message was marked as read. Levels of option calls stand in their records alone. At most ${MOST_CALLS} calls, the latest ones. Calls that you only saw in a list are not in here: nobody records what you look at.`,
  ],
  [
    'calls/<call>/record.json',
    'The call as the ledger has signed it, word for word, with the proof that it stands in the public record. Of a call that you were told of and may not read now it has what you were told, and nothing more.',
  ],
  ['calls/<call>/receipts.txt', 'The receipts of the call: the ledger’s signed promise for each event, on a line that begins with “vr1.”.'],
] as const;

/**
 * The calls that somebody was told of, and their own. They hold of each what they may read now; where that is nothing, what they were told,
 * as their bell still says it, with the receipts that went with it.
 */
export function callEvidence({ identity, ledger, authors, notices, directory, kinds, most = MOST_CALLS }: CallEvidenceDependencies): Evidence {
  /** The ids of those calls, each with all of its events, that the asker may read now. */
  async function readable(calls: readonly (readonly EventRow[])[], asker: CallReader): Promise<Set<string>> {
    const ids = new Set<string>();
    for (const [name, ofKind] of Map.groupBy(calls, (events) => events[0]!.kind)) {
      const { kind, reads } = kinds().get(name)!;
      const may = reads(asker);
      const rows = await ledger.rows(
        kind,
        ofKind.map((events) => events[0]!.call_id),
      );
      for (const row of rows) if (may(row)) ids.add(row.id);
    }
    return ids;
  }
  function kept(events: readonly EventRow[], proof: CallProof | null, receipts: Receipts, news: News): Kept | null {
    const opened = (event: EventRow): OpenedReceipt => receipts.get(event.seq)!;
    if (proof) return { events, payloads: events.map(payloadOf), proof, receipts: events.map(opened) };
    const known = events.filter(({ seq }) => news.has(eventOf(seq)));
    return known.length === 0 ? null : { events: known, payloads: [], proof: null, receipts: known.map((event) => ({ receipt: opened(event).receipt })) };
  }
  return {
    about: ABOUT,
    async *files(user_id) {
      const asker = await identity.asker(user_id);
      if (!asker) return;
      const told = Map.groupBy(await notices.toldOf(user_id, SOURCE), ({ about }) => about);
      const own = await ledger.publishedBy([user_id], null, most);
      const ids = [...new Set([...told.keys(), ...own.map(({ call_id }) => call_id)])].slice(0, most);
      const rows: Row[] = [];
      const records = new Map<string, CallProof | null>();
      const authorOf = async (expert_id: string): Promise<CallProof | null> => {
        if (!records.has(expert_id)) records.set(expert_id, await authors.proof(expert_id, user_id));
        return records.get(expert_id)!;
      };
      const giveWay = givingWay();
      for (let at = 0; at < ids.length; at += AT_ONCE) {
        const page = ids.slice(at, at + AT_ONCE);
        const all = await ledger.eventsOfCalls(page);
        const calls = Map.groupBy(all, ({ call_id }) => call_id);
        const may = await readable([...calls.values()], asker);
        const proofs = await ledger.proveCalls(
          [...calls.values()].filter((events) => may.has(events[0]!.call_id)),
          user_id,
        );
        const proofOf = new Map(proofs.map((proof) => [proof.call_id, proof]));
        const opened = await ledger.receipts(all);
        const receipts: Receipts = new Map(all.map(({ seq }, index) => [seq, opened[index]!]));
        for (const id of page) {
          const events = calls.get(id);
          if (!events) continue;
          const news = new Map((told.get(id) ?? []).map((notice) => [notice.id, notice]));
          const call = kept(events, proofOf.get(id) ?? null, receipts, news);
          if (!call) continue;
          const expert = await directory.name(events[0]!.expert_id);
          rows.push(...rowsOf(call, expert, news, kinds().get(events[0]!.kind)?.levelsInRupees === true));
          yield* filesOf(call, expert, await authorOf(events[0]!.expert_id), news);
          await giveWay();
        }
      }
      // By the mark spreadsheets read it as Unicode.
      yield { path: 'calls.csv', content: `\uFEFF${csv([HEAD, ...rows])}` };
    },
  };
}

type Row = (string | number | null)[];

const factsOf = ({ facts }: ToldNotice): CallFacts => facts as CallFacts;

/** What happened, in words; where the call may not be read, as it was told. */
function whatOf({ proof }: Kept, event: EventRow, news: News): string {
  const told = news.get(eventOf(event.seq));
  return (proof || !told ? event.type : factsOf(told).what).replaceAll('_', ' ');
}

const payloadOf = ({ canonical }: EventRow): EventBody['payload'] => (JSON.parse(canonical) as EventBody).payload;

/** Of the publication where the call may be read, otherwise of what was told. */
const stockOf = ({ payloads, proof }: Kept, news: News): string => (proof ? String(payloads[0]!.stock ?? '') : factsOf([...news.values()][0]!).call.stock);

function rowsOf(call: Kept, { full_name, reg_no }: ExpertName, news: News, inRupees: boolean): Row[] {
  const hasLevels = call.proof !== null && inRupees;
  const stock = stockOf(call, news);
  return call.events.map((event, at) => {
    const told = news.get(eventOf(event.seq));
    const payload = hasLevels ? call.payloads[at]! : {};
    return [
      ...[event.call_id, event.kind, stock, full_name, reg_no, whatOf(call, event, news), event.ts.toISOString()],
      ...LEVELS.map(([, name]) => (typeof payload[name] === 'number' ? payload[name] : null)),
      ...[told?.told_at.toISOString() ?? null, told?.read_at?.toISOString() ?? null],
    ];
  });
}

function* filesOf(call: Kept, expert: ExpertName, author: CallProof | null, news: News): Generator<EvidenceFile> {
  const { call_id: id, kind, expert_id: user_id } = call.events[0]!;
  const { full_name, reg_no } = expert;
  const told = call.events.flatMap((event) => {
    const notice = news.get(eventOf(event.seq));
    if (!notice) return [];
    const { happened_at, told_at, read_at } = notice;
    return [{ what: factsOf(notice).what, happened_at, told_at, read_at }];
  });
  const record = {
    call: { id, kind, stock: stockOf(call, news), expert: { user_id, full_name, reg_no } },
    told,
    author,
    proof: call.proof,
    receipts: call.receipts,
  };
  yield { path: `calls/${id}/record.json`, content: `${JSON.stringify(record, null, 2)}\n` };
  const receipts = call.events.map((event, at) => {
    const said = `${record.call.stock}, ${whatOf(call, event, news)}, ${formatIst(event.ts)}`;
    return `${said}\r\n${receiptLine(call.receipts[at]!.receipt)}\r\n`;
  });
  yield { path: `calls/${id}/receipts.txt`, content: receipts.join('\r\n') };
}
