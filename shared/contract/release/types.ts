import * as z from 'zod/mini';
import { menuEntry, moduleManifest, moduleRoute } from '../module/types.ts';
import { ledgerKeys } from './ledger-keys.ts';

const integrity = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/));
/** A chunk, with the same hash its entry asks browsers to check. */
const chunk = z.object({ url: z.string(), integrity: z.string().check(z.regex(/^sha256-[A-Za-z0-9+/]{43}=$/)) });

/**
 * A manifest as a release carries it. Another version of the house may have written it, with words that this one does not
 * know: an event is kept as it is, a guard counts as the strictest. What a manifest may say is judged once, when it is built.
 */
const releasedManifest = z.extend(moduleManifest, {
  routes: z.array(z.extend(moduleRoute, { guard: z.catch(moduleRoute.shape.guard, 'session'), layout: z.catch(moduleRoute.shape.layout, 'frame') })),
  events: z.object({ emits: z.array(z.string()), listens: z.array(z.string()) }),
});

/** One release, written once and never changed. `id` = `name@version+hash`. */
export const releaseRecord = z.object({
  id: z.string().check(z.regex(/^[a-z-]+@\d+\.\d+\.\d+\+[0-9a-f]{10}$/)),
  name: z.string(),
  version: z.string(),
  /** URL path of the container's entry, `/releases/<name>/<hash>/<file>`. */
  entry: z.string().check(z.regex(/^\/releases\/[a-z-]+\/[0-9a-f]{10}\/[\w.-]+\.js$/)),
  integrity,
  manifest: releasedManifest,
  /** Chunks worth preloading with the entry, with their hashes. */
  preload: z.array(chunk),
  /** Per page file (`x` of `x.page.tsx`): chunks worth preloading when that page is the active one. Of `shared`, `client`: what sends requests. */
  pages: z.optional(z.record(z.string(), z.array(chunk))),
  /** Draws pages whose route has `words`, for the server: from JSON to JSON, with nothing of a browser or of Node. */
  words: z.optional(z.object({ url: z.string().check(z.regex(/^\/releases\/[a-z-]+\/[0-9a-f]{10}\/words\.cjs$/)), integrity })),
  /** Outlines of the icons its menu entries name, as SVG path data on a field of 24 × 24. */
  icons: z.optional(z.record(z.string(), z.array(z.string()))),
  /** Brotli bytes of the entry and of all files. */
  bytes: z.object({ entry: z.number(), total: z.number() }),
  /** Commit the release was built from, or '' outside a checkout. */
  commit: z.string(),
  /** Majors the release provides (shared only). */
  provides: z.optional(z.record(z.string(), z.number())),
  /** Shared libraries and their versions: what `shared` provides, and what any other module was built against. */
  libraries: z.optional(z.record(z.string(), z.string())),
  /** Keys of the ledger that it trusts; absent where it checks no record, or the store named none. */
  ledger_keys: z.optional(ledgerKeys),
  /** Built by `npm start -- --only`, readable and unminified: for this machine while it is worked on. */
  from_source: z.optional(z.boolean()),
  previous: z.nullable(z.string()),
  built_at: z.string(),
});
export type ReleaseRecord = z.output<typeof releaseRecord>;

/** A channel maps names to release ids; `version` counts up by one with every move (compare-and-set). */
export const channel = z.object({
  name: z.string().check(z.regex(/^(live|preview-[a-z0-9-]{1,40}|partner-[a-z0-9-]{1,40})$/)),
  version: z.number(),
  releases: z.record(z.string(), z.string()),
  /** Modules that were rolled back or retired, and from which release. They stay where they are until somebody names a release for them. */
  held: z.optional(z.record(z.string(), z.string())),
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

/** A route as the page carries it: what is decided before a module loads. The icon is drawn, no longer named. */
export const pageRoute = z.extend(z.omit(moduleRoute, { page: true, budget: true, menu: true, english: true, description: true, words: true }), {
  menu: z.optional(z.extend(z.omit(menuEntry, { icon: true }), { icon: z.array(z.string()) })),
});
export type PageRoute = z.output<typeof pageRoute>;

/** A release as the page carries it: what loads it and where it stands. Everything else stays on the server. */
export const pageRelease = z.object({
  ...z.pick(releaseRecord, { id: true, name: true, entry: true, integrity: true }).shape,
  manifest: z.object({ routes: z.array(pageRoute) }),
  /** The frame's own chunks: it is asked for by the page itself, after the first screen. */
  preload: z.optional(z.array(chunk)),
  /** Root-config's further scripts, fetched when they are wanted. */
  pages: z.optional(z.record(z.string(), z.array(chunk))),
});
export type PageRelease = z.output<typeof pageRelease>;

/** What the server resolves a page's channels to: the records, and per module the release to fall back to. */
export const releaseSet = z.object({
  /** Identifies this exact combination; pins the tab and guards against reload loops. */
  id: z.string(),
  /** Names of preview releases in this set, or empty. */
  preview: z.array(z.string()),
  modules: z.record(z.string(), releaseRecord),
  fallbacks: z.record(z.string(), releaseRecord),
});
export type ReleaseSet = z.output<typeof releaseSet>;

/** The release set as the page carries it inline. */
export const pageReleaseSet = z.extend(releaseSet, {
  modules: z.record(z.string(), pageRelease),
  fallbacks: z.record(z.string(), pageRelease),
});
export type PageReleaseSet = z.output<typeof pageReleaseSet>;
