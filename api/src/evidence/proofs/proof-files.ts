import type { Metrics } from '@vimarsh/shared/contract/calls/types.ts';
import type { ShownAuthor } from '@vimarsh/shared/domain/calls/author-step.ts';
import type { PriceSource } from '@vimarsh/shared/domain/market/price-source.ts';
import { csv } from '@vimarsh/shared/domain/text/csv.ts';
import type { Calls } from '../../calls/index.ts';
import type { EvidenceFile } from '../../identity/index.ts';
import type { EventRow, Ledger } from '../../ledger/index.ts';
import type { Market } from '../../market/index.ts';
import type { FollowerFill, Performance } from '../../performance/index.ts';
import { givingWay } from '../../platform/processor/give-way.ts';
import { bodiesOf, endedCallOf, followedOf } from './ended-call.ts';
import { PriceStretches } from './price-stretches.ts';
import { Results } from './results.ts';
import { METHOD, type ProofHead, proofReadme } from './words.ts';

/** Rows of a chain read at once. */
const PAGE = 1_000;

export interface ProofParts {
  readonly calls: Pick<Calls, 'authorOf'>;
  readonly ledger: Pick<Ledger, 'file' | 'cosignedHead' | 'tlogProofs' | 'verifierKeys' | 'proveCalls' | 'receipts' | 'chainOf'>;
  readonly market: Pick<Market, 'segment'>;
  readonly performance: Pick<Performance, 'followerOf' | 'figuresOf'>;
  /** Verifier keys of the witnesses that this site asks. */
  readonly witnesses: readonly { readonly name: string; readonly key: string }[];
}

/** The expert of a file of many calls, and the results that it adds to the proofs. */
export interface ExpertFile {
  /** The expert as their page shows them. */
  readonly shown: ShownAuthor;
  readonly own: boolean;
  readonly figures: boolean;
  /** Figures of all their calls on shares, as this reader is told them; null where none are told. */
  shownFigures(): Promise<Metrics | null>;
}

type Author = Awaited<ReturnType<Calls['authorOf']>>;
type Pages = ReturnType<Calls['endedCallsOf']>;

/** Everything in a file of proof, each when the one before is written. `reader`: whose file it is; null for a visitor. */
export async function* proofFiles(
  { calls, ledger, market, performance, witnesses }: ProofParts,
  pages: Pages,
  head: ProofHead,
  reader: string | null,
  expert: ExpertFile | null,
): AsyncGenerator<EvidenceFile> {
  yield { path: 'README.txt', content: proofReadme(head) };
  yield { path: 'method.txt', content: METHOD };
  const stretches = new PriceStretches(market);
  const results = new Results();
  // One head for all, of before the proofs, so that what it covers does not grow on the way.
  const logged = await ledger.cosignedHead();
  const logProof = logged && ledger.tlogProofs(logged);
  const giveWay = givingWay();
  const included = new Set<string>();
  /** Experts by id, as calls show them; the expert of a file without calls too. */
  const authors = new Map<string, Author>();
  const authorOf = async (expert_id: string): Promise<Author> => {
    const known = authors.get(expert_id) ?? (await calls.authorOf(expert_id));
    authors.set(expert_id, known);
    return known;
  };
  async function* textsOf(folder: string, events: readonly EventRow[]): AsyncGenerator<EvidenceFile> {
    for (const [index, event] of events.entries()) {
      const path = `${folder}/events/${index + 1}`;
      yield { path: `${path}.json`, content: event.canonical };
      const text = logProof && (await logProof(event));
      if (text !== null) yield { path: `${path}.tlog-proof`, content: text };
    }
  }
  const figuresBefore = expert?.figures ? await expert.shownFigures() : null;
  let count = 0;
  for await (const page of pages) {
    const eventsOfAll = page.map(({ events }) => events);
    const proofs = await ledger.proveCalls(eventsOfAll, reader);
    const receipts = Map.groupBy(await ledger.receipts(eventsOfAll.flat()), ({ receipt }) => receipt.call_id);
    for (const [at, { events, shown: call }] of page.entries()) {
      const { call_id, kind, expert_id } = events[0]!;
      included.add(call_id);
      count += 1;
      const bodies = bodiesOf(events);
      const ended = endedCallOf(kind, bodies);
      const follower = ended.kind === 'equity' ? await performance.followerOf(followedOf(ended.shown)) : null;
      if (ended.kind === 'equity') results.addCall(ended.shown, follower);
      if (ended.kind === 'options') results.addOption(ended.shown);
      for (const { payload } of bodies) if (payload.source) stretches.add(payload.source as PriceSource);
      for (const name of stretchesOf(follower)) stretches.addFollowed(name);
      await authorOf(expert_id);
      // From the row that the page is drawn from: a row that another hand wrote must be seen by whoever checks the file.
      const shown = call && { ...call, expert: withoutPicture(call.expert) };
      const record = { kind, shown, proof: proofs[at], receipts: receipts.get(call_id) ?? [], follower: told(follower) };
      yield { path: `calls/${call_id}/record.json`, content: `${JSON.stringify(record, null, 1)}\n` };
      yield* textsOf(`calls/${call_id}`, events);
      await giveWay();
    }
  }
  if (expert) await authorOf(expert.shown.user_id);
  for (const [user_id, { shown, events }] of authors) {
    if (events.length === 0) continue;
    const [proof] = await ledger.proveCalls([events], reader);
    included.add(proof!.call_id);
    yield { path: `authors/${user_id}/record.json`, content: `${JSON.stringify({ shown: withoutPicture(shown), proof }, null, 1)}\n` };
    yield* textsOf(`authors/${user_id}`, events);
  }
  yield* stretches.files();
  yield { path: 'ledger.json', content: `${JSON.stringify(await ledger.file(), null, 1)}\n` };
  if (logged) yield { path: 'log/checkpoint', content: logged.note };
  yield { path: 'log/vkeys.txt', content: `${(await ledger.verifierKeys()).join('\n')}\n` };
  yield { path: 'log/witnesses.json', content: `${JSON.stringify(witnesses, null, 1)}\n` };
  if (!expert) return;
  const { own, figures, shown } = expert;
  const shown_figures = figures && count < head.most ? sameFigures(figuresBefore, await expert.shownFigures()) : null;
  const page = { ...shown, calls: count, at_most: head.most, ...results.counts, figures, shown_figures, own };
  yield { path: 'expert.json', content: `${JSON.stringify(page, null, 1)}\n` };
  // A table of all results is a hit rate: where no figures are told the calls stand each by itself.
  if (figures) yield* results.files();
  if (own) yield { path: 'chain.csv', content: await chainOf(ledger, shown.user_id, included) };
}

const withoutPicture = ({ picture: _, ...name }: Author['shown']): Omit<Author['shown'], 'picture'> => name;

/** The figures that follow from the calls of a file; null where a call ended while it was written, so that they may be of other calls. */
function sameFigures(before: Metrics | null, after: Metrics | null) {
  if (!before || !after) return null;
  const those = ({ n, hits, misses, lapsed, cancelled, unjudged = 0, hit_rate, avg_return, best, worst }: Metrics) =>
    ({ n, hits, misses, lapsed, cancelled, unjudged, hit_rate, avg_return, best, worst }) as const;
  return JSON.stringify(those(before)) === JSON.stringify(those(after)) ? those(after) : null;
}

const stretchesOf = (follower: FollowerFill | null): string[] =>
  follower ? [...(follower.prices.entry ? [follower.prices.entry.segment] : []), follower.prices.exit.segment] : [];

/** With instants as texts, as everywhere in the file. */
function told(follower: FollowerFill | null) {
  if (!follower) return null;
  const price = ({ price: at, ts, segment }: FollowerFill['prices']['exit']) => ({ price: at, ts: new Date(ts).toISOString(), segment });
  const { entry, exit, factor } = follower.prices;
  return { entry: follower.entry, exit: follower.exit, made: follower.returned, prices: { entry: entry && price(entry), exit: price(exit), factor } };
}

async function chainOf(ledger: Pick<Ledger, 'chainOf'>, expert_id: string, included: ReadonlySet<string>): Promise<string> {
  const rows: (string | number | null)[][] = [['n', 'hash', 'call']];
  for (let after = 0; ; ) {
    const page: Pick<EventRow, 'n' | 'hash' | 'call_id'>[] = await ledger.chainOf(expert_id, after, PAGE);
    for (const { n, hash, call_id } of page) rows.push([n, hash, included.has(call_id) ? call_id : null]);
    if (page.length < PAGE) return csv(rows);
    after = page.at(-1)!.n;
  }
}
