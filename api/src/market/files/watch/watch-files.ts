import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { databasePlace } from '../../../platform/database/database.ts';
import { readAgain } from '../../../platform/nodes/read-again.ts';
import type { Platform } from '../../../platform/platform.ts';
import { wordsOf } from '../../../platform/text/error-words.ts';
import { CalendarStore } from '../../calendar/calendar.store.ts';
import { type Fetched, fetchFile } from './fetch-file.ts';
import { addressForDay, type FilePlace, filePlaceOf } from './file-place.ts';
import { createImport, type ImportFile } from './import-off-thread.ts';
import { daysToLookFor, isFileLate, nextLook } from './look-times.ts';
import { TRIED_AGAIN_HOURS, WatchStore } from './watch.store.ts';
import { type WholeFile, wholeFiles } from './whole-files.ts';

/** Every five minutes, on one node: folders each time, addresses when their next look is due. */
const EVERY = '*/5 * * * *';
/** Files that are remembered, so that a full folder is not hashed anew with each look. Beyond, the first remembered are forgotten first. */
const MOST_REMEMBERED = 20_000;
/** Names of files that a remark holds. */
const MOST_FAILED = 5;

export interface WatchParts {
  readonly importFile?: ImportFile;
  readonly fetch?: (address: URL, folder: string) => Promise<Fetched>;
  readonly now?: () => Date;
  /** How long a file of a folder has to be left alone. */
  readonly stillMs?: number;
}

/** One look at all places; what the server does every five minutes. */
export interface FileWatch {
  look(): Promise<void>;
  /** Before an orderly end: a file that is being read then is none over which the server ended. */
  leave(): Promise<void>;
  /** Reads what `/readyz` says. */
  readRemarks(): Promise<void>;
  remarks(): readonly string[];
}

/** Takes the exchange's files from where FILES_FROM says, each once, as an import by hand would, without corrections. */
export function watchFiles(platform: Platform, places: readonly string[]): void {
  if (places.length === 0) return;
  const watch = createFileWatch(platform, places.map(filePlaceOf));
  platform.jobs.schedule('market.files', EVERY, () => watch.look());
  platform.onShutdown(() => watch.leave());
  platform.remark(() => watch.remarks());
  platform.onReady(() => watch.readRemarks());
  readAgain(platform, 'What FILES_FROM brought', () => watch.readRemarks());
}

export function createFileWatch(platform: Platform, places: readonly FilePlace[], parts: WatchParts = {}): FileWatch {
  const { log } = platform;
  const { importFile = createImport(platform, databasePlace(platform.config)), fetch = fetchFile, now = () => new Date(), stillMs } = parts;
  const store = new WatchStore(platform);
  const calendar = new CalendarStore(platform);
  /** Files that were taken or refused, by path. */
  const remembered = new Map<string, Remembered>();
  /** Where the next look into a folder goes on. */
  const turns = new Map<string, string>();
  /** Folders that can't be read, with the reason. */
  const unreadable = new Map<string, string>();
  /** Files whose import failed by a fault of the server, with the reason. */
  const failed = new Map<string, string>();
  let remarks: readonly string[] = [];
  /** The hash of the file that is being read. */
  let reading: string | null = null;

  /** Takes a file in unless one of its hash was. */
  async function take(path: string, name: string): Promise<'taken' | 'refused'> {
    const sha256 = await hashOf(path);
    const row = await calendar.latest();
    const outcome = await store.outcome(sha256, row);
    if (outcome) return outcome;
    if (!(await store.begin(sha256, name, row))) {
      log.warn({ file: name }, 'FILES_FROM: the server ended while it read this file before; it is not read again');
      return 'refused';
    }
    reading = sha256;
    const files = await importFile(path)
      .catch(async (error: unknown) => {
        await store.forget(sha256);
        throw error;
      })
      .finally(() => {
        reading = null;
      });
    for (const { line, refused } of files) log[refused ? 'warn' : 'info']({ file: name }, `FILES_FROM: ${line}`);
    const refused =
      files.find((file) => file.refused)?.refused ?? (files.length === 0 ? { code: 'FOREIGN', sentence: 'It holds no file of the exchange.' } : null);
    await store.keep({ sha256, name, refused }, row);
    return refused === null ? 'taken' : 'refused';
  }

  async function lookInFolder(folder: string): Promise<void> {
    for (const { path, name, stamp } of await readable(folder)) {
      const row = await calendar.latest();
      const outcome = await tryToTake(path, name);
      if (outcome !== 'failed') remember(path, { folder, name, stamp, refused: outcome === 'refused' ? { at: now().getTime(), calendarRow: row } : null });
    }
  }

  function remember(path: string, file: Remembered): void {
    remembered.delete(path);
    remembered.set(path, file);
    for (const first of remembered.keys()) {
      if (remembered.size <= MOST_REMEMBERED) break;
      remembered.delete(first);
    }
  }

  /** A refused file may be believed later, so it is tried again after a time, and when the calendar has a new row. */
  function isKnown(path: string, stamp: string, calendarRow: number): boolean {
    const file = remembered.get(path);
    if (file?.stamp !== stamp) return false;
    const { refused } = file;
    return refused === null || (refused.calendarRow === calendarRow && now().getTime() - refused.at < TRIED_AGAIN_HOURS * 3_600_000);
  }

  async function readable(folder: string): Promise<readonly WholeFile[]> {
    const row = await calendar.latest();
    try {
      const found = await wholeFiles(folder, { isKnown: (path, stamp) => isKnown(path, stamp, row), stillMs, after: turns.get(folder) });
      unreadable.delete(folder);
      turns.set(folder, found.after);
      for (const [path, file] of remembered) if (file.folder === folder && !found.names.has(file.name)) remembered.delete(path);
      return found.files;
    } catch (error) {
      if (!unreadable.has(folder)) log.warn({ err: error }, 'FILES_FROM: a folder can’t be read');
      unreadable.set(folder, wordsOf(error));
      return [];
    }
  }

  /** A fault of the server is no fault of the file: it is taken with a later look. */
  async function tryToTake(path: string, name: string): Promise<'taken' | 'refused' | 'failed'> {
    try {
      const outcome = await take(path, name);
      failed.delete(name);
      return outcome;
    } catch (error) {
      log.error({ err: error, file: name }, 'FILES_FROM: a file could not be imported; trying again in five minutes');
      if (failed.size < MOST_FAILED) failed.set(name, wordsOf(error));
      return 'failed';
    }
  }

  async function lookAt({ pattern, id, host }: Extract<FilePlace, { kind: 'address' }>): Promise<void> {
    const at = now();
    const days = daysToLookFor(at, istDay(at));
    const looks = await store.looks(id, days);
    for (const day of days) {
      const last = looks.get(day);
      if (last && (last.state === 'there' || last.next_look_at > at)) continue;
      const count = (last?.looks ?? 0) + 1;
      const next = { address: id, day, looks: count, next_look_at: nextLook(at, count) };
      // Before the request: one that never ends must not be repeated at once.
      await store.keepLook({ ...next, state: last?.state ?? 'waiting', sentence: last?.sentence ?? null });
      const found = await bring(addressForDay(pattern, day));
      if (found === null) {
        await store.keepLook({ ...next, state: 'there', sentence: null });
        continue;
      }
      if (found !== NOT_YET && found !== last?.sentence) log.warn({ host, day }, `FILES_FROM: ${found}`);
      await store.keepLook({ ...next, state: found === NOT_YET ? 'waiting' : 'failing', sentence: found });
    }
  }

  /** Null once the file is taken, else why it is not. */
  async function bring(address: URL): Promise<string | null> {
    const folder = await mkdtemp(join(tmpdir(), 'vimarsh-file-'));
    try {
      const fetched = await fetch(address, folder);
      if ('notYet' in fetched) return NOT_YET;
      if ('failed' in fetched) return fetched.failed;
      const outcome = await tryToTake(fetched.path, basename(fetched.path));
      return outcome === 'taken' ? null : `its file ${outcome === 'refused' ? 'was refused' : 'could not be imported'}`;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  return {
    async look() {
      for (const place of places) {
        if (place.kind === 'folder') await lookInFolder(place.path);
        else await lookAt(place);
      }
    },
    async leave() {
      if (reading !== null) await store.forget(reading);
    },
    async readRemarks() {
      const addresses = places.flatMap((place) => (place.kind === 'address' ? [place] : []));
      const hosts = new Map(addresses.map(({ id, host }) => [id, host]));
      const [refused, missing] = await Promise.all([store.refused(), store.missing([...hosts.keys()], istDay(now()))]);
      const late = missing.filter(({ day, state }) => state === 'failing' || isFileLate(day, now()));
      remarks = [
        ...[...unreadable].map(([folder, why]) => `FILES_FROM: the folder ${folder} can’t be read (${why})`),
        ...[...failed].map(([name, why]) => `FILES_FROM: ${name} could not be imported (${why})`),
        ...late.map(({ address, day, sentence }) => `FILES_FROM: no file of ${day} from ${hosts.get(address)}: ${sentence ?? NOT_YET}`),
        ...refused.latest.map(({ name, code, sentence }) => `FILES_FROM: ${name} was refused (${code}): ${sentence}`),
        ...(refused.count > refused.latest.length ? [moreRefused(refused.count - refused.latest.length)] : []),
      ];
    },
    remarks: () => remarks,
  };
}

/** A file of a folder whose outcome is known while its stamp is the same. */
interface Remembered {
  readonly folder: string;
  readonly name: string;
  readonly stamp: string;
  /** When a file was refused, ms, and the calendar's latest row then; null where it was taken. */
  readonly refused: { readonly at: number; readonly calendarRow: number } | null;
}

const moreRefused = (count: number): string => `FILES_FROM: ${count} more ${count === 1 ? 'file was' : 'files were'} refused in the last seven days`;

const NOT_YET = 'it is not there yet';

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return hash.digest('hex');
}
