import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * Makes a folder and those above it, for its owner alone. Level by level: Node's own recursive way never ends where the file system takes no
 * folders and says of a new one that it does not exist, as below /proc.
 */
export function makeFolder(directory: string): void {
  const path = resolve(directory);
  const missing: string[] = [];
  for (let level = path; !existsSync(level); level = dirname(level)) missing.unshift(level);
  for (const level of missing) {
    try {
      mkdirSync(level, { mode: 0o700 });
    } catch (error) {
      // Another process made it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  // What is there already may be a file.
  if (missing.length === 0) mkdirSync(path, { recursive: true });
}

/** Makes the folder where it is missing and writes to it: whether one that is there may be written to is known only to who tries. */
export function tryFolder(directory: string): void {
  makeFolder(directory);
  const probe = join(directory, `.probe-${process.pid}`);
  const file = openSync(probe, 'w', 0o600);
  try {
    writeSync(file, 'probe');
    fsyncSync(file);
  } finally {
    closeSync(file);
    rmSync(probe);
  }
}
