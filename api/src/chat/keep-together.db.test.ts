import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlatformProcess } from '../platform/platform.create.ts';
import { databases, openPlatform } from '../platform/testing.ts';
import { keepingOf } from './entries.store.ts';
import { createKeepTogether } from './keep-together.ts';
import { type ChatDb, chatTables, type RoomRow } from './tables.ts';

const AT = new Date('2026-11-20T06:00:00Z');
const LATER = new Date('2026-11-20T07:00:00Z');

describe.each(await databases())('messages kept together on %s', (database) => {
  let platform: PlatformProcess;
  let end: () => Promise<void>;
  let db: ChatDb;
  beforeAll(async () => {
    ({ platform, end } = await openPlatform({ database }));
    await platform.start();
    db = chatTables(platform.db);
    const room: RoomRow = {
      id: 'open',
      investor_id: 'investor',
      expert_id: 'expert',
      partner_key: '',
      status: 'Active',
      topic: 'Results',
      symbol: null,
      request_text: 'Words',
      reason: '',
      requested_at: AT,
      decided_at: AT,
      answered_at: AT,
      closed_at: null,
      ends_at: new Date('2026-12-20T06:00:00Z'),
      without_plan_since: null,
      last_seq: 2,
      // Of a node whose clock is ahead.
      last_at: LATER,
    };
    await db
      .insertInto('chat_rooms')
      .values([
        room,
        { ...room, id: 'other', expert_id: 'other' },
        { ...room, id: 'held', expert_id: 'third' },
        { ...room, id: 'closed', expert_id: 'fourth', status: 'Closed' },
        { ...room, id: 'over', expert_id: 'fifth', ends_at: AT },
      ])
      .execute();
    await db
      .insertInto('chat_blocked')
      .values({ sender_id: 'investor', client_msg_id: 'blocked', room_id: 'open', body: 'Call 98…', kind: 'phone', sentence: 'No', at: AT })
      .execute();
  });
  afterAll(() => end());

  test('each has its room’s next number in the order of sending; what may not be kept, was used before or is held is left to be looked at alone', async () => {
    const keep = createKeepTogether(db, () => AT);
    const say = (room_id: string, client_msg_id: string, sender_id = 'investor', answers = false) =>
      keep({ room_id, client_msg_id, sender_id, body: `Words of ${client_msg_id}`, answers });
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    // The embedded database has one connection: there nobody else holds a room.
    const isHeld = database === 'postgres';
    let holding: Promise<void> = Promise.resolve();
    if (isHeld)
      await new Promise<void>((locked) => {
        holding = platform.transaction(async (tx) => {
          await chatTables(tx).selectFrom('chat_rooms').select('id').where('id', '=', 'held').forUpdate().execute();
          locked();
          await released;
        });
      });
    const [h1, m1, m2, m3, m4] = await Promise.all([
      isHeld ? say('held', 'h1') : null,
      say('open', 'm1'),
      say('open', 'm2', 'expert', true),
      say('other', 'm3'),
      say('open', 'm4'),
    ]);
    release();
    await holding;
    expect(h1, 'a room that somebody is changing').toBeNull();
    expect([m1, m2, m3, m4].map((kept) => kept?.seq)).toEqual([3, 4, 3, 5]);
    expect(m1, 'the time of a room never goes back').toMatchObject({ at: LATER, investor_id: 'investor', expert_id: 'expert' });
    const refused = await Promise.all([
      say('open', 'm1'),
      say('other', 'm1'),
      say('open', 'blocked'),
      say('open', 's1', 'stranger'),
      say('open', 'e1', 'expert', false),
      say('closed', 'c1'),
      say('over', 'o1'),
      say('none', 'n1'),
    ]);
    expect(refused, 'used, used elsewhere, blocked, a stranger, an expert who may not answer, closed, over, no room').toEqual(Array(8).fill(null));
    const twice = await Promise.all([say('open', 't1'), say('open', 't1'), say('open', 't2')]);
    expect(
      twice.map((kept) => kept?.seq ?? null),
      'the same number twice at once',
    ).toEqual([6, null, 7]);
    const stored = await db.selectFrom('chat_messages').select(['room_id', 'seq', 'client_msg_id', 'body']).orderBy('room_id').orderBy('seq').execute();
    expect(stored.map(({ room_id, seq, client_msg_id }) => `${room_id} ${seq} ${client_msg_id}`)).toEqual([
      'open 3 m1',
      'open 4 m2',
      'open 5 m4',
      'open 6 t1',
      'open 7 t2',
      'other 3 m3',
    ]);
    const heads = await db.selectFrom('chat_rooms').select(['id', 'last_seq']).orderBy('id').execute();
    expect(Object.fromEntries(heads.map(({ id, last_seq }) => [id, last_seq]))).toEqual({ closed: 2, held: 2, open: 7, other: 3, over: 2 });
  });

  test('where the statement fails, each is left to be looked at alone, and the next are kept', async () => {
    let fails = true;
    const failing = db.withPlugin({
      transformQuery({ node }) {
        if (fails) throw new Error('the connection is gone');
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const keep = createKeepTogether(failing, () => AT);
    const message = { room_id: 'open', sender_id: 'investor', body: 'Words', answers: false };
    expect(await Promise.all([keep({ ...message, client_msg_id: 'f1' }), keep({ ...message, client_msg_id: 'f2' })])).toEqual([null, null]);
    fails = false;
    expect(await keep({ ...message, client_msg_id: 'f1' })).toMatchObject({ seq: 8 });
  });

  test('among many messages the statement reads those it asks for, and not the table', async () => {
    await platform.db.transaction().execute(async (tx) => {
      await sql`select set_config('vimarsh.copying', 'on', true)`.execute(tx);
      await sql`insert into chat_messages (room_id, seq, kind, sender_id, client_msg_id, body, status_str, reason, at)
        select 'open', 100 + n, 'message', 'investor', 'many' || n, 'Words', '', '', ${AT} from generate_series(1, 20000) n`.execute(tx);
    });
    await sql`analyze chat_messages`.execute(platform.db);
    const messages = Array.from({ length: 128 }, (_, n) => ({
      room_id: 'open',
      sender_id: 'investor',
      client_msg_id: `new${n}`,
      body: 'Words',
      answers: false,
    }));
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${keepingOf(messages, AT)}`.execute(platform.db);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('chat_message_by_id');
    expect(plan).not.toContain('Seq Scan on chat_messages');
  });
});
