import { closeSync, cpSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { REPOSITORY } from '@vimarsh/shared/build/modules.ts';
import { cameByStart, historyOf, movesOf } from '@vimarsh/shared/contract/release/history.ts';
import { LEDGER_KEYS_FILE, ledgerKeys } from '@vimarsh/shared/contract/release/ledger-keys.ts';
import { type Channel, channel, type ReleaseRecord, releaseRecord } from '@vimarsh/shared/contract/release/types.ts';

/** Someone else moved the channel in between; read again and decide again. */
export class ChannelMoved extends Error {}

/** A record or a move that is there and can't be read: the message names the file and says what to do. */
export class UnreadableStore extends Error {}

/** Where releases live when nothing else is said. */
export const defaultReleaseDir = (): string => `${new URL(`${process.env.DATA_DIR ?? '.data'}/`, `file://${REPOSITORY}`).pathname}releases`;

export type ReleaseStore = ReturnType<typeof openReleaseStore>;

/**
 * Release store on disk. Nothing in it is ever rewritten but the last:
 *
 *     records/<id>.json                 one release, written once
 *     files/<name>/<hash>/…             its files with .br and .gz, never changed; gone of what was only tried out from source
 *     channels/<channel>.<version>.json one move of a channel; the highest version counts
 *     ledger-keys.json                  keys of the ledger that builds trust, where the server or its owner named them
 *
 * A move that can't be read counts as never made. Where a channel has no other, nobody knows what it held: `renew` takes it
 * for an empty one, for who brings everything it is to hold.
 */
export function openReleaseStore(dir: string, { renew = false, say = (line: string): void => console.warn(line) } = {}) {
  for (const part of ['records', 'files', 'channels']) mkdirSync(`${dir}/${part}`, { recursive: true });

  const record = (id: string): ReleaseRecord | null => {
    const file = `${dir}/records/${id}.json`;
    return existsSync(file) ? read(file, releaseRecord) : null;
  };

  /** Moves that can't be read; each is told of once. */
  const unusable = new Map<string, UnreadableStore>();
  const readMove = (file: string): Channel | null => {
    try {
      return read(`${dir}/channels/${file}`, channel);
    } catch (error) {
      if (!(error instanceof UnreadableStore)) throw error;
      if (!unusable.has(file)) say(error.message);
      unusable.set(file, error);
      return null;
    }
  };

  const current = (name: string): Channel | null => {
    const files = movesOf(readdirSync(`${dir}/channels`), name).toReversed();
    const newest = files[0];
    if (!newest) return null;
    // The next move gets a number after the one that can't be read.
    const version = Number.parseInt(newest.slice(name.length + 1), 10);
    for (const file of files) {
      const move = readMove(file);
      if (move) return { ...move, version };
    }
    if (renew) return { name, version, releases: {}, moved_at: '', reason: '' };
    throw unusable.get(newest)!;
  };

  const readableMoves = (name: string): Channel[] =>
    movesOf(readdirSync(`${dir}/channels`), name)
      .map(readMove)
      .filter((move) => move !== null);

  /** What a module had live, oldest first, without what was rolled back or only tried out from source. */
  const history = (name: string, module: string): string[] => historyOf(readableMoves(name), module, (id) => record(id)?.from_source === true);

  return {
    dir,
    record,
    /** Keys of the ledger that builds trust; none where nothing names them. */
    ledgerKeys: (): string[] => (existsSync(`${dir}/${LEDGER_KEYS_FILE}`) ? read(`${dir}/${LEDGER_KEYS_FILE}`, ledgerKeys) : []),
    channel: current,
    history,
    cameByStart: (name: string, module: string): boolean => cameByStart(readableMoves(name), module),
    filesOf: (release: Pick<ReleaseRecord, 'name' | 'id'>): string => `${dir}/files/${release.name}/${release.id.split('+')[1]}`,

    /** Records a channel points to, by module. */
    releasesOf(name: string): Record<string, ReleaseRecord> {
      const found = Object.entries(current(name)?.releases ?? {}).map(([module, id]) => [module, record(id)] as const);
      return Object.fromEntries(found.filter((entry): entry is [string, ReleaseRecord] => entry[1] !== null));
    },

    /** Adds a release and its files; the same content a second time answers the first record. */
    publish(release: ReleaseRecord, files: string): ReleaseRecord {
      const known = record(release.id);
      const hash = release.id.split('+')[1]!;
      const target = `${dir}/files/${release.name}/${hash}`;
      if (known && existsSync(target)) return known;
      if (!existsSync(target)) {
        const incoming = `${target}.${process.pid}`;
        cpSync(files, incoming, { recursive: true });
        for (const entry of readdirSync(incoming, { recursive: true, withFileTypes: true })) keep(`${entry.parentPath}/${entry.name}`);
        keep(incoming);
        try {
          renameSync(incoming, target);
          keep(dirname(target));
        } catch (error) {
          rmSync(incoming, { recursive: true, force: true });
          if (!existsSync(target)) throw error;
        }
      }
      writeOnce(`${dir}/records/${release.id}.json`, releaseRecord.parse(release));
      return record(release.id)!;
    },

    /** Removes the files of what was tried out from a module's source and is not live. Their records stay: moves name them. */
    dropTriedOut(name: string): void {
      const live = current('live')?.releases[name];
      const ids = readdirSync(`${dir}/records`).flatMap((file) =>
        file.startsWith(`${name}@`) && file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : [],
      );
      for (const id of ids) {
        const tried = id === live ? null : record(id);
        if (tried?.from_source) rmSync(`${dir}/files/${name}/${id.split('+')[1]}`, { recursive: true, force: true });
      }
      for (const folder of readdirSync(dir)) if (folder.startsWith(`source-${name}-`)) rmSync(`${dir}/${folder}`, { recursive: true, force: true });
    },

    /**
     * Compare-and-set: points a channel's modules to releases, if the channel is still at `expected` (0: none yet). `hold` names
     * modules that stay from now on, with what they were rolled back from (null: no longer).
     */
    move(name: string, expected: number, changes: Changes, reason: string, hold: Changes = {}): Channel {
      const before = current(name);
      const releases = changed(before?.releases, changes);
      const held = changed(before?.held, hold);
      for (const id of Object.values(releases)) if (!record(id)) throw new Error(`No release ${id}`);
      const next = channel.parse({
        name,
        version: expected + 1,
        releases,
        ...(Object.keys(held).length > 0 && { held }),
        moved_at: new Date().toISOString(),
        reason,
      });
      if (!writeOnce(`${dir}/channels/${name}.${next.version}.json`, next)) throw new ChannelMoved(`${name} was moved by someone else; nothing was changed`);
      return next;
    },
  };
}

/** Per module a release, or null for none. */
type Changes = Readonly<Record<string, string | null>>;

const changed = (before: Readonly<Record<string, string>> | undefined, changes: Changes): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...before, ...changes }).filter((entry): entry is [string, string] => entry[1] !== null));

function read<T>(file: string, schema: { parse(value: unknown): T }): T {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const why = error instanceof SyntaxError ? 'it is not whole' : 'it is of another form';
    throw new UnreadableStore(`${file} can't be read (${(error as { code?: string }).code ?? why}): restore it, or remove it and release again.`);
  }
}

/** Has the disk keep a file, or the names in a folder, before anything else is written: a power cut leaves half of it otherwise. */
function keep(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Whole file or nothing, and never over an existing one. False: it was there already. */
function writeOnce(file: string, content: unknown): boolean {
  const draft = `${file}.${process.pid}.draft`;
  try {
    writeFileSync(draft, `${JSON.stringify(content, null, 1)}\n`, { flush: true });
    linkSync(draft, file);
    keep(dirname(file));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
