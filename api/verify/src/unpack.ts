import { crc32, inflateRawSync } from 'node:zlib';
import type { UnpackedFiles } from '@vimarsh/shared/domain/evidence/check-evidence.ts';
import { EVIDENCE_LIMITS, type EvidenceLimits } from '@vimarsh/shared/domain/evidence/limits.ts';
import { NotChecked } from './site.ts';

/** A zip that no evidence file is: nothing in it was looked at. */
export class Refused extends Error {}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const MOST_COMMENT = 65_535;
const STORED = 0;
const DEFLATED = 8;
const BROKEN = 'This zip can’t be unpacked: a part of it is missing or was changed.';

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly checksum: number;
  readonly packed: number;
  readonly size: number;
  readonly local: number;
}

/**
 * All files of a zip, also those whose name is that of a folder: whatever is in it has to be in the manifest. The directory's sizes are
 * added up before a byte is unpacked, and no file unpacks to a byte more than its size, so the limits hold for what is in memory. Throws
 * Refused beyond them, NotChecked where the zip is broken or has two files of one name.
 */
export function unpack(bytes: Uint8Array, limits: EvidenceLimits = EVIDENCE_LIMITS): UnpackedFiles {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  try {
    for (const entry of entriesOf(view, limits)) files.set(entry.name, contentOf(view, entry));
  } catch (error) {
    if (error instanceof NotChecked || error instanceof Refused) throw error;
    throw new NotChecked(BROKEN);
  }
  return files;
}

function entriesOf(view: Buffer, limits: EvidenceLimits): Entry[] {
  const end = endRecord(view);
  const count = view.readUInt16LE(end + 10);
  if (count > limits.files) throw new Refused(`This zip has more than ${limits.files} files: it is no evidence file, and nothing in it was looked at.`);
  const names = new Set<string>();
  const entries: Entry[] = [];
  let total = 0;
  let at = view.readUInt32LE(end + 16);
  for (let n = 0; n < count; n += 1) {
    if (view.readUInt32LE(at) !== CENTRAL) throw new NotChecked(BROKEN);
    const nameEnd = at + 46 + view.readUInt16LE(at + 28);
    const name = view.toString('utf8', at + 46, nameEnd);
    // Which of two is unpacked, each program decides for itself.
    if (names.has(name)) throw new NotChecked(`This zip has two files ${name}: it was changed.`);
    names.add(name);
    const size = view.readUInt32LE(at + 24);
    total += size;
    if (size > limits.fileBytes) throw tooLarge(`${name} in this zip`, limits.fileBytes);
    if (total > limits.bytes) throw tooLarge('This zip', limits.bytes);
    entries.push({
      ...{ name, size, method: view.readUInt16LE(at + 10), checksum: view.readUInt32LE(at + 16) },
      ...{ packed: view.readUInt32LE(at + 20), local: view.readUInt32LE(at + 42) },
    });
    at = nameEnd + view.readUInt16LE(at + 30) + view.readUInt16LE(at + 32);
  }
  // Another program may go on to the end record, and find more.
  if (at !== end) throw new NotChecked(BROKEN);
  return entries;
}

const tooLarge = (what: string, most: number): Refused =>
  new Refused(`${what} unpacks to more than ${most / 2 ** 20} MB: it is no evidence file, and nothing in it was looked at.`);

/** The end record stands last, but for a comment. */
function endRecord(view: Buffer): number {
  for (let at = view.length - END_BYTES; at >= Math.max(0, view.length - END_BYTES - MOST_COMMENT); at -= 1) if (view.readUInt32LE(at) === END) return at;
  throw new NotChecked(BROKEN);
}

function contentOf(view: Buffer, { method, checksum, packed, size, local }: Entry): Uint8Array<ArrayBuffer> {
  if (view.readUInt32LE(local) !== LOCAL) throw new NotChecked(BROKEN);
  const start = local + 30 + view.readUInt16LE(local + 26) + view.readUInt16LE(local + 28);
  const content = view.subarray(start, start + packed);
  if (method !== STORED && method !== DEFLATED) throw new NotChecked(BROKEN);
  // Node refuses a bound of 0.
  const bytes = method === STORED ? content : inflateRawSync(content, { maxOutputLength: Math.max(1, size) });
  if (bytes.length !== size || crc32(bytes) !== checksum) throw new NotChecked(BROKEN);
  return Uint8Array.from(bytes);
}
