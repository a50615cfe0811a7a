import { readFileSync } from 'node:fs';
import { DataUnusable } from '../database/data-lock.ts';

/** Releases of the tables that are finished: number and the SHA-256 of each migration that came with it. Written by `npm run finish-release`. */
export interface FinishedRelease {
  readonly number: number;
  readonly migrations: Readonly<Record<string, string>>;
}

/** A migration as its file has it. */
export interface MigrationFile {
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

/** A migration as the database remembers it. Databases from before releases were recorded have nulls until their next start. */
export interface AppliedMigration {
  readonly name: string;
  readonly release: number | null;
  /** The oldest release that can serve the database once this migration has run. */
  readonly oldest_release: number | null;
  readonly sha256: string | null;
}

export const RELEASES_FILE = new URL('released.json', import.meta.url);

export const readSchemaReleases = (file: URL = RELEASES_FILE): readonly FinishedRelease[] => JSON.parse(readFileSync(file, 'utf8')) as FinishedRelease[];

/** The release that this code belongs to: the one after the last finished one. */
export const currentRelease = (finished: readonly FinishedRelease[]): number => (finished.at(-1)?.number ?? 0) + 1;

/** The release that a migration came with. A migration that no finished release lists belongs to the current one. */
export const releaseOf = (name: string, finished: readonly FinishedRelease[]): number =>
  finished.find(({ migrations }) => name in migrations)?.number ?? currentRelease(finished);

/** A migration leaves the release before its own able to serve; the additive check of the tests holds it to that. */
export const oldestFor = (release: number): number => Math.max(1, release - 1);

/**
 * Why a server with these files may not serve the database, in one sentence; null where it may. A database that is one release ahead is served:
 * its newer migrations only added to the tables.
 */
export function whyRefused(
  applied: readonly AppliedMigration[],
  files: ReadonlyMap<string, MigrationFile>,
  finished: readonly FinishedRelease[],
): string | null {
  const current = currentRelease(finished);
  for (const { name, release, oldest_release, sha256 } of applied) {
    const file = files.get(name);
    if (!file && (release === null || oldest_release === null))
      return `The database has run the migration ${name}, which this server does not know and which names no release: start the server that ran it, or a newer one.`;
    // This server has every migration of the releases that it knows as finished.
    if (!file && release! < current)
      return `The database has run the migration ${name} as one of release ${release}, which does not have it here: the database belongs to another version of the server, so start that one.`;
    if (!file && oldest_release! > current)
      return `The database is of release ${release} of the tables and this server of release ${current}, which serves one release ahead at most: start release ${oldest_release} or newer.`;
    if (file && sha256 !== null && sha256 !== file.sha256)
      return `The migration ${name} is not what has run on this database (its checksum differs): put the file back as it was, and make the change in a new migration.`;
  }
  return whyIncomplete(applied, finished);
}

/** A release brings all its migrations at once. One that is missing behind a later release would undo what came after it when it ran now. */
function whyIncomplete(applied: readonly AppliedMigration[], finished: readonly FinishedRelease[]): string | null {
  const names = new Set(applied.map(({ name }) => name));
  const last = Math.max(0, ...applied.map(({ release }) => release ?? 0));
  for (const { number, migrations } of finished) {
    const missing = number < last && Object.keys(migrations).find((name) => !names.has(name));
    if (missing)
      return `The database is of release ${last} of the tables, but its list of migrations lacks ${missing} of release ${number}: somebody changed that list. Restore a backup.`;
  }
  return null;
}

/** Throws DataUnusable with that sentence. */
export function refuseUnservable(...[applied, files, finished]: Parameters<typeof whyRefused>): void {
  const why = whyRefused(applied, files, finished);
  if (why) throw new DataUnusable(why);
}
