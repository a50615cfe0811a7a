import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { databases } from '../platform/testing.ts';
import { type CommunicationSite, linesOf, openCommunicationSite, PEOPLE } from './communications.testing.ts';
import { playHistory, seeded } from './history.testing.ts';

const PERIOD = { scope: 'period', from: '2026-11-01T00:00:00Z', until: '2041-11-01T00:00:00Z' };
const DAY = 86_400_000;
const JOBS = ['chat.time', 'chat.tidy', 'buzz.tidy', 'support.tidy'];

describe.each(await databases())('how long what was said is kept, on %s', { timeout: 600_000 }, (database) => {
  let site: CommunicationSite;
  afterEach(() => site?.close());

  async function played() {
    site = await openCommunicationSite(database);
    const history = await playHistory(site);
    const random = seeded(7);
    for (const what of ['say', 'say', 'say', 'say', 'phone', 'post', 'comment', 'withdrawPost', 'ask', 'ask', 'answer', 'phonePost'] as const)
      await history.act(what, random);
    return history;
  }
  const pass = async (): Promise<void> => {
    for (const name of JOBS) await site.job(name);
    await site.communications.retain();
  };
  const texts = async () => {
    const lines = linesOf(await site.exported(PERIOD));
    return { kept: lines.filter(({ content }) => content !== null), gone: lines.filter(({ withheld }) => withheld === 'retention') };
  };

  test('five years from the end of the relation, and longer under a hold, which another admin lifts; chains hold all the while', async () => {
    await played();
    const [admin, second, chat] = [await site.member(PEOPLE.admin), await site.member(PEOPLE.second), await site.member(PEOPLE.chat)];
    for (const { id } of await site.db.selectFrom('chat_rooms').select('id').execute()) {
      const room = await site.db.selectFrom('chat_rooms').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      if (room.investor_id === chat.user_id) await chat.post('/chat/v1/rooms/close', { room: id, reason: 'answered' });
    }
    const ended = site.clock.now.getTime();
    const hold = await admin.post('/admin/v1/communications/holds', { kind: 'person', target: chat.user_id, reason: 'A dispute before the arbiter' });
    expect(hold.body.data).toMatchObject({ kind: 'person', set_by: admin.user_id, lifted_at: null });
    site.clock.now = new Date(ended + 5 * 365 * DAY);
    await pass();
    expect((await texts()).gone).toEqual([]);
    site.clock.now = new Date(ended + 6 * 366 * DAY);
    // The open room of another closes by time, and goes five years after that.
    await pass();
    const held = await texts();
    const chatRoom = held.kept.filter(
      ({ chain }) => chain.startsWith('room/') && held.kept.some((line) => line.chain === chain && line.person === chat.user_id),
    );
    expect(chatRoom.length, 'the room under the hold is whole').toBeGreaterThan(3);
    expect(
      held.gone.some(({ chain, kind }) => chain.startsWith('posts/') && kind === 'post'),
      'a post that was taken back five years ago',
    ).toBe(true);
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from chat_messages where sender_id = ${chat.user_id}`.execute(site.db);
    expect(rows[0]!.n).toBeGreaterThan(0);
    expect((await site.communications.check([site.key])).wrong).toEqual([]);

    const { id } = hold.body.data;
    expect((await admin.post('/admin/v1/communications/holds/lift', { id, reason: 'It was settled' })).body.code).toBe('FORBIDDEN');
    expect((await second.post('/admin/v1/communications/holds/lift', { id, reason: 'It was settled' })).body.data.lifted_by).toBe(second.user_id);
    expect((await second.post('/admin/v1/communications/holds/lift', { id, reason: 'It was settled' })).body.code).toBe('BAD_REQUEST');
    await pass();
    const after = await texts();
    expect(after.kept.filter(({ person }) => person === chat.user_id)).toEqual([]);
    expect(after.gone.length).toBeGreaterThan(held.gone.length);
    expect((await site.communications.check([site.key])).wrong).toEqual([]);
    const audited = await sql<{
      action: string;
    }>`select action from audit_log where object = ${chat.user_id} and action like 'communications.%' order by id`.execute(site.db);
    expect(audited.rows.map(({ action }) => action)).toEqual(['communications.hold', 'communications.lift']);
  });

  test('a hold of a room keeps it against any hand, and no other room', async () => {
    await played();
    const admin = await site.member(PEOPLE.admin);
    const rooms = await site.db.selectFrom('chat_rooms').select('id').orderBy('id').execute();
    await admin.post('/admin/v1/communications/holds', { kind: 'room', target: rooms[0]!.id, reason: 'A letter of the regulator' });
    await sql`delete from chat_messages`.execute(site.db);
    await sql`delete from chat_reads`.execute(site.db);
    await sql`delete from chat_rooms`.execute(site.db);
    expect(await site.db.selectFrom('chat_rooms').select('id').execute()).toEqual([rooms[0]]);
    expect((await site.communications.check([site.key])).wrong.every((line) => line.startsWith(`room/${rooms[1]!.id}`))).toBe(true);
    expect((await admin.post('/admin/v1/communications/holds', { kind: 'room', target: 'nobody', reason: 'A letter of the regulator' })).body.code).toBe(
      'NOT_FOUND',
    );
  });

  test('an erasure takes questions to the desk at once and keeps what the law holds, and the copy of one’s data says so', async () => {
    await played();
    const chat = await site.member(PEOPLE.chat);
    const copy = (await chat.get('/auth/v1/export')).body;
    expect(JSON.stringify(copy)).toContain('An erasure of your account takes your name from it and not the text.');
    await site.site.platform.transaction(async (tx) => {
      const { forgetAtDesk } = await import('./retention.ts');
      await sql`delete from tickets where user_id = ${chat.user_id} and kind <> 'complaint'`.execute(tx);
      await forgetAtDesk(tx, chat.user_id);
    });
    const { kept, gone } = await texts();
    expect(kept.some(({ chain, person }) => chain.startsWith('room/') && person === chat.user_id)).toBe(true);
    expect(kept.filter(({ chain, person }) => chain.startsWith('desk/') && person === chat.user_id)).toEqual([]);
    expect(gone.every(({ chain }) => chain.startsWith('desk/'))).toBe(true);
    expect((await site.communications.check([site.key])).wrong).toEqual([]);
  });
});
