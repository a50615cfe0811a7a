import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { access, constants, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import * as z from 'zod/mini';
import { wordsOf } from '../text/error-words.ts';
import { synced } from './synced.ts';
import { BrokenArchive, type Entry, pack, unpack } from './tar.ts';

export const MANIFEST = 'manifest.json';

/** What an archive holds; its last entry. */
const manifest = z.object({
  format: z.literal('vimarsh-backup-1'),
  /** When it was begun, UTC. */
  at: z.string(),
  /** The migrations its tables are made by. */
  migrations: z.array(z.string()),
  /** Rows of each table and a hash of them that does not depend on their order; tables in the order they are to be filled. */
  tables: z.array(z.object({ name: z.string(), rows: z.number(), hash: z.string() })),
  /** Every other entry, in order, with the SHA-256 of its bytes. */
  entries: z.array(z.object({ name: z.string(), sha256: z.string() })),
});
export type Manifest = z.output<typeof manifest>;

const sha256 = (body: Buffer): string => createHash('sha256').update(body).digest('hex');

/** Something about an archive that whoever keeps it must hear in words. */
export class ArchiveRefused extends Error {}

/** Writes an archive, whole or not at all: until its last byte is on the disk it has another name. `end` is asked when all entries are in. */
export async function writeArchive(file: string, entries: AsyncIterable<Entry>, end: () => Omit<Manifest, 'entries'>): Promise<void> {
  const path = resolve(file);
  if (existsSync(path)) throw new ArchiveRefused(`${file} is there already. Name another file.`);
  await access(dirname(path), constants.W_OK).catch((error: unknown) => {
    throw new ArchiveRefused(`The archive can’t be written into ${dirname(path)}: ${wordsOf(error)}. Name a file in another folder.`);
  });
  const draft = `${path}.unfinished`;
  const written: Manifest['entries'] = [];
  async function* all(): AsyncGenerator<Entry> {
    for await (const entry of entries) {
      written.push({ name: entry.name, sha256: sha256(entry.body) });
      yield entry;
    }
    yield { name: MANIFEST, body: Buffer.from(`${JSON.stringify({ ...end(), entries: written }, null, 1)}\n`) };
  }
  try {
    await pipeline(pack(all()), createGzip({ level: 6 }), createWriteStream(draft, { mode: 0o600 }));
    for (const place of [draft, dirname(path)]) await synced(place);
    await rename(draft, path);
    await synced(dirname(path));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** The entries of an archive in order, the manifest last. */
export async function* entriesOf(file: string): AsyncGenerator<Entry> {
  const source = createReadStream(file);
  const plain = createGunzip();
  source.on('error', (error) => plain.destroy(error));
  try {
    yield* unpack(source.pipe(plain));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new ArchiveRefused(`There is no file ${file}.`);
    if (code === 'EISDIR') throw new ArchiveRefused(`${file} is a folder: name the archive in it.`);
    if (code === 'EACCES') throw new ArchiveRefused(`This user may not read the archive ${file}.`);
    if (error instanceof BrokenArchive || code.startsWith('Z_'))
      throw refused(file, error instanceof BrokenArchive ? error.message : 'its bytes were changed, or it ends too early');
    throw error;
  } finally {
    source.destroy();
  }
}

const refused = (file: string, why: string): ArchiveRefused => new ArchiveRefused(`The archive ${file} can’t be used: ${why}. Take another one.`);

/** The manifest in these bytes; null where they are none, or no JSON at all. */
function readManifest(body: Buffer): Manifest | null {
  try {
    return z.parse(manifest, JSON.parse(body.toString()));
  } catch {
    return null;
  }
}

/** Reads the archive to its end and compares each entry with its manifest. Shows each on the way. Throws ArchiveRefused. */
export async function checkArchive(file: string, look: (entry: Entry) => Promise<void> | void): Promise<Manifest> {
  const found: Manifest['entries'] = [];
  let last: Entry | null = null;
  for await (const entry of entriesOf(file)) {
    if (last) throw refused(file, 'something follows its manifest');
    if (entry.name === MANIFEST) last = entry;
    else {
      found.push({ name: entry.name, sha256: sha256(entry.body) });
      await look(entry);
    }
  }
  if (!last) throw refused(file, 'it has no manifest');
  const read = readManifest(last.body);
  if (!read) throw refused(file, 'its manifest is of another kind');
  const { entries } = read;
  for (const [at, entry] of found.entries())
    if (entries[at]?.name !== entry.name || entries[at].sha256 !== entry.sha256) throw refused(file, `${entry.name} is not as it was written`);
  if (entries.length !== found.length) throw refused(file, `${entries[found.length]!.name} is missing`);
  return read;
}
