import type { CallProof, LedgerFile } from '../../contract/calls/types.ts';
import { AUTHOR, AUTHOR_OPENS } from './author-entry.ts';
import { type KeyChain, openKeyChain } from './key-chain.ts';
import { climb, type EventBody, GENESIS, hashPlace, hashRoot, hashText, ROOT_SLACK_MS, rootInstant, signed } from './ledger.ts';

export interface ProofStep {
  readonly label: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** What the reader has from elsewhere than the proof. Without it a proof shows no more than that its maker can do arithmetic. */
export interface Known {
  /** The ledger's keys that the reader trusts. */
  readonly keys: readonly string[];
  /** Where the reader has them from, as words that follow "the key ". */
  readonly from: string;
  /** All roots as published, from the first day on; null where only the proof's own are at hand. */
  readonly roots: LedgerFile['roots'] | null;
}

type ProvenEvent = CallProof['events'][number];
type Root = CallProof['roots'][number];

/**
 * Checks a call's proof: text against hash, hash against hash, signatures, times, and the paths up to the signed daily roots, which
 * must be the published ones and signed with a key the reader trusts. Each is one step; a failing step names what fails.
 */
export async function verifyProof(proof: CallProof, known: Known): Promise<ProofStep[]> {
  const chain = await openKeyChain(proof.public_key, proof.keys);
  const trusted = chain.holds && chain.keys.some((key) => known.keys.includes(key));
  const latest = (known.roots ?? proof.roots).at(-1)?.trading_date;
  const failing = { text: [] as number[], belongs: [] as number[], chain: [] as number[], signature: [] as number[], merkle: [] as number[] };
  const roots = new Map(proof.roots.map((root) => [root.trading_date, root]));
  let rooted = 0;

  for (const [index, event] of proof.events.entries()) {
    if ((await hashText(event.canonical)) !== event.hash) failing.text.push(event.n);
    const body = parse(event.canonical);
    if (!body || body.call_id !== proof.call_id || body.expert_id !== proof.expert_id || body.n !== event.n || body.prev_hash !== event.prev_hash)
      failing.belongs.push(event.n);
    if (!(await follows(event, body?.link, proof.events[index - 1], index))) failing.chain.push(event.n);
    const root = roots.get(event.root_date ?? '') ?? null;
    if (!(await signedByOne(chain.ofEvent(root, latest), event))) failing.signature.push(event.n);
    if (event.root_date === null) continue;
    rooted += 1;
    if ((await climb(event.hash, event.merkle)) !== root?.merkle_root) failing.merkle.push(event.n);
  }

  const first = parse(proof.events[0]?.canonical ?? '');
  const events = count(proof.events.length, 'event');
  const opening = first?.kind === AUTHOR ? AUTHOR_OPENS : 'publish';
  const steps = [
    step(
      'The record is complete and belongs to this call',
      first?.type === opening ? failing.belongs : [...failing.belongs, 'the first event'],
      `${events}, from ${opening === 'publish' ? 'publication' : 'the first entry'} on`,
    ),
    step('Each text gives its hash', failing.text, `SHA-256 of ${events}`),
    step('Each event follows the one before', failing.chain, 'Each names the one before it'),
    step('Each event is signed', failing.signature, 'Ed25519 with the ledger’s key'),
    step('Each event’s time fits its place', misdated(proof, known.roots), 'Times rise, and lie between the roots around them'),
    step(
      'Each event is under its day’s root',
      failing.merkle,
      rooted === proof.events.length
        ? `Merkle paths of ${events}`
        : `${count(rooted, 'event')} of ${proof.events.length}; the rest waits for today’s root at 18:45 IST`,
    ),
    step('The days’ roots are signed and chained', await brokenRoots(proof.roots, chain), count(proof.roots.length, 'root')),
    keyStep(proof.public_key, chain, known),
  ];
  if (known.roots) steps.push(await publishedStep(proof.roots, known.roots, trusted ? chain : null));
  return steps;
}

const step = (label: string, failures: readonly (number | string)[], detail: string): ProofStep => ({
  label,
  ok: failures.length === 0,
  detail: failures.length ? `Does not hold for ${failures.join(', ')}` : detail,
});
const count = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;

async function signedByOne(keys: readonly (CryptoKey | null)[], { sig, hash }: ProvenEvent): Promise<boolean> {
  for (const key of keys) if (await signed(key, sig, hash)) return true;
  return false;
}

function keyStep(key: string, chain: KeyChain, known: Known): ProofStep {
  const label = 'The key is the ledger’s';
  const own = known.keys.includes(key) ? `It is the key ${known.from}` : `It is tied to the key ${known.from} by signatures of both`;
  if (!chain.holds) return { label, ok: false, detail: 'The ledger’s key is said to have changed, and the change is not signed by both keys.' };
  if (chain.keys.some((one) => known.keys.includes(one))) return { label, ok: true, detail: own };
  const detail = `Signed with a foreign key, not with the key ${known.from}. Whoever made this proof does not hold the ledger’s key.`;
  return { label, ok: false, detail };
}

async function follows(event: ProvenEvent, link: string | undefined, previous: ProvenEvent | undefined, index: number): Promise<boolean> {
  // Other calls of the expert may lie between two older events.
  if (link === undefined) return !previous || (event.n > previous.n && (event.n > previous.n + 1 || event.prev_hash === previous.hash));
  if (event.n !== index + 1 || event.prev_hash !== (previous?.hash ?? GENESIS)) return false;
  return event.place === null || (await hashPlace(event.place)) === link;
}

/**
 * Events whose time does not fit. What a person wrote is never dated before what stands ahead of it. What prices did is dated by its
 * price bar, which may have begun before the last word of the author, but neither on an earlier day nor before publication. And each
 * lies after the root before it and not after its own.
 */
function misdated(proof: CallProof, published: Known['roots']): number[] {
  const dates = (published ?? proof.roots).map((root) => root.trading_date);
  const wrong: number[] = [];
  let latest = Number.NEGATIVE_INFINITY;
  let first = Number.NEGATIVE_INFINITY;
  for (const event of proof.events) {
    const body = parse(event.canonical);
    const ts = Date.parse(body?.ts ?? '');
    const rises = body?.actor === 'engine' ? ts >= first && (ts >= latest || dayOf(ts) === dayOf(latest)) : ts >= latest;
    // What prices did before they were known here lies between publication and the day it was written down.
    const at = body?.payload?.at;
    const late = typeof at !== 'string' || (body?.actor === 'engine' && Date.parse(at) >= first && Date.parse(at) <= ts);
    if (!rises || !late || !between(ts, around(event.root_date, dates, published !== null))) wrong.push(event.n);
    if (first === Number.NEGATIVE_INFINITY) first = ts;
    latest = Math.max(latest, ts);
  }
  return wrong;
}

const between = (ts: number, { after, until }: { after: number; until: number }): boolean => ts > after - ROOT_SLACK_MS && ts <= until + ROOT_SLACK_MS;

/** The instants of the roots before and after an event. One that waits for its root comes after the latest published. */
function around(date: string | null, dates: readonly string[], all: boolean): { after: number; until: number } {
  const at = date === null ? dates.length : dates.indexOf(date);
  const before = date === null && !all ? undefined : dates[at - 1];
  return {
    after: before === undefined ? Number.NEGATIVE_INFINITY : rootInstant(before),
    until: date === null ? Number.POSITIVE_INFINITY : rootInstant(date),
  };
}

const dayOf = (ts: number): number => Math.floor((ts + 5.5 * 3_600_000) / 86_400_000);

async function brokenRoots(roots: readonly Root[], chain: KeyChain): Promise<string[]> {
  const broken: string[] = [];
  for (const [index, root] of roots.entries()) {
    const previous = roots[index - 1];
    const linked = !previous || root.prev_root === (await hashRoot(previous));
    if (!linked || !(await signed(chain.ofRoot(root.trading_date), root.signature, await hashRoot(root)))) broken.push(root.trading_date);
  }
  return broken;
}

/**
 * Every root of the proof, and every root after which the key changed, must be among the published ones, which form one chain from the first
 * day, signed at its end with a trusted key (`chain`; null: it is not).
 */
export async function publishedStep(own: readonly Root[], published: readonly Root[], chain: KeyChain | null): Promise<ProofStep> {
  const { hashes, unlinked, last: before } = await inChain(published);
  const wrong = [...unlinked];
  const last = published.at(-1);
  if (last && !(chain && (await signed(chain.ofRoot(last.trading_date), last.signature, before)))) wrong.push(last.trading_date);
  for (const { after, root } of chain?.changes ?? []) if (after !== null && hashes.get(after) !== root) wrong.push(after);
  for (const root of own) if (hashes.get(root.trading_date) !== (await hashRoot(root))) wrong.push(root.trading_date);
  return step('The roots are the published ones', [...new Set(wrong)].toSorted(), `In one chain of ${count(published.length, 'published root')}`);
}

/** The hash of each published root by its date, and which of them do not name the one before. */
interface Chained {
  readonly hashes: ReadonlyMap<string, string>;
  readonly unlinked: readonly string[];
  readonly last: string;
}

/** Of each list once: a record of two years has five hundred roots, and each of its calls is checked against them. */
const chainedRoots = new WeakMap<readonly Root[], Promise<Chained>>();
function inChain(published: readonly Root[]): Promise<Chained> {
  const known = chainedRoots.get(published);
  if (known) return known;
  const chaining = (async (): Promise<Chained> => {
    const hashes = new Map<string, string>();
    const unlinked: string[] = [];
    let last = GENESIS;
    for (const root of published) {
      if (root.prev_root !== last) unlinked.push(root.trading_date);
      last = await hashRoot(root);
      hashes.set(root.trading_date, last);
    }
    return { hashes, unlinked, last };
  })();
  chainedRoots.set(published, chaining);
  return chaining;
}

/** Null for a text that is no event. */
function parse(canonical: string): EventBody | null {
  try {
    return JSON.parse(canonical) as EventBody;
  } catch {
    return null;
  }
}
