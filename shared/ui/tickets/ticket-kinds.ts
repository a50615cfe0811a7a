import type { TicketKind } from '../../contract/support/types.ts';

/** What a message is about, in words. */
export const KINDS: Readonly<Record<TicketKind, string>> = {
  question: 'A question',
  complaint: 'A complaint',
  fraud: 'Someone acts in your name',
  partnership: 'I write for a broker',
};
