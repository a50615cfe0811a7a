import type { ChatMember } from '@vimarsh/shared/domain/chat/room.machine.ts';
import { guard } from '@vimarsh/shared/domain/text/guard/message-guard.ts';
import type { Market } from '../market/index.ts';

/**
 * The guard of texts as chats use it: null for a text that may be sent, else what it holds and the sentence that its writer reads. Asked
 * by the server before a text is stored as sent; a refused one is kept for compliance alone.
 */
export type CheckText = (text: string, by: ChatMember) => { readonly kind: string; readonly sentence: string } | null;

/**
 * The guard of messages, with the stocks and indices that are listed now. A tip is refused to experts alone, who have to publish it: an
 * investor asks about stocks and levels (product D.5).
 */
export const guardedBy =
  (market: Pick<Market, 'instruments'>): CheckText =>
  (text, by) => {
    const found = guard(text, market.instruments());
    return found && !(found.kind === 'tip' && by === 'investor') ? found : null;
  };
