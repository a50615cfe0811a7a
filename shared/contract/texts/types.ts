import * as z from 'zod/mini';

/** The sets of information pages (spec 2.3). What a set lacks stands in `common`. */
export const TEXT_SETS = ['common', 'retail', 'advisors', 'brokers'] as const;
export type TextSet = (typeof TEXT_SETS)[number];

/** In every string `**bold**` is emphasis and `[words](/path)` a link inside the portal; names are filled in already. */
export const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('list'), items: z.array(z.string()) }),
  /** Points that are referred to by number. */
  z.object({ kind: z.literal('numbered'), items: z.array(z.string()) }),
  /** Wording that is fixed and stands out. */
  z.object({ kind: z.literal('fixed'), text: z.string() }),
  z.object({ kind: z.literal('table'), caption: z.string(), head: z.array(z.string()), rows: z.array(z.array(z.string())) }),
]);
export type Block = z.output<typeof block>;

export const textSection = z.object({
  /** Anchor. It never changes once published. */
  id: z.string(),
  title: z.string(),
  blocks: z.array(block),
  questions: z.array(z.object({ id: z.string(), question: z.string(), answer: z.array(block) })),
});
export type TextSection = z.output<typeof textSection>;

/** `coming`: it takes effect on a later day. */
const state = z.enum(['coming', 'in-force', 'past']);

export const textVersion = z.object({
  version: z.string(),
  /** The IST day it takes effect. */
  effective: z.string(),
  state,
  /** What changed against the version before, in the owner's words; none for the first. */
  changes: z.array(z.string()),
  /** The sections that differ from the version before. */
  sections: z.array(z.object({ title: z.string(), how: z.enum(['new', 'changed', 'removed']) })),
});
export type TextVersion = z.output<typeof textVersion>;

export const textDocument = z.object({
  title: z.string(),
  intro: z.string(),
  version: z.string(),
  effective: z.string(),
  state,
  /** Who answers for the words, and where they come from. */
  owner: z.string(),
  source: z.string(),
  sections: z.array(textSection),
  /** All versions, newest first. */
  versions: z.array(textVersion),
});
export type TextDocument = z.output<typeof textDocument>;
