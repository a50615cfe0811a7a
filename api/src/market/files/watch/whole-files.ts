import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A copy that goes on writes within this time. */
const STILL_MS = 3_000;
/** Files taken up with one look; the others come with the next. */
const MOST_FILES = 500;
/** Copies under way have other names with most programs: `a.csv.part`, `.a.csv.swp`. */
const READ = /^[^.~].*\.(?:csv|json|zip)$/i;
/** Names that the exchange gives hold the day: `cm04MAY2026bhav.csv`, `BhavCopy_NSE_CM_0_0_0_20260504_F_0000.csv.zip`, `2026-05-04.csv`. */
const DAY_IN_NAME = /(?<!\d)(?:\d\d[A-Za-z]{3}20\d\d|20\d\d-?[01]\d-?[0-3]\d|[0-3]\d-?[01]\d-?20\d\d)(?!\d)/;

export interface WholeFile {
  readonly name: string;
  readonly path: string;
  /** Size and time of the last change: while both are the same, the file is the same. */
  readonly stamp: string;
}

export interface FolderLook {
  /** Whether a file need not be taken up: it was, and has not changed since. */
  readonly isKnown: (path: string, stamp: string) => boolean;
  readonly stillMs?: number | undefined;
  /** The last name of the look before: half of the places go round from there, so that each file has its turn whatever the others are called. */
  readonly after?: string | undefined;
}

export interface FolderFiles {
  /** In the order of their names. */
  readonly files: readonly WholeFile[];
  /** Where the next look goes on. */
  readonly after: string;
  /** Names in the folder, to forget the files that are gone. */
  readonly names: ReadonlySet<string>;
}

/**
 * The files of a folder that are not known and written to the end: they have the same size and time at two looks. Their time is not held against
 * the clock, since it can be anything, also one to come. Links are not followed, and folders in it are not opened. Throws where the folder can't
 * be read.
 */
export async function wholeFiles(folder: string, { isKnown, stillMs = STILL_MS, after = '' }: FolderLook): Promise<FolderFiles> {
  const names = (await readdir(folder)).filter((name) => READ.test(name)).sort();
  const unknown: Stamped[] = [];
  for (const name of names) {
    const file = await stampOf(folder, name);
    if (file && !isKnown(file.path, file.stamp)) unknown.push(file);
  }
  const turn = turnOf(unknown, after);
  const found = { after: turn.after, names: new Set(names) };
  if (unknown.length === 0) return { ...found, files: [] };
  await pause(stillMs);
  const still = await Promise.all(turn.files.map(async (file) => ({ file, again: await stampOf(folder, file.name) })));
  return { ...found, files: still.flatMap(({ file, again }) => (again?.stamp === file.stamp ? [file] : [])) };
}

/** One look's share of unknown files: first those with a day in their name, the newest first, then those whose turn it is. */
function turnOf(unknown: readonly Stamped[], after: string): { readonly files: readonly WholeFile[]; readonly after: string } {
  if (unknown.length <= MOST_FILES) return { files: unknown, after: '' };
  const isDated = new Map(unknown.map((file) => [file, DAY_IN_NAME.test(file.name)]));
  const best = unknown.toSorted((a, b) => Number(isDated.get(b)) - Number(isDated.get(a)) || b.changedAt - a.changedAt);
  const chosen = new Set(best.slice(0, MOST_FILES / 2));
  const round = [...unknown.filter(({ name }) => name > after), ...unknown.filter(({ name }) => name <= after)].filter((file) => !chosen.has(file));
  const next = round.slice(0, MOST_FILES - chosen.size);
  for (const file of next) chosen.add(file);
  return { files: unknown.filter((file) => chosen.has(file)), after: next.at(-1)!.name };
}

interface Stamped extends WholeFile {
  /** ms */
  readonly changedAt: number;
}

async function stampOf(folder: string, name: string): Promise<Stamped | null> {
  const path = join(folder, name);
  const found = await lstat(path).catch(() => null);
  if (!found?.isFile() || found.size === 0) return null;
  return { name, path, changedAt: found.mtimeMs, stamp: `${found.size} ${found.mtimeMs} ${found.ino}` };
}
