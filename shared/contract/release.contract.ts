import * as z from 'zod/mini';
import { moduleManifest } from './module.contract.ts';

const integrity = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/));
/** A chunk, with the same hash its entry asks browsers to check. */
const chunk = z.object({ url: z.string(), integrity: z.string().check(z.regex(/^sha256-[A-Za-z0-9+/]{43}=$/)) });

/** One release, written once and never changed. `id` = `name@version+hash`. */
export const releaseRecord = z.object({
  id: z.string().check(z.regex(/^[a-z-]+@\d+\.\d+\.\d+\+[0-9a-f]{10}$/)),
  name: z.string(),
  version: z.string(),
  /** URL path of the container's entry, `/releases/<name>/<hash>/<file>`. */
  entry: z.string().check(z.regex(/^\/releases\/[a-z-]+\/[0-9a-f]{10}\/[\w.-]+\.js$/)),
  integrity,
  manifest: moduleManifest,
  /** Chunks worth preloading with the entry, with their hashes. */
  preload: z.array(chunk),
  /** Per page file (`x` of `x.page.tsx`): chunks worth preloading when that page is the active one. */
  pages: z.optional(z.record(z.string(), z.array(chunk))),
  /** Brotli bytes of the entry and of all files. */
  bytes: z.object({ entry: z.number(), total: z.number() }),
  /** Commit the release was built from, or '' outside a checkout. */
  commit: z.string(),
  /** Majors the release provides (shared only). */
  provides: z.optional(z.object({ contract: z.number(), session: z.number() })),
  previous: z.nullable(z.string()),
  built_at: z.string(),
});
export type ReleaseRecord = z.output<typeof releaseRecord>;

/** A channel maps names to release ids; `version` counts up by one with every move (compare-and-set). */
export const channel = z.object({
  name: z.string().check(z.regex(/^(live|preview-[a-z0-9-]{1,40}|partner-[a-z0-9-]{1,40})$/)),
  version: z.number(),
  releases: z.record(z.string(), z.string()),
  moved_at: z.string(),
  reason: z.string(),
});
export type Channel = z.output<typeof channel>;

/** Name of the file that holds a channel's latest move, among `<channel>.<version>.json` files; null when there is none. */
export function latestChannelFile(files: readonly string[], name: string): string | null {
  const versions = files.flatMap((file) =>
    file.startsWith(`${name}.`) && /^\d+\.json$/.test(file.slice(name.length + 1)) ? [Number.parseInt(file.slice(name.length + 1), 10)] : [],
  );
  return versions.length ? `${name}.${Math.max(...versions)}.json` : null;
}

/** What the page carries inline: the resolved records, and per module the release to fall back to. */
export const releaseSet = z.object({
  /** Identifies this exact combination; pins the tab and guards against reload loops. */
  id: z.string(),
  /** Names of preview releases in this set, or empty. */
  preview: z.array(z.string()),
  modules: z.record(z.string(), releaseRecord),
  fallbacks: z.record(z.string(), releaseRecord),
});
export type ReleaseSet = z.output<typeof releaseSet>;
