import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { eraseDue } from '../identity/site.testing.ts';
import { featureDatabase } from '../platform/testing.ts';
import { ulid } from '../platform/text/id.ts';
import { type ChatSite, EXPERT, openChatSite, openRoom, PEOPLE, SILENT_NEWS } from './chat.testing.ts';
import { guardedBy } from './check-text.ts';
import { chatTables } from './tables.ts';

const HOUR = 3600_000;

describe.each(await featureDatabase())('chats on %s', { timeout: 60_000 }, (database) => {
  let chats: ChatSite;
  afterEach(() => chats.close());
  const open = async () => {
    chats = await openChatSite(database);
    return chats;
  };

  describe('a request', () => {
    test('reaches the expert with the fields of the specification, is accepted, and opens the room (S7-HTTP-O03)', async () => {
      await open();
      const [harish, ananya] = [await chats.person(PEOPLE.chat), await chats.person('ananya@experts.example.com')];
      const { body } = await harish.ask(EXPERT);
      expect(body).toMatchObject({
        status: true,
        data: {
          status_str: 'Requested',
          retail_user_id: harish.user_id,
          second_user_details: { user_id: EXPERT, full_name: 'Ananya Rao-Kulkarni', profession: 'Analyst', verified: true },
          ends_at: '2026-11-21T06:00:00.000Z',
          again_at: null,
        },
      });
      const room = body.data.title as string;
      const { rooms, unread } = (await ananya.get('/chat/v1/rooms?status=Requested')).body.data;
      expect(unread).toBe(1);
      expect(rooms).toMatchObject([
        {
          title: room,
          status_str: 'Requested',
          retail_user_id: harish.user_id,
          second_user_details: { full_name: 'Harish Agarwal HUF', profession: 'Retail Investor' },
          topic: 'Reading results',
          symbol: 'INFY',
          request_text: 'How do you read these results?',
          unread: 1,
        },
      ]);
      expect((await harish.say(room, 'Before it is accepted')).body.code).toBe('CHAT_STATE');
      expect((await harish.post('/chat/v1/rooms/decide', { room, accept: true })).body.code, 'by the investor').toBe('CHAT_STATE');
      expect((await ananya.post('/chat/v1/rooms/decide', { room, accept: true })).body.data).toMatchObject({
        status_str: 'Active',
        ends_at: '2026-12-20T06:00:00.000Z',
      });
      expect((await ananya.post('/chat/v1/rooms/decide', { room, accept: true })).body.code, 'twice').toBe('CHAT_STATE');
      expect((await ananya.entries(room)).map(({ seq, kind }) => [seq, kind])).toEqual([
        [1, 'request'],
        [2, 'state'],
      ]);
    });

    test('is denied with a reason; the same expert is asked again in the same room a day later', async () => {
      await open();
      const [harish, ananya] = [await chats.person(PEOPLE.chat), await chats.person('ananya@experts.example.com')];
      const room = (await harish.ask(EXPERT)).body.data.title as string;
      expect((await harish.ask(EXPERT)).body.code).toBe('CHAT_AGAIN');
      expect((await ananya.post('/chat/v1/rooms/decide', { room, accept: false })).body.problems[0].path).toBe('reason');
      const denied = (await ananya.post('/chat/v1/rooms/decide', { room, accept: false, reason: 'busy' })).body.data;
      expect(denied).toMatchObject({ status_str: 'Denied', reason: 'busy', again_at: '2026-11-21T06:00:00.000Z' });
      expect((await harish.ask(EXPERT)).body.code).toBe('CHAT_WAIT');
      chats.clock.forward(24 * HOUR);
      expect((await harish.ask(EXPERT, { text: 'Once more, please' })).body.data).toMatchObject({
        title: room,
        status_str: 'Requested',
        request_text: 'Once more, please',
        reason: '',
      });
      expect((await harish.entries(room)).map(({ kind }) => kind)).toEqual(['request', 'state', 'request']);
      expect((await harish.post('/chat/v1/rooms/cancel', { room })).body.data.status_str).toBe('Cancelled');
    });

    test('is limited by the plan, also where all come at once; who may not ask, or asks nobody, reads why', async () => {
      await open();
      const harish = await chats.person(PEOPLE.chat);
      const answers = await Promise.all(['exp_01', 'exp_02', 'exp_03', 'exp_04', 'exp_05'].map((id) => harish.ask(id)));
      expect(answers.map(({ body }) => body.code ?? 'asked').toSorted()).toEqual(['CHAT_MOST', 'CHAT_MOST', 'asked', 'asked', 'asked']);
      const zoya = await chats.person(PEOPLE.pro);
      expect((await zoya.ask('exp_01')).body.status).toBe(true);
      expect((await zoya.ask('exp_02')).body.code).toBe('CHAT_MOST');
      const kabir = await chats.person(PEOPLE.free);
      expect((await kabir.ask('exp_01')).body.code).toBe('NOT_ENTITLED');
      expect((await kabir.get('/chat/v1/rooms')).body.data).toEqual({ rooms: [], next: null, unread: 0, rights: null });
      expect((await harish.ask('usr_pro')).body.problems[0].path).toBe('expert_id');
      expect((await harish.ask('exp_13')).body.problems[0].path, 'whose documents are pending').toBe('expert_id');
    });

    test('sent twice, also at once, is one; with other words it is refused', async () => {
      await open();
      const harish = await chats.person(PEOPLE.chat);
      const client_msg_id = ulid();
      const answers = await Promise.all([1, 2, 3].map(() => harish.ask(EXPERT, { client_msg_id })));
      expect(new Set(answers.map(({ body }) => body.data?.title)).size).toBe(1);
      const room = answers[0]!.body.data.title as string;
      expect(await harish.entries(room)).toHaveLength(1);
      expect((await harish.ask(EXPERT, { client_msg_id, text: 'Other words' })).body.code).toBe('MESSAGE_ID_USED');
      expect((await harish.ask('exp_02', { client_msg_id })).body.code).toBe('MESSAGE_ID_USED');
      for (const other of [{ topic: 'Another topic' }, { symbol: 'TCS' }])
        expect((await harish.ask(EXPERT, { client_msg_id, ...other })).body.code, 'about something else').toBe('MESSAGE_ID_USED');
    });

    test('expires by the server’s clock, and is not accepted any more from that moment on', async () => {
      await open();
      const [harish, ananya] = [await chats.person(PEOPLE.chat), await chats.person('ananya@experts.example.com')];
      const room = (await harish.ask(EXPERT)).body.data.title as string;
      chats.clock.forward(24 * HOUR - 1);
      await chats.chat.passTime();
      expect((await harish.get(`/chat/v1/rooms/${room}`)).body.data.status_str).toBe('Requested');
      chats.clock.forward(1);
      expect((await ananya.post('/chat/v1/rooms/decide', { room, accept: true })).body.code, 'before the job has looked').toBe('CHAT_STATE');
      await chats.chat.passTime();
      await chats.chat.passTime();
      const { status_str, reason, ends_at } = (await harish.get(`/chat/v1/rooms/${room}`)).body.data;
      expect([status_str, reason, ends_at]).toEqual(['Expired', 'time', null]);
      expect((await harish.entries(room)).map(({ kind, sender_id }) => [kind, sender_id])).toEqual([
        ['request', harish.user_id],
        ['state', ''],
      ]);
      expect((await harish.ask(EXPERT)).body.data.status_str, 'at once, for it has waited').toBe('Requested');
    });
  });

  describe('a message', () => {
    test('is acknowledged with its number; the same again has the same acknowledgement; other words with its id do not', async () => {
      await open();
      const { room, investor, expert } = await openRoom(chats);
      const id = ulid();
      const first = (await investor.say(room, 'Good morning', id)).body.data;
      expect(first).toEqual({ room, seq: 3, at: '2026-11-20T06:00:00.000Z', again: false });
      chats.clock.forward(5000);
      expect((await investor.say(room, 'Good morning', id)).body.data).toEqual({ ...first, again: true });
      expect((await investor.say(room, 'Good evening', id)).body.code).toBe('MESSAGE_ID_USED');
      expect((await expert.say(room, 'Good evening', id)).body.data.seq, 'the number of another sender').toBe(4);
      const many = await Promise.all(Array.from({ length: 5 }, () => investor.say(room, 'All at once', 'same-for-five')));
      expect(new Set(many.map(({ body }) => body.data.seq)).size).toBe(1);
      expect(await investor.entries(room)).toHaveLength(5);
    });

    test('reaches members alone: to others the room is not there, whatever they ask', async () => {
      await open();
      const { room, investor } = await openRoom(chats);
      const zoya = await chats.person(PEOPLE.pro);
      const devendra = await chats.person('devendra@experts.example.com');
      for (const other of [zoya, devendra]) {
        const answers = [
          await other.get(`/chat/v1/rooms/${room}`),
          await other.get(`/chat/v1/rooms/${room}/messages`),
          await other.get(`/chat/v1/rooms/${room}/search?q=results`),
          await other.get(`/chat/v1/rooms/${room}/transcript`),
          await other.say(room, 'Hello'),
          await other.post('/chat/v1/messages/edit', { room, client_msg_id: ulid(), target: 1, body: 'Mine' }),
          await other.post('/chat/v1/messages/withdraw', { room, client_msg_id: ulid(), target: 1 }),
          await other.post('/chat/v1/read', { room, seen: 1 }),
          await other.post('/chat/v1/rooms/decide', { room, accept: false, reason: 'busy' }),
          await other.post('/chat/v1/rooms/close', { room, reason: 'other' }),
          await other.post('/chat/v1/rooms/cancel', { room }),
        ];
        expect(answers.map(({ http, body }) => [http, body.code])).toEqual(answers.map(() => [404, 'NOT_FOUND']));
        expect((await other.get('/chat/v1/rooms')).body.data.rooms).toEqual([]);
      }
      expect((await investor.post('/chat/v1/messages', { room, client_msg_id: ulid(), body: 'Who am I?', sender_id: 'exp_01' })).body.status).toBe(true);
      expect((await investor.entries(room)).at(-1)!.sender_id, 'a forged sender is nobody’s').toBe(investor.user_id);
      expect((await chats.site.browser().get(`/chat/v1/rooms/${room}/messages`)).http).toBe(401);
    });

    test('that no text may be is refused by its field, and kept nowhere', async () => {
      await open();
      const { room, investor } = await openRoom(chats);
      const bad: [string, unknown][] = [
        ['2,001 characters', 'a'.repeat(2001)],
        ['a flood of emoji', '😀'.repeat(2001)],
        ['nothing', ' \n '],
        ['U+0000', 'a\u0000b'],
        ['half a character', 'a\ud83d'],
        ['a turned direction', 'a\u202eb'],
        ['no text at all', 7],
      ];
      for (const [what, body] of bad) {
        const { http, body: answer } = await investor.say(room, body as string);
        expect([http, answer.code, answer.problems?.[0].path], what).toEqual([400, 'BAD_REQUEST', 'body']);
      }
      expect((await investor.ask('exp_02', { text: 'a'.repeat(301) })).body.problems[0].path).toBe('text');
      expect(await investor.entries(room)).toHaveLength(2);
    });

    test('of 2,000 characters, of emoji and of Hindi is kept as it was written', async () => {
      await open();
      const { room, investor, expert } = await openRoom(chats);
      const texts = ['a'.repeat(2000), '👩‍👩‍👧‍👦'.repeat(180), 'नतीजे कैसे पढ़ें?', 'line one\nline two\t"quoted" \\ <b>'];
      for (const text of texts) expect((await investor.say(room, text)).body.status).toBe(true);
      expect((await expert.entries(room)).slice(2).map(({ body }) => body)).toEqual(texts);
    });

    test('is one of twenty a minute; what is sent again does not count', async () => {
      await open();
      const { room, investor, expert } = await openRoom(chats);
      const id = ulid();
      await investor.say(room, 'First', id);
      for (let at = 1; at < 20; at += 1) expect((await investor.say(room, `Number ${at}`)).body.status).toBe(true);
      const refused = await investor.say(room, 'One too many');
      expect([refused.http, refused.body.code]).toEqual([429, 'RATE']);
      expect(refused.body.retry_after).toBeGreaterThan(0);
      expect((await investor.say(room, 'First', id)).body.data.again).toBe(true);
      expect((await expert.say(room, 'The other has a count of their own')).body.status).toBe(true);
      expect(await investor.entries(room)).toHaveLength(23);
    });

    test('that ends a number begun just before is refused; after some minutes, or from the other, it is not', async () => {
      chats = await openChatSite(database, { checkText: guardedBy({ instruments: () => [] }) });
      const { room, investor, expert } = await openRoom(chats);
      expect((await expert.say(room, '98765')).body.status).toBe(true);
      expect((await investor.say(room, '43210')).body.status).toBe(true);
      const second = await expert.say(room, 'aur 43210');
      expect([second.body.code, second.body.problems?.[0]?.path]).toEqual(['MESSAGE_BLOCKED', 'contact']);
      chats.clock.forward(3 * 60_000);
      expect((await expert.say(room, '43210')).body.status).toBe(true);
    });

    test('that the guard refuses is sent to nobody, says why, is kept for compliance once, and its id is spent', async () => {
      await open();
      const { room, investor, expert } = await openRoom(chats);
      const id = ulid();
      for (let times = 0; times < 2; times += 1)
        expect((await investor.say(room, 'Call me: 9876543210', id)).body).toMatchObject({
          code: 'MESSAGE_BLOCKED',
          validation: 'Phone numbers stay out of chats.',
          problems: [{ path: 'phone', message: 'Phone numbers stay out of chats.' }],
        });
      expect((await investor.say(room, 'Nothing to see', id)).body.code).toBe('MESSAGE_ID_USED');
      const sent = (await investor.say(room, 'A clean one')).body.data;
      expect(sent.seq, 'the refused one took no number').toBe(3);
      const edit = await investor.post('/chat/v1/messages/edit', { room, client_msg_id: ulid(), target: 3, body: '98765 43210 9876543210' });
      expect(edit.body.code).toBe('MESSAGE_BLOCKED');
      expect((await investor.ask('exp_02', { text: 'Call 9876543210' })).body.code).toBe('MESSAGE_BLOCKED');
      for (const one of [investor, expert]) expect(JSON.stringify(await one.entries(room))).not.toContain('9876543210');
      const blocked = await chatTables(chats.site.platform.db).selectFrom('chat_blocked').selectAll().orderBy('at').execute();
      expect(blocked.map(({ room_id, body, kind, sender_id }) => ({ room_id, body, kind, sender_id }))).toEqual(
        expect.arrayContaining([
          { room_id: room, body: 'Call me: 9876543210', kind: 'phone', sender_id: investor.user_id },
          { room_id: '', body: 'Reading results\nCall 9876543210', kind: 'phone', sender_id: investor.user_id },
        ]),
      );
      expect(blocked).toHaveLength(3);
    });

    test('is changed and withdrawn by its sender within a quarter of an hour; the first text stays in the table', async () => {
      await open();
      const { room, investor, expert } = await openRoom(chats);
      const { seq: target } = (await investor.say(room, 'Frist text')).body.data;
      const edit = { room, client_msg_id: ulid(), target, body: 'First text' };
      const edited = (await investor.post('/chat/v1/messages/edit', edit)).body.data;
      expect((await investor.post('/chat/v1/messages/edit', edit)).body.data).toEqual({ ...edited, again: true });
      expect((await expert.post('/chat/v1/messages/edit', { ...edit, client_msg_id: ulid() })).body.code).toBe('CHAT_EDIT_OVER');
      expect((await investor.post('/chat/v1/messages/edit', { ...edit, client_msg_id: ulid(), target: 2 })).body.code, 'no message').toBe('CHAT_EDIT_OVER');
      expect((await expert.entries(room)).slice(2).map(({ kind, body, target }) => [kind, body, target])).toEqual([
        ['message', 'Frist text', null],
        ['edit', 'First text', target],
      ]);
      const listed = (await expert.get('/chat/v1/rooms')).body.data.rooms.find(({ title }: { title: string }) => title === room);
      expect(listed.last.body, 'the list shows what its author says now').toBe('First text');
      const answer = (await expert.post('/chat/v1/messages', { room, client_msg_id: ulid(), body: 'I see', reply_to: target })).body;
      expect(answer.status).toBe(true);
      expect((await expert.post('/chat/v1/messages', { room, client_msg_id: ulid(), body: 'I see', reply_to: 99 })).body.problems[0].path).toBe('reply_to');
      const unreadBefore = (await expert.get(`/chat/v1/rooms/${room}`)).body.data.unread;
      expect((await investor.post('/chat/v1/messages/withdraw', { room, client_msg_id: ulid(), target })).body.status).toBe(true);
      expect((await expert.get(`/chat/v1/rooms/${room}`)).body.data).toMatchObject({ unread: unreadBefore - 1, last: { body: 'I see' } });
      expect((await investor.post('/chat/v1/messages/withdraw', { room, client_msg_id: ulid(), target })).body.code, 'twice').toBe('CHAT_EDIT_OVER');
      expect((await investor.post('/chat/v1/messages/edit', { ...edit, client_msg_id: ulid() })).body.code, 'after it').toBe('CHAT_EDIT_OVER');
      expect((await expert.entries(room)).slice(2).map(({ kind, body, withdrawn }) => [kind, body, withdrawn])).toEqual([
        ['message', '', true],
        ['edit', '', true],
        ['message', 'I see', false],
        ['withdrawal', '', false],
      ]);
      expect((await expert.get(`/chat/v1/rooms/${room}/search?q=text`)).body.data.entries).toEqual([]);
      const rows = await chatTables(chats.site.platform.db).selectFrom('chat_messages').select('body').where('room_id', '=', room).orderBy('seq').execute();
      expect(rows.map(({ body }) => body)).toEqual(['How do you read these results?', '', 'Frist text', 'First text', 'I see', '']);
      const late = (await investor.say(room, 'Too late')).body.data;
      chats.clock.forward(15 * 60_000 + 1);
      expect((await investor.post('/chat/v1/messages/edit', { ...edit, client_msg_id: ulid(), target: late.seq })).body.code).toBe('CHAT_EDIT_OVER');
    });

    test('is not taken by a room that closed, which stays readable; a room closes by itself after thirty days', async () => {
      await open();
      const { room, investor, expert } = await openRoom(chats);
      await investor.say(room, 'Thank you');
      expect((await expert.post('/chat/v1/rooms/close', { room, reason: 'answered' })).body.data).toMatchObject({ status_str: 'Closed', reason: 'answered' });
      expect((await investor.say(room, 'One more')).body.code).toBe('CHAT_STATE');
      expect(await investor.entries(room)).toHaveLength(4);
      const other = await openRoom(chats, PEOPLE.pro);
      chats.clock.forward(30 * 24 * HOUR);
      expect((await other.investor.say(other.room, 'Before the job')).body.code).toBe('CHAT_STATE');
      await chats.chat.passTime();
      expect((await other.investor.get(`/chat/v1/rooms/${other.room}`)).body.data).toMatchObject({ status_str: 'Closed', reason: 'time' });
    });
  });

  test('a room closes two days after the investor’s plan has ended, and goes on where there is a plan again', async () => {
    await open();
    const { room, investor } = await openRoom(chats);
    const state = async () => (await investor.get(`/chat/v1/rooms/${room}`)).body.data;
    const look = async (hours: number) => {
      chats.clock.forward(hours * HOUR);
      await chats.chat.endPlans();
    };
    const plans = chats.site.db.updateTable('subscriptions').where('user_id', '=', investor.user_id);
    const { ends_at } = await chats.site.db.selectFrom('subscriptions').select('ends_at').where('user_id', '=', investor.user_id).executeTakeFirstOrThrow();
    await look(1);
    await plans.set({ ends_at: new Date('2026-11-20T05:00:00Z') }).execute();
    await look(1);
    await look(47);
    expect((await state()).status_str).toBe('Active');
    await plans.set({ ends_at }).execute();
    await look(1);
    await plans.set({ ends_at: new Date('2026-11-20T05:00:00Z') }).execute();
    await look(1);
    await look(47);
    expect((await state()).status_str, 'counted from the second end').toBe('Active');
    await look(1);
    expect(await state()).toMatchObject({ status_str: 'Closed', reason: 'plan' });
  });

  test('pages go both ways without a gap or an overlap, and never beyond their bound', async () => {
    await open();
    const { room, investor } = await openRoom(chats);
    const db = chatTables(chats.site.platform.db);
    const rows = Array.from({ length: 300 }, (_, at) => ({
      room_id: room,
      seq: at + 3,
      kind: 'message' as const,
      sender_id: investor.user_id,
      client_msg_id: `m${at}`,
      body: `Text ${at}`,
      target: null,
      status_str: '',
      reason: '',
      at: new Date('2026-11-20T06:00:00Z'),
    }));
    await db.insertInto('chat_messages').values(rows).execute();
    await db.updateTable('chat_rooms').set({ last_seq: 302 }).where('id', '=', room).execute();
    const page = async (query: string) => (await investor.get(`/chat/v1/rooms/${room}/messages?${query}`)).body.data;
    const seqs = ({ entries }: { entries: { seq: number }[] }) => entries.map(({ seq }) => seq);
    const forward: number[] = [];
    for (let after = 0, more = true; more; ) {
      const found = await page(`after=${after}&limit=70`);
      forward.push(...seqs(found));
      after = forward.at(-1)!;
      more = found.more;
    }
    expect(forward).toEqual(Array.from({ length: 302 }, (_, at) => at + 1));
    const back: number[] = [];
    for (let before = 303, more = true; more; ) {
      const found = await page(`before=${before}&limit=70`);
      back.unshift(...seqs(found));
      before = back[0]!;
      more = found.more;
    }
    expect(back).toEqual(forward);
    expect(seqs(await page('limit=99999'))).toEqual(forward.slice(-200));
    expect(seqs(await page('')), 'the last ones').toEqual(forward.slice(-50));
    expect(await page('after=302')).toEqual({ entries: [], head: 302, more: false });
    expect(seqs(await page('after=1&before=4'))).toEqual([2, 3]);
    expect((await investor.get(`/chat/v1/rooms/${room}/messages?after=-1`)).http).toBe(400);
    expect(seqs((await investor.get(`/chat/v1/rooms/${room}/search?q=TEXT%2029`)).body.data)).toEqual([32, ...Array.from({ length: 10 }, (_, at) => 293 + at)]);
  });

  test('unread follows the marks, which only grow and never pass the last number (I6)', async () => {
    await open();
    const { room, investor, expert } = await openRoom(chats);
    for (const text of ['one', 'two', 'three']) await expert.say(room, text);
    const mark = async (input: object) => (await investor.post('/chat/v1/read', { room, ...input })).body;
    const unread = async () => (await investor.get('/chat/v1/rooms')).body.data.unread;
    expect(await unread()).toBe(3);
    expect((await mark({ delivered: 5 })).data).toEqual({ room, delivered: 5, seen: 0, unread: 3, head: 5 });
    expect((await mark({ seen: 4 })).data).toEqual({ room, delivered: 5, seen: 4, unread: 1, head: 5 });
    expect((await mark({ seen: 2, delivered: 1 })).data, 'never back').toEqual({ room, delivered: 5, seen: 4, unread: 1, head: 5 });
    expect((await mark({ seen: 6 })).problems[0].path).toBe('seen');
    expect((await mark({ seen: 5 })).data.unread).toBe(0);
    expect(await unread()).toBe(0);
    await investor.say(room, 'My own is not unread');
    expect(await unread()).toBe(0);
    expect((await expert.get(`/chat/v1/rooms/${room}`)).body.data).toMatchObject({ other: { delivered: 5, seen: 5 }, unread: 2 });
  });

  test('the list goes by the latest, in pages, and by the profession of the other', async () => {
    await open();
    const harish = await chats.person(PEOPLE.chat);
    const titles: string[] = [];
    for (const id of ['exp_01', 'exp_03', 'exp_04']) {
      chats.clock.forward(1000);
      titles.unshift((await harish.ask(id)).body.data.title);
    }
    const list = async (query: string) => (await harish.get(`/chat/v1/rooms?${query}`)).body.data;
    const named = ({ rooms }: { rooms: { title: string }[] }) => rooms.map(({ title }) => title);
    expect(named(await list(''))).toEqual(titles);
    const first = await list('limit=2');
    expect(named(first)).toEqual(titles.slice(0, 2));
    expect(named(await list(`limit=2&after=${first.next}`))).toEqual(titles.slice(2));
    expect((await list(`limit=2&after=${first.next}`)).next).toBeNull();
    expect(named(await list('profession=Broker'))).toEqual(titles.slice(0, 1));
    expect(named(await list('profession=Dealer'))).toEqual([]);
    expect(await list('')).toMatchObject({ rights: { rooms: 5, pending: 3, open: 0, waiting: 3 } });
    // Of one instant, too: a page ends between two of them.
    await chatTables(chats.site.platform.db).updateTable('chat_rooms').set({ last_at: chats.clock.now }).execute();
    const seen: string[] = [];
    for (let after: string | null = ''; after !== null && seen.length < 9; ) {
      const page: { rooms: { title: string }[]; next: string | null } = await list(`limit=1${after && `&after=${after}`}`);
      seen.push(...named(page));
      after = page.next;
    }
    expect(seen.toSorted()).toEqual(titles.toSorted());
    expect((await harish.get('/chat/v1/rooms?after=nowhere')).body.code).toBe('BAD_REQUEST');
  });

  test('experts are listed with their places, how soon they answer, and the room one has with them', async () => {
    await open();
    const { room, investor } = await openRoom(chats);
    const list = async (query = '') => (await investor.get(`/chat/v1/experts?${query}`)).body.data;
    const { experts, rights } = await list();
    expect(rights).toEqual({ rooms: 5, pending: 3, open: 1, waiting: 0 });
    expect(experts).toHaveLength(13);
    const ananya = experts.find(({ user_id }: { user_id: string }) => user_id === EXPERT);
    expect(ananya).toMatchObject({
      full_name: 'Ananya Rao-Kulkarni',
      user_type: 'Non Active RA',
      online: false,
      open_slots: 39,
      answers: 1,
      answer_minutes: null,
      room: { title: room, status_str: 'Active', again_at: null },
    });
    expect((await list('profession=Broker')).experts.map(({ full_name }: { full_name: string }) => full_name)).toEqual(['Gurpreet Dhaliwal']);
    expect((await list('q=PHARMA')).experts.map(({ user_id }: { user_id: string }) => user_id)).toEqual(['exp_05']);
    const db = chatTables(chats.site.platform.db);
    const base = await db.selectFrom('chat_rooms').selectAll().executeTakeFirstOrThrow();
    for (const minutes of [1, 2, 6, 50])
      await db
        .insertInto('chat_rooms')
        .values({
          ...base,
          id: ulid(),
          investor_id: `usr_${minutes}`,
          status: 'Closed',
          ends_at: null,
          answered_at: new Date(base.requested_at.getTime() + minutes * 60_000),
        })
        .execute();
    for (let at = 0; at < 39; at += 1)
      await db
        .insertInto('chat_rooms')
        .values({ ...base, id: ulid(), investor_id: `usr_x${at}`, answered_at: null })
        .execute();
    const full = (await list('')).experts.find(({ user_id }: { user_id: string }) => user_id === EXPERT);
    expect(full).toMatchObject({ open_slots: 0, answers: 5, answer_minutes: 2 });
    expect((await list('free=1')).experts).toHaveLength(12);
    const zoya = await chats.person(PEOPLE.pro);
    expect((await zoya.ask(EXPERT)).body.code).toBe('CHAT_FULL');
  });

  test('a transcript is the room’s lines with the hash of its bytes', async () => {
    await open();
    const { room, investor, expert } = await openRoom(chats);
    await expert.say(room, 'Margins, first');
    const { data } = (await investor.get(`/chat/v1/rooms/${room}/transcript`)).body;
    expect(data).toMatchObject({ room, from: 1, to: 3, next: null });
    expect(data.sha256).toBe(createHash('sha256').update(data.text).digest('hex'));
    expect(
      data.text
        .split('\n')
        .filter(Boolean)
        .map((line: string) => JSON.parse(line).at(-1)),
    ).toEqual(['How do you read these results?', '', 'Margins, first']);
    expect((await expert.get(`/chat/v1/rooms/${room}/transcript`)).body.data.sha256, 'the same for both').toBe(data.sha256);
    expect((await expert.get(`/chat/v1/rooms/${room}/transcript?after=2`)).body.data).toMatchObject({ from: 3, to: 3 });
  });

  test('the copy of one’s data has all one wrote; an erased account leaves its texts under a closed name, and ends its rooms', async () => {
    await open();
    const { room, investor, expert } = await openRoom(chats);
    const { seq: target } = (await investor.say(room, 'Soon withdrawn')).body.data;
    await investor.post('/chat/v1/messages/withdraw', { room, client_msg_id: ulid(), target });
    await expert.say(room, 'Of the expert');
    await investor.say(room, 'Call 9876543210');
    await investor.post('/chat/v1/read', { room, seen: 4 });
    const { chats: copy } = (await investor.get('/auth/v1/export')).body.data;
    expect(copy.rooms).toMatchObject([{ id: room, request_text: 'How do you read these results?', marks: [{ delivered: 4, seen: 4 }] }]);
    expect(copy.rooms[0].written.map(({ body }: { body: string }) => body)).toEqual(['How do you read these results?', 'Soon withdrawn', '']);
    expect(copy.blocked).toMatchObject([{ body: 'Call 9876543210', kind: 'phone' }]);
    expect((await expert.get('/auth/v1/export')).body.data.chats.rooms).toMatchObject([
      { request_text: '', written: [{ kind: 'state' }, { body: 'Of the expert' }] },
    ]);

    await chats.site.db
      .updateTable('users')
      .set({ erase_at: new Date('2026-11-01T00:00:00Z') })
      .where('id', '=', investor.user_id)
      .execute();
    const personal: Parameters<typeof eraseDue>[2] = [];
    const { keepChats } = await import('./kept.ts');
    keepChats({ keeps: (data) => void (personal as unknown[]).push(data) }, chats.site.platform.db, SILENT_NEWS, () => chats.clock.now);
    await eraseDue(chats.site.platform, chats.clock.now, personal, async () => undefined);
    const { status_str, reason, second_user_details } = (await expert.get(`/chat/v1/rooms/${room}`)).body.data;
    expect([status_str, reason, second_user_details.full_name]).toEqual(['Closed', 'gone', 'Closed account']);
    expect((await expert.entries(room)).map(({ kind, body }) => [kind, body])).toEqual([
      ['request', 'How do you read these results?'],
      ['state', ''],
      ['message', ''],
      ['withdrawal', ''],
      ['message', 'Of the expert'],
      ['state', ''],
    ]);
    const db = chatTables(chats.site.platform.db);
    expect(await db.selectFrom('chat_reads').selectAll().where('user_id', '=', investor.user_id).execute()).toEqual([]);

    const { tidyChats } = await import('./kept.ts');
    await chats.site.platform.transaction((tx) => tidyChats(tx, new Date('2031-11-20T05:00:00Z')));
    expect(await expert.entries(room), 'within five years').toHaveLength(6);
    await chats.site.platform.transaction((tx) => tidyChats(tx, new Date('2031-11-20T07:00:00Z')));
    const left = await Promise.all([
      db.selectFrom('chat_rooms').selectAll().execute(),
      db.selectFrom('chat_messages').selectAll().execute(),
      db.selectFrom('chat_blocked').selectAll().execute(),
    ]);
    expect(left).toEqual([[], [], []]);
  });
});
