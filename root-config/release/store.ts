import { cpSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { REPOSITORY } from '@vimarsh/shared/build/modules.ts';
import { historyOf, movesOf } from '@vimarsh/shared/contract/release/history.ts';
import { type Channel, channel, latestChannelFile, type ReleaseRecord, releaseRecord } from '@vimarsh/shared/contract/release/types.ts';

/** Someone else moved the channel in between; read again and decide again. */
export class ChannelMoved extends Error {}

/** A record or a move that is there and can't be read: the message names the file. */
export class UnreadableStore extends Error {}

/** Where releases live when nothing else is said. */
export const defaultReleaseDir = (): string => `${new URL(`${process.env.DATA_DIR ?? '.data'}/`, `file://${REPOSITORY}`).pathname}releases`;

export type ReleaseStore = ReturnType<typeof openReleaseStore>;

/**
 * Release store on disk. Nothing in it is ever rewritten:
 *
 *     records/<id>.json                 one release, written once
 *     files/<name>/<hash>/…             its files with .br and .gz, never changed
 *     channels/<channel>.<version>.json one move of a channel; the highest version counts
 */
export function openReleaseStore(dir: string) {
  for (const part of ['records', 'files', 'channels']) mkdirSync(`${dir}/${part}`, { recursive: true });

  const record = (id: string): ReleaseRecord | null => {
    const file = `${dir}/records/${id}.json`;
    return existsSync(file) ? read(file, releaseRecord) : null;
  };

  const current = (name: string): Channel | null => {
    const file = latestChannelFile(readdirSync(`${dir}/channels`), name);
    return file ? read(`${dir}/channels/${file}`, channel) : null;
  };

  /** What a module had live, oldest first, without what was rolled back or only tried out from source. */
  const history = (name: string, module: string): string[] => {
    const moves = movesOf(readdirSync(`${dir}/channels`), name).map((file) => read(`${dir}/channels/${file}`, channel));
    return historyOf(moves, module, (id) => record(id)?.from_source === true);
  };

  return {
    dir,
    record,
    channel: current,
    history,
    filesOf: (release: Pick<ReleaseRecord, 'name' | 'id'>): string => `${dir}/files/${release.name}/${release.id.split('+')[1]}`,

    /** Records a channel points to, by module. */
    releasesOf(name: string): Record<string, ReleaseRecord> {
      const found = Object.entries(current(name)?.releases ?? {}).map(([module, id]) => [module, record(id)] as const);
      return Object.fromEntries(found.filter((entry): entry is [string, ReleaseRecord] => entry[1] !== null));
    },

    /** Adds a release and its files; the same content a second time answers the first record. */
    publish(release: ReleaseRecord, files: string): ReleaseRecord {
      const known = record(release.id);
      if (known) return known;
      const hash = release.id.split('+')[1]!;
      const target = `${dir}/files/${release.name}/${hash}`;
      if (!existsSync(target)) {
        const incoming = `${target}.${process.pid}`;
        cpSync(files, incoming, { recursive: true });
        try {
          renameSync(incoming, target);
        } catch (error) {
          rmSync(incoming, { recursive: true, force: true });
          if (!existsSync(target)) throw error;
        }
      }
      writeOnce(`${dir}/records/${release.id}.json`, releaseRecord.parse(release));
      return record(release.id)!;
    },

    /** Compare-and-set: points a channel's modules to releases, if the channel is still at `expected` (0: none yet). */
    move(name: string, expected: number, changes: Record<string, string | null>, reason: string): Channel {
      const merged = { ...current(name)?.releases, ...changes };
      const releases = Object.fromEntries(Object.entries(merged).filter((entry): entry is [string, string] => entry[1] !== null));
      for (const id of Object.values(releases)) if (!record(id)) throw new Error(`No release ${id}`);
      const next = channel.parse({ name, version: expected + 1, releases, moved_at: new Date().toISOString(), reason });
      if (!writeOnce(`${dir}/channels/${name}.${next.version}.json`, next)) throw new ChannelMoved(`${name} was moved by someone else; nothing was changed`);
      return next;
    },
  };
}

function read<T>(file: string, schema: { parse(value: unknown): T }): T {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new UnreadableStore(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Whole file or nothing, and never over an existing one. False: it was there already. */
function writeOnce(file: string, content: unknown): boolean {
  const draft = `${file}.${process.pid}.draft`;
  writeFileSync(draft, `${JSON.stringify(content, null, 1)}\n`);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
