import { createHash } from 'node:crypto';
import {
  cancelChat,
  closeChat,
  decideChat,
  editMessage,
  listChatExperts,
  listChats,
  markRead,
  readChat,
  readMessages,
  readTranscript,
  requestChat,
  searchChats,
  searchMessages,
  sendMessage,
  withdrawMessage,
} from '@vimarsh/shared/contract/chat/routes.ts';
import type { ChatExpert, RecentChat } from '@vimarsh/shared/contract/chat/types.ts';
import { chatRights } from '@vimarsh/shared/domain/chat/limits.ts';
import { transcriptText } from '@vimarsh/shared/domain/chat/transcript.ts';
import { GONE, type Identity } from '../identity/index.ts';
import { callerOf } from '../platform/access/access.ts';
import { type Ctx, Fail, type Platform, refuseField } from '../platform/platform.ts';
import type { Deciding } from './deciding.ts';
import { entriesAfter, entriesBefore, entriesOfAllWith, entriesWith, isSearchedWhole } from './entries.store.ts';
import type { Mark } from './marking.ts';
import { recentOf } from './recent.ts';
import { countRooms, membersOf, othersOf, roomOf, unreadOf } from './rooms.store.ts';
import { chatTables, type RoomRow } from './tables.ts';
import type { Write } from './writing.ts';

interface Parts {
  readonly platform: Platform;
  readonly identity: Pick<Identity, 'contactsOf' | 'expert'>;
  readonly write: Write;
  readonly deciding: Deciding;
  readonly mark: Mark;
  readonly listExperts: (user_id: string, filter: { q?: string | undefined; profession?: string | undefined; free?: '1' | undefined }) => Promise<ChatExpert[]>;
  readonly clock: () => Date;
}

const MOST_FOUND = 50;
const TRANSCRIPT_PART = 500;
/** When the last room of a page was written to, or its wait began, in ms, and its id: where the next page begins. */
const PLACE = /^(\d{1,14})_([0-9A-Z]{26})$/;

export function serveChats({ platform, identity, write, deciding, mark, listExperts, clock }: Parts): void {
  const db = chatTables(platform.db);

  async function ownRoom(id: string, { caller }: Ctx): Promise<RoomRow> {
    const room = await roomOf(db, id, caller!.user_id);
    if (!room) throw new Fail('NOT_FOUND');
    return room;
  }
  async function shown(id: string, { caller }: Ctx): Promise<RecentChat> {
    const [room] = await recentOf(db, identity, caller!.user_id, { only: [id] }, 1, clock());
    if (!room) throw new Fail('NOT_FOUND');
    return room;
  }
  async function rightsOf(ctx: Ctx) {
    const rights = chatRights(callerOf(ctx));
    return rights && { ...rights, ...(await countRooms(db, 'investor_id', ctx.caller!.user_id)) };
  }

  platform.on(listChatExperts, async ({ query }, ctx) => ({ experts: await listExperts(ctx.caller!.user_id, query), rights: await rightsOf(ctx) }));

  platform.on(listChats, async ({ query: { status, profession, waits, after, limit } }, ctx) => {
    const { user_id } = ctx.caller!;
    const [, ms, id] = PLACE.exec(after ?? '') ?? [];
    if (after && !id) refuseField('after', 'Not a place in the list');
    const others = profession && (await othersWith(user_id, profession));
    const behind = id === undefined ? undefined : { at: new Date(Number(ms)), id };
    const rooms = await recentOf(db, identity, user_id, { status, others: others || undefined, behind, waits: waits === '1' }, limit + 1, clock());
    const page = rooms.slice(0, limit);
    const next = rooms.length > limit ? await placeOf(page.at(-1)!, waits === '1', ctx) : null;
    return { rooms: page, next, unread: await unreadOf(db, user_id), rights: await rightsOf(ctx) };
  });
  async function othersWith(user_id: string, profession: string): Promise<string[]> {
    const others = await othersOf(db, user_id);
    const contacts = await identity.contactsOf(others);
    return others.filter((other) => contacts.get(other)?.profession === profession);
  }
  async function placeOf({ title, waits_since }: RecentChat, byWait: boolean, ctx: Ctx): Promise<string> {
    if (byWait) return `${Date.parse(waits_since!)}_${title}`;
    const { last_at, id } = await ownRoom(title, ctx);
    return `${last_at.getTime()}_${id}`;
  }

  // Whoever asks often asks everybody.
  platform.on(requestChat, async ({ body }, ctx) => shown(await deciding.request(ctx, body), ctx), { limit: { max: 20, perSeconds: 3600 } });
  platform.on(readChat, ({ params }, ctx) => shown(params.room, ctx));

  platform.on(decideChat, async ({ body: { room, accept, reason } }, ctx) => {
    if (!accept && reason === undefined) refuseField('reason', 'Choose a reason');
    await deciding.decide(ctx, room, accept ? 'ACCEPT' : 'DENY', accept ? '' : reason!);
    return shown(room, ctx);
  });
  platform.on(cancelChat, async ({ body: { room } }, ctx) => {
    await deciding.decide(ctx, room, 'CANCEL', '');
    return shown(room, ctx);
  });
  platform.on(closeChat, async ({ body: { room, reason } }, ctx) => {
    await deciding.decide(ctx, room, 'CLOSE', reason);
    return shown(room, ctx);
  });

  platform.on(readMessages, async ({ params, query: { after, before, limit } }, ctx) => {
    const { id, last_seq: head } = await ownRoom(params.room, ctx);
    const found = after === undefined ? await entriesBefore(db, id, limit + 1, before) : await entriesAfter(db, id, after, limit + 1, before);
    const more = found.length > limit;
    return { entries: after === undefined ? found.slice(-limit) : found.slice(0, limit), head, more };
  });

  platform.on(sendMessage, ({ body: { reply_to = null, ...message } }, ctx) => write(ctx, { ...message, kind: 'message', target: reply_to }));
  platform.on(editMessage, ({ body }, ctx) => write(ctx, { ...body, kind: 'edit' }));
  platform.on(withdrawMessage, ({ body }, ctx) => write(ctx, { ...body, kind: 'withdrawal', body: '' }));
  platform.on(markRead, ({ body }, { caller }) => mark(caller!.user_id, body));

  platform.on(
    searchMessages,
    async ({ params, query }, ctx) => {
      const { id, last_seq: head } = await ownRoom(params.room, ctx);
      const found = await entriesWith(db, id, query.q, MOST_FOUND + 1);
      return { entries: found.slice(-MOST_FOUND), head, more: found.length > MOST_FOUND };
    },
    { limit: { max: 20, perSeconds: 60 } },
  );

  platform.on(
    searchChats,
    async ({ query }, { caller }) => {
      const { user_id } = caller!;
      const found = await entriesOfAllWith(db, user_id, query.q, MOST_FOUND + 1);
      const shown = found.slice(0, MOST_FOUND);
      const names = await namesIn(user_id, [...new Set(shown.map(({ room }) => room))]);
      return {
        found: shown.map((entry) => ({ entry, full_name: names.get(entry.room) ?? GONE })),
        more: found.length > MOST_FOUND,
        whole: await isSearchedWhole(db, user_id),
      };
    },
    { limit: { max: 20, perSeconds: 60 } },
  );
  /** The other member of each of these rooms, by name. */
  async function namesIn(user_id: string, rooms: readonly string[]): Promise<Map<string, string>> {
    const members = await membersOf(db, rooms);
    const others = new Map([...members].map(([room, ids]) => [room, ids.find((id) => id !== user_id) ?? user_id] as const));
    const contacts = await identity.contactsOf([...new Set(others.values())]);
    return new Map([...others].flatMap(([room, other]) => (contacts.get(other) ? [[room, contacts.get(other)!.name] as const] : [])));
  }

  platform.on(
    readTranscript,
    async ({ params, query: { after = 0 } }, ctx) => {
      const { id } = await ownRoom(params.room, ctx);
      const found = await entriesAfter(db, id, after, TRANSCRIPT_PART + 1);
      const part = found.slice(0, TRANSCRIPT_PART);
      const text = transcriptText(part);
      const to = part.at(-1)?.seq ?? after;
      return {
        room: id,
        text,
        sha256: createHash('sha256').update(text).digest('hex'),
        from: part[0]?.seq ?? after,
        to,
        next: found.length > TRANSCRIPT_PART ? to : null,
      };
    },
    { limit: { max: 60, perSeconds: 3600 } },
  );
}
