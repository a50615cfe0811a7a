import type { CallProof } from '../../contract/calls/types.ts';

/**
 * The ledger's arithmetic, shared by browser and server (WebCrypto): canonical JSON, hash chain, Merkle tree, and the
 * check of a proof. Hashes are SHA-256 in lower-case hex, signatures and keys Ed25519 in base64url.
 */

/** The previous hash of an expert's first event, and the previous root of the first day. */
export const GENESIS = '0'.repeat(64);

/** JSON by RFC 8785: no white space, keys sorted by UTF-16 units, numbers as ECMAScript prints them. Throws on values JSON can't hold. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Error('Canonical JSON holds finite numbers only');
    return JSON.stringify(value);
  }
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new Error('Canonical JSON holds well-formed text only');
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`;
  if (typeof value === 'object') {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    // The default sort compares UTF-16 units, as the RFC requires.
    return `{${entries
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => `${canonicalJson(key)}:${canonicalJson(item)}`)
      .join(',')}}`;
  }
  throw new Error(`Canonical JSON can't hold ${typeof value}`);
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const unhex = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const unbase64url = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0));

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** SHA-256 of the text's UTF-8 bytes. */
export const hashText = (text: string): Promise<string> => sha256(new TextEncoder().encode(text));

/**
 * The hashed content of an event. `n` counts the call's events from 1; `prev_hash` is the hash of the call's previous event.
 * `link` holds the event's place among all of the expert's events without showing it: a gap in those numbers would tell every
 * reader of a closed call that its author has others, which the reader may not see. Events without a `link` are older: their `n`
 * and `prev_hash` are of the expert's events. Equity calls have no `kind`: their events were written before there was a second
 * kind. Texts never change.
 */
export interface EventBody {
  readonly actor: string;
  readonly call_id: string;
  readonly expert_id: string;
  readonly kind?: string;
  readonly link?: string;
  readonly n: number;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly prev_hash: string;
  readonly ts: string;
  readonly type: string;
}

/** Which of an expert's events one is, counted from 1, and the hash of the one before. Without the salt nobody can try numbers out. */
export interface Place {
  readonly n: number;
  readonly prev_hash: string;
  readonly salt: string;
}
export const hashPlace = ({ n, prev_hash, salt }: Place): Promise<string> => hashText(canonicalJson({ n, prev_hash, salt }));

/** One day's root as hashed into the next one. It excludes the signature. */
export interface RootBody {
  readonly trading_date: string;
  readonly merkle_root: string;
  readonly count: number;
  readonly prev_root: string;
}
export const hashRoot = ({ trading_date, merkle_root, count, prev_root }: RootBody): Promise<string> =>
  hashText(canonicalJson({ trading_date, merkle_root, count, prev_root }));

/** Leaves and nodes are hashed with different first bytes (RFC 6962), so that a node can't pass for a leaf. */
const leaf = (hash: string): Promise<string> => sha256(Uint8Array.of(0, ...unhex(hash)));
const node = (left: string, right: string): Promise<string> => sha256(Uint8Array.of(1, ...unhex(left), ...unhex(right)));

async function above(level: readonly string[]): Promise<string[]> {
  const next: string[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const right = level[at + 1];
    next.push(right === undefined ? (level[at] as string) : await node(level[at] as string, right));
  }
  return next;
}

/** Merkle root over event hashes in ledger order. An odd node moves up unchanged. A day without events has the hash of an empty text. */
export async function merkleRoot(hashes: readonly string[]): Promise<string> {
  if (hashes.length === 0) return hashText('');
  let level = await Promise.all(hashes.map(leaf));
  while (level.length > 1) level = await above(level);
  return level[0] as string;
}

export type MerkleStep = CallProof['events'][number]['merkle'][number];

/** Siblings from the leaf at `index` up to the root. */
export async function merklePath(hashes: readonly string[], index: number): Promise<MerkleStep[]> {
  const path: MerkleStep[] = [];
  let level = await Promise.all(hashes.map(leaf));
  for (let at = index; level.length > 1; at = at >> 1) {
    const sibling = level[at ^ 1];
    if (sibling !== undefined) path.push({ side: at % 2 ? 'left' : 'right', hash: sibling });
    level = await above(level);
  }
  return path;
}

async function climb(hash: string, path: readonly MerkleStep[]): Promise<string> {
  let at = await leaf(hash);
  for (const step of path) at = step.side === 'left' ? await node(step.hash, at) : await node(at, step.hash);
  return at;
}

export interface ProofStep {
  readonly label: string;
  readonly ok: boolean;
  readonly detail: string;
}

async function publicKey(text: string): Promise<CryptoKey | null> {
  try {
    return await crypto.subtle.importKey('raw', unbase64url(text), { name: 'Ed25519' }, false, ['verify']);
  } catch {
    return null;
  }
}

async function signed(key: CryptoKey | null, signature: string, hash: string): Promise<boolean> {
  try {
    return key !== null && (await crypto.subtle.verify({ name: 'Ed25519' }, key, unbase64url(signature), unhex(hash)));
  } catch {
    return false;
  }
}

const count = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;

/**
 * Checks a call's proof from the proof alone: text against hash, hash against hash, signatures, and the paths up to the
 * signed daily roots. Each is one step; a failing step names the events. `trustedKey` is the key the reader has from elsewhere.
 */
export async function verifyProof(proof: CallProof, trustedKey?: string): Promise<ProofStep[]> {
  const key = await publicKey(proof.public_key);
  const failing = { text: [] as number[], belongs: [] as number[], chain: [] as number[], signature: [] as number[], merkle: [] as number[] };
  const roots = new Map(proof.roots.map((root) => [root.trading_date, root]));
  let rooted = 0;

  for (const [index, event] of proof.events.entries()) {
    if ((await hashText(event.canonical)) !== event.hash) failing.text.push(event.n);
    const body = parse(event.canonical);
    if (!body || body.call_id !== proof.call_id || body.expert_id !== proof.expert_id || body.n !== event.n || body.prev_hash !== event.prev_hash)
      failing.belongs.push(event.n);
    if (!(await follows(event, body?.link, proof.events[index - 1], index))) failing.chain.push(event.n);
    if (!(await signed(key, event.sig, event.hash))) failing.signature.push(event.n);
    if (event.root_date === null) continue;
    rooted += 1;
    if ((await climb(event.hash, event.merkle)) !== roots.get(event.root_date)?.merkle_root) failing.merkle.push(event.n);
  }

  const badRoots: string[] = [];
  for (const [index, root] of proof.roots.entries()) {
    const previousRoot = proof.roots[index - 1];
    const linked = !previousRoot || root.prev_root === (await hashRoot(previousRoot));
    if (!linked || !(await signed(key, root.signature, await hashRoot(root)))) badRoots.push(root.trading_date);
  }

  const first = parse(proof.events[0]?.canonical ?? '');
  const events = count(proof.events.length, 'event');
  const step = (label: string, failures: readonly (number | string)[], detail: string): ProofStep => ({
    label,
    ok: failures.length === 0,
    detail: failures.length ? `Does not hold for ${failures.join(', ')}` : detail,
  });
  const steps = [
    step(
      'The record is complete and belongs to this call',
      first?.type === 'publish' ? failing.belongs : [...failing.belongs, 'the first event'],
      `${events}, from publication on`,
    ),
    step('Each text gives its hash', failing.text, `SHA-256 of ${events}`),
    step('Each event follows the one before', failing.chain, 'Each names the one before it'),
    step('Each event is signed', failing.signature, 'Ed25519 with the ledger’s key'),
    step(
      'Each event is under its day’s root',
      failing.merkle,
      rooted === proof.events.length
        ? `Merkle paths of ${events}`
        : `${count(rooted, 'event')} of ${proof.events.length}; the rest waits for today’s root at 18:45 IST`,
    ),
    step('The days’ roots are signed and chained', badRoots, count(proof.roots.length, 'root')),
  ];
  if (trustedKey !== undefined) steps.push({ label: 'The key is the one you know', ok: trustedKey === proof.public_key, detail: proof.public_key });
  return steps;
}

type ProvenEvent = CallProof['events'][number];

async function follows(event: ProvenEvent, link: string | undefined, previous: ProvenEvent | undefined, index: number): Promise<boolean> {
  // Other calls of the expert may lie between two older events.
  if (link === undefined) return !previous || (event.n > previous.n && (event.n > previous.n + 1 || event.prev_hash === previous.hash));
  if (event.n !== index + 1 || event.prev_hash !== (previous?.hash ?? GENESIS)) return false;
  return event.place === null || (await hashPlace(event.place)) === link;
}

function parse(canonical: string): EventBody | null {
  try {
    return JSON.parse(canonical) as EventBody;
  } catch {
    return null;
  }
}
