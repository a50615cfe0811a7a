import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findFiles, openFile } from './sources.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vimarsh-sources-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const CSV = bytes('SYMBOL,SERIES\n');
/** What comes of a file: its text’s name, `- name` where it is passed over, `name: why` where it is refused. */
async function opened(name: string, content: Uint8Array): Promise<string[]> {
  writeFileSync(join(folder, name), content);
  const found: string[] = [];
  for await (const source of openFile(join(folder, name)))
    found.push('text' in source ? source.name : 'refused' in source ? `${source.name}: ${source.refused}` : `- ${source.name}`);
  return found;
}

test('a file of a folder that is packed is read as it is when it is named itself; others are named', async () => {
  writeFileSync(join(folder, 'cm01.csv.gz'), gzipSync('SYMBOL,SERIES\n'));
  writeFileSync(join(folder, 'cm02.csv.bak'), 'SYMBOL,SERIES\n');
  mkdirSync(join(folder, 'may'));
  writeFileSync(join(folder, 'may/cm03.csv.crdownload'), 'SYMBOL');
  for (const leftover of ['.DS_Store', 'Thumbs.db', 'desktop.ini', '~$bhav.xlsx', '._cm.csv']) writeFileSync(join(folder, leftover), 'x');
  expect(await findFiles([folder])).toEqual({
    files: [join(folder, 'cm01.csv.gz')],
    others: [join(folder, 'cm02.csv.bak'), join(folder, 'may/cm03.csv.crdownload')],
  });
  for await (const source of openFile(join(folder, 'cm01.csv.gz'))) expect(source).toMatchObject({ name: 'cm01.csv.gz', text: 'SYMBOL,SERIES\n' });
});

test('the name of an entry is told in a line, with nothing that turns the line around', async () => {
  const long = `${'x'.repeat(60_000)}.csv`;
  const names = await opened('a.zip', zipSync({ [long]: CSV, 'a\u202evsc.csv': CSV, 'b\n.pdf': CSV }));
  expect(names.map((name) => name.length).every((length) => length < 100)).toBe(true);
  expect(names.join('')).not.toMatch(/[\n\u202e]/u);
  expect(names).toHaveLength(3);
});

test('zips inside a zip are read, one deep, and every other entry is named', async () => {
  const inner = zipSync({ 'BhavCopy.csv': CSV, 'note.pdf': bytes('%PDF-1.7') });
  const outer = {
    'BhavCopy.csv.zip': inner,
    'fo_secban.csv': CSV,
    'chain.json': bytes('[]'),
    'Market_Activity_Report.pdf': bytes('%PDF-1.7'),
    'MA.DAT': bytes('x'),
    'cm.csv.gz': gzipSync('x'),
    'deep.zip': zipSync({ 'inner.zip': inner }),
    'broken.zip': bytes('PK\u0003\u0004 cut'),
    'page.csv': bytes('<!DOCTYPE html><title>Moved</title>'),
    '__MACOSX/._fo_secban.csv': bytes('x'),
    'Thumbs.db': bytes('x'),
    '.DS_Store': bytes('x'),
  };
  expect(await opened('Reports-Daily-Multiple.zip', zipSync(outer))).toEqual(
    [
      'BhavCopy.csv.zip/BhavCopy.csv',
      '- BhavCopy.csv.zip/note.pdf',
      'fo_secban.csv',
      'chain.json',
      '- Market_Activity_Report.pdf',
      '- MA.DAT',
      'cm.csv.gz',
      'deep.zip/inner.zip: It is a zip inside a zip inside a zip: unpack it, and import what is in it.',
      'broken.zip: The zip is cut off: its directory is missing.',
      'page.csv: This is a web page, which the site answered in place of the file: fetch it again in a browser, and look into it before it is imported.',
    ].map((line) => line.replace(/^(- )?/, '$1Reports-Daily-Multiple.zip/')),
  );
});

test('the limits hold for a file on disk with all that is in it', async () => {
  const huge = (): Uint8Array => {
    const zip = zipSync({ 'a.csv': CSV });
    const directory = Buffer.from(zip).lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    new DataView(zip.buffer).setUint32(directory + 24, 200 * 2 ** 20, true);
    return zip;
  };
  expect(await opened('bombs.zip', zipSync({ '1.zip': huge(), '2.zip': huge() }))).toEqual([
    'bombs.zip/1.zip/a.csv: It is longer than 64 MB, and no file of its kind is.',
    'bombs.zip/2.zip: The zip unpacks to more than 56 MB.',
  ]);
});

test.each([
  ['cut.csv.gz', gzipSync('x'.repeat(100)).subarray(0, 20), /cut off or damaged/],
  ['bomb.csv.gz', gzipSync(Buffer.alloc(257 * 2 ** 20)), /more than 64 MB/],
  ['deep.csv.gz', gzipSync(gzipSync(gzipSync('x'))), /unpack it/],
  ['fo.7z', Uint8Array.of(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c), /unpack it/],
  ['fo.rar', bytes('Rar!\u001a'), /unpack it/],
  ['bhav.xlsx', zipSync({ '[Content_Types].xml': bytes('x'), 'xl/workbook.xml': bytes('x') }), /workbook/],
  ['bhav.csv', zipSync({ '[Content_Types].xml': bytes('x'), 'xl/workbook.xml': bytes('x') }), /workbook/],
  ['bhav.xls', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1), /workbook/],
  ['bhav.xls', bytes('<table><tr><td>SYMBOL'), /web page/],
  ['report.csv', bytes('%PDF-1.7'), /PDF: fetch/],
  ['unicode.csv', Uint8Array.of(0xff, 0xfe, 0x53, 0), /UTF-16/],
  ['pdfs.zip', zipSync({ 'a.pdf': bytes('x'), 'b.pdf': bytes('x') }), /no \.csv file, only a\.pdf, b\.pdf\.$/],
])('%s is refused in words that say what to do', async (name, content, words) => {
  const [found, ...more] = await opened(name, content);
  expect(found).toMatch(words);
  expect(more).toEqual([]);
});
