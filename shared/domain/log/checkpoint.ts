import { publicKey } from '../calls/ledger.ts';
import type { Bytes } from './tree.ts';

/** A signed head of the log (C2SP tlog-checkpoint), as read. */
export interface Checkpoint {
  /** What is signed: origin, size and root, one to a line. */
  readonly text: string;
  readonly origin: string;
  readonly size: number;
  /** base64. */
  readonly root: string;
  readonly signatures: readonly { readonly name: string; readonly bytes: Bytes }[];
}

/** Signature types of signed notes. */
const ED25519 = 1;
const COSIGNATURE = 4;

export const fromBase64 = (text: string): Bytes => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
const toBase64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

/** Null for a text that is no checkpoint. */
export function readCheckpoint(note: string): Checkpoint | null {
  const at = note.lastIndexOf('\n\n');
  const text = note.slice(0, at + 1);
  const [origin, size, root, ...rest] = text.split('\n');
  if (at < 0 || !origin || !/^(0|[1-9]\d{0,14})$/.test(size ?? '') || !/^[A-Za-z0-9+/]{43}=$/.test(root ?? '') || rest.length === 0) return null;
  const lines = note
    .slice(at + 2)
    .split('\n')
    .slice(0, -1);
  const signatures = lines.map((line) => /^— (\S+) ((?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(line));
  if (signatures.length === 0 || signatures.includes(null)) return null;
  return { text, origin, size: Number(size), root: root!, signatures: signatures.map((line) => ({ name: line![1]!, bytes: fromBase64(line![2]!) })) };
}

/** The first 4 bytes of the hash of name, type and key: which key signed. */
async function keyId(name: string, type: number, raw: Bytes): Promise<Bytes> {
  const text = Uint8Array.of(...utf8(`${name}\n`), type, ...raw);
  return new Uint8Array(await crypto.subtle.digest('SHA-256', text)).slice(0, 4);
}

const verify = async (raw: Bytes, signature: Bytes, text: Bytes): Promise<boolean> => {
  const key = await publicKey(toBase64url(raw));
  return key !== null && crypto.subtle.verify('Ed25519', key, signature, text);
};

const withId = ({ signatures }: Checkpoint, name: string, id: Bytes): Bytes[] =>
  signatures.filter((one) => one.name === name && id.every((byte, at) => one.bytes[at] === byte)).map(({ bytes }) => bytes.slice(4));

/** Whether the log's key (base64url) signed a head. */
export async function isCheckpointSigned(head: Checkpoint, key: string): Promise<boolean> {
  const raw = fromBase64(key.replaceAll('-', '+').replaceAll('_', '/').padEnd(44, '='));
  const own = withId(head, head.origin, await keyId(head.origin, ED25519, raw));
  const hold = await Promise.all(own.map((signature) => verify(raw, signature, utf8(head.text))));
  return hold.length > 0 && hold.every(Boolean);
}

/** A witness that somebody knows: its name and key, 32 bytes. */
export interface KnownWitness {
  readonly name: string;
  readonly raw: Bytes;
}

/** Reads a verifier key of a witness, `name+1a2b3c4d+base64` (C2SP signed-note); null for another text. */
export async function readWitnessKey(text: string): Promise<KnownWitness | null> {
  const parts = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(text);
  if (!parts) return null;
  const [type, ...raw] = fromBase64(parts[3]!);
  const id = await keyId(parts[1]!, COSIGNATURE, Uint8Array.from(raw));
  const short = Array.from(id, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return type === COSIGNATURE && short === parts[2] ? { name: parts[1]!, raw: Uint8Array.from(raw) } : null;
}

/** When a witness co-signed this head (C2SP tlog-cosignature); null where it did not; `false` where a signature in its name does not hold. */
export async function cosignedAt(head: Checkpoint, { name, raw }: KnownWitness): Promise<Date | false | null> {
  const [own] = withId(head, name, await keyId(name, COSIGNATURE, raw));
  if (!own) return null;
  if (own.length !== 72) return false;
  const seconds = new DataView(own.buffer, 0, 8).getBigUint64(0);
  const holds = await verify(raw, own.slice(8), utf8(`cosignature/v1\ntime ${seconds}\n${head.text}`));
  return holds ? new Date(Number(seconds) * 1000) : false;
}
