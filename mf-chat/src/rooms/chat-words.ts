import type { FileKind, RecentChat } from '@vimarsh/shared/contract/chat/types.ts';
import { DENY_WORDS } from '@vimarsh/shared/domain/chat/deny-words.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import type { ItemState } from './outbox/item.machine.ts';

/** Words for `status_str`. One that this build does not know is shown as it is (S3-CHAT-O01). */
const STATUSES: Readonly<Record<string, string>> = {
  Requested: 'Requested',
  Active: 'Open',
  Denied: 'Declined',
  Cancelled: 'Taken back',
  Expired: 'Expired',
  Closed: 'Closed',
};
export const statusWord = (status: string): string => (Object.hasOwn(STATUSES, status) ? STATUSES[status]! : status);

export const CLOSE_WORDS = {
  answered: 'The question is answered',
  not_needed: 'No longer needed',
  conduct: 'How the other writes',
  other: 'Another reason',
} as const;

const REASONS: Readonly<Record<string, string>> = { ...DENY_WORDS, ...CLOSE_WORDS };
/** '' where there is none, or one that this build does not know. */
export const reasonWord = (reason: string): string => (Object.hasOwn(REASONS, reason) ? REASONS[reason]! : '');

/** Said of one's own messages, beside the tick. */
export const STATE_WORDS: Readonly<Record<Exclude<ItemState, 'gone'>, string>> = {
  queued: 'Waiting to be sent',
  sending: 'Sending',
  stale: 'Written over a day ago, not sent',
  failed: 'Not sent',
  blocked: 'Not sent',
  sent: 'Sent',
  delivered: 'Delivered',
  seen: 'Seen',
};

/** Said in place of a text where a message has none. */
export const FILE_WORDS: Readonly<Record<FileKind, string>> = { picture: 'Picture', pdf: 'PDF' };

export const CALL_WORDS = 'Published call';
/** What stands in place of a text that a message does not have; '' where nothing does. */
export const carriedWords = ({ file, call }: { readonly file?: FileKind | null | undefined; readonly call?: boolean | undefined }): string =>
  file ? FILE_WORDS[file] : call ? CALL_WORDS : '';

/** What a person reads where a room takes no messages: what happened, and what they can do. */
export interface RoomNotice {
  readonly title: string;
  readonly text: string;
}

export function roomNotice({ status_str, reason, again_at, ends_at, second_user_details: { full_name } }: RecentChat, isInvestor: boolean): RoomNotice | null {
  const because = reasonWord(reason);
  const why = because ? `Reason: ${because}.` : '';
  const again = isInvestor && again_at ? `You can ask again from ${formatIst(again_at)}.` : '';
  const rest = [why, again].filter(Boolean).join(' ');
  switch (status_str) {
    case 'Active':
      return null;
    case 'Requested': {
      const end = ends_at ? `The request ends ${formatIst(ends_at)}.` : '';
      const told = [end, 'You get a notice once it is decided.'].filter(Boolean).join(' ');
      return isInvestor ? { title: `Waiting for ${full_name} to decide`, text: told } : { title: `${full_name} asks for a chat`, text: end };
    }
    case 'Denied':
      return { title: isInvestor ? `${full_name} declined the request` : 'You declined the request', text: rest };
    case 'Cancelled':
      return { title: isInvestor ? 'You took the request back' : `${full_name} took the request back`, text: again };
    case 'Expired':
      return { title: 'Nobody decided within a day, so the request has ended', text: again };
    case 'Closed':
      return { title: 'This chat is closed', text: [rest, 'What was written stays readable.'].filter(Boolean).join(' ') };
    default:
      return { title: status_str, text: again };
  }
}
