import { INTERNAL_ADDRESSES } from '@vimarsh/shared/domain/access/admin.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { caseById, casesIn } from '../../cases/index.ts';
import { samples } from '../../platform/files/hostile-files.testing.ts';
import { featureDatabase } from '../../platform/testing.ts';
import { type ChatSite, EXPERT, openChatSite, openRoom, type Person } from '../chat.testing.ts';
import { chatTables } from '../tables.ts';

const ADMIN = 'admin@vimarsh.example.com';
const OTHER = 'operations@vimarsh.example.com';
/** Notices are told by a job. */
const SOON = { timeout: 20_000 };
const WORDS = 'nilgiri-kestrel';
const code = ({ body }: { body: { code?: string } }): string => body.code ?? 'OK';

describe.each(await featureDatabase())('cases about chats, on %s', { timeout: 240_000 }, (database) => {
  let chats: ChatSite;
  afterEach(() => chats.close());

  const act = (by: Person, path: string, id: string, more: object = {}) => by.post(`/chat/v1/cases/${path}`, { case: id, ...more });
  const audited = async (action: string): Promise<{ actor: string; object: string }[]> =>
    chats.site.platform.db.selectFrom('audit_log').select(['actor', 'object']).where('action', '=', action).execute() as never;
  /** What the bell told a person of chats, once everything that was due is told. */
  const bell = async (person: Person, what: string) =>
    (await person.get('/base/v1/notices?topic=chat')).body.data.notices.filter((notice: { what: string }) => notice.what === what);

  async function reported() {
    chats = await openChatSite(database);
    const { room, investor, expert } = await openRoom(chats);
    await investor.say(room, 'A question of mine');
    const seq = (await expert.say(room, `Pay me for ${WORDS}`)).body.data.seq as number;
    const report = (await investor.post('/chat/v1/reports', { room, message: seq, reason: 'money', note: 'Wants money' })).body.data;
    return { room, investor, expert, seq, report, admin: await chats.person(ADMIN) };
  }

  test('a report of a message is a case with a queue, a due time and a history; its reporter sees what becomes of it, and both are told at the end', async () => {
    const { room, investor, expert, seq, report, admin } = await reported();
    expect(report).toMatchObject({ room, message: seq, reason: 'money', state: 'open', closed_at: null });
    expect(Date.parse(report.due_at) - Date.parse(report.at)).toBe(24 * 3600_000);
    const again = await investor.post('/chat/v1/reports', { room, message: seq, reason: 'abuse' });
    expect(again.body.data, 'once more it is the same report').toEqual(report);
    expect((await expert.get('/chat/v1/reports')).body.data.reports, 'nobody sees who reported them').toEqual([]);

    const { cases } = (await admin.get('/chat/v1/cases')).body.data;
    expect(cases).toMatchObject([{ id: report.case, room, message: seq, about: { user_id: EXPERT }, assignee: null, barred: false }]);
    expect(cases[0].reports).toMatchObject([{ reason: 'money', note: 'Wants money' }]);
    expect(JSON.stringify(cases), 'the list shows no text of the chat').not.toContain(WORDS);

    expect((await act(admin, 'assign', report.case, { take: true })).body.data.assignee.user_id).toBe(admin.user_id);
    const read = (await act(admin, 'open', report.case)).body.data;
    expect(read.members.map(({ side }: { side: string }) => side)).toEqual(['investor', 'expert']);
    expect(read.entries.map(({ body }: { body: string }) => body)).toContain(`Pay me for ${WORDS}`);
    expect(await audited('chat.case-read')).toEqual([{ actor: admin.user_id, object: report.case }]);
    expect(await bell(expert, 'case'), 'nobody is told while it runs').toEqual([]);

    const { history, state } = (await act(admin, 'decide', report.case, { uphold: true, words: 'Asks for money.' })).body.data;
    expect(state).toBe('upheld');
    expect(history.map(({ step }: { step: string }) => step)).toEqual(['opened', 'reported', 'assigned', 'read', 'upheld']);
    expect((await investor.get(`/chat/v1/rooms/${room}`)).body.data, 'what it asks for is done').toMatchObject({ status_str: 'Closed', reason: 'moderation' });
    expect((await investor.get(`/chat/v1/reports?room=${room}`)).body.data.reports).toMatchObject([{ state: 'upheld' }]);
    for (const person of [investor, expert])
      await expect
        .poll(async () => (await bell(person, 'case')).map((notice: { case: object; expert: unknown }) => [notice.case, notice.expert]), SOON)
        .toEqual([[{ id: report.case, upheld: true, texts_read: true }, null]]);
    expect(JSON.stringify(await bell(expert, 'case'))).not.toContain(WORDS);
    expect(code(await act(admin, 'open', report.case)), 'a closed case opens nothing').toBe('CHAT_CASE');
  });

  test('no one of the staff reads a chat without an open case that they have taken, whatever address they are', async () => {
    const { room, report, investor } = await reported();
    const elsewhere = (await investor.ask('exp_02')).body.data.title as string;
    // One person has each address in turn.
    await chats.site.db
      .updateTable('users')
      .set({ email: 'nobody@vimarsh.example.com' })
      .where('id', '<>', 'usr_admin')
      .where('email', 'in', INTERNAL_ADDRESSES)
      .execute();
    for (const address of INTERNAL_ADDRESSES) {
      await chats.site.db.updateTable('users').set({ email: address, email_verified: true }).where('id', '=', 'usr_admin').execute();
      const staff = await chats.person(address);
      const tries = [
        ...[`rooms/${room}`, `rooms/${room}/messages`, `rooms/${room}/search?q=${WORDS}`, `rooms/${room}/transcript`].map((path) =>
          staff.get(`/chat/v1/${path}`),
        ),
        staff.get('/chat/v1/rooms'),
        act(staff, 'open', '01J8Z5Y5T8R3W0C2N4B6M8K0QA'),
        act(staff, 'open', room),
        // The case is there, but nobody has taken it.
        act(staff, 'open', report.case),
      ];
      const answers = await Promise.all(tries);
      expect(answers.map(code), address).toEqual([...Array(4).fill('NOT_FOUND'), 'OK', 'NOT_FOUND', 'NOT_FOUND', 'CHAT_CASE']);
      for (const { body } of answers) expect(JSON.stringify(body), address).not.toContain(WORDS);
      await act(staff, 'assign', report.case, { take: true });
      const opened = await act(staff, 'open', report.case);
      expect(new Set(opened.body.data.entries.map((entry: { room: string }) => entry.room)), 'the room that the case names alone').toEqual(new Set([room]));
      await act(staff, 'assign', report.case, { take: false });
    }
    expect(elsewhere).not.toBe(room);
    expect(await audited('chat.case-read')).toHaveLength(INTERNAL_ADDRESSES.length);
    // Everybody else finds no cases at all.
    for (const path of ['assign', 'open', 'decide'])
      expect(code(await act(investor, path, report.case, { take: true, uphold: true, words: 'Mine.' }))).toBe('FORBIDDEN');
    expect(code(await investor.get('/chat/v1/cases'))).toBe('FORBIDDEN');
  });

  test('who took a case decides it alone; one that is dismissed unread is told to its reporter alone', async () => {
    const { report, room, investor, expert, admin } = await reported();
    const other = await chats.person(OTHER);
    await act(other, 'assign', report.case, { take: true });
    for (const path of ['assign', 'open', 'decide'])
      expect(code(await act(admin, path, report.case, { take: true, uphold: true, words: 'Now mine.' })), path).toBe('CHAT_CASE');
    expect(code(await act(other, 'decide', report.case, { uphold: false, words: 'Nothing in it.' }))).toBe('OK');
    expect((await investor.get('/chat/v1/reports')).body.data.reports).toMatchObject([{ state: 'dismissed' }]);
    expect((await investor.get(`/chat/v1/rooms/${room}`)).body.data.status_str).toBe('Active');
    await expect.poll(async () => (await bell(investor, 'case')).length, SOON).toBe(1);
    expect(await bell(expert, 'case')).toEqual([]);
    expect((await admin.get('/chat/v1/cases?state=dismissed')).body.data.cases).toHaveLength(1);
    const { db } = chats.site.platform;
    expect(await casesIn(db, { area: 'buzz', state: 'dismissed' }, 10), 'posts have their own queue').toEqual([]);
    expect(await caseById(db, 'buzz', report.case), 'and no way to these').toBeUndefined();
  });

  test('a chat that is read from its middle on has its step too, once for each who took the case, and both are told that it was read', async () => {
    const { report, investor, expert, admin } = await reported();
    const other = await chats.person(OTHER);
    for (const reader of [other, admin]) {
      await act(reader, 'assign', report.case, { take: true });
      for (const after of [1, 2, 0]) expect(code(await act(reader, 'open', report.case, { after }))).toBe('OK');
      if (reader === other) await act(reader, 'assign', report.case, { take: false });
    }
    const { history } = (await act(admin, 'decide', report.case, { uphold: false, words: 'Nothing in it.' })).body.data;
    expect(history.map(({ step }: { step: string }) => step)).toEqual(['opened', 'reported', 'assigned', 'read', 'assigned', 'assigned', 'read', 'dismissed']);
    expect(await audited('chat.case-read'), 'each opening is audited').toHaveLength(6);
    for (const person of [investor, expert])
      await expect
        .poll(async () => (await bell(person, 'case')).map((notice: { case: object }) => notice.case), SOON)
        .toEqual([{ id: report.case, upheld: false, texts_read: true }]);
  });

  test('a moderator neither takes, reads nor decides a chat of their own', async () => {
    const { report, room, admin } = await reported();
    const { db } = chats.site.platform;
    for (const side of ['investor_id', 'expert_id'] as const) {
      const rooms = chatTables(db);
      const before = await rooms.selectFrom('chat_rooms').select(side).where('id', '=', room).executeTakeFirstOrThrow();
      await rooms
        .updateTable('chat_rooms')
        .set({ [side]: admin.user_id })
        .where('id', '=', room)
        .execute();
      expect((await admin.get('/chat/v1/cases')).body.data.cases).toMatchObject([{ id: report.case, barred: true }]);
      for (const assignee of [null, admin.user_id]) {
        await db
          .updateTable('buzz_cases' as never)
          .set({ assignee } as never)
          .execute();
        const tries = [
          ['assign', { take: assignee === null }],
          ['open', {}],
          ['decide', { uphold: false, words: 'Nothing in it.' }],
        ] as const;
        for (const [path, body] of tries) expect(code(await act(admin, path, report.case, body)), `${side} ${path}`).toBe('FORBIDDEN');
      }
      await db
        .updateTable('buzz_cases' as never)
        .set({ assignee: null } as never)
        .execute();
      await rooms.updateTable('chat_rooms').set(before).where('id', '=', room).execute();
    }
    expect(await audited('chat.case-read')).toEqual([]);
  });

  test('a case that is overdue or left is taken over, and the former assignee reads and decides no more', async () => {
    const { report, admin } = await reported();
    const other = await chats.person(OTHER);
    await act(admin, 'assign', report.case, { take: true });
    chats.clock.forward(24 * 3600_000);
    expect(code(await act(other, 'assign', report.case, { take: true })), 'in time to the last moment').toBe('CHAT_CASE');
    chats.clock.forward(1);
    expect((await act(other, 'assign', report.case, { take: true })).body.data.assignee.user_id).toBe(other.user_id);
    for (const path of ['open', 'decide']) expect(code(await act(admin, path, report.case, { uphold: true, words: 'Still mine.' })), path).toBe('CHAT_CASE');
    chats.clock.forward(-3600_000);
    expect(code(await act(admin, 'assign', report.case, { take: true }))).toBe('CHAT_CASE');
    await chats.site.db.updateTable('users').set({ email: 'left@vimarsh.example.com' }).where('id', '=', other.user_id).execute();
    const { history } = (await act(admin, 'assign', report.case, { take: true })).body.data;
    expect(history.flatMap(({ step, words }: { step: string; words: string }) => (step === 'assigned' ? [words] : []))).toEqual([
      'taken',
      'taken over: it was overdue',
      'taken over: its assignee moderates no more',
    ]);
    expect(code(await act(admin, 'decide', report.case, { uphold: false, words: 'Nothing in it.' }))).toBe('OK');
  });

  test('a picture of the chat is shown to who has its case in hand, which is a reading of the chat, and to no other moderator', async () => {
    const { report, room, expert, admin } = await reported();
    const other = await chats.person(OTHER);
    const jpeg = (await samples()).find(({ name }) => name === 'jpeg')!.bytes;
    const { seq } = (await expert.sendFile(room, jpeg)).body.data;
    const file = (await expert.entries(room)).find((entry) => entry.seq === seq)!.file!.id;
    const read = (by: Person) => by.get(`/chat/v1/files/${file}`);
    expect(code(await read(admin)), 'nobody has taken it').toBe('NOT_FOUND');
    await act(admin, 'assign', report.case, { take: true });
    expect(code(await read(other))).toBe('NOT_FOUND');
    expect(await audited('chat.case-read')).toEqual([]);
    expect((await read(admin)).body.data).toMatchObject({ media_type: 'image/jpeg' });
    expect((await expert.post('/chat/v1/messages/withdraw', { room, client_msg_id: 'withdrawal_1', target: seq })).body.code).toBeUndefined();
    expect(code(await read(expert)), 'members read a withdrawn one no more').toBe('NOT_FOUND');
    expect((await read(admin)).body.data).toMatchObject({ media_type: 'image/jpeg' });
    expect(await audited('chat.case-read')).toEqual(Array(2).fill({ actor: admin.user_id, object: report.case }));
    const { history } = (await act(admin, 'decide', report.case, { uphold: false, words: 'Nothing in it.' })).body.data;
    expect(history.map(({ step }: { step: string }) => step)).toEqual(['opened', 'reported', 'assigned', 'read', 'dismissed']);
    expect(code(await read(admin)), 'a closed case opens nothing').toBe('NOT_FOUND');
  });

  test('both members may report the same chat, nobody reports themselves or a chat of others', async () => {
    const { room, investor, expert, seq, admin } = await reported();
    const both = [await investor.post('/chat/v1/reports', { room, reason: 'abuse' }), await expert.post('/chat/v1/reports', { room, reason: 'abuse' })];
    expect(new Set(both.map(({ body }) => body.data.case)).size).toBe(2);
    expect((await admin.get('/chat/v1/cases')).body.data.cases.map(({ about }: { about: { user_id: string } }) => about.user_id).toSorted()).toEqual(
      [EXPERT, EXPERT, investor.user_id].toSorted(),
    );
    expect(code(await expert.post('/chat/v1/reports', { room, message: seq, reason: 'abuse' }))).toBe('BAD_REQUEST');
    expect(code(await investor.post('/chat/v1/reports', { room, message: 999, reason: 'abuse' }))).toBe('BAD_REQUEST');
    const stranger = await chats.person('pro@mail.example.com');
    expect(code(await stranger.post('/chat/v1/reports', { room, reason: 'abuse' }))).toBe('NOT_FOUND');
  });
});
