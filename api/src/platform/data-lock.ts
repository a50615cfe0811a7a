import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another process holds the folder. */
export class DataInUse extends Error {}

/**
 * Holds a data folder for this process alone: two processes on one embedded database lose rows. The lock is a
 * SQLite file lock, which the kernel drops when the process dies, however it dies. Returns the release.
 */
export function lockData(directory: string): () => void {
  mkdirSync(directory, { recursive: true });
  const lock = new DatabaseSync(join(directory, 'lock.db'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch {
    lock.close();
    throw new DataInUse(`Another process is using the data folder ${directory}. Stop it first, or set DATA_DIR to another folder.`);
  }
  return () => lock.close();
}
