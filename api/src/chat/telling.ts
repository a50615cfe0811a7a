import type { ChatNotice } from '@vimarsh/shared/contract/notices/types.ts';
import { chatRoom } from '@vimarsh/shared/domain/routing/member-places.ts';
import type { Identity } from '../identity/index.ts';
import type { ChatFacts, Notices } from '../notices/index.ts';
import type { Database } from '../platform/platform.ts';
import type { EntryRow, RoomRow } from './tables.ts';

const SOURCE = 'chat';
const TOLD = 'There is news in your chats.';

interface Telling extends Pick<ChatFacts, 'what'>, Partial<Pick<ChatFacts, 'reason' | 'case'>> {
  /** Names the happening within its room: told again it is the same. */
  readonly key: string;
  readonly user_id: string;
  readonly at: Date;
}

/** Notices of chats. Each is told with the transaction in which it happened, to a member, and has no text of the chat. */
export interface ChatNews {
  tell(tx: Database, room: Pick<RoomRow, 'id' | 'investor_id' | 'expert_id'>, telling: Telling): Promise<void>;
  /** Tells whom a request or a change of the state concerns, but not who did it. */
  entry(tx: Database, row: EntryRow, room: RoomRow): Promise<void>;
}

const STATES: Readonly<Record<string, ChatNotice['what']>> = { Active: 'accepted', Denied: 'denied', Expired: 'expired', Closed: 'closed' };

export function createChatNews({ identity, notices }: { identity: Pick<Identity, 'known'>; notices: Pick<Notices, 'source' | 'tell'> }): ChatNews {
  notices.source({
    name: SOURCE,
    countFollowers: async () => 1,
    followers: async ({ about }, _lots, after) => (after.user_id === about ? [] : [{ user_id: about, lot: 0 }]),
    readers: (_happening, user_ids) => identity.known(user_ids),
    // On a device, which says nothing but this.
    letter: async ({ facts }) => ({ kind: 'chats', only: ['push'], subject: TOLD, text: () => TOLD, path: chatRoom((facts as ChatFacts).room) }),
  });

  const tell: ChatNews['tell'] = (tx, { id, investor_id, expert_id }, { what, key, user_id, at, reason = '', case: about = null }) =>
    notices.tell(tx, {
      id: `chat:${id}:${key}:${user_id}`,
      source: SOURCE,
      topic: 'chat',
      // An investor may mute an expert. What a moderator did is heard by everybody.
      expert_id: user_id === investor_id && !about ? expert_id : '',
      about: user_id,
      first: true,
      facts: { what, room: id, other_id: user_id === investor_id ? expert_id : investor_id, reason, case: about, urgent: false },
      happened_at: at,
    });

  return {
    tell,
    async entry(tx, { kind, status_str, reason, sender_id, seq, at }, room) {
      const what = kind === 'request' ? 'requested' : STATES[status_str];
      if (!what) return;
      for (const user_id of [room.investor_id, room.expert_id])
        if (user_id !== sender_id) await tell(tx, room, { what, key: String(seq), user_id, at, reason: what === 'denied' || what === 'closed' ? reason : '' });
    },
  };
}
