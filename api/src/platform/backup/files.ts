import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { BrokenArchive, type Entry } from './tar.ts';

/** What of the data folder is in the database's part of an archive, or made anew at each start. */
const LEFT_OUT = /^(postgres|cache|lock\.db.*|\.probe-.*|restoring)$/;
const PREFIX = 'files/';

/**
 * The data folder's files: keys, releases, texts and what else lies there. In the order of their names, in which a channel comes before the
 * releases it points to: those are there by then, and stay.
 */
export function* filesBelow(directory: string): Generator<Entry> {
  if (!existsSync(directory)) return;
  for (const top of readdirSync(directory, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (LEFT_OUT.test(top.name)) continue;
    const below = top.isDirectory() ? readdirSync(join(directory, top.name), { recursive: true, withFileTypes: true }) : [top];
    const paths = below.filter((entry) => entry.isFile()).map((entry) => join(top.isDirectory() ? entry.parentPath : directory, entry.name));
    for (const path of paths.toSorted()) {
      const name = relative(directory, path).split(sep).join('/');
      try {
        yield { name: PREFIX + name, body: readFileSync(path) };
      } catch (error) {
        // Drafts of files come and go while a server runs.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
  }
}

export const isFile = ({ name }: Entry): boolean => name.startsWith(PREFIX);

/** Writes one of them into a data folder, for its owner alone. */
export function putFile(directory: string, { name, body }: Entry): void {
  const parts = name.slice(PREFIX.length).split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..' || part.includes('\\')) || LEFT_OUT.test(parts[0]!))
    throw new BrokenArchive(`it has a file ${name}, which no backup writes`);
  const path = join(directory, ...parts);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, body, { mode: 0o600, flush: true, flag: 'wx' });
}
