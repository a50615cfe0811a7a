/** What a file says of itself in its first bytes: read before anything of it is decoded. */
export type FileKind = 'jpeg' | 'png' | 'webp' | 'pdf';

/** By its first bytes; its name and declared type are not looked at. */
export function declaredKind(bytes: Uint8Array): FileKind | null {
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
