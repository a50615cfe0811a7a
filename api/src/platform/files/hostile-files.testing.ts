import { Transformer } from '@napi-rs/image';
import fc, { type Arbitrary } from 'fast-check';
import { claimedPng, doublingForms, endlessDrawing, hiddenScript, hugeImage, packedObjects, pdfPages, plainPng, written } from './hostile.testing.ts';

/* Files for fuzzing: good ones and bombs, each broken, cut, joined with another or filled with large numbers. */

export interface Sample {
  name: string;
  bytes: Buffer;
}

/** What is mutated. Made once: bombs take a moment to pack. */
export async function samples(): Promise<Sample[]> {
  const pixels = Uint8Array.from({ length: 4 * 320 * 240 }, (_, at) => (at % 4 === 3 ? 255 : (at * 2_654_435_761) >>> 24));
  const picture = () => Transformer.fromRgbaPixels(pixels, 320, 240);
  const jpeg = await picture().jpeg(80);
  return [
    { name: 'jpeg', bytes: jpeg },
    { name: 'png', bytes: await picture().png() },
    { name: 'webp', bytes: await picture().webp(80) },
    { name: 'lossless webp', bytes: await picture().webpLossless() },
    { name: 'pdf', bytes: pdfPages(written('certificate'), { pages: 2 }) },
    { name: 'pdf with a script', bytes: hiddenScript('long dictionary') },
    { name: 'pdf with packed objects', bytes: packedObjects(80) },
    { name: 'pdf of doubling forms', bytes: doublingForms() },
    { name: 'pdf of endless drawing', bytes: endlessDrawing() },
    { name: 'pdf with a huge image', bytes: hugeImage() },
    { name: 'plain png of 24 megapixels', bytes: plainPng(6000, 4000) },
    { name: 'png that claims 23 megapixels', bytes: claimedPng(5800, 4000) },
    { name: 'jpeg and pdf', bytes: Buffer.concat([jpeg, pdfPages(written('both'))]) },
    { name: 'pdf and page', bytes: Buffer.concat([pdfPages(written('page')), Buffer.from('<script>alert(1)</script>')]) },
  ];
}

type Change = (bytes: Buffer, other: Buffer) => Buffer;
const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

const changes: Arbitrary<Change> = fc.oneof(
  place.map(
    (at): Change =>
      (bytes) =>
        bytes.subarray(0, Math.ceil(at * bytes.length)),
  ),
  fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 20 }).map(
    (spots): Change =>
      (bytes) => {
        const copy = Buffer.from(bytes);
        for (const [at, value] of spots) copy[Math.floor(at * copy.length)] = value;
        return copy;
      },
  ),
  fc.tuple(place, fc.constantFrom(0xffffffff, 0x7fffffff, 0, 0x80000000)).map(
    ([at, value]): Change =>
      (bytes) => {
        const copy = Buffer.from(bytes);
        if (copy.length >= 4) copy.writeUInt32BE(value, Math.floor(at * (copy.length - 3)));
        return copy;
      },
  ),
  fc.tuple(place, place).map(
    ([at, from]): Change =>
      (bytes, other) =>
        Buffer.concat([bytes.subarray(0, Math.floor(at * bytes.length)), other.subarray(Math.floor(from * other.length))]),
  ),
  fc.tuple(place, fc.integer({ min: 2, max: 200 })).map(
    ([at, times]): Change =>
      (bytes) => {
        const start = Math.floor(at * bytes.length);
        const slice = bytes.subarray(start, start + 512);
        return Buffer.concat([bytes.subarray(0, start), ...Array.from({ length: times }, () => slice), bytes.subarray(start)]);
      },
  ),
  // Numbers of a PDF: lengths, counts, references.
  fc.tuple(fc.nat(40), fc.constantFrom('0', '-1', '99999999', '4294967296', '3 0 R')).map(
    ([which, value]): Change =>
      (bytes) => {
        let seen = 0;
        return Buffer.from(
          bytes.toString('latin1').replace(/\d+/g, (number) => (seen++ === which ? value : number)),
          'latin1',
        );
      },
  ),
);

/** A sample by name, changed at most four times. */
export const hostileFiles = (from: readonly Sample[]): Arbitrary<Sample> =>
  fc.tuple(fc.constantFrom(...from), fc.constantFrom(...from), fc.array(changes, { maxLength: 4 })).map(([sample, other, all]) => ({
    name: `${sample.name}, changed ${all.length} times`,
    bytes: all.reduce((bytes, change) => change(bytes, other.bytes), sample.bytes).subarray(0, 5 * 1024 * 1024),
  }));
