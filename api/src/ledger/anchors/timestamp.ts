import { createHash } from 'node:crypto';

/**
 * Timestamps of OpenTimestamps: operations that lead from a digest to what was attested, and attestations. Only what calendars and
 * Bitcoin need is known: operations that append, prepend and hash with SHA-256.
 */
export interface Timestamp {
  /** What is attested here, and what the operations take. */
  readonly message: Buffer;
  readonly attestations: readonly Attestation[];
  readonly steps: readonly { readonly operation: Buffer; readonly to: Timestamp }[];
}

export interface Attestation {
  /** 8 bytes, hex. */
  readonly tag: string;
  readonly payload: Buffer;
}

const PENDING = '83dfe30d2ef90c8e';
const BITCOIN = '0588960d73d71901';
const ATTESTATION = 0x00;
const SHA256 = 0x08;
const APPEND = 0xf0;
const PREPEND = 0xf1;
const FORK = 0xff;
/** Of a message, and of operations one in another: what the format allows. */
const MOST_BYTES = 4096;
const MOST_STEPS = 256;
/** Before a timestamp in a file of its own: magic, version 1, and that SHA-256 digested the file. */
const FILE_HEAD = Buffer.concat([Buffer.from('004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294', 'hex'), Buffer.of(1, SHA256)]);

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  take(count: number): Buffer {
    if (this.#at + count > this.#bytes.length) throw new Error('The timestamp is cut off');
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  byte(): number {
    return this.take(1)[0]!;
  }

  number(): number {
    for (let value = 0, shift = 0; shift < 28; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new Error('A number in the timestamp is too large');
  }

  text(): Buffer {
    const length = this.number();
    if (length > MOST_BYTES) throw new Error('A part of the timestamp is too long');
    return this.take(length);
  }

  end(): void {
    if (this.#at !== this.#bytes.length) throw new Error('Something follows the timestamp');
  }
}

/** Reads a timestamp of a digest. Throws on anything that is none. */
export function readTimestamp(bytes: Buffer, digest: Buffer): Timestamp {
  const reader = new Reader(bytes);
  const read = part(reader, digest, 0);
  reader.end();
  return read;
}

function part(reader: Reader, message: Buffer, depth: number): Timestamp {
  if (depth > MOST_STEPS) throw new Error('The timestamp has too many steps');
  const attestations: Attestation[] = [];
  const steps: { operation: Buffer; to: Timestamp }[] = [];
  for (let more = true; more; ) {
    let tag = reader.byte();
    more = tag === FORK;
    if (more) tag = reader.byte();
    if (tag === ATTESTATION) attestations.push({ tag: reader.take(8).toString('hex'), payload: reader.text() });
    else {
      const operation = tag === SHA256 ? Buffer.of(tag) : Buffer.concat([Buffer.of(tag), withLength(reader.text())]);
      steps.push({ operation, to: part(reader, apply(operation, message), depth + 1) });
    }
  }
  return { message, attestations, steps };
}

function apply(operation: Buffer, message: Buffer): Buffer {
  const argument = operation[0] === SHA256 ? Buffer.alloc(0) : new Reader(operation.subarray(1)).text();
  if (operation[0] === SHA256) return sha256(message);
  if (operation[0] !== APPEND && operation[0] !== PREPEND) throw new Error(`The timestamp has an unknown operation ${operation[0]}`);
  const result = Buffer.concat(operation[0] === APPEND ? [message, argument] : [argument, message]);
  if (result.length > MOST_BYTES) throw new Error('A message in the timestamp is too long');
  return result;
}

function withLength(bytes: Buffer): Buffer {
  const length: number[] = [];
  for (let rest = bytes.length; ; rest >>= 7) {
    length.push(rest > 0x7f ? (rest & 0x7f) | 0x80 : rest);
    if (rest <= 0x7f) return Buffer.concat([Buffer.from(length), bytes]);
  }
}

export function writeTimestamp({ attestations, steps }: Timestamp): Buffer {
  const items = [
    ...attestations.map(({ tag, payload }) => Buffer.concat([Buffer.of(ATTESTATION), Buffer.from(tag, 'hex'), withLength(payload)])),
    ...steps.map(({ operation, to }) => Buffer.concat([operation, writeTimestamp(to)])),
  ];
  return Buffer.concat(items.flatMap((item, at) => (at < items.length - 1 ? [Buffer.of(FORK), item] : [item])));
}

/** A file `x.ots` for a text whose digest these timestamps begin with. */
export const otsFile = (timestamps: readonly Timestamp[]): Buffer => {
  const { message } = timestamps[0]!;
  const all = { message, attestations: timestamps.flatMap((one) => one.attestations), steps: timestamps.flatMap((one) => one.steps) };
  return Buffer.concat([FILE_HEAD, message, writeTimestamp(all)]);
};

/** Where a calendar waits for a block: its address, and what it will attest. */
export interface Pending {
  readonly calendar: string;
  readonly message: Buffer;
}

export function pendingOf({ message, attestations, steps }: Timestamp): Pending[] {
  const own = attestations.filter(({ tag }) => tag === PENDING).map(({ payload }) => ({ calendar: new Reader(payload).text().toString(), message }));
  return [...own, ...steps.flatMap(({ to }) => pendingOf(to))];
}

/** Blocks of Bitcoin that hold it, by height. That they do, a node of Bitcoin knows. */
export function blocksOf({ attestations, steps }: Timestamp): number[] {
  return [...attestations.filter(({ tag }) => tag === BITCOIN).map(({ payload }) => new Reader(payload).number()), ...steps.flatMap(({ to }) => blocksOf(to))];
}

/** With what a calendar answered for a message that waited, in the place of its promise. */
export function completed(timestamp: Timestamp, message: Buffer, by: Timestamp): Timestamp {
  const steps = timestamp.steps.map(({ operation, to }) => ({ operation, to: completed(to, message, by) }));
  if (!timestamp.message.equals(message)) return { ...timestamp, steps };
  return { message, attestations: [...timestamp.attestations.filter(({ tag }) => tag !== PENDING), ...by.attestations], steps: [...steps, ...by.steps] };
}
