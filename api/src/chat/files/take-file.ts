import { createHash } from 'node:crypto';
import { FILE_BYTES, type FileKind } from '@vimarsh/shared/contract/chat/types.ts';
import { declaredKind, sizeOf } from '../../platform/files/declared.ts';
import { isDoubleFile } from '../../platform/files/double-file.ts';
import type { Sender } from '../../platform/files/safe-copies.ts';
import { takeDocument, takePicture } from '../../platform/files/take-upload.ts';
import { Fail, type Platform } from '../../platform/platform.ts';

/** A picture or a PDF as it came in. */
export interface SentFile {
  readonly bytes: Uint8Array;
  /** As the sender's device calls it. */
  readonly name: string;
  /** Of `bytes`. */
  readonly sha256: string;
  readonly network?: string;
}

/** What is kept in its place. */
export interface FileCopy {
  readonly kind: FileKind;
  readonly name: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly size: number;
  readonly sha256: string;
  readonly sent_sha256: string;
  readonly bytes: Buffer;
}

/** Longest side of a picture, px: a chart on a whole screen stays legible, and costs a phone some 300 kB. */
const PICTURE_SIDE = 1920;

export const fileHash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * What others see as the name: '' of a picture, because cameras and screens write dates and programs into theirs; of a PDF without its folder,
 * its signs that mean something to a system of files, and its ending, which is always ours.
 */
export function fileName({ bytes, name }: SentFile): string {
  if (declaredKind(bytes) !== 'pdf') return '';
  const last = name.split(/[/\\]/).at(-1)!;
  return last
    .replace(/\.pdf$/i, '')
    .replace(/[<>:"|?*%]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '');
}

/** Our own copy of a picture or a PDF. Fails as `takeDocument` does, and with FILE_TYPE for what is two files in one. */
export async function takeFile(copies: Platform['safeCopies'], { owner }: Sender, sent: SentFile): Promise<FileCopy> {
  const kind = declaredKind(sent.bytes);
  if (kind !== null && isDoubleFile(sent.bytes, kind)) {
    const message = 'This file is two files in one, such as a picture with a program behind it. Choose a plain picture or PDF.';
    throw new Fail('FILE_TYPE', { validation: message, problems: [{ path: 'file', message }] });
  }
  const upload = { owner, ...(sent.network !== undefined && { network: sent.network }), field: 'file', bytes: sent.bytes };
  const isPicture = kind !== null && kind !== 'pdf';
  const bytes = isPicture ? await takePicture(copies, upload, PICTURE_SIDE, FILE_BYTES) : (await takeDocument(copies, upload)).bytes;
  const size = isPicture ? sizeOf(bytes, 'jpeg') : null;
  return {
    kind: isPicture ? 'picture' : 'pdf',
    name: fileName(sent),
    width: size?.width ?? null,
    height: size?.height ?? null,
    size: bytes.length,
    sha256: fileHash(bytes),
    sent_sha256: sent.sha256,
    bytes,
  };
}
