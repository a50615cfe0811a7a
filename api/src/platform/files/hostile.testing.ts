import { deflateSync } from 'node:zlib';

/* Files that were made to hurt whoever opens them: small to send, large or slow inside. */

/** Objects of a PDF, numbered from 1, with a right cross-reference table. A string is an object's text, a pair its dictionary and stream. */
export function pdfOf(objects: readonly (string | readonly [dictionary: string, stream: Buffer])[], root = 1): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n')];
  const starts: number[] = [];
  let at = parts[0]!.length;
  const add = (bytes: Buffer): void => {
    parts.push(bytes);
    at += bytes.length;
  };
  objects.forEach((object, index) => {
    starts.push(at);
    add(Buffer.from(`${index + 1} 0 obj\n`));
    if (typeof object === 'string') add(Buffer.from(object));
    else {
      const [dictionary, stream] = object;
      add(Buffer.from(`<<${dictionary} /Length ${stream.length}>>\nstream\n`));
      add(stream);
      add(Buffer.from('\nendstream'));
    }
    add(Buffer.from('\nendobj\n'));
  });
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  add(Buffer.from(`xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<</Size ${count} /Root ${root} 0 R>>\nstartxref\n${at}\n%%EOF\n`));
  return Buffer.concat(parts);
}

/** Pages that draw `content` each, with what the catalog and the pages may say besides. */
export function pdfPages(content: Buffer, { pages = 1, catalog = '', page = '', resources = '', filter = '', more = [] as string[] } = {}): Buffer {
  const kids = Array.from({ length: pages }, (_, index) => 4 + index);
  return pdfOf([
    `<</Type /Catalog /Pages 2 0 R ${catalog}>>`,
    `<</Type /Pages /Count ${pages} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}]>>`,
    [filter, content],
    ...kids.map(
      () =>
        `<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 3 0 R /Resources <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>> ${resources}>> ${page}>>`,
    ),
    ...more,
  ]);
}

export const written = (text: string): Buffer => Buffer.from(`BT /F 24 Tf 60 700 Td (${text}) Tj ET`);
const FLATE = '/Filter /FlateDecode';

/** Streams of objects nobody names, each 19 MB of zeros in 19 kB: whoever looks through all of them unpacks them all. */
export function packedObjects(megabytes: number): Buffer {
  const stream = deflateSync(Buffer.alloc(19 * 1024 * 1024));
  const streams = Array.from({ length: Math.ceil(megabytes / 19) }, () =>
    Buffer.concat([
      Buffer.from(`9 0 obj <</Type /ObjStm /N 1 /First 4 ${FLATE} /Length ${stream.length}>>\nstream\n`),
      stream,
      Buffer.from('\nendstream endobj\n'),
    ]),
  );
  return Buffer.concat([pdfPages(written('packed')), ...streams, Buffer.from('%%EOF\n')]);
}

/** A script in an object stream whose dictionary is longer than any look-back, and one whose stream begins after a bare carriage return. */
export function hiddenScript(by: 'long dictionary' | 'carriage return'): Buffer {
  const stream = deflateSync(Buffer.from('7 0 <</S /JavaScript /JS (app.alert(1))>>'));
  const padding = by === 'long dictionary' ? ` /Note (${'x'.repeat(2000)})` : '';
  const after = by === 'carriage return' ? '\r' : '\n';
  const hidden = Buffer.concat([
    Buffer.from(`6 0 obj <</Type /ObjStm /N 1 /First 4 ${FLATE} /Length ${stream.length}${padding}>>\nstream${after}`),
    stream,
    Buffer.from('\nendstream endobj\n'),
  ]);
  return Buffer.concat([pdfPages(written('certificate')), hidden, Buffer.from('%%EOF\n')]);
}

/** A page that draws the same rectangles for ever: a few kB that cost minutes. */
export const endlessDrawing = (): Buffer =>
  pdfPages(deflateSync(Buffer.from('/P gs 0 0 595 842 re 300 400 m 10 10 500 800 20 700 c f*\n'.repeat(400_000))), { filter: FLATE });

/** An image of 30,000 × 30,000 in 900 kB of zeros. */
export const hugeImage = (): Buffer =>
  pdfPages(Buffer.from('500 0 0 700 40 40 cm /I Do'), {
    resources: '/XObject <</I 5 0 R>>',
    more: [imageObject(30_000)],
  });
function imageObject(side: number): string {
  const stream = deflateSync(Buffer.alloc(side * 1000), { level: 9 });
  return `<</Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter [/ASCIIHexDecode /FlateDecode] /Length ${stream.length * 2 + 1}>>\nstream\n${stream.toString('hex')}>\nendstream`;
}

/** Forms that call two forms each, twenty levels deep: a million drawings in 3 kB. */
export function doublingForms(levels = 22): Buffer {
  const first = 5;
  const forms = Array.from({ length: levels }, (_, level) => {
    const last = level === levels - 1;
    const stream = last ? '0 0 100 100 re f' : '/X Do /X Do';
    return `<</Type /XObject /Subtype /Form /BBox [0 0 595 842] ${last ? '' : `/Resources <</XObject <</X ${first + level + 1} 0 R>>>>`} /Length ${stream.length}>>\nstream\n${stream}\nendstream`;
  });
  return pdfPages(Buffer.from('/X Do'), { resources: `/XObject <</X ${first} 0 R>>`, more: forms });
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  return Buffer.concat([head, body, checksum(body)]);
};
const TABLE = Uint32Array.from({ length: 256 }, (_, n) =>
  Array.from({ length: 8 }).reduce<number>((crc) => (crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1), n),
);
function checksum(bytes: Buffer): Buffer {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 255]! ^ (crc >>> 8);
  const out = Buffer.alloc(4);
  out.writeUInt32BE((crc ^ 0xffffffff) >>> 0);
  return out;
}

/** A PNG of zeros: any size, its pixels in a thousandth of their bytes. */
export function plainPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((width * 4 + 1) * height), { level: 9 });
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** A PNG whose header claims any size, without the pixels. */
export function claimedPng(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(64);
  Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1').copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}
