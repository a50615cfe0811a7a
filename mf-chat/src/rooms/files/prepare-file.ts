import { FILE_BYTES, FILE_NAME_LENGTH } from '@vimarsh/shared/contract/chat/types.ts';
import type { PickedFile } from '../outbox/item.ts';

/** As large as the server keeps a picture, px: a phone sends no more than is shown. */
const SIDE = 1920;
const QUALITY = 0.9;

/** A chosen file as it is sent: a picture drawn anew, so that neither its place nor its camera leaves this device, a PDF as it is. */
export async function prepareFile(file: File): Promise<PickedFile | { readonly problem: string }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (startsWith(bytes, '%PDF-')) {
    const name = [...file.name.replace(/\.pdf$/i, '')].slice(0, FILE_NAME_LENGTH - 4).join('');
    if (bytes.length > FILE_BYTES) return { problem: 'This file is larger than 5 MB. Choose a smaller one.' };
    return { file: { kind: 'pdf', name: `${name}.pdf`, size: bytes.length, width: null, height: null }, bytes };
  }
  if (!isPicture(bytes)) return { problem: 'This file can’t be sent. Choose a JPEG, PNG or WebP picture, or a PDF.' };
  const picture = { kind: 'picture', name: '' } as const;
  const drawn = typeof createImageBitmap === 'function' ? await drawAnew(file) : { bytes, width: null, height: null };
  if (!drawn) return { problem: 'This picture can’t be opened. Choose another one.' };
  if (drawn.bytes.length > FILE_BYTES) return { problem: 'This file is larger than 5 MB. Choose a smaller one.' };
  return { file: { ...picture, size: drawn.bytes.length, width: drawn.width, height: drawn.height }, bytes: drawn.bytes };
}

async function drawAnew(file: Blob): Promise<{ bytes: Uint8Array<ArrayBuffer>; width: number; height: number } | null> {
  const source = await createImageBitmap(file).catch(() => null);
  if (!source) return null;
  const scale = Math.min(1, SIDE / Math.max(source.width, source.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(source.width * scale));
  canvas.height = Math.max(1, Math.round(source.height * scale));
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  // A JPEG has no see-through parts: they would be black.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(source, 0, 0, canvas.width, canvas.height);
  source.close();
  const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY));
  return made && { bytes: new Uint8Array(await made.arrayBuffer()), width: canvas.width, height: canvas.height };
}

const startsWith = (bytes: Uint8Array, signs: string, at = 0): boolean => [...signs].every((sign, index) => bytes[at + index] === sign.charCodeAt(0));
const isPicture = (bytes: Uint8Array): boolean =>
  startsWith(bytes, '\xff\xd8\xff') ||
  startsWith(bytes, '\x89PNG') ||
  (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) ||
  startsWith(bytes, 'ftyp', 4);
