import { afterEach, describe, expect, test } from 'vitest';
import { eraseDue } from '../../identity/site.testing.ts';
import { featureDatabase } from '../../platform/testing.ts';
import { type ChatSite, EXPERT, openChatSite, PEOPLE, SILENT_NEWS } from '../chat.testing.ts';
import { keepChats } from '../kept.ts';
import { chatTables } from '../tables.ts';
import { AWAY_WAYS } from '../text-ways.testing.ts';

const WORK = { from: 600, to: 960 };
const WEEK = [WORK, WORK, WORK, WORK, WORK, null, null];

describe.each(await featureDatabase())('hours of an expert, on %s', { timeout: 60_000 }, (database) => {
  let chats: ChatSite;
  afterEach(() => chats.close());
  const open = async () => {
    chats = await openChatSite(database);
    return { ananya: await chats.person('ananya@experts.example.com'), harish: await chats.person(PEOPLE.chat) };
  };

  test('are read before a request and in a room: the note outside of them and while away, written by nobody as a message', async () => {
    const { ananya, harish } = await open();
    const read = async () => (await harish.get(`/chat/v1/experts/${EXPERT}/hours`)).body.data;
    expect(await read(), 'none are told').toEqual({ hours: null, state: 'open', opens_at: null, note: '' });
    expect((await ananya.get('/chat/v1/desk/hours')).body.data).toEqual({ hours: null, away: false, note: '' });
    const own = { hours: WEEK, away: false, note: 'Back on the next day.' };
    expect((await ananya.post('/chat/v1/desk/hours', own)).body.data).toEqual(own);
    // Friday, 11:30 in India.
    expect(await read()).toEqual({ hours: WEEK, state: 'open', opens_at: null, note: '' });
    chats.clock.forward(5 * 3600_000);
    expect(await read()).toEqual({ hours: WEEK, state: 'closed', opens_at: '2026-11-23T04:30:00.000Z', note: own.note });
    const listed = (await harish.get('/chat/v1/experts')).body.data.experts.find(({ user_id }: { user_id: string }) => user_id === EXPERT);
    expect(listed.desk).toEqual(await read());
    await ananya.post('/chat/v1/desk/hours', { ...own, away: true });
    expect(await read()).toMatchObject({ state: 'away', note: own.note });
    const room = (await harish.ask(EXPERT)).body.data.title as string;
    expect(
      (await harish.entries(room)).map(({ kind }) => kind),
      'nothing was said by anybody else',
    ).toEqual(['request']);
    expect((await harish.get('/chat/v1/experts/usr_pro/hours')).http).toBe(404);
    expect((await harish.get('/chat/v1/desk/hours')).http).toBe(403);
    expect((await harish.post('/chat/v1/desk/hours', own)).http).toBe(403);
  });

  test('the note passes the guard of messages, and a refused one is kept for compliance; hours that are none are refused', async () => {
    const { ananya } = await open();
    const save = (change: object) => ananya.post('/chat/v1/desk/hours', { hours: null, away: true, note: '', ...change });
    expect((await save({ note: 'Call 9876543210' })).body.code).toBe('MESSAGE_BLOCKED');
    expect((await ananya.get('/chat/v1/desk/hours')).body.data.away).toBe(false);
    const blocked = await chatTables(chats.site.platform.db).selectFrom('chat_blocked').select('body').execute();
    expect(blocked).toEqual([{ body: 'Call 9876543210' }]);
    for (const change of [{ hours: [WORK] }, { hours: [null, null, null, null, null, null, null] }, { note: 'x'.repeat(301) }, { hours: [{ from: 9, to: 9 }] }])
      expect((await save(change)).body.code, JSON.stringify(change)).toBe('BAD_REQUEST');
  });

  test('each way on which a note leaves stands in the register, and it goes with the account', async () => {
    const { ananya, harish } = await open();
    const note = 'nilgiri-kestrel';
    const ways = new Set<string>();
    const told = (way: string, answer: unknown) => JSON.stringify(answer).includes(note) && ways.add(way);
    told('POST /chat/v1/desk/hours', (await ananya.post('/chat/v1/desk/hours', { hours: null, away: true, note })).body);
    for (const { method, path } of chats.site.platform.routes())
      if (method === 'GET') for (const one of [ananya, harish]) told(`GET ${path}`, (await one.get(path.replaceAll(/:\w+/g, EXPERT))).body);
    expect([...ways].toSorted()).toEqual(AWAY_WAYS.map(({ way }) => way).toSorted());

    await chats.site.db
      .updateTable('users')
      .set({ erase_at: new Date('2026-11-01T00:00:00Z') })
      .where('id', '=', ananya.user_id)
      .execute();
    const personal: Parameters<typeof eraseDue>[2] = [];
    keepChats({ keeps: (data) => void (personal as unknown[]).push(data) }, chats.site.platform.db, SILENT_NEWS, () => chats.clock.now);
    await eraseDue(chats.site.platform, chats.clock.now, personal, async () => undefined);
    const rows = await chatTables(chats.site.platform.db).selectFrom('chat_hours').select(['note', 'away']).execute();
    expect(rows).toEqual([{ note: '', away: false }]);
  });
});
