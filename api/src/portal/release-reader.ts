import { readdir, readFile } from 'node:fs/promises';
import { historyOf, movesOf } from '@vimarsh/shared/contract/release/history.ts';
import { type Channel, channel, latestChannelFile, type ReleaseRecord, type ReleaseSet, releaseRecord } from '@vimarsh/shared/contract/release/types.ts';
import { wordsOf } from '../platform/text/error-words.ts';

const LOOK_AGAIN_MS = 1000;

interface Log {
  error(detail: object, message: string): void;
}

export interface ReleaseReader {
  /**
   * The live releases, with the modules of any previews (`mf-x@name`) replaced. Unknown previews are left out. Null until
   * the first release.
   */
  releaseSet(previews?: readonly string[]): Promise<ReleaseSet | null>;
  /** For root-config and `shared`, the release that was live before: what a tab takes in which the live one does not start. */
  previousFoundation(): Promise<Record<string, ReleaseRecord>>;
}

/** No page stands without them. A page does not carry their fallback: it is asked for only when it is needed. */
const FOUNDATION: readonly string[] = ['root-config', 'shared'];

/**
 * Reads the release store (`records/`, `channels/`; written by `root-config/release`). A file that is broken or of
 * another shape is logged once, and the last good state stays in use.
 */
export function readReleases(dir: string, log: Log): ReleaseReader {
  const records = new Map<string, ReleaseRecord>();
  const channels = new Map<string, Channel>();
  let seen = '';
  let files: string[] = [];
  let live: ReleaseSet | null = null;
  /** A release whose record is not there yet, as when folders are copied between nodes: it is looked for again, not with every page. */
  let lookAgainAt = Number.POSITIVE_INFINITY;
  /** For a module, the releases it had live, oldest first. */
  let history = (_module: string): string[] => [];
  const { complain, nothingLeft } = complaints(log);
  const readHistory = createHistory(dir, (id) => record(id), complain);

  async function record(id: string): Promise<ReleaseRecord | null> {
    const cached = records.get(id);
    if (cached) return cached;
    const file = `${dir}/records/${id}.json`;
    try {
      // Fields that only the release gate reads don't belong in every page.
      const { libraries: _gate, ...parsed } = releaseRecord.parse(JSON.parse(await readFile(file, 'utf8')));
      records.set(id, parsed);
      return parsed;
    } catch (error) {
      return complain(file, error);
    }
  }

  /**
   * The newest readable state of a channel; older moves remain if the newest is damaged. A release that can't be read blocks
   * only its own module's move, which stays at its previous release.
   */
  async function readChannel(name: string, among = files): Promise<Channel | null> {
    const file = latestChannelFile(among, name);
    if (!file) return channels.get(name) ?? null;
    const previousChannel = async (): Promise<Channel | null> =>
      channels.get(name) ??
      readChannel(
        name,
        among.filter((other) => other !== file),
      );
    try {
      const parsed = channel.parse(JSON.parse(await readFile(`${dir}/channels/${file}`, 'utf8')));
      const releases: Record<string, string> = {};
      for (const [module, id] of Object.entries(parsed.releases)) {
        const usable = (await record(id)) ? id : (await previousChannel())?.releases[module];
        if (usable) releases[module] = usable;
        if (usable !== id) lookAgainAt = Date.now() + LOOK_AGAIN_MS;
        if (usable !== id) complain(`${dir}/channels/${file}`, `${module} stays at ${usable ?? 'nothing'}: no record of ${id}`);
      }
      const readable = { ...parsed, releases };
      channels.set(name, readable);
      return readable;
    } catch (error) {
      complain(`${dir}/channels/${file}`, error);
      return previousChannel();
    }
  }

  /** Checks the names in the folder (a move is a new name) and reads only after a new release. */
  async function refresh(): Promise<void> {
    const listed = await readdir(`${dir}/channels`).catch(() => [] as string[]);
    if (listed.join() === seen && Date.now() < lookAgainAt) return;
    lookAgainAt = Number.POSITIVE_INFINITY;
    files = listed;
    const next = await readChannel('live');
    const newest = latestChannelFile(files, 'live');
    if (!next && newest) nothingLeft(`${dir}/channels/${newest}`);
    history = await readHistory(files);
    if (next) live = await resolve(next.releases, []);
    seen = listed.join();
  }

  /**
   * A module falls back to what stood before, and a preview to what is live. What a release's own record calls `previous` is
   * what stood when it was published first: a release that comes back has had another one before it since.
   */
  async function resolve(ids: Record<string, string>, preview: string[]): Promise<ReleaseSet> {
    const modules: Record<string, ReleaseRecord> = {};
    const fallbacks: Record<string, ReleaseRecord> = {};
    for (const id of Object.values(ids)) {
      const current = await record(id);
      if (!current) continue;
      modules[current.name] = current;
      const earlier = history(current.name).findLast((one) => one !== id) ?? current.previous;
      const fallback = earlier ? await record(earlier) : null;
      if (fallback && !FOUNDATION.includes(current.name)) fallbacks[current.name] = fallback;
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
      const usable: string[] = [];
      for (const preview of previews) {
        const [, module = '', name = ''] = /^([a-z-]+)@([a-z0-9-]{1,40})$/.exec(preview) ?? [];
        const id = (await readChannel(`preview-${name}`))?.releases[module];
        if (!id) continue;
        ids[module] = id;
        usable.push(preview);
      }
      return usable.length ? resolve(ids, usable) : live;
    },
    async previousFoundation() {
      await refresh();
      return foundationBefore(live, history, record);
    },
  };
}

async function foundationBefore(
  live: ReleaseSet | null,
  history: (module: string) => string[],
  record: (id: string) => Promise<ReleaseRecord | null>,
): Promise<Record<string, ReleaseRecord>> {
  const previous: Record<string, ReleaseRecord> = {};
  for (const name of FOUNDATION) {
    const current = live?.modules[name];
    const id = history(name).findLast((one) => one !== current?.id) ?? current?.previous;
    const found = current && id ? await record(id) : null;
    if (found) previous[name] = found;
  }
  return previous;
}

/** Tells the log what is wrong with the store, each thing once. */
function complaints(log: Log) {
  const made = new Set<string>();
  const say = (file: string, detail: object, message: string): null => {
    if (!made.has(file + message)) log.error({ file, ...detail }, message);
    made.add(file + message);
    return null;
  };
  return {
    complain: (file: string, error: unknown): null => say(file, { why: wordsOf(error) }, 'release store: unusable file, keeping the last good state'),
    nothingLeft: (file: string): null =>
      say(file, {}, 'release store: no live channel can be read, so there are no pages: restore the file, or remove it and release again'),
  };
}

/** Reads what the live channel was pointed to; what can't be read counts as never there, until it can. */
function createHistory(dir: string, record: (id: string) => Promise<ReleaseRecord | null>, complain: (file: string, error: unknown) => null) {
  /** By file; a move is never changed. */
  const moves = new Map<string, Channel>();
  /** Whether a release can be fallen back to, by id. */
  const usable = new Map<string, boolean>();
  return async (files: readonly string[]): Promise<(module: string) => string[]> => {
    for (const file of movesOf(files, 'live')) {
      if (moves.has(file)) continue;
      const move = await readFile(`${dir}/channels/${file}`, 'utf8')
        .then((text) => channel.parse(JSON.parse(text)))
        .catch((error: unknown) => complain(`${dir}/channels/${file}`, error));
      if (move) moves.set(file, move);
    }
    const known = movesOf([...moves.keys()], 'live').map((file) => moves.get(file)!);
    for (const id of new Set(known.flatMap(({ releases }) => Object.values(releases)))) {
      const found = usable.has(id) ? null : await record(id);
      if (found) usable.set(id, !found.from_source);
    }
    return (module) => historyOf(known, module, (id) => !usable.get(id));
  };
}
