import { afterEach, describe, expect, test } from 'vitest';
import { featureDatabase } from '../../platform/testing.ts';
import { ulid } from '../../platform/text/id.ts';
import { type ChatSite, EXPERT, openChatSite, openRoom, PEOPLE } from '../chat.testing.ts';

const MINUTE = 60_000;

describe.each(await featureDatabase())('who waits how long, on %s', { timeout: 60_000 }, (database) => {
  let chats: ChatSite;
  afterEach(() => chats.close());

  test('an investor waits since the first text without an answer; what was withdrawn neither asks nor answers', async () => {
    chats = await openChatSite(database);
    const [harish, ananya] = [await chats.person(PEOPLE.chat), await chats.person('ananya@experts.example.com')];
    const room = (await harish.ask(EXPERT)).body.data.title as string;
    const waits = async () => {
      const { waits_since, as_of } = (await ananya.get(`/chat/v1/rooms/${room}`)).body.data;
      expect(as_of).toBe(chats.clock.now.toISOString());
      return waits_since && (chats.clock.now.getTime() - Date.parse(waits_since)) / MINUTE;
    };
    chats.clock.forward(5 * MINUTE);
    expect(await waits(), 'while the request is undecided').toBe(5);
    await ananya.post('/chat/v1/rooms/decide', { room, accept: true });
    chats.clock.forward(5 * MINUTE);
    expect(await waits(), 'accepting is no answer').toBe(10);
    const { seq } = (await ananya.say(room, 'By their cash flow first.')).body.data;
    expect(await waits()).toBeNull();
    await ananya.post('/chat/v1/messages/withdraw', { room, client_msg_id: ulid(), target: seq });
    expect(await waits(), 'an answer that was taken back').toBe(10);
    await ananya.say(room, 'By their cash flow.');
    const asked = (await harish.say(room, 'And then?')).body.data.seq;
    chats.clock.forward(MINUTE);
    await harish.say(room, 'By margin?');
    chats.clock.forward(MINUTE);
    expect(await waits(), 'since the first of several').toBe(2);
    await harish.post('/chat/v1/messages/withdraw', { room, client_msg_id: ulid(), target: asked });
    expect(await waits()).toBe(1);
    await ananya.post('/chat/v1/rooms/close', { room, reason: 'answered' });
    expect(await waits(), 'nobody waits in a closed room').toBeNull();
    chats.clock.forward(24 * 60 * MINUTE);
    await harish.ask(EXPERT, { text: 'Once more' });
    chats.clock.forward(3 * MINUTE);
    expect(await waits(), 'a new request begins anew').toBe(3);
  });

  test('the list of who waits goes by the longest wait, in pages, and has no room without one', async () => {
    chats = await openChatSite(database);
    const { room: first, investor: harish, expert: ananya } = await openRoom(chats);
    chats.clock.forward(MINUTE);
    const { room: second } = await openRoom(chats, PEOPLE.pro);
    const list = async (query = ''): Promise<{ rooms: string[]; next: string | null }> => {
      const { rooms, next } = (await ananya.get(`/chat/v1/rooms?waits=1${query}`)).body.data;
      return { rooms: rooms.map(({ title }: { title: string }) => title), next };
    };
    expect(await list()).toEqual({ rooms: [first, second], next: null });
    const page = await list('&limit=1');
    expect(page.rooms).toEqual([first]);
    expect(await list(`&limit=1&after=${page.next}`)).toEqual({ rooms: [second], next: null });
    await ananya.say(first, 'Here I am.');
    expect((await list()).rooms, 'the latest message stands in the first room, nobody waits there').toEqual([second]);
    chats.clock.forward(MINUTE);
    await harish.say(first, 'Welcome.');
    expect((await list()).rooms, 'the second has waited longer').toEqual([second, first]);
    expect((await harish.get('/chat/v1/rooms?waits=1')).body.data.rooms, 'nobody waits for an investor').toEqual([]);
  });
});
