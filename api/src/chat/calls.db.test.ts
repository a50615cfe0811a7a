import { afterEach, describe, expect, test } from 'vitest';
import { featureDatabase } from '../platform/testing.ts';
import { ulid } from '../platform/text/id.ts';
import { type ChatSite, openChatSite, openRoom, refusesPhones } from './chat.testing.ts';

describe.each(await featureDatabase())('published calls in chats, on %s', { timeout: 120_000 }, (database) => {
  let chats: ChatSite;
  afterEach(() => chats?.close());
  const open = async () => {
    chats = await openChatSite(database, { checkText: refusesPhones });
    const room = await openRoom(chats);
    chats.published.set('call_own', room.expert.user_id);
    chats.published.set('call_theirs', 'exp_02');
    return room;
  };

  test('the expert shows an own published call, with a text or without: both members read its id in the room, the list and the transcript', async () => {
    const { room, investor, expert } = await open();
    const line = await investor.line();
    await line.ask('room:join', { topic: 'chat-room', room });
    const { seq } = (await expert.show(room, 'call_own')).body.data;
    await expert.show(room, 'call_own', { body: 'Its stop stands.', reply_to: seq });
    for (const member of [investor, expert]) {
      const entries = (await member.entries(room)).filter(({ kind }) => kind === 'message');
      expect(entries.map(({ body, call_id, target }) => [body, call_id, target])).toEqual([
        ['', 'call_own', null],
        ['Its stop stands.', 'call_own', seq],
      ]);
    }
    expect((await investor.get('/chat/v1/rooms')).body.data.rooms[0].last).toMatchObject({ body: 'Its stop stands.', call: true });
    expect((await investor.get(`/chat/v1/rooms/${room}/transcript`)).body.data.text).toContain(`"",["call_own"]]\n`);
    await expect.poll(() => line.heard.filter(({ event, payload }) => event === 'message' && payload.call_id === 'call_own')).toHaveLength(2);
    // Nothing of what the call says goes out with the message.
    expect(Object.keys((await investor.entries(room)).at(-1)!).toSorted()).toEqual(
      ['at', 'body', 'call_id', 'client_msg_id', 'kind', 'reason', 'room', 'sender_id', 'seq', 'status_str', 'target', 'withdrawn'].toSorted(),
    );
  });

  test('by the socket as by HTTP: one number is one message with one call, sent again it has its acknowledgement, and with another call it is refused', async () => {
    const { room, expert } = await open();
    chats.published.set('call_second', expert.user_id);
    const line = await expert.line();
    const sent = { room, client_msg_id: ulid(), body: '', call_id: 'call_own' };
    const first = await line.ask('send_message', sent);
    expect(first).toMatchObject({ ok: true, again: false });
    expect((await expert.post('/chat/v1/messages', sent)).body.data).toMatchObject({ seq: first.seq, again: true });
    for (const call_id of ['call_second', null]) {
      const { code } = (await expert.post('/chat/v1/messages', { ...sent, body: call_id ? '' : 'A text', call_id })).body;
      expect(code, `${call_id}`).toBe('MESSAGE_ID_USED');
    }
    const twice = { ...sent, client_msg_id: ulid() };
    const both = await Promise.all([expert.post('/chat/v1/messages', twice), expert.post('/chat/v1/messages', twice)]);
    expect(new Set(both.map(({ body }) => body.data.seq)).size).toBe(1);
    expect((await expert.entries(room)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  });

  test('nobody shows a call of somebody else, one that there is not, or one as the investor; nothing of it is kept', async () => {
    const { room, investor, expert } = await open();
    chats.published.set('call_of_investor', investor.user_id);
    const before = (await expert.entries(room)).length;
    for (const [who, call_id] of [
      [expert, 'call_theirs'],
      [expert, 'call_none'],
      [investor, 'call_own'],
      [investor, 'call_of_investor'],
    ] as const) {
      const { code, problems } = (await who.show(room, call_id)).body;
      expect([code, problems[0].path], call_id).toEqual(['BAD_REQUEST', 'call_id']);
    }
    expect((await expert.show(room, '', {})).body.code, 'neither text nor call').toBe('BAD_REQUEST');
    expect((await expert.show(room, 'call_own', { body: 'Ring me: 9876543210' })).body.code, 'the guard reads its text').toBe('MESSAGE_BLOCKED');
    expect(await expert.entries(room)).toHaveLength(before);
  });

  test('a withdrawn message shows no call to anybody, and the message keeps it', async () => {
    const { room, investor, expert } = await open();
    const { seq } = (await expert.show(room, 'call_own', { body: 'See this one.' })).body.data;
    await expert.post('/chat/v1/messages/withdraw', { room, client_msg_id: ulid(), target: seq });
    for (const path of [`/chat/v1/rooms/${room}/messages`, '/chat/v1/rooms', `/chat/v1/rooms/${room}/transcript`])
      expect(JSON.stringify((await investor.get(path)).body.data), path).not.toContain('call_own');
    expect(JSON.stringify((await expert.get('/auth/v1/export')).body.data)).toContain('call_own');
  });
});
