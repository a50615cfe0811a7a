import * as z from 'zod/mini';
import { equityInsight } from '../equity-insight/types.ts';
import { optionsInsight } from '../options-insight/types.ts';
import { sentiment } from '../sentiment/types.ts';

export type { WidgetName } from './elements.ts';
export { WIDGETS } from './widgets.ts';

/**
 * What partner pages and the server say to each other. Everything is a simple GET, so that no page of another origin has
 * to ask for permission first: a session trades a key for a token and brings the first data of everything the page shows;
 * one stream of Server-Sent Events carries what changes.
 */

/** The most subjects of one page; an address stays below 8 kB with them. */
export const MAX_SUBJECTS = 200;

/** A subject with everything it shows. One member for each widget. */
export const subjectValue = z.discriminatedUnion('widget', [
  z.object({ widget: z.literal('market-sentiment'), code: z.string(), data: sentiment }),
  z.object({ widget: z.literal('equity-insights'), code: z.string(), data: equityInsight }),
  z.object({ widget: z.literal('options-insights'), code: z.string(), data: optionsInsight }),
]);

export type SubjectValue = z.output<typeof subjectValue>;
