import { hash as hashOf } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { type EventBody, GENESIS, rootText } from '@vimarsh/shared/domain/calls/ledger.ts';
import type { KeyRing } from '../key-ring.ts';
import { checkpoint } from '../log/checkpoint.ts';
import { leafOf, logOrigin, openTree } from '../log/log.store.ts';
import { HASH, leafHash, rootOf, type Tile, type Tree } from '../log/tree.ts';
import type { Pace } from '../record.store.ts';
import type { EventRow, HeadRow, LedgerDatabase, RootRow } from '../tables.ts';
import { checkKeys } from './check-keys.ts';
import { Receipts } from './check-receipts.ts';
import { endOfRecord } from './end-of-record.ts';
import { differs } from './record-differs.ts';

export interface HowToCheck extends Partial<Pick<Pace, 'pause' | 'turn'>> {
  /** Every signature, and not only those that no head of the log vouches for yet. */
  readonly all: boolean;
  /** Events read at once. */
  readonly page: number;
  /** At least so many of the latest events are read; those under the last head before them are vouched for by it. Default: all. */
  readonly latest?: number;
  /** The kind of call whose events name none in their text. Without it the column of such an event is not compared. */
  readonly unnamed?: string | undefined;
}

/**
 * At a start: as fast as it goes, and of a long record its end. Whatever is signed on top of a changed record would make the change look old;
 * what lies under a head can't be made to, because the next one is signed over the log's tiles. All of it is read while the server runs.
 */
export const AT_START: HowToCheck = { all: false, page: 1000, latest: 20_000 };

/**
 * Reads the record as stored and compares it with all that was ever signed of it: each event's text with its hash, its columns, its
 * signature, its receipt and the events before it; each daily root and each head of the log with the events below it; the log's tiles with the tree.
 * Returns how many events the latest head covers: more would tell strangers when something was published. Throws RecordDiffers at the first
 * thing that is not as it was signed.
 */
export async function checkRecord(db: LedgerDatabase, keys: KeyRing, how: HowToCheck): Promise<number> {
  const { until, roots, signed } = await readFrame(db, keys);
  const from = signed.findLast(({ size }) => size <= until - (how.latest ?? until))?.size ?? 0;
  const heads = new Heads(signed, roots, keys, from);
  const days = new Days(roots, keys, how.all, from);
  const chains = new Chains(from > 0);
  const receipts = await Receipts.open(db, keys, roots);
  const tree = await openTree(db, from).catch(() => differs('a tile of the log is missing'));
  heads.add(tree);
  const after = (seq: number) => db.selectFrom('call_events').selectAll().where('seq', '>', seq).orderBy('seq').limit(how.page).execute();
  // At a start the database reads the next page while this one is checked; where others are served, one thing at a time.
  let ahead: ReturnType<typeof after> | null = null;
  while (tree.size < until) {
    const events: EventRow[] = await (ahead ?? after(tree.size));
    ahead = how.pause || tree.size + events.length >= until ? null : after(tree.size + events.length);
    ahead?.catch(() => undefined);
    // Until something else gets its turn the question is not even sent.
    if (ahead) await turn();
    if (events.length === 0) differs(`events ${tree.size + 1} to ${until} are missing`);
    for (const event of events.slice(0, until - tree.size)) {
      const { seq, hash } = event;
      if (seq !== tree.size + 1) differs(`event ${tree.size + 1} is missing`);
      checkEvent(event, how.unnamed);
      if ((how.all || seq > heads.last) && !keys.at(seq).signed(hash, event.sig)) differs(`event ${seq} is not signed`);
      chains.add(event);
      tree.append(leafOf(keys.at(seq), seq, hash));
      days.add(seq, hash);
      heads.add(tree);
      const waits = how.turn?.();
      if (waits) await waits;
    }
    // Those of events under a head cost as much as their signatures.
    await receipts.check(
      events.filter(({ seq }) => seq <= until && (how.all || seq > heads.last)),
      how.turn,
    );
    await heads.checkTiles(db);
    await how.pause?.();
  }
  days.end();
  if (heads.last !== (roots.at(-1)?.last_seq ?? 0) && heads.last > 0) differs('a daily root is missing, or the head of the log that was signed with it');
  await heads.checkTiles(db);
  await chains.checkEnds(db, until);
  await checkBeyond(db);
  return heads.last;
}

/** Nothing is of an event that is not there: such a row was moved away from where it stood. */
async function checkBeyond(db: LedgerDatabase): Promise<void> {
  // Rows first: what another node signs meanwhile lies under the end that is read after them.
  const head = await db.selectFrom('log_heads').select('size').orderBy('size', 'desc').limit(1).executeTakeFirst();
  const receipt = await db.selectFrom('call_receipts').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  const { seq } = await endOfRecord(db);
  if ((head?.size ?? 0) > seq) differs(`a head of the log (log_heads) is of ${head!.size} events, and there are ${seq}`);
  if ((receipt?.seq ?? 0) > seq) differs(`a receipt (call_receipts) is of event ${receipt!.seq}, and there are ${seq}`);
}

/** How often what is signed is read again where something was signed in between. */
const TRIES = 3;

/**
 * The end of the record, and roots, heads and keys up to it, as they were at one moment: a root that another node signs between two of these
 * readings would look like one whose head was taken away.
 */
async function readFrame(db: LedgerDatabase, keys: KeyRing) {
  for (let left = TRIES; ; left -= 1) {
    // The end first: what is appended while this reads is another check's.
    const { seq: until, key } = await endOfRecord(db);
    const roots = await db.selectFrom('ledger_roots').selectAll().where('last_seq', '<=', until).orderBy('last_seq').orderBy('trading_date').execute();
    const signed = await db.selectFrom('log_heads').selectAll().where('size', '<=', until).orderBy('size').execute();
    const still = (await endOfRecord(db)).key === key && (signed.length === 0 || signed.at(-1)!.size === (roots.at(-1)?.last_seq ?? 0));
    if (!still && left > 1) continue;
    await keys.keepUp(db, key);
    await checkKeys(keys, key, roots);
    return { until, roots, signed };
  }
}

/** Text against hash, and columns against text. */
function checkEvent({ seq, canonical, hash, call_id, expert_id, kind, type, ts }: EventRow, unnamed = kind): void {
  if (hashOf('sha256', canonical) !== hash) differs(`the text of event ${seq} is not the one that was hashed`);
  const body = JSON.parse(canonical) as EventBody & { kind?: string };
  const same =
    body.call_id === call_id && body.expert_id === expert_id && body.type === type && (body.kind ?? unnamed) === kind && Date.parse(body.ts) === ts.getTime();
  if (!same) differs(`the columns of event ${seq} say another thing than its text`);
}

/** Each expert's events follow one another. */
class Chains {
  readonly #ends = new Map<string, { n: number; hash: string }>();
  /** Whether events before the first are left out. */
  readonly #partly: boolean;

  constructor(partly: boolean) {
    this.#partly = partly;
  }

  add({ seq, expert_id, n, prev_hash, hash }: EventRow): void {
    const end = this.#ends.get(expert_id) ?? (this.#partly ? { n: n - 1, hash: prev_hash } : { n: 0, hash: GENESIS });
    if (n !== end.n + 1 || prev_hash !== end.hash) differs(`event ${seq} does not follow the one before it of its expert`);
    this.#ends.set(expert_id, { n, hash });
  }

  /** Where nothing was added meanwhile, the ends are the stored ones. */
  async checkEnds(db: LedgerDatabase, until: number): Promise<void> {
    const stored = await db.selectFrom('expert_chains').selectAll().execute();
    const { seq } = await endOfRecord(db);
    if (seq !== until) return;
    const wrong =
      (!this.#partly && stored.length !== this.#ends.size) ||
      stored.some(({ expert_id, n, hash }) => {
        const end = this.#ends.get(expert_id);
        return end ? end.n !== n || end.hash !== hash : !this.#partly;
      });
    if (wrong) differs('the ends of the experts’ chains are not those of their events');
  }
}

/** The heads of the log, compared as the tree grows past them. */
class Heads {
  /** Events under the latest. */
  readonly last: number;
  readonly #heads: readonly HeadRow[];
  /** The date of the root that each head was signed with, by size. */
  readonly #dates: ReadonlyMap<number, string>;
  readonly #keys: KeyRing;
  readonly #tiles = new Map<string, Tile>();
  #next = 0;

  /** `from`: the size of the first head that is compared. */
  constructor(heads: readonly HeadRow[], roots: readonly RootRow[], keys: KeyRing, from: number) {
    this.#heads = heads.filter(({ size }) => size >= from);
    // Of days without events, the first: the others brought no head.
    this.#dates = new Map(roots.toReversed().map(({ last_seq, trading_date }) => [last_seq, trading_date]));
    this.#keys = keys;
    this.last = heads.at(-1)?.size ?? 0;
  }

  add(tree: Tree): void {
    const head = this.#heads[this.#next];
    if (head?.size !== tree.size) return;
    const root = tree.root();
    const signer = this.#keys.ofRoot(this.#dates.get(head.size) ?? '');
    if (root.toString('hex') !== head.root || checkpoint(logOrigin(head.note), { size: head.size, root }, signer) !== head.note)
      differs(`the log of ${head.size} events is not the one whose head was signed on ${head.signed_at.toISOString().slice(0, 10)}`);
    this.#next += 1;
    for (const tile of tree.changed()) this.#tiles.set(`${tile.level}/${tile.n}`, tile);
  }

  /** The next head is signed over the stored tiles: one that is not the tree's would be vouched for ever. */
  async checkTiles(db: LedgerDatabase): Promise<void> {
    for (const { level, n, hashes } of this.#tiles.values()) {
      const row = await db.selectFrom('log_tiles').select('hashes').where('level', '=', level).where('n', '=', n).executeTakeFirst();
      // A tile may have grown since; what stood in it stays.
      if (
        !row ||
        !Buffer.from(row.hashes)
          .subarray(0, hashes.length * HASH)
          .equals(Buffer.concat(hashes))
      )
        differs(`tile ${level}/${n} of the log is not the tree’s`);
    }
    // A long log has more of them than one wants to hold.
    this.#tiles.clear();
  }
}

/** The daily roots, compared as their events come by. */
class Days {
  readonly #roots: readonly RootRow[];
  readonly #keys: KeyRing;
  readonly #all: boolean;
  #next = 0;
  #hashes: string[] = [];
  #previous = GENESIS;

  /** Events up to `from` are left out, and the roots over them are only followed. */
  readonly #from: number;

  constructor(roots: readonly RootRow[], keys: KeyRing, all: boolean, from: number) {
    this.#roots = roots;
    this.#keys = keys;
    this.#all = all;
    this.#from = from;
  }

  add(seq: number, hash: string): void {
    // A day without events ends where the one before ended.
    while ((this.#roots[this.#next]?.last_seq ?? seq) < seq) this.#end();
    this.#hashes.push(hash);
    if (this.#roots[this.#next]?.last_seq === seq) this.#end();
  }

  /** Days without events after the last event. */
  end(): void {
    while (this.#next < this.#roots.length) this.#end();
  }

  #end(): void {
    const root = this.#roots[this.#next]!;
    const changed = `the events of ${root.trading_date} are not those whose root was signed`;
    const read = root.last_seq > this.#from || this.#from === 0;
    const same = !read || (root.merkle_root === merkleRootOf(this.#hashes) && root.count === this.#hashes.length);
    // Proofs find an event's root by where it begins.
    const begins = this.#roots[this.#next - 1]?.last_seq ?? 0;
    if (!same || root.prev_root !== this.#previous || root.after_seq !== begins) differs(changed);
    // A start reads all of them: WebCrypto, which browsers use, takes as long for one as this for a hundred.
    this.#previous = hashOf('sha256', rootText(root));
    this.#next += 1;
    // The latest vouches for those before it.
    if ((this.#all || this.#next === this.#roots.length) && !this.#keys.ofRoot(root.trading_date).signed(this.#previous, root.signature))
      differs(`the root of ${root.trading_date} is not signed`);
    this.#hashes = [];
  }
}

const merkleRootOf = (hashes: readonly string[]): string => rootOf(hashes.map((hash) => leafHash(Buffer.from(hash, 'hex')))).toString('hex');
