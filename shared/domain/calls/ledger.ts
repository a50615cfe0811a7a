import type { CallProof } from '../../contract/calls/types.ts';

/**
 * The ledger's arithmetic, shared by browser and server (WebCrypto): canonical JSON, hash chain, Merkle tree and signatures.
 * `verify-proof.ts` checks a proof with it. Hashes are SHA-256 in lower-case hex, signatures and keys Ed25519 in base64url.
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

export const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
export const unhex = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
export const unbase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0));

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
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

/** An event with the hash of its text. */
export interface RecordedEvent extends EventBody {
  readonly hash: string;
  /** Its number in the log; absent before a head of the log covers it. */
  readonly index?: number | undefined;
}

/** Which of an expert's events one is, counted from 1, and the hash of the one before. Without the salt nobody can try numbers out. */
export interface EventPlace {
  readonly n: number;
  readonly prev_hash: string;
  readonly salt: string;
}
export const hashPlace = ({ n, prev_hash, salt }: EventPlace): Promise<string> => hashText(canonicalJson({ n, prev_hash, salt }));

/** The instant (ms) at which the root of a trading date is due: 18:45 IST. */
export const rootInstant = (day: string): number => Date.parse(`${day}T18:45:00+05:30`);

/**
 * How far an event's time may lie outside its root's interval: a root is made with the first beat after 18:45, when the last exchange
 * has long closed, so that nobody gains hindsight by it.
 */
export const ROOT_SLACK_MS = 5 * 60_000;

/** One day's root as hashed into the next one. It excludes the signature. */
export interface RootBody {
  readonly trading_date: string;
  readonly merkle_root: string;
  readonly count: number;
  readonly prev_root: string;
}
export const hashRoot = (root: RootBody): Promise<string> => hashText(rootText(root));

/** What of a root is hashed. */
export const rootText = ({ trading_date, merkle_root, count, prev_root }: RootBody): string => canonicalJson({ trading_date, merkle_root, count, prev_root });

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

/** The root that a path leads to from the leaf of a hash. */
export async function climb(hash: string, path: readonly MerkleStep[]): Promise<string> {
  let at = await leaf(hash);
  for (const step of path) at = step.side === 'left' ? await node(step.hash, at) : await node(at, step.hash);
  return at;
}

/** Null for a text that is no key. Throws where Ed25519 is unknown: an older browser must not call a record false that it can't check. */
export async function publicKey(text: string): Promise<CryptoKey | null> {
  try {
    return await crypto.subtle.importKey('raw', unbase64url(text), { name: 'Ed25519' }, false, ['verify']);
  } catch (error) {
    if (error instanceof Error && error.name === 'NotSupportedError') throw error;
    return null;
  }
}

/** Whether a signature over a hex hash holds; false for one that is none. */
export async function signed(key: CryptoKey | null, signature: string, hash: string): Promise<boolean> {
  try {
    return key !== null && (await crypto.subtle.verify({ name: 'Ed25519' }, key, unbase64url(signature), unhex(hash)));
  } catch {
    return false;
  }
}
