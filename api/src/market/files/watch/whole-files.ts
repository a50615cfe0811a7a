import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A copy that goes on writes within this time. */
const STILL_MS = 3_000;
/** Files looked at in one go; the others come with the next look. */
const MOST_FILES = 500;
/** Copies under way have other names with most programs: `a.csv.part`, `.a.csv.swp`. */
const READ = /^[^.~].*\.(?:csv|json|zip)$/i;

export interface WholeFile {
  readonly name: string;
  readonly path: string;
  /** Size and time of the last change: while both are the same, the file is the same. */
  readonly stamp: string;
}

/**
 * The files of a folder, in the order of their names, that are written to the end: they have the same size and time at two looks. Their time is not
 * held against the clock, since it can be anything, also one to come. Links are not followed, and folders in it are not opened. `isKnown`: those
 * that need not be looked at. Throws where the folder can't be read.
 */
export async function wholeFiles(folder: string, isKnown: (path: string, stamp: string) => boolean, stillMs = STILL_MS): Promise<readonly WholeFile[]> {
  const names = (await readdir(folder)).filter((name) => READ.test(name)).sort();
  const before: WholeFile[] = [];
  for (const name of names) {
    const file = await stampOf(folder, name);
    if (file && !isKnown(file.path, file.stamp)) before.push(file);
    if (before.length === MOST_FILES) break;
  }
  if (before.length === 0) return [];
  await pause(stillMs);
  const still = await Promise.all(before.map(async (file) => ({ file, again: await stampOf(folder, file.name) })));
  return still.flatMap(({ file, again }) => (again?.stamp === file.stamp ? [file] : []));
}

async function stampOf(folder: string, name: string): Promise<WholeFile | null> {
  const path = join(folder, name);
  const found = await lstat(path).catch(() => null);
  if (!found?.isFile() || found.size === 0) return null;
  return { name, path, stamp: `${found.size} ${found.mtimeMs} ${found.ino}` };
}
