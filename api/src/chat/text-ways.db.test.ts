import { afterEach, describe, expect, test } from 'vitest';
import { pdfPages, written } from '../platform/files/hostile.testing.ts';
import { featureDatabase } from '../platform/testing.ts';
import { ulid } from '../platform/text/id.ts';
import { type ChatSite, openChatSite, openRoom } from './chat.testing.ts';
import { TEXT_WAYS } from './text-ways.testing.ts';

const WORDS = 'nilgiri-kestrel';

describe.each(await featureDatabase())('ways on which a text leaves, on %s', { timeout: 120_000 }, (database) => {
  let chats: ChatSite;
  afterEach(() => chats.close());

  test('each route and event that answers a text of a chat stands in the list, and each in the list answers one', async () => {
    chats = await openChatSite(database);
    const [investor, expert] = [await chats.person('chat@mail.example.com'), await chats.person('ananya@experts.example.com')];
    const line = await expert.line();
    const ways = new Set<string>();
    const note = (way: string, answer: unknown) => JSON.stringify(answer).includes(WORDS) && ways.add(way);
    line.socket.onAny((event: string, payload: unknown) => note(`socket ${event}`, payload));
    await line.ask('room:join', { topic: 'chat', room: expert.user_id });
    const words = { topic: 'Results', text: `Of ${WORDS}` };
    const asked = await investor.ask('exp_01', words);
    note('POST /chat/v1/rooms', asked.body);
    const room = asked.body.data.title as string;
    await line.ask('room:join', { topic: 'chat-room', room });
    note('POST /chat/v1/rooms/decide', (await expert.post('/chat/v1/rooms/decide', { room, accept: true })).body);
    await investor.say(room, `About ${WORDS}`);
    const pdf = (await investor.sendFile(room, pdfPages(written('Page')), { name: `${WORDS}.pdf` })).body.data.seq as number;
    const file = (await investor.entries(room)).find(({ seq }) => seq === pdf)!.file!.id;
    const other = (await investor.ask('exp_02', words)).body.data.title as string;
    note('POST /chat/v1/rooms/cancel', (await investor.post('/chat/v1/rooms/cancel', { room: other })).body);
    // Every other route of the server that a member may ask, whichever feature has it.
    for (const { method, path, access } of chats.site.platform.routes()) {
      if (method !== 'GET' || (access !== 'session' && access !== 'open')) continue;
      const url = `${path.replace(':room', room).replace(':file', file).replaceAll(/:\w+/g, investor.user_id)}?q=${WORDS}`;
      for (const one of [investor, expert]) note(`GET ${path}`, (await one.get(url)).body);
    }
    const sent = { room, client_msg_id: ulid(), body: `And of ${WORDS}` };
    note('POST /chat/v1/messages', (await investor.post('/chat/v1/messages', sent)).body);
    note('POST /chat/v1/read', (await expert.post('/chat/v1/read', { room, seen: 1 })).body);
    await expect.poll(() => ways.has('socket message')).toBe(true);
    const admin = await chats.person('admin@vimarsh.example.com');
    const { case: id } = (await investor.post('/chat/v1/reports', { room, reason: 'abuse' })).body.data;
    for (const [path, more] of [
      ['assign', { take: true }],
      ['open', {}],
      ['decide', { uphold: false, words: 'Read it all.' }],
    ] as const)
      note(`POST /chat/v1/cases/${path}`, (await admin.post(`/chat/v1/cases/${path}`, { case: id, ...more })).body);
    note('POST /chat/v1/rooms/close', (await investor.post('/chat/v1/rooms/close', { room, reason: 'answered' })).body);
    expect([...ways].toSorted()).toEqual(TEXT_WAYS.map(({ way }) => way).toSorted());
  });

  test('an admin and a stranger find none of it, whatever they ask', async () => {
    chats = await openChatSite(database);
    const { room, investor } = await openRoom(chats);
    await investor.say(room, `About ${WORDS}`);
    await investor.sendFile(room, pdfPages(written('Page')), { name: `${WORDS}.pdf` });
    const file = (await investor.entries(room)).at(-1)!.file!.id;
    for (const email of ['admin@vimarsh.example.com', 'pro@mail.example.com']) {
      const stranger = await chats.person(email);
      for (const { method, path } of chats.site.platform.routes()) {
        if (method !== 'GET') continue;
        const answer = await stranger.get(path.replace(':room', room).replace(':file', file).replaceAll(/:\w+/g, investor.user_id));
        expect(JSON.stringify(answer.body), path).not.toContain(WORDS);
      }
    }
  });
});
