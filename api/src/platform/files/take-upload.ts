import { FILE_LIMITS } from '@vimarsh/shared/contract/profile/types.ts';
import { Fail } from '../http/fail.ts';
import { declaredKind, type FileKind, sizeOf } from './declared.ts';
import { type FileOrder, MOST_PAGES, NotTaken } from './order.ts';
import type { SafeCopies, Sender } from './safe-copies.ts';

/** Pixels of a picture before anything of it is decoded. */
const MOST_PIXELS = 24_000_000;
const LONGEST_SIDE = 20_000;
/** Longest side of a picture of a document, px: its small print stays legible. */
const DOCUMENT_SIDE = 2400;

/** A file as it came in: whose it is, and the field its refusal is said at. */
export interface Upload extends Sender {
  field: string;
  bytes: Uint8Array;
}
export interface TakenDocument {
  media_type: 'image/jpeg' | 'application/pdf';
  bytes: Buffer;
}
type Copies = Pick<SafeCopies, 'make'>;

/**
 * A picture for others to see, as a JPEG of ours: upright, at most `side` pixels wide and high, without whatever else the
 * file held. Fails with FILE_TYPE or FILE_SIZE, with RETRY while another file of the owner is looked at,
 * and with RATE after two of them that took too much.
 */
export async function takePicture(copies: Copies, upload: Upload, side: number, limit: number = FILE_LIMITS.picture): Promise<Buffer> {
  const { field, bytes } = upload;
  if (bytes.length > limit) return refuse('FILE_SIZE', field, `This file is larger than ${mb(limit)}. Choose a smaller one.`);
  const kind = declaredKind(bytes);
  if (kind === null || kind === 'pdf') return refuse('FILE_TYPE', field, 'This is not a picture. Choose a JPEG, PNG or WebP file.');
  const size = sizeOf(bytes, kind);
  if (!size || size.width < 1 || size.height < 1) return refuse('FILE_TYPE', field, DAMAGED);
  if (size.width * size.height > MOST_PIXELS || Math.max(size.width, size.height) > LONGEST_SIDE)
    return refuse('FILE_SIZE', field, `This picture has too many pixels. Choose one of at most ${MOST_PIXELS / 1_000_000} megapixels.`);
  return copyOf(copies, upload, { make: 'picture', side });
}

/** A document for review: a picture is made anew, a PDF becomes a PDF of pictures of its pages. Fails as `takePicture` does, and with FILE_LOCKED. */
export async function takeDocument(copies: Copies, upload: Upload): Promise<TakenDocument> {
  const { field, bytes } = upload;
  const kind: FileKind | null = declaredKind(bytes);
  if (kind === null) return refuse('FILE_TYPE', field, 'This file can’t be taken. Choose a JPEG, PNG or WebP picture, or a PDF.');
  if (kind !== 'pdf') return { media_type: 'image/jpeg', bytes: await takePicture(copies, upload, DOCUMENT_SIDE, FILE_LIMITS.document) };
  if (bytes.length > FILE_LIMITS.document) return refuse('FILE_SIZE', field, `This file is larger than ${mb(FILE_LIMITS.document)}. Choose a smaller one.`);
  return { media_type: 'application/pdf', bytes: await copyOf(copies, upload, { make: 'pdf' }) };
}

async function copyOf(copies: Copies, { field, bytes, ...sender }: Upload, order: FileOrder): Promise<Buffer> {
  try {
    return await copies.make(sender, bytes, order);
  } catch (error) {
    if (!(error instanceof NotTaken)) throw error;
    const [code, message] = WORDS[error.why];
    return refuse(code, field, message);
  }
}

const DAMAGED = 'This file is damaged. Choose another one.';
const WORDS: Record<NotTaken['why'], [RefusedAs, string]> = {
  damaged: ['FILE_TYPE', DAMAGED],
  locked: ['FILE_LOCKED', 'This PDF asks for a password. Print it to a PDF without one and choose that.'],
  pages: ['FILE_SIZE', `This PDF has more than ${MOST_PAGES} pages. Choose only the pages that matter.`],
  heavy: ['FILE_SIZE', 'Opening this file takes too much. Take a picture of it, or print it to a plain PDF, and choose that.'],
};

type RefusedAs = 'FILE_TYPE' | 'FILE_SIZE' | 'FILE_LOCKED';
const refuse = (code: RefusedAs, path: string, message: string): never => {
  throw new Fail(code, { validation: message, problems: [{ path, message }] });
};

const mb = (bytes: number): string => `${bytes / 1024 / 1024} MB`;
