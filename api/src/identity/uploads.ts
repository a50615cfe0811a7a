import { inflateSync } from 'node:zlib';
import { ResizeFit, Transformer } from '@napi-rs/image';
import { FILE_LIMITS } from '@vimarsh/shared/contract/profile.contract.ts';
import { Fail } from '../platform/fail.ts';

/** What a file is by its first bytes; its name and declared type are not looked at. */
export type FileKind = 'jpeg' | 'png' | 'webp' | 'pdf';

/** Pixels of a picture before anything of it is decoded. */
const MOST_PIXELS = 40_000_000;
const LONGEST_SIDE = 20_000;

export function kindOf(bytes: Uint8Array): FileKind | null {
  const ascii = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'webp';
  return ascii(0, 5) === '%PDF-' ? 'pdf' : null;
}

/** Width and height as the header states them; null when there is no readable header. */
export function sizeOf(bytes: Uint8Array, kind: Exclude<FileKind, 'pdf'>): { width: number; height: number } | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (kind === 'png') return view.toString('latin1', 12, 16) === 'IHDR' ? { width: view.readUInt32BE(16), height: view.readUInt32BE(20) } : null;
    if (kind === 'webp') return webpSize(view);
    return jpegSize(view);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Walks the segments to the frame header (SOF0…SOF15 without DHT, JPG and DAC). */
function jpegSize(view: Buffer): { width: number; height: number } | null {
  for (let at = 2; at < view.length; ) {
    if (view[at] !== 0xff) return null;
    const marker = view.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: view.readUInt16BE(at + 5), width: view.readUInt16BE(at + 7) };
    else at += 2 + view.readUInt16BE(at + 2);
  }
  return null;
}

function webpSize(view: Buffer): { width: number; height: number } | null {
  const form = view.toString('latin1', 12, 16);
  if (form === 'VP8X') return { width: view.readUIntLE(24, 3) + 1, height: view.readUIntLE(27, 3) + 1 };
  if (form === 'VP8 ') return { width: view.readUInt16LE(26) & 0x3fff, height: view.readUInt16LE(28) & 0x3fff };
  if (form !== 'VP8L') return null;
  const bits = view.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
}

const refuse = (code: 'FILE_TYPE' | 'FILE_SIZE' | 'FILE_UNSAFE', path: string, message: string): never => {
  throw new Fail(code, { validation: message, problems: [{ path, message }] });
};

const mb = (bytes: number): string => `${bytes / 1024 / 1024} MB`;

/**
 * A picture for others to see, as a JPEG of ours: upright, at most `side` pixels wide and high, without whatever else the
 * file held. Fails with FILE_TYPE, FILE_SIZE or FILE_UNSAFE.
 */
export async function takePicture(bytes: Uint8Array, field: string, side: number, limit: number = FILE_LIMITS.picture): Promise<Buffer> {
  if (bytes.length > limit) return refuse('FILE_SIZE', field, `This file is larger than ${mb(limit)}. Choose a smaller one.`);
  const kind = kindOf(bytes);
  if (kind === null || kind === 'pdf') return refuse('FILE_TYPE', field, 'This is not a picture. Choose a JPEG, PNG or WebP file.');
  const size = sizeOf(bytes, kind);
  if (!size || size.width < 1 || size.height < 1) return refuse('FILE_TYPE', field, 'This picture is damaged. Choose another one.');
  if (size.width * size.height > MOST_PIXELS || Math.max(size.width, size.height) > LONGEST_SIDE)
    return refuse('FILE_SIZE', field, 'This picture has too many pixels. Choose one of at most 40 megapixels.');
  if (/<script|<\?php|<svg|javascript:/i.test(Buffer.from(bytes).toString('latin1')))
    return refuse('FILE_UNSAFE', field, 'This picture has a script inside. Save it anew as a plain picture.');
  try {
    const picture = new Transformer(bytes).rotate();
    if (Math.max(size.width, size.height) > side) picture.resize({ width: side, height: side, fit: ResizeFit.Inside });
    return await picture.jpeg(85);
  } catch {
    return refuse('FILE_TYPE', field, 'This picture is damaged. Choose another one.');
  }
}

/** A document for review: a picture is re-encoded, a PDF stays as it is but must be free of anything that acts. */
export async function takeDocument(bytes: Uint8Array, field: string): Promise<{ media_type: 'image/jpeg' | 'application/pdf'; bytes: Buffer }> {
  if (kindOf(bytes) !== 'pdf') {
    if (kindOf(bytes) === null) refuse('FILE_TYPE', field, 'This file can’t be taken. Choose a JPEG, PNG or WebP picture, or a PDF.');
    return { media_type: 'image/jpeg', bytes: await takePicture(bytes, field, 2400, FILE_LIMITS.document) };
  }
  if (bytes.length > FILE_LIMITS.document) refuse('FILE_SIZE', field, `This file is larger than ${mb(FILE_LIMITS.document)}. Choose a smaller one.`);
  if (isActivePdf(Buffer.from(bytes))) refuse('FILE_UNSAFE', field, 'This PDF has a script or another file inside. Print it to a plain PDF and choose that.');
  return { media_type: 'application/pdf', bytes: Buffer.from(bytes) };
}

const ACTIVE = /\/(JavaScript|JS|OpenAction|AA|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData)\b/;
const MOST_INFLATED = 20 * 1024 * 1024;

/** Looks at names as they are, as `#4a` escapes, and inside compressed object streams. Encrypted PDFs can't be looked at. */
function isActivePdf(pdf: Buffer): boolean {
  const text = pdf.toString('latin1');
  if (says(text) || /\/Encrypt\b/.test(text)) return true;
  for (const match of text.matchAll(/stream\r?\n/g)) {
    const head = text.slice(Math.max(0, match.index - 400), match.index);
    if (!/\/ObjStm\b/.test(readable(head))) continue;
    try {
      if (says(inflateSync(pdf.subarray(match.index + match[0].length), { maxOutputLength: MOST_INFLATED }).toString('latin1'))) return true;
    } catch {
      // What can't be unpacked can't be vouched for.
      return true;
    }
  }
  return false;
}
const readable = (text: string): string => text.replaceAll(/#([0-9a-fA-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
const says = (text: string): boolean => ACTIVE.test(readable(text));
