import { readdir, readFile } from 'node:fs/promises';
import { type Channel, channel, latestChannelFile, type ReleaseRecord, type ReleaseSet, releaseRecord } from '@vimarsh/shared/contract/release.contract.ts';

interface Log {
  error(detail: object, message: string): void;
}

export interface ReleaseReader {
  /**
   * The live releases, or for previews named `mf-x@name` the live ones with those modules exchanged. Unknown previews are
   * left out. Null while nothing was ever released.
   */
  releaseSet(previews?: readonly string[]): Promise<ReleaseSet | null>;
}

/**
 * Reads the release store (`records/`, `channels/`; written by `root-config/release`). An answer that is broken or of
 * another shape is logged once, and what was last read well stays in use.
 */
export function readReleases(dir: string, log: Log): ReleaseReader {
  const records = new Map<string, ReleaseRecord>();
  const channels = new Map<string, Channel>();
  let seen = '';
  let files: string[] = [];
  let live: ReleaseSet | null = null;
  const complained = new Set<string>();

  const complain = (file: string, error: unknown): null => {
    if (!complained.has(file))
      log.error({ file, why: error instanceof Error ? error.message : String(error) }, 'release store: unusable file, keeping the last good state');
    complained.add(file);
    return null;
  };

  async function record(id: string): Promise<ReleaseRecord | null> {
    const known = records.get(id);
    if (known) return known;
    const file = `${dir}/records/${id}.json`;
    try {
      const parsed = releaseRecord.parse(JSON.parse(await readFile(file, 'utf8')));
      records.set(id, parsed);
      return parsed;
    } catch (error) {
      return complain(file, error);
    }
  }

  /** Newest readable state of a channel; older moves are still there when the newest is damaged. */
  async function readChannel(name: string, among = files): Promise<Channel | null> {
    const file = latestChannelFile(among, name);
    if (!file) return channels.get(name) ?? null;
    try {
      const parsed = channel.parse(JSON.parse(await readFile(`${dir}/channels/${file}`, 'utf8')));
      const missing = await Promise.all(Object.values(parsed.releases).map(async (id) => ((await record(id)) ? null : id)));
      if (missing.some(Boolean)) throw new Error(`no record of ${missing.filter(Boolean).join(', ')}`);
      channels.set(name, parsed);
      return parsed;
    } catch (error) {
      complain(`${dir}/channels/${file}`, error);
      return (
        channels.get(name) ??
        readChannel(
          name,
          among.filter((other) => other !== file),
        )
      );
    }
  }

  /** Looks at the names in the folder (a move is a new name); reads only after something was released. */
  async function refresh(): Promise<void> {
    const listed = await readdir(`${dir}/channels`).catch(() => [] as string[]);
    if (listed.join() === seen) return;
    files = listed;
    const next = await readChannel('live');
    if (next) live = await resolve(next.releases, []);
    seen = listed.join();
  }

  async function resolve(ids: Record<string, string>, preview: string[]): Promise<ReleaseSet> {
    const modules: Record<string, ReleaseRecord> = {};
    const fallbacks: Record<string, ReleaseRecord> = {};
    for (const id of Object.values(ids)) {
      const current = await record(id);
      if (!current) continue;
      modules[current.name] = current;
      const before = current.previous ? await record(current.previous) : null;
      if (before && current.name !== 'root-config' && current.name !== 'shared') fallbacks[current.name] = before;
    }
    return {
      id: Object.values(modules)
        .map((one) => one.id.split('+')[1])
        .join('-'),
      preview,
      modules,
      fallbacks,
    };
  }

  return {
    async releaseSet(previews = []) {
      await refresh();
      if (!live || previews.length === 0) return live;
      const ids = Object.fromEntries(Object.values(live.modules).map(({ name, id }) => [name, id]));
      const known: string[] = [];
      for (const asked of previews) {
        const [, module = '', name = ''] = /^([a-z-]+)@([a-z0-9-]{1,40})$/.exec(asked) ?? [];
        const id = (await readChannel(`preview-${name}`))?.releases[module];
        if (!id) continue;
        ids[module] = id;
        known.push(asked);
      }
      return known.length ? resolve(ids, known) : live;
    },
  };
}
