import { Transformer } from '@napi-rs/image';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { isDoubleFile } from './double-file.ts';
import { pdfPages, written } from './hostile.testing.ts';

const jpeg = await Transformer.fromRgbaPixels(new Uint8Array(4 * 64 * 48).fill(180), 64, 48).jpeg(80);
const png = await Transformer.fromRgbaPixels(new Uint8Array(4 * 64 * 48).fill(180), 64, 48).png();
const pdf = pdfPages(written('Page'));
const zip = Buffer.from(zipSync({ 'a.txt': new Uint8Array(100) }));
const join = (...parts: (Buffer | string)[]): Buffer => Buffer.concat(parts.map((part) => Buffer.from(part as never)));

test.each<[string, Buffer, Parameters<typeof isDoubleFile>[1], boolean]>([
  ['a JPEG', jpeg, 'jpeg', false],
  ['a PNG', png, 'png', false],
  ['a PDF', pdf, 'pdf', false],
  ['a picture with a film behind it, as phones make them', join(jpeg, '\0\0\0\x18ftypmp42', Buffer.alloc(500)), 'jpeg', false],
  ['a PDF whose text speaks of a page', pdfPages(written('<script>')), 'pdf', false],
  ['signs of a zip that no zip ends with', join(jpeg, 'PK\x05\x06', Buffer.alloc(40, 1)), 'jpeg', false],
  ['a picture and a PDF', join(jpeg, pdf), 'jpeg', true],
  ['a picture and a zip', join(png, zip), 'png', true],
  ['a picture and a page', join(jpeg, '<ScRiPt>alert(1)</script>'), 'jpeg', true],
  ['a picture and a drawing', join(png, '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'png', true],
  ['a PDF and a zip', join(pdf, zip), 'pdf', true],
  ['a PDF and a page', join(pdf, '<!doctype html><body>'), 'pdf', true],
])('%s is a second file, too: %#', (_what, bytes, kind, expected) => expect(isDoubleFile(bytes, kind)).toBe(expected));
