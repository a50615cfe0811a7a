import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { tryFolder } from '../start/make-folder.ts';
import { wordsOf } from '../text/error-words.ts';
import { freeMbOf, LEAST_FREE_AT_FIRST_MB, LEAST_FREE_MB } from './free-room.ts';

/** Another process holds the folder. */
export class DataInUse extends Error {}
/** Nothing can be stored in the folder; the message is one sentence for whoever starts the server. */
export class DataUnusable extends Error {}

const SQLITE_BUSY = 5;

/**
 * Holds a data folder for this process alone: two processes on one embedded database lose rows. The lock is a
 * SQLite file lock, which the kernel drops when the process dies, however it dies. Returns the release.
 */
export function lockData(directory: string): () => void {
  tryOut(directory);
  const lock = new DatabaseSync(join(directory, 'lock.db'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw unusable(directory, wordsOf(error));
    throw new DataInUse(`Another process is using the data folder ${directory}. Stop it first, or set DATA_DIR to another folder.`);
  }
  return () => lock.close();
}

/** Throws a sentence about a folder that can’t be used, before anything is opened in it. */
function tryOut(directory: string): void {
  try {
    tryFolder(directory);
  } catch (error) {
    throw unusable(directory, wordsOf(error));
  }
  const free = freeMbOf(directory);
  const needed = existsSync(join(directory, 'postgres', 'PG_VERSION')) ? LEAST_FREE_MB : LEAST_FREE_AT_FIRST_MB;
  if (free < needed) throw unusable(directory, `only ${free} MB are free on its disk, and ${needed} MB are needed`);
}

const unusable = (directory: string, why: string): DataUnusable =>
  new DataUnusable(`The data folder ${directory} can’t be used: ${why}. Mend that, or set DATA_DIR to another folder.`);

/** Makes a folder that nobody but this user can enter, and takes everybody's else rights from what lies in it already. */
export function makePrivate(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if ((statSync(directory).mode & 0o077) === 0) return;
  // The folder first: from then on nobody else reaches what is in it.
  chmodSync(directory, 0o700);
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory() || entry.isFile()) chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  }
}
