import * as z from 'zod/mini';

/** Abilities of a source of prices. Readers ask for an ability, never for a source by its name. */
export const sourceAbilities = z.object({
  /** Prices arrive through the session, not once a day. */
  ticking: z.boolean(),
  /** Contracts have quotes through the session. */
  quotes: z.boolean(),
  /** Orders beyond the best on each side. */
  depth: z.boolean(),
  /** Its clock plays days gone by. */
  replay: z.boolean(),
  /** Whether it has contracts. */
  options: z.boolean(),
});

/** Where prices are from, as every page and widget says it. */
export const marketSource = z.object({
  /** Signed into events: `simulated`, `nse-files`, `kite`. */
  id: z.string(),
  /** For people: "NSE end-of-day files". */
  name: z.string(),
  /** The sentence under which its owner lets prices be shown; empty where it asks for none. */
  licence: z.string(),
  /** Prices are made up, and whatever shows them says so. */
  invented: z.boolean(),
  can: sourceAbilities,
});

export type MarketSource = z.output<typeof marketSource>;
