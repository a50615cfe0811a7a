import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Refusal, type RefusalCode } from './refusal.ts';
import { isZip, readZip } from './zip.ts';

/** A day's file is about half a megabyte; a year in one zip stays below this. */
const MOST_BYTES = 256 * 2 ** 20;

/** `cm01.csv`, `fo.zip`, `cm01.csv.gz`. */
const IN_FOLDERS = /\.(?:csv|json|zip|gz|7z|rar|xz|bz2|zst)$/i;

/** One text file to take in, or why there is none. */
export type Source =
  | { readonly name: string; readonly text: string; readonly bytes: Uint8Array }
  | { readonly name: string; readonly code: RefusalCode; readonly refused: string };

/** The files that paths name: each file itself, and of folders everything that ends in .csv, .json or .zip, in name order; packed in another way, it is refused by name. */
export async function findFiles(paths: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const path of paths) {
    const kind = await stat(path).catch(() => null);
    if (!kind?.isDirectory()) {
      files.push(path);
      continue;
    }
    const names = await readdir(path, { recursive: true });
    files.push(
      ...names
        .filter((name) => IN_FOLDERS.test(name) && !isLeftover(name))
        .sort()
        .map((name) => join(path, name)),
    );
  }
  return [...new Set(files)];
}

/** Opens a file: its text, or the text of every .csv in a zip. Never throws; what can't be read says why. */
export async function* openFile(path: string): AsyncGenerator<Source> {
  const name = basename(path);
  const size = await stat(path).then(
    (found) => (found.isFile() ? found.size : null),
    () => null,
  );
  if (size === null) return yield unreadable(name, 'There is no such file.');
  if (size > MOST_BYTES) return yield unreadable(name, `The file is larger than ${MOST_BYTES / 2 ** 20} MB.`);
  const bytes = await readFile(path).catch(() => null);
  if (!bytes) return yield unreadable(name, 'The file can’t be read.');
  if (!isZip(bytes)) return yield asText(name, bytes);
  try {
    const files = readZip(bytes, MOST_BYTES).filter(({ name: entry }) => /\.csv$/i.test(entry) && !isLeftover(entry));
    if (files.length === 0) yield unreadable(name, 'The zip holds no .csv file.');
    for (const file of files) yield asText(`${name}/${file.name}`, file.read());
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    yield { name, code: error.code, refused: error.message };
  }
}

/** What a Mac puts beside files in a zip or on a foreign disk (`__MACOSX/._a.csv`), and other hidden files. */
const isLeftover = (path: string): boolean => path.split(/[\\/]/).some((part) => part === '__MACOSX' || part.startsWith('.'));

const unreadable = (name: string, refused: string): Source => ({ name, code: 'UNREADABLE', refused });

function asText(name: string, bytes: Uint8Array): Source {
  try {
    return { name, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), bytes };
  } catch {
    return unreadable(name, 'This is not a text file.');
  }
}
