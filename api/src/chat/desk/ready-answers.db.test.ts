import { afterEach, describe, expect, test } from 'vitest';
import { eraseDue } from '../../identity/site.testing.ts';
import { featureDatabase } from '../../platform/testing.ts';
import { ulid } from '../../platform/text/id.ts';
import { type ChatSite, openChatSite, openRoom, PEOPLE, SILENT_NEWS } from '../chat.testing.ts';
import { keepChats } from '../kept.ts';
import { chatTables } from '../tables.ts';

describe.each(await featureDatabase())('answers that an expert keeps, on %s', { timeout: 60_000 }, (database) => {
  let chats: ChatSite;
  afterEach(() => chats.close());
  const open = async () => {
    chats = await openChatSite(database);
    const ananya = await chats.person('ananya@experts.example.com');
    const save = (answer: string, body: string) => ananya.post('/chat/v1/desk/answers', { answer, body });
    const bodies = async (): Promise<string[]> => (await ananya.get('/chat/v1/desk/answers')).body.data.answers.map(({ body }: { body: string }) => body);
    return { ananya, save, bodies };
  };

  test('are kept, changed and dropped by their expert alone; a save that comes twice is one', async () => {
    const { ananya, save, bodies } = await open();
    const [first, second] = [ulid(), ulid()];
    await save(first, 'By their cash flow.');
    await save(first, 'By their cash flow.');
    chats.clock.forward(1000);
    await save(second, '  By their margin.  ');
    expect(await bodies()).toEqual(['By their cash flow.', 'By their margin.']);
    chats.clock.forward(1000);
    const changed = (await save(first, 'By their cash flow first.')).body.data.answers;
    expect(
      changed.map(({ body }: { body: string }) => body),
      'in the order in which they were made',
    ).toEqual(['By their cash flow first.', 'By their margin.']);
    const devendra = await chats.person('devendra@experts.example.com');
    expect((await devendra.get('/chat/v1/desk/answers')).body.data.answers).toEqual([]);
    await devendra.post('/chat/v1/desk/answers/drop', { answer: first });
    await devendra.post('/chat/v1/desk/answers', { answer: second, body: 'Mine under the same number.' });
    expect(await bodies(), 'nobody else changes them').toHaveLength(2);
    expect((await ananya.post('/chat/v1/desk/answers/drop', { answer: first })).body.data.answers).toMatchObject([{ id: second, body: 'By their margin.' }]);
    const investor = await chats.person(PEOPLE.chat);
    expect((await investor.get('/chat/v1/desk/answers')).http).toBe(403);
    expect((await investor.post('/chat/v1/desk/answers', { answer: ulid(), body: 'Mine' })).http).toBe(403);
  });

  test('are twenty at most, also where two come at once, and 500 characters each', async () => {
    const { save, bodies } = await open();
    for (let n = 0; n < 19; n += 1) expect((await save(ulid(), `Answer ${n}`)).body.status).toBe(true);
    const last = await Promise.all([save(ulid(), 'Twentieth'), save(ulid(), 'Twenty-first')]);
    expect(last.map(({ body }) => body.code ?? 'kept').toSorted()).toEqual(['CHAT_ANSWERS', 'kept']);
    expect(await bodies()).toHaveLength(20);
    expect((await save(ulid(), 'x'.repeat(501))).body.problems[0].path).toBe('body');
    expect((await save(ulid(), '  ')).body.problems[0].path).toBe('body');
  });

  test('pass the guard of messages when they are kept and once more when they are sent; a refused one is kept for compliance', async () => {
    const { ananya, save, bodies } = await open();
    const answer = ulid();
    for (const body of ['Call me on 9876543210', 'Call me on 9876543211'])
      expect((await save(answer, body)).body).toMatchObject({ code: 'MESSAGE_BLOCKED', validation: 'Phone numbers stay out of chats.' });
    expect(await bodies()).toEqual([]);
    const db = chatTables(chats.site.platform.db);
    const blocked = await db.selectFrom('chat_blocked').select(['sender_id', 'body']).orderBy('at').orderBy('body').execute();
    expect(blocked).toEqual(['Call me on 9876543210', 'Call me on 9876543211'].map((body) => ({ sender_id: ananya.user_id, body })));
    // Kept before the guard knew it.
    await db
      .insertInto('chat_ready_answers')
      .values({ expert_id: ananya.user_id, id: answer, body: 'Write to 9876543212', made_at: new Date(), changed_at: new Date() })
      .execute();
    const { room, expert } = await openRoom(chats);
    expect((await expert.say(room, (await bodies())[0]!)).body.code).toBe('MESSAGE_BLOCKED');
  });

  test('stand in the copy of one’s data and go with the account', async () => {
    const { ananya, save } = await open();
    await save(ulid(), 'By their cash flow.');
    expect(JSON.stringify((await ananya.get('/auth/v1/export')).body)).toContain('By their cash flow.');
    const { user_id } = ananya;
    await chats.site.db
      .updateTable('users')
      .set({ erase_at: new Date('2026-11-01T00:00:00Z') })
      .where('id', '=', user_id)
      .execute();
    const personal: Parameters<typeof eraseDue>[2] = [];
    keepChats({ keeps: (data) => void (personal as unknown[]).push(data) }, chats.site.platform.db, SILENT_NEWS, () => chats.clock.now);
    await eraseDue(chats.site.platform, chats.clock.now, personal, async () => undefined);
    expect(await chatTables(chats.site.platform.db).selectFrom('chat_ready_answers').selectAll().execute()).toEqual([]);
  });
});
