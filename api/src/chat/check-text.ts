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

/** Messages of a sender that are judged together, and how long ago the first may be. */
export const PIECES = { most: 6, withinMs: 2 * 60_000, entries: 12 } as const;
/** Few letters and three to nine digits: such a message may be a part of a number. */
const MOST_LETTERS = 6;
const MOST_LENGTH = 40;

const digitsOf = (text: string): string[] => text.match(/\p{Nd}+/gu) ?? [];

/** Whether a message is little more than some digits, too few for a phone number. */
export function isPieceOfNumber(text: string): boolean {
  if (text.length > MOST_LENGTH || (text.match(/\p{L}/gu) ?? []).length > MOST_LETTERS) return false;
  const { length } = digitsOf(text).join('');
  return length >= 3 && length <= 9;
}

/** Judges a piece of a number with those that its sender sent just before: “98765”, then “43210”. Only their digits are read. */
export const checkWith =
  (before: readonly string[], checkText: CheckText): CheckText =>
  (text, by) => {
    const found = before.length > 0 ? checkText([...before, text].flatMap(digitsOf).join('\n'), by) : null;
    return found?.kind === 'contact' ? found : null;
  };
