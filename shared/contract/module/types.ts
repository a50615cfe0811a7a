import * as z from 'zod/mini';

/**
 * Events between modules and the payloads they carry (ids and plain values only). Each resource adds its own in its `events.ts`,
 * by declaration merging, so that a new one touches nothing here.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the resources.
export interface ModuleEvents {}

/** `open`: anyone. `session`: token and some role (spec 2.1). `token`: token, roles not looked at (S2.1-GROUP-04). */
export const GUARDS = ['open', 'session', 'token'] as const;
export type RouteGuard = (typeof GUARDS)[number];

const words = z.string().check(z.minLength(1), z.maxLength(40));
/** Name of one of `AUDIENCES` of `shared/domain/access`. Open, because a running server must take a word that is newer than it. */
const audience = z.string().check(z.regex(/^[a-zA-Z]+$/));
/** A name of `ModuleEvents`; open like `audience`. Whether somebody emits what is listened to is asked at every release. */
const event = z.string().check(z.regex(/^[a-z-]+\.[a-z-]+$/));
const order = z.number().check(z.nonnegative());

/** A screen's entry in the menu. Of several entries with one label the one with a `for` of its own wins: it is for fewer people. */
export const menuEntry = z.object({
  label: words,
  /** For the bottom bar, where an entry is 72 px wide. */
  short: z.optional(words),
  /** A Lucide icon, as in `lucide-react/icons/<icon>`. */
  icon: z.string().check(z.regex(/^[a-z0-9-]+$/)),
  /** Entries stand in this order. */
  order,
  /** The heading it stands under, with the other entries that name it. Home has none. */
  group: z.optional(words),
  /** Who of those the screen is for gets the entry; all of them by default. */
  for: z.optional(audience),
  /** Another label for some of them. */
  called: z.optional(z.object({ label: words, for: audience })),
});
export type MenuEntry = z.output<typeof menuEntry>;

export const moduleRoute = z.object({
  /** Path with `:name` and `:name?` segments. */
  path: z.string().check(z.regex(/^\/[a-z0-9/:_?-]*$/)),
  title: z.string().check(z.minLength(1)),
  /** The parameter that says what the screen is about: its value stands before the title ("INFY · Equity insights"). */
  subject: z.optional(z.string().check(z.regex(/^[a-z_]+$/))),
  /** What the screen is, in a sentence or two: for search engines and the previews of shared links. Never what is on it. */
  description: z.optional(z.string().check(z.minLength(20), z.maxLength(200))),
  guard: z.enum(GUARDS),
  /** Key of the page in the module's `defineModule`. */
  page: z.string().check(z.minLength(1)),
  /** `frame`: inside the shell's navigation; `bare`: chrome-less (login, iframe pages). */
  layout: z.enum(['frame', 'bare']),
  /** Whom menu and search offer it; everyone by default. An address stays open as `guard` says (spec 2.1); rights are `may`'s. */
  for: z.optional(audience),
  menu: z.optional(menuEntry),
  /** Place in the foot of every screen, by title. Of several screens with one place the one with a `for` takes it: it is for fewer people. */
  foot: z.optional(order),
  /** The entry beside the name of whoever is signed in. */
  account: z.optional(z.object({ label: words, order })),
  /** Visiting it switches the market type to this (S4-GUARD-05). */
  market: z.optional(z.enum(['equity', 'options'])),
  /** `false`: who is sent to login from here does not come back after it (S4-GUARD-09). */
  remember: z.optional(z.boolean()),
  /** Who goes elsewhere instead; `pending`: only when it was kept for after the login (S4-GUARD-04, S4-GUARD-12). */
  instead: z.optional(z.array(z.object({ for: audience, to: z.string(), pending: z.optional(z.boolean()) }))),
  /**
   * Path and query of the API that its content waits for where nothing stands behind its own path, as its code would ask: it is sent
   * for who is signed in while that code is on its way.
   */
  first: z.optional(z.string().check(z.regex(/^\/[a-z]+\/v\d+\/[\w/-]+(\?[\w=&-]+)?$/))),
  /** Its words stand in the page's own HTML, as a visitor sees them first: `src/words.ts` of the module draws it. */
  words: z.optional(z.boolean()),
  /** Shown in English also to who reads Hindi, until its Hindi stands in `root-config/hindi/lists`. */
  english: z.optional(z.boolean()),
  /** Brotli bytes the module may load until this screen stands. Absent only in releases from before routes had budgets. */
  budget: z.optional(z.number()),
});
export type ModuleRoute = z.output<typeof moduleRoute>;

/** `module.json`: everything the house knows of a module before its code runs. */
export const moduleManifest = z.object({
  name: z.string().check(z.regex(/^(shell|shared|root-config|mf-[a-z-]+)$/)),
  owner: z.string().check(z.minLength(1)),
  routes: z.array(moduleRoute),
  events: z.object({ emits: z.array(event), listens: z.array(event) }),
  /** Majors this module was built against, by the names of `majors.ts`. */
  needs: z.record(z.string(), z.number()),
  /** Brotli bytes: remote entry; and for what has no routes (root-config, shared, shell) everything it loads with every page. */
  budget: z.object({ entry: z.number(), page: z.optional(z.number()) }),
});
export type ModuleManifest = z.output<typeof moduleManifest>;
