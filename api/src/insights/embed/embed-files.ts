import { readFile } from 'node:fs/promises';
import { type Packing, packingsFor } from '../../platform/http/negotiation.ts';

export interface EmbedFile {
  readonly body: Buffer;
  readonly encoding: Packing | '';
  readonly cache: string;
}

interface BuiltFiles {
  readonly version: string;
  readonly files: readonly { readonly path: string; readonly integrity: string }[];
}

const NAME = /^(v1\.js|\d+\.\d+\.\d+-[0-9a-f]{10}\/[a-z][a-z-]{0,39}\.js)$/;
const FLOATING = 'public, max-age=300, stale-while-revalidate=86400';
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Serves the widget bundles below `/w/`, compressed at build time. Versioned files never change and stay in memory. */
export class EmbedFiles {
  readonly #dir: string;
  #current: BuiltFiles | null = null;
  readonly #kept = new Map<string, EmbedFile>();

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** The file for a path below `/w/`, or null when there is none. */
  async get(path: string, accepts: string | string[] | undefined): Promise<EmbedFile | null> {
    if (!NAME.test(path)) return null;
    const encoding = packingsFor(accepts)[0] ?? '';
    const id = `${path} ${encoding}`;
    const known = this.#kept.get(id);
    if (known) return known;
    const suffix = encoding === 'br' ? '.br' : encoding === 'gzip' ? '.gz' : '';
    const body = await readFile(`${this.#dir}/${path}${suffix}`).catch(() => null);
    if (!body) return null;
    const floating = path === 'v1.js';
    const file: EmbedFile = { body, encoding, cache: floating ? FLOATING : IMMUTABLE };
    if (!floating) this.#kept.set(id, file);
    return file;
  }

  /** Version that `v1.js` points at, with the hash of each file; null before the first build. A list that is damaged leaves the last good one. */
  async current(): Promise<BuiltFiles | null> {
    try {
      this.#current = JSON.parse(await readFile(`${this.#dir}/embed.json`, 'utf8')) as BuiltFiles;
    } catch {
      // Not built yet, or not whole: the next build writes it again.
    }
    return this.#current;
  }
}
