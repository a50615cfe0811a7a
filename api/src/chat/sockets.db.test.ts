import { chatTopic, roomTopic } from '@vimarsh/shared/contract/chat/socket.ts';
import fc from 'fast-check';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { ownRedis } from '../platform/nodes/redis.testing.ts';
import { openFaultProxy } from '../platform/testing/fault-proxy.testing.ts';
import { databases, featureDatabase, freshPlace } from '../platform/testing.ts';
import { ulid } from '../platform/text/id.ts';
import { type ChatSite, EXPERT, type Line, openChatSite, openRoom, PEOPLE } from './chat.testing.ts';
import { chatTables } from './tables.ts';

const named = (line: Line, event: string) => line.heard.filter((each) => each.event === event).map(({ payload }) => payload);
const join = (line: Line, room: string, have?: number) => line.ask('room:join', { topic: 'chat-room', room, ...(have !== undefined && { have }) });

describe.each(await featureDatabase())('chats by socket on %s', { timeout: 60_000 }, (database) => {
  let chats: ChatSite;
  afterEach(() => chats.close());

  test('get_recent_chat is answered by recent-chat with the specification’s fields, also to who joins nothing (S7-RT-07)', async () => {
    chats = await openChatSite(database);
    const [harish, ananya] = [await chats.person(PEOPLE.chat), await chats.person('ananya@experts.example.com')];
    const room = (await harish.ask(EXPERT)).body.data.title;
    const line = await ananya.line();
    expect(await line.ask('get_recent_chat', { user_id: EXPERT })).toEqual({ ok: true });
    expect(named(line, 'recent-chat')).toMatchObject([
      {
        room: EXPERT,
        entries: [{ title: room, status_str: 'Requested', retail_user_id: harish.user_id, second_user_details: { full_name: 'Harish Agarwal HUF' } }],
      },
    ]);
    expect(await line.ask('get_recent_chat', { user_id: harish.user_id }), 'of another').toMatchObject({ ok: false, code: 'FORBIDDEN' });
    expect(named(line, 'recent-chat')).toHaveLength(1);
    // From then on it hears of changes.
    await harish.post('/chat/v1/rooms/cancel', { room });
    await expect.poll(() => named(line, 'recent-chat').at(-1)).toMatchObject({ entries: [{ title: room, status_str: 'Cancelled' }] });
    expect((await harish.get('/chat/v1/experts')).body.data.experts[0]).toMatchObject({ user_id: EXPERT, online: true });
    line.socket.disconnect();
    await expect.poll(async () => (await harish.get('/chat/v1/experts')).body.data.experts.some(({ online }: { online: boolean }) => online)).toBe(false);
  });

  test('without a bearer, or with one that is nobody’s, there is no chat (S7-RT-08)', async () => {
    chats = await openChatSite(database);
    const harish = await chats.person(PEOPLE.chat);
    await expect((await chats.person(PEOPLE.chat)).line()).resolves.toBeDefined();
    const forged = { ...harish, bearer: 'forged' };
    const { io } = await import('socket.io-client');
    const connect = (token: string) =>
      io(`http://127.0.0.1:${chats.port}`, { transports: ['websocket'], auth: { token }, reconnection: false, forceNew: true });
    const refused = connect(forged.bearer);
    const error = await new Promise<Error & { data?: { code: string } }>((done) => refused.once('connect_error', done));
    expect(error.data?.code).toBe('SESSION_ENDED');
    const visitor = connect('');
    await new Promise<void>((done) => visitor.once('connect', () => done()));
    for (const [event, payload] of [
      ['get_recent_chat', { user_id: EXPERT }],
      ['cancel_room_status', { room: 'r1', user_id: EXPERT }],
      ['send_message', { room: 'r1', client_msg_id: 'c1', body: 'Hello' }],
      ['room:join', { topic: 'chat-room', room: 'r1' }],
    ] as const)
      expect(await visitor.timeout(5000).emitWithAck(event, payload)).toMatchObject({ ok: false, code: 'SESSION_ENDED' });
    visitor.disconnect();
  });

  test('a new request reaches the expert’s pages at once, and cancel_room_status denies it, with the investor told (S7-RT-09)', async () => {
    chats = await openChatSite(database);
    const [harish, ananya] = [await chats.person(PEOPLE.chat), await chats.person('ananya@experts.example.com')];
    const [his, hers] = [await harish.line(), await ananya.line()];
    expect(await hers.ask('room:join', { topic: 'chat', room: EXPERT })).toEqual({ ok: true });
    expect(await his.ask('room:join', { topic: 'chat', room: harish.user_id })).toEqual({ ok: true });
    const elsewhere = await harish.line();
    expect(await elsewhere.ask('room:join', { topic: 'chat', room: EXPERT }), 'the list of another').toMatchObject({ ok: false, code: 'NOT_FOUND' });
    const room = (await harish.ask(EXPERT)).body.data.title;
    await expect.poll(() => named(hers, 'recent-chat')).toMatchObject([{ entries: [{ title: room, status_str: 'Requested', unread: 1 }] }]);
    expect(await his.ask('cancel_room_status', { room, user_id: EXPERT }), 'in another’s name').toMatchObject({ ok: false, code: 'FORBIDDEN' });
    const devendra = await (await chats.person('devendra@experts.example.com')).line();
    expect(await devendra.ask('cancel_room_status', { room, user_id: 'exp_02' }), 'a room of others').toMatchObject({ ok: false, code: 'NOT_FOUND' });
    expect(await hers.ask('cancel_room_status', { room, user_id: EXPERT })).toEqual({ ok: true });
    await expect.poll(() => named(his, 'recent-chat').at(-1)).toMatchObject({ entries: [{ title: room, status_str: 'Denied', reason: 'unsaid' }] });
    expect(await hers.ask('cancel_room_status', { room, user_id: EXPERT }), 'twice').toMatchObject({ ok: false, code: 'CHAT_STATE' });
  });

  test('a message is acknowledged after its commit, comes once and in order, and what was missed comes first', async () => {
    chats = await openChatSite(database);
    const { room, investor, expert } = await openRoom(chats);
    const [his, hers] = [await investor.line(), await expert.line()];
    expect(await join(hers, room, 0)).toEqual({ ok: true });
    await expect.poll(() => named(hers, 'message').map(({ seq }) => seq)).toEqual([1, 2]);
    expect(await join(his, room, 2)).toEqual({ ok: true });
    const client_msg_id = ulid();
    const ack = await his.ask('send_message', { room, client_msg_id, body: 'By socket' });
    expect(ack).toEqual({ ok: true, room, seq: 3, at: '2026-11-20T06:00:00.000Z', again: false });
    const stored = await chatTables(chats.site.platform.db).selectFrom('chat_messages').select('body').where('client_msg_id', '=', client_msg_id).execute();
    expect(stored).toEqual([{ body: 'By socket' }]);
    expect(await his.ask('send_message', { room, client_msg_id, body: 'By socket' })).toEqual({ ...ack, again: true });
    expect((await investor.say(room, 'By socket', client_msg_id)).body.data, 'the fallback does the same').toMatchObject({ seq: 3, again: true });
    await expert.say(room, 'By REST');
    await his.ask('edit_message', { room, client_msg_id: ulid(), target: 3, body: 'By a socket' });
    await his.ask('withdraw_message', { room, client_msg_id: ulid(), target: 3 });
    for (const line of [his, hers])
      await expect
        .poll(() =>
          named(line, 'message')
            .map(({ seq, kind }) => `${seq} ${kind}`)
            .slice(-4),
        )
        .toEqual(['3 message', '4 message', '5 edit', '6 withdrawal']);
    expect(await his.ask('message_seen', { room, seen: 4 })).toMatchObject({ ok: true, seen: 4, unread: 0, head: 6 });
    await expect.poll(() => named(hers, 'read_state')).toEqual([{ room, user_id: investor.user_id, delivered: 4, seen: 4 }]);
    for (const bad of [{ room }, { room, client_msg_id: 'x', body: 'a\u0000' }, { room, client_msg_id: 'x', body: 'a'.repeat(2001) }, null, 'text', [1]])
      expect(await his.ask('send_message', bad as object)).toMatchObject({ ok: false, code: 'BAD_REQUEST' });
    // A client that waits for no answer ends nothing.
    his.socket.emit('send_message', { room, client_msg_id: ulid(), body: 'No answer wanted' });
    await expect.poll(() => named(hers, 'message').at(-1)).toMatchObject({ body: 'No answer wanted', sender_id: investor.user_id });
  });

  test('typing and presence reach the room, are kept nowhere, and nobody says them of a room of others', async () => {
    chats = await openChatSite(database);
    const { room, investor, expert } = await openRoom(chats);
    const [his, hers, other] = [await investor.line(), await expert.line(), await (await chats.person(PEOPLE.pro)).line()];
    expect(await join(other, room)).toMatchObject({ ok: false, code: 'NOT_FOUND' });
    await Promise.all([join(his, room), join(hers, room)]);
    await expect.poll(() => named(his, 'presence').some(({ user_id, online }) => user_id === EXPERT && online)).toBe(true);
    await expect.poll(() => named(hers, 'presence').some(({ user_id, online }) => user_id === investor.user_id && online)).toBe(true);
    expect(await his.ask('typing', { room, on: true })).toEqual({ ok: true });
    expect(await other.ask('typing', { room, on: true })).toMatchObject({ ok: false, code: 'NOT_FOUND' });
    await expect.poll(() => named(hers, 'typing')).toEqual([{ room, user_id: investor.user_id, on: true, ttl_ms: 6000 }]);
    expect(await investor.entries(room)).toHaveLength(2);
    his.socket.disconnect();
    await expect.poll(() => named(hers, 'presence').at(-1)).toMatchObject({ user_id: investor.user_id, online: false });
    expect(other.heard.filter(({ event }) => event !== 'presence')).toEqual([]);
    expect(named(other, 'presence')).toEqual([]);
  });

  test('whatever a socket sends, it is refused in words: nothing of it is kept, and the server serves on', async () => {
    chats = await openChatSite(database);
    const { room, investor } = await openRoom(chats);
    const hostile = fc.oneof(
      fc.jsonValue(),
      fc.record({
        room: fc.constantFrom(room, 'r1', '', '__proto__'),
        client_msg_id: fc.constantFrom('', 'a b', null),
        body: fc.string(),
        target: fc.integer(),
        user_id: fc.string(),
        on: fc.anything(),
      }),
      fc.constant({ room, client_msg_id: 'x', target: -1, seen: 0.5, body: 'half \ud83d' }),
      fc.constant({ room, client_msg_id: 'x', target: 1e308, seen: 1e308, user_id: 7, on: 'yes', body: 7 }),
      fc.constant(Buffer.from('bytes')),
    );
    const lines: Line[] = [];
    const events = [...Object.keys(chatTopic.client), ...Object.keys(roomTopic.client)];
    for (const [at, payload] of fc.sample(hostile, { numRuns: 35, seed: 46 }).entries()) {
      // A new socket for each seven, within what one may send in a second.
      const line = at % 7 === 0 ? await investor.line() : lines.at(-1)!;
      if (at % 7 === 0) lines.push(line);
      for (const event of at % 7 === 0 ? events : [events[at % events.length]!]) {
        const answer = await line.ask(event, payload as object);
        // A room without marks asks how far one is.
        if (event === 'message_seen' && answer.ok) continue;
        expect(answer.ok, `${event} ${JSON.stringify(payload)}`).toBe(false);
        expect(['BAD_REQUEST', 'NOT_FOUND', 'FORBIDDEN', 'CHAT_STATE', 'RATE', 'CHAT_EDIT_OVER']).toContain(answer.code);
      }
      if (at % 7 === 6) line.socket.disconnect();
    }
    expect(await investor.entries(room)).toHaveLength(2);
  });
  test('a session that ends loses its socket within 20 seconds, and hears nothing of the room any more', async () => {
    chats = await openChatSite(database);
    const { room, investor, expert } = await openRoom(chats);
    const [his, hers] = [await investor.line(), await expert.line()];
    await Promise.all([join(his, room), join(hers, room)]);
    const ended = new Promise<number>((done) => {
      const since = performance.now();
      his.socket.once('disconnect', () => done(performance.now() - since));
    });
    const own = await investor.post('/auth/v1/sign_out', { refresh_token: '' });
    expect(own.body.status).toBe(true);
    expect(await ended).toBeLessThan(20_000);
    const before = his.heard.length;
    await expert.say(room, 'After the end');
    await expect.poll(() => named(hers, 'message').length).toBeGreaterThan(0);
    expect(his.heard).toHaveLength(before);
    expect((await investor.say(room, 'By a bearer that ended')).http).toBe(401);
  });
});

test('a line that is dead and looks alive is given up within 20 seconds, by the page and by the server', { timeout: 60_000 }, async () => {
  const [database] = await featureDatabase();
  const chats = await openChatSite(database!);
  const { room, investor, expert } = await openRoom(chats);
  const watching = await expert.line();
  await join(watching, room);
  const way = async () => openFaultProxy({ host: '127.0.0.1', port: chats.port });
  const [one, other] = [await way(), await way()];
  // The server is gone and nobody tells the page; the page is gone and nobody tells the server.
  const [deaf, mute] = [await investor.line(one.port), await investor.line(other.port)];
  await join(mute, room);
  const isOnline = () => named(watching, 'presence').findLast(({ user_id }) => user_id === investor.user_id)?.online;
  await expect.poll(isOnline).toBe(true);
  one.begin('half-open');
  other.begin('hang');
  const began = performance.now();
  const page = new Promise<string>((done) => deaf.socket.once('disconnect', done));
  expect(await page).toBe('ping timeout');
  await expect.poll(isOnline, { timeout: 20_000 }).toBe(false);
  expect(performance.now() - began).toBeLessThan(20_000);
  // What it missed comes once it is back.
  await expert.say(room, 'While nobody heard');
  const again = await investor.line();
  await join(again, room, 2);
  await expect.poll(() => named(again, 'message').map(({ seq }) => seq)).toEqual([3]);
  await Promise.all([one.close(), other.close()]);
  await chats.close();
});

const redis = await ownRedis();
afterAll(() => redis?.remove());
// Several nodes share a PostgreSQL; the embedded database belongs to one.
test.runIf(redis !== null && (await databases()).includes('postgres'))(
  'two nodes with Redis: a message sent to one comes to the other’s members once; with Redis dead it comes by the room’s numbers',
  { timeout: 120_000 },
  async () => {
    const { place, remove } = await freshPlace('postgres');
    const open = () => openChatSite('postgres', { place, settings: { REDIS_URL: redis!.url } });
    const [one, two] = [await open(), await open()];
    const { room, investor } = await openRoom(one);
    const expert = await two.person('ananya@experts.example.com');
    const hers = await expert.line();
    await join(hers, room, 2);
    await hers.ask('room:join', { topic: 'chat', room: EXPERT });
    await investor.say(room, 'Over Redis');
    await expect.poll(() => named(hers, 'message').map(({ seq }) => seq), { timeout: 5000 }).toEqual([3]);
    await expect.poll(() => named(hers, 'recent-chat').length, { timeout: 5000 }).toBe(1);
    await redis!.kill();
    for (const text of ['While Redis is dead', 'And another']) expect((await investor.say(room, text)).body.status).toBe(true);
    await two.site.platform.realtime.look();
    await expect.poll(() => named(hers, 'message').map(({ seq }) => seq), { timeout: 5000 }).toEqual([3, 4, 5]);
    await Promise.all([one.close(), two.close()]);
    await remove();
  },
);
