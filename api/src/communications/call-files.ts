import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { csv } from '@vimarsh/shared/domain/text/csv.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import type { EvidenceFile } from '../identity/index.ts';
import type { EventRow, Ledger } from '../ledger/index.ts';
import type { ExportWish } from './chains.store.ts';
import { mailOf } from './mail.ts';
import type { Paper } from './paper.ts';

/** Events of an expert looked at at once, and calls on one paper. */
const EVENTS = 200;

export interface CallParts {
  readonly ledger: Pick<Ledger, 'authors' | 'chainOf' | 'eventsOfCalls' | 'isAuthor' | 'proveCalls' | 'receipts'>;
}

interface Surroundings {
  readonly paper: Paper;
  readonly site: string;
  readonly nameOf: (id: string) => string;
  readonly learn: (ids: Iterable<string>) => Promise<void>;
}

/** What was published with its notes, updates and corrections: each call with all of its events, as the ledger signed them. */
export async function* callFiles({ ledger }: CallParts, wish: ExportWish, { paper, site, nameOf, learn }: Surroundings): AsyncGenerator<EvidenceFile> {
  const isWithin = ({ ts }: EventRow): boolean => (!wish.from || ts >= wish.from) && (!wish.until || ts < wish.until);
  for (const expert_id of await authorsOf(ledger, wish)) {
    await learn([expert_id]);
    const seen = new Set<string>();
    const rows: (string | number | null)[][] = [['n', 'hash', 'call']];
    for (let [after, part] = [0, 1]; ; part += 1) {
      const page = await ledger.chainOf(expert_id, after, EVENTS);
      const ids = [...new Set(page.map(({ call_id }) => call_id))].filter((id) => !seen.has(id));
      const events = Map.groupBy(await ledger.eventsOfCalls(ids), ({ call_id }) => call_id);
      const within = [...events].filter(([, those]) => those.some(isWithin));
      const told = new Set(within.map(([id]) => id));
      for (const id of told) seen.add(id);
      for (const { n, hash, call_id } of page) rows.push([n, hash, seen.has(call_id) ? call_id : null]);
      const proofs = await ledger.proveCalls(
        within.map(([, those]) => those),
        expert_id,
      );
      const receipts = Map.groupBy(await ledger.receipts(within.flatMap(([, those]) => those)), ({ receipt }) => receipt.call_id);
      const lines: string[] = [];
      for (const [at, [id, those]] of within.entries()) {
        yield { path: `calls/${id}/record.json`, content: `${JSON.stringify({ proof: proofs[at], receipts: receipts.get(id) ?? [] }, null, 1)}\n` };
        const own = those.map((event) => `${formatIst(event.ts.toISOString())} ${event.type}: ${JSON.stringify(payloadOf(event))}`);
        const last = those.at(-1)!;
        const mail = { site, subject: `call ${id}`, from: expert_id, to: [''], at: last.ts, id: `calls/${id}/1-${those.length}`, lines: own };
        yield { path: `mail/calls/${id}/${istDay(last.ts)}.eml`, content: await mailOf(mail, nameOf) };
        lines.push(`Call ${id}`, ...own, '');
      }
      const title = `Calls of ${nameOf(expert_id)} (${expert_id}), part ${part}`;
      if (lines.length > 0)
        yield { path: `pdf/calls/${expert_id}/${part}.pdf`, content: await paper.write({ title, foot: `${site} · ${title}`, lines: [title, '', ...lines] }) };
      if (page.length < EVENTS) break;
      after = page.at(-1)!.n;
    }
    if (seen.size > 0) yield { path: `calls/chain-${expert_id}.csv`, content: csv(rows) };
  }
}

async function authorsOf(ledger: CallParts['ledger'], { scope, target }: ExportWish): Promise<string[]> {
  if (scope === 'period') return ledger.authors();
  return scope === 'person' && (await ledger.isAuthor(target)) ? [target] : [];
}

const payloadOf = ({ canonical }: EventRow): unknown => (JSON.parse(canonical) as { payload: unknown }).payload;
