import * as z from 'zod/mini';

/** Events between modules and the payloads they carry (ids and plain values only). */
export interface ModuleEvents {
  'call.published': { id: string };
  'call.closed': { id: string; status: string };
  'profile.updated': { user_id: string };
  /** A page needs a broker login: the shell lets the user choose a broker. `to`: the path to go on at after it. */
  'broker-login.asked': { to: string };
}
export const EVENTS = ['call.published', 'call.closed', 'profile.updated', 'broker-login.asked'] as const satisfies readonly (keyof ModuleEvents)[];

/** `open`: anyone. `session`: token and some role (spec 2.1). `token`: token, roles not looked at (S2.1-GROUP-04). */
export const GUARDS = ['open', 'session', 'token'] as const;
export type RouteGuard = (typeof GUARDS)[number];

export const moduleRoute = z.object({
  /** Path with `:name` and `:name?` segments. */
  path: z.string().check(z.regex(/^\/[a-z0-9/:_?-]*$/)),
  title: z.string().check(z.minLength(1)),
  guard: z.enum(GUARDS),
  /** Key of the page in the module's `defineModule`. */
  page: z.string().check(z.minLength(1)),
  /** `frame`: inside the shell's navigation; `bare`: chrome-less (login, iframe pages). */
  layout: z.enum(['frame', 'bare']),
});
export type ModuleRoute = z.output<typeof moduleRoute>;

/** `module.json`: everything the house knows of a module before its code runs. */
export const moduleManifest = z.object({
  name: z.string().check(z.regex(/^(shell|shared|root-config|mf-[a-z-]+)$/)),
  owner: z.string().check(z.minLength(1)),
  routes: z.array(moduleRoute),
  events: z.object({ emits: z.array(z.enum(EVENTS)), listens: z.array(z.enum(EVENTS)) }),
  /** Majors this module was built against. */
  needs: z.object({ contract: z.number(), session: z.number() }),
  /** Brotli bytes: remote entry, and everything the module may load for its first page. */
  budget: z.object({ entry: z.number(), page: z.number() }),
});
export type ModuleManifest = z.output<typeof moduleManifest>;

/** Majors of what modules agree on. Raising one breaks every live neighbour that still needs the old one. */
export const CONTRACT_MAJOR = 1;
export const SESSION_MAJOR = 1;
