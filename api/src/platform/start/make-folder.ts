import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

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
