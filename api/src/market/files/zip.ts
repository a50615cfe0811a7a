import { crc32, inflateRawSync } from 'node:zlib';
import { printableLine } from '@vimarsh/shared/domain/text/printable.ts';
import { Refusal } from './refusal.ts';

export interface ZipEntry {
  readonly name: string;
  /** Bytes, unpacked. */
  readonly size: number;
  /** Inflates the entry: throws Refusal when it is damaged or larger than it says. */
  read(): Uint8Array;
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
export const MOST_ENTRIES = 1000;

/** Whether bytes begin like a zip. */
export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

/**
 * The files in a zip. Sizes are bounded before a byte is inflated and checksums compared after, so neither a bomb nor a
 * damaged download gets through. Encrypted, multi-volume and zip64 archives are refused; exchanges publish none.
 */
export function readZip(bytes: Uint8Array, mostBytes: number, mostEntries = MOST_ENTRIES): ZipEntry[] {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return entries(view, mostBytes, mostEntries);
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal('UNREADABLE', 'The zip is damaged.');
    throw error;
  }
}

function entries(view: Buffer, mostBytes: number, mostEntries: number): ZipEntry[] {
  const end = endRecord(view);
  const count = view.readUInt16LE(end + 10);
  if (count > mostEntries) throw new Refusal('UNREADABLE', `The zip holds more than ${MOST_ENTRIES} files.`);
  const entries: ZipEntry[] = [];
  let total = 0;
  let at = view.readUInt32LE(end + 16);
  for (let n = 0; n < count; n++) {
    if (view.readUInt32LE(at) !== CENTRAL) throw new Refusal('UNREADABLE', 'The zip is damaged.');
    const flags = view.readUInt16LE(at + 8);
    const entry = {
      method: view.readUInt16LE(at + 10),
      checksum: view.readUInt32LE(at + 16),
      packed: view.readUInt32LE(at + 20),
      size: view.readUInt32LE(at + 24),
      local: view.readUInt32LE(at + 42),
    };
    const nameLength = view.readUInt16LE(at + 28);
    const name = view.toString('utf8', at + 46, at + 46 + nameLength);
    at += 46 + nameLength + view.readUInt16LE(at + 30) + view.readUInt16LE(at + 32);
    if (name.endsWith('/')) continue;
    if (flags & 1) throw new Refusal('UNREADABLE', 'The zip is encrypted: unpack it with its password, and import what is in it.');
    total += entry.size;
    if (total > mostBytes) throw new Refusal('UNREADABLE', `The zip unpacks to more than ${Math.round(mostBytes / 2 ** 20)} MB.`);
    entries.push({ name, size: entry.size, read: () => inflate(view, name, entry) });
  }
  return entries;
}

/** The end record stands last, but for a comment of up to 64 kB. */
function endRecord(view: Buffer): number {
  for (let at = view.length - 22; at >= Math.max(0, view.length - 22 - 65_535); at--) if (view.readUInt32LE(at) === END) return at;
  throw new Refusal('CUT_OFF', 'The zip is cut off: its directory is missing.');
}

/** Characters of a name that are told of: those of the exchange have some forty. */
const LONGEST_NAME = 80;

/** A name as lines and sentences may hold it: whoever packs a zip may write 60,000 characters, or such as turn a line around. */
export const shownName = (name: string): string => (name.length > LONGEST_NAME ? `${printableLine(name.slice(0, LONGEST_NAME))}…` : printableLine(name));

function inflate(view: Buffer, name: string, entry: { method: number; checksum: number; packed: number; size: number; local: number }): Uint8Array {
  if (entry.local + 30 > view.length || view.readUInt32LE(entry.local) !== LOCAL) throw new Refusal('UNREADABLE', 'The zip is damaged.');
  const start = entry.local + 30 + view.readUInt16LE(entry.local + 26) + view.readUInt16LE(entry.local + 28);
  const packed = view.subarray(start, start + entry.packed);
  let data: Buffer;
  if (entry.method === 0) data = packed;
  else if (entry.method === 8) {
    try {
      data = inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.size) });
    } catch {
      throw new Refusal('UNREADABLE', `The zip is damaged: ${shownName(name)} can’t be unpacked.`);
    }
  } else throw new Refusal('UNREADABLE', `The zip packs ${shownName(name)} in a way that is not supported.`);
  if (data.length !== entry.size || crc32(data) !== entry.checksum)
    throw new Refusal('UNREADABLE', `The zip is damaged: ${shownName(name)} fails its checksum.`);
  return data;
}
