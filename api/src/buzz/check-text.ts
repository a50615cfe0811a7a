import { type Finding, guard } from '@vimarsh/shared/domain/text/guard/message-guard.ts';
import type { Market } from '../market/index.ts';

/**
 * The guard of texts as posts, comments, notes and appeals use it: null for a text that may be kept, else what it holds and the sentence that
 * its writer reads, and what a tip says.
 */
export type CheckPublicText = (text: string) => (Pick<Finding, 'sentence' | 'tip'> & { readonly kind: string }) | null;

/**
 * With the stocks and indices that are listed now. Unlike in a chat, a tip is refused to investors too: these texts are read by everybody, and
 * only a registered expert may recommend to the public.
 */
export const guardedPublicly =
  (market: Pick<Market, 'instruments'>): CheckPublicText =>
  (text) =>
    guard(text, market.instruments());
