import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { featureDatabase } from '../platform/testing.ts';
import { type ChatSite, EXPERT, openChatSite, openRoom, type Person } from './chat.testing.ts';

const WORDS = 'nilgiri-kestrel';

describe.each(await featureDatabase())('notices of chats, on %s', { timeout: 120_000 }, (database) => {
  let chats: ChatSite;
  afterEach(() => chats.close());

  const bell = async (person: Person): Promise<Record<string, unknown>[]> => (await person.get('/base/v1/notices?topic=chat')).body.data.notices.toReversed();
  const whats = async (person: Person) => (await bell(person)).map(({ what }) => what);
  async function expectTold(person: Person, ...expected: string[]) {
    // By a job: what is still on its way would come after a look that found it not there.
    const onTheirWay = async () => (await sql`select event_id from notice_fanouts where done_at is null`.execute(chats.site.platform.db)).rows;
    await expect.poll(onTheirWay, { timeout: 20_000 }).toEqual([]);
    expect(await whats(person)).toEqual(expected);
  }

  test('a request, its acceptance and the end of the chat are told to the other, in no words of the chat', async () => {
    chats = await openChatSite(database);
    const { room, investor, expert } = await openRoom(chats);
    await expectTold(expert, 'requested');
    await expectTold(investor, 'accepted');
    expect((await bell(investor))[0]).toMatchObject({ room, other: expect.stringContaining('Ananya'), expert: { user_id: EXPERT }, reason: '' });
    expect((await bell(expert))[0]).toMatchObject({ room, expert: null });
    await expert.post('/chat/v1/rooms/close', { room, reason: 'conduct' });
    await expectTold(investor, 'accepted', 'closed');
    expect((await bell(investor)).at(-1)).toMatchObject({ reason: 'conduct' });
    await expectTold(expert, 'requested');
    expect(JSON.stringify([await bell(investor), await bell(expert)])).not.toContain('How do you read');
  });

  test('a denial is told with its reason, and a request that nobody decided ends for both', async () => {
    chats = await openChatSite(database);
    const [investor, expert] = [await chats.person('chat@mail.example.com'), await chats.person('ananya@experts.example.com')];
    const room = (await investor.ask(EXPERT)).body.data.title;
    await expert.post('/chat/v1/rooms/decide', { room, accept: false, reason: 'busy' });
    await expectTold(investor, 'denied');
    expect((await bell(investor))[0]).toMatchObject({ reason: 'busy' });
    await investor.ask('exp_02');
    chats.clock.forward(25 * 3600_000);
    await chats.chat.passTime();
    await expectTold(investor, 'denied', 'expired');
  });

  test('messages that nobody sees are told of once for a room, after a minute, and again only after a look', async () => {
    chats = await openChatSite(database);
    const { room, investor, expert } = await openRoom(chats);
    for (const text of ['One', 'Two', `Of ${WORDS}`]) await expert.say(room, text);
    await chats.chat.tellUnheard();
    await expectTold(investor, 'accepted');
    for (let minute = 0; minute < 3; minute += 1) {
      chats.clock.forward(61_000);
      await chats.chat.tellUnheard();
      await expert.say(room, `Further ${minute}`);
    }
    await expectTold(investor, 'accepted', 'message');
    expect(JSON.stringify(await bell(investor))).not.toContain(WORDS);
    const { head } = (await investor.get(`/chat/v1/rooms/${room}`)).body.data;
    await investor.post('/chat/v1/read', { room, seen: head });
    chats.clock.forward(61_000);
    await chats.chat.tellUnheard();
    await expectTold(investor, 'accepted', 'message');
    await expert.say(room, 'After the look');
    chats.clock.forward(61_000);
    await chats.chat.tellUnheard();
    await expectTold(investor, 'accepted', 'message', 'message');
    await expectTold(expert, 'requested');
  });

  test('a message behind one that was seen has its own minute', async () => {
    chats = await openChatSite(database);
    const { room, investor, expert } = await openRoom(chats);
    const { seq } = (await expert.say(room, 'Seen')).body.data;
    await investor.post('/chat/v1/read', { room, seen: seq });
    chats.clock.forward(60_500);
    await expert.say(room, 'Half a second old');
    chats.clock.forward(500);
    await chats.chat.tellUnheard();
    await expectTold(investor, 'accepted');
    chats.clock.forward(60_000);
    await chats.chat.tellUnheard();
    await expectTold(investor, 'accepted', 'message');
  });

  test('whoever looks within the minute is told nothing, and a muted expert rings no bell', async () => {
    chats = await openChatSite(database);
    const { room, investor, expert } = await openRoom(chats);
    const { seq } = (await expert.say(room, 'Seen at once')).body.data;
    await investor.post('/chat/v1/read', { room, seen: seq });
    chats.clock.forward(61_000);
    await chats.chat.tellUnheard();
    await expectTold(investor, 'accepted');
    const { unread } = (await investor.get('/base/v1/notices/unread')).body.data;
    await investor.post('/base/v1/notices/mute', { user_id: EXPERT, on: true });
    await expert.say(room, 'Into the void');
    chats.clock.forward(61_000);
    await chats.chat.tellUnheard();
    await expectTold(investor, 'accepted', 'message');
    expect((await investor.get('/base/v1/notices/unread')).body.data.unread).toBe(unread);
  });
});
