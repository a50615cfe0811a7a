import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DataUnusable } from '../database/data-lock.ts';
import { wordsOf } from '../text/error-words.ts';

export interface KeyFile<Key> {
  readonly path: string;
  /** Null where the text is no such key. */
  read(text: string): Key | null;
  make(): string;
  /** What to do about a file that can't be used, in whole sentences. */
  readonly remedy: string;
}

/**
 * The key in a file of the data folder; null where there is none. A file that is there and can't be used refuses the start: a new
 * key over it would fit nothing that the old one has signed or sealed.
 */
export function readKeyFile<Key>({ path, read, remedy }: Pick<KeyFile<Key>, 'path' | 'read' | 'remedy'>): Key | null {
  if (!existsSync(path)) return null;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new DataUnusable(
      `The key file ${path} can’t be read: ${(error as NodeJS.ErrnoException).code === 'EACCES' ? 'this user may not read it' : wordsOf(error)}. ${remedy}`,
    );
  }
  const key = read(text);
  if (key === null) throw new DataUnusable(`The key file ${path} is ${text.trim() === '' ? 'empty' : 'damaged'}. ${remedy}`);
  return key;
}

/** The key in the file, made first where there is none: whole or not at all, never over another, and its owner's alone. */
export function keyFromFile<Key>(file: KeyFile<Key>): Key {
  const { path, make } = file;
  const present = readKeyFile(file);
  if (present !== null) return present;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, make(), { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readKeyFile(file)!;
}
