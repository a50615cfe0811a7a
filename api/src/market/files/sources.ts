import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { LONG_TEXT, MOST_TEXT_BYTES, textDoubt } from './reading/limits.ts';
import { Refusal, type RefusalCode } from './refusal.ts';
import { isZip, MOST_ENTRIES, readZip, shownName } from './zip.ts';

/** A day's file is about half a megabyte; a year in one zip stays below this. */
const MOST_BYTES = 256 * 2 ** 20;

/** What is opened, and what is packed in a way that is refused by name: `cm01.csv`, `fo.zip`, `cm01.csv.gz`, `cm01.7z`. */
const READ = /\.(?:csv|json|zip|csv\.gz)$/i;
const PACKED = /\.(?:gz|tgz|7z|rar|xz|bz2|zst|xlsx?|xlsm|ods)$/i;

/** What stands beside files in a folder and may have been meant: `cm05.csv.crdownload`, `MA.DAT`. A folder holds anything; an archive is of one piece. */
const MAY_BE_MEANT = /\.(?:csv|json|zip|txt|tsv|dat|dbf|xml|pdf)(?:\.|$)/i;

/** One text file to take in, or why there is none; `passedOver`: of another kind than those that are read here. */
export type Source =
  | { readonly name: string; readonly text: string; readonly bytes: Uint8Array }
  | { readonly name: string; readonly code: RefusalCode; readonly refused: string }
  | { readonly name: string; readonly passedOver: true };

/**
 * The files that paths name: each file itself, and of folders everything that is read or packed, in name order. `others` stand in those
 * folders beside them.
 */
export async function findFiles(paths: readonly string[]): Promise<{ readonly files: readonly string[]; readonly others: readonly string[] }> {
  const files = new Set<string>();
  const others = new Set<string>();
  for (const path of paths) {
    const kind = await stat(path).catch(() => null);
    if (!kind?.isDirectory()) {
      files.add(path);
      continue;
    }
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    const names = entries.filter((entry) => !entry.isDirectory()).map((entry) => join(relative(path, entry.parentPath), entry.name));
    for (const name of names.filter((one) => !isLeftover(one)).sort()) {
      if (READ.test(name) || PACKED.test(name)) files.add(join(path, name));
      else if (MAY_BE_MEANT.test(name)) others.add(join(path, name));
    }
  }
  return { files: [...files], others: [...others].filter((other) => !files.has(other)) };
}

/** Opens a file: its text, or the text of each in a zip and in the zips inside that. Never throws; what can't be read says why. */
export async function* openFile(path: string): AsyncGenerator<Source> {
  const name = basename(path);
  const size = await stat(path).then(
    (found) => (found.isFile() ? found.size : null),
    () => null,
  );
  if (size === null) return yield unreadable(name, 'There is no such file: see that its name is written as it stands.');
  if (size > MOST_BYTES) return yield unreadable(name, `The file is larger than ${MOST_BYTES / 2 ** 20} MB: unpack it, and import what is in it in parts.`);
  const bytes = await readFile(path).catch(() => null);
  if (!bytes) return yield unreadable(name, 'The file can’t be read: see that this account may.');
  yield* opened(name, bytes, { bytes: MOST_BYTES, entries: MOST_ENTRIES, zips: 2 });
}

/** What may still be unpacked of one file on disk; `zips`: one inside the other. */
interface Left {
  bytes: number;
  entries: number;
  readonly zips: number;
}

function* opened(name: string, bytes: Uint8Array, left: Left): Generator<Source> {
  if (isGzip(bytes)) return yield* unpacked(name, bytes, left);
  if (!isZip(bytes)) return yield asText(name, bytes);
  if (left.zips === 0) return yield unreadable(name, 'It is a zip inside a zip inside a zip: unpack it, and import what is in it.');
  const entries = refusing(name, () => readZip(bytes, left.bytes, left.entries));
  if (!Array.isArray(entries)) return yield entries;
  left.entries -= entries.length;
  for (const { size } of entries) left.bytes -= size;
  const files = entries.filter((entry) => !isLeftover(entry.name));
  if (files.some((entry) => entry.name === WORKBOOK_PART)) return yield unreadable(name, WORKBOOK);
  if (!files.some((entry) => READ.test(entry.name) || PACKED.test(entry.name))) {
    const only = files.slice(0, 3).map((entry) => shownName(entry.name));
    return yield unreadable(name, `The zip holds no .csv file${only.length > 0 ? `, only ${only.join(', ')}${files.length > 3 ? ', …' : ''}` : ''}.`);
  }
  const inside = { bytes: left.bytes, entries: left.entries, zips: left.zips - 1 };
  for (const entry of files) {
    const own = `${name}/${shownName(entry.name)}`;
    if (!READ.test(entry.name) && !PACKED.test(entry.name)) {
      yield { name: own, passedOver: true };
      continue;
    }
    if (entry.size > MOST_TEXT_BYTES && !/\.zip$/i.test(entry.name)) {
      yield unreadable(own, LONG_TEXT);
      continue;
    }
    const read = refusing(own, () => entry.read());
    if (read instanceof Uint8Array) yield* opened(own, read, inside);
    else yield read;
  }
}

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** The one file in a gzip, as the exchange packs its security file. */
function* unpacked(name: string, bytes: Uint8Array, left: Left): Generator<Source> {
  if (left.zips === 0) return yield unreadable(name, 'It is packed in itself too often: unpack it, and import what is in it.');
  // A file packed so is one text.
  const content = refusing(name, () => gunzip(bytes, Math.min(left.bytes, MOST_TEXT_BYTES)));
  if (!(content instanceof Uint8Array)) return yield content;
  left.bytes -= content.length;
  yield* opened(name, content, { ...left, zips: left.zips - 1 });
}

function gunzip(bytes: Uint8Array, mostBytes: number): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: Math.max(1, mostBytes) });
  } catch (error) {
    if (error instanceof RangeError || (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE')
      throw new Refusal('UNREADABLE', `The gzip unpacks to more than ${Math.floor(mostBytes / 2 ** 20)} MB.`);
    throw new Refusal('CUT_OFF', 'The gzip is cut off or damaged.');
  }
}

function refusing<T>(name: string, read: () => T): T | Source {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { name, code: error.code, refused: error.message };
  }
}

/** What systems put beside files, in a zip or on a disk: `__MACOSX/._a.csv`, `.DS_Store`, `Thumbs.db`, the lock of an open workbook. */
const isLeftover = (path: string): boolean => path.split(/[\\/]/).some((part) => /^(?:__MACOSX$|\.|~\$|thumbs\.db$|desktop\.ini$)/i.test(part));

const unreadable = (name: string, refused: string): Source => ({ name, code: 'UNREADABLE', refused });

/** The part by which a zip is known as a workbook. */
const WORKBOOK_PART = '[Content_Types].xml';
const WORKBOOK =
  'This is a workbook of a spreadsheet, which writes dates, codes and figures anew: fetch the exchange’s own .csv or .zip and import it unchanged.';
const PACKED_OTHERWISE = 'It is packed in a way that is not read here: unpack it, and import the .csv in it.';
/** First bytes of files that are no text, and what to do with them. */
const KNOWN_BYTES: readonly (readonly [begins: readonly number[], refused: string])[] = [
  [[0x37, 0x7a, 0xbc, 0xaf], PACKED_OTHERWISE],
  [[0x52, 0x61, 0x72, 0x21], PACKED_OTHERWISE],
  [[0xfd, 0x37, 0x7a, 0x58], PACKED_OTHERWISE],
  [[0x42, 0x5a, 0x68], PACKED_OTHERWISE],
  [[0x28, 0xb5, 0x2f, 0xfd], PACKED_OTHERWISE],
  [[0xd0, 0xcf, 0x11, 0xe0], WORKBOOK],
  [[0x25, 0x50, 0x44, 0x46], 'This is a PDF: fetch the exchange’s .csv or .zip instead.'],
  [[0xff, 0xfe], 'It is in UTF-16, as a spreadsheet saves “Unicode text”: fetch the exchange’s own file and import it unchanged.'],
  [[0xfe, 0xff], 'It is in UTF-16, as a spreadsheet saves “Unicode text”: fetch the exchange’s own file and import it unchanged.'],
];
/** What a site answers in place of a file: that it moved, that one is no person. */
const WEB_PAGE = /^\uFEFF?\s*<(?:!doctype|\?xml|html|head|body|table)\b/i;

function asText(name: string, bytes: Uint8Array): Source {
  const known = KNOWN_BYTES.find(([begins]) => begins.every((byte, at) => bytes[at] === byte));
  if (known) return unreadable(name, known[1]);
  const doubt = textDoubt(bytes);
  if (doubt !== null) return unreadable(name, doubt);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!WEB_PAGE.test(text)) return { name, text, bytes };
    return unreadable(
      name,
      'This is a web page, which the site answered in place of the file: fetch it again in a browser, and look into it before it is imported.',
    );
  } catch {
    return unreadable(name, 'This is not a text file.');
  }
}
