import { SEARCHED_ENTRIES } from '@vimarsh/shared/contract/chat/types.ts';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { featureDatabase } from '../platform/testing.ts';
import { ulid } from '../platform/text/id.ts';
import { type ChatSite, openChatSite, openRoom, type Person } from './chat.testing.ts';

describe.each(await featureDatabase())('search over all chats, on %s', { timeout: 120_000 }, (database) => {
  let chats: ChatSite;
  afterEach(() => chats?.close());
  interface Found {
    readonly found: { entry: { room: string; seq: number; body: string }; full_name: string }[];
    readonly more: boolean;
    readonly whole: boolean;
  }
  const search = async (who: Person, q: string): Promise<Found> => (await who.get(`/chat/v1/search?q=${encodeURIComponent(q)}`)).body.data;

  test('finds words in whatever case in every room of the caller and in none of others, the latest first, with the name of the other', async () => {
    chats = await openChatSite(database);
    const { room, investor, expert } = await openRoom(chats);
    const other = await openRoom(chats, 'pro@mail.example.com');
    await investor.say(room, 'What of the Kestrel order book?');
    chats.clock.forward(60_000);
    await expert.say(other.room, 'The KESTREL results are out. 100% sure? No_one is.');
    chats.clock.forward(60_000);
    await expert.say(room, 'Nothing new.');
    const own = await search(expert, 'kestrel');
    expect(own.found.map(({ entry }) => [entry.room, entry.body])).toEqual([
      [other.room, 'The KESTREL results are out. 100% sure? No_one is.'],
      [room, 'What of the Kestrel order book?'],
    ]);
    expect(own).toMatchObject({ more: false, whole: true });
    expect(new Set(own.found.map(({ full_name }) => full_name)).size).toBe(2);
    expect((await search(investor, 'kestrel')).found.map(({ entry }) => entry.room)).toEqual([room]);
    const stranger = await chats.person('lite@mail.example.com');
    expect((await search(stranger, 'kestrel')).found).toEqual([]);
    // Signs that mean something to a database are letters here.
    for (const [words, count] of [
      ['100%', 1],
      ['%%', 0],
      ['no_one', 1],
      ['__', 0],
    ] as const)
      expect((await search(expert, words)).found, words).toHaveLength(count);
  });

  test('a withdrawn text is not found, nor an edit of it', async () => {
    chats = await openChatSite(database);
    const { room, investor, expert } = await openRoom(chats);
    const { seq } = (await investor.say(room, 'About kestrel')).body.data;
    await investor.post('/chat/v1/messages/edit', { room, client_msg_id: ulid(), target: seq, body: 'About the kestrel fund' });
    expect((await search(expert, 'kestrel')).found).toHaveLength(2);
    await investor.post('/chat/v1/messages/withdraw', { room, client_msg_id: ulid(), target: seq });
    for (const who of [investor, expert]) expect((await search(who, 'kestrel')).found).toEqual([]);
  });

  test('it looks at the last entries of a room and says where there are more; the room’s own search has them', async () => {
    chats = await openChatSite(database);
    const { room, investor } = await openRoom(chats);
    await investor.say(room, 'The first kestrel');
    const { db } = chats.site.platform;
    await sql`insert into chat_messages (room_id, seq, kind, sender_id, client_msg_id, body, status_str, reason, at)
      select ${room}, n, 'message', ${investor.user_id}, 'many-' || n, case when n % 5 = 0 then 'Another kestrel ' || n else 'A line' end, '', '', now()
      from generate_series(4, ${SEARCHED_ENTRIES + 50}) n`.execute(db);
    await sql`update chat_rooms set last_seq = ${SEARCHED_ENTRIES + 50} where id = ${room}`.execute(db);
    const { found, more, whole } = await search(investor, 'kestrel');
    expect([found.length, more, whole]).toEqual([50, true, false]);
    expect((await search(investor, 'the first')).found).toEqual([]);
    expect((await investor.get(`/chat/v1/rooms/${room}/search?q=the%20first`)).body.data.entries).toHaveLength(1);
  });
});
