import { setTimeout as pause } from 'node:timers/promises';
import { declareTopic, type RoomDeclaration } from '@vimarsh/shared/contract/socket/declare-topic.ts';
import { type Kysely, sql } from 'kysely';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Fail } from '../http/fail.ts';
import { ownRedis } from '../nodes/redis.testing.ts';
import type { Caller } from '../platform.ts';
import { databases, openPlatform, type TestDatabase } from '../testing.ts';

/** All that a new topic brings: its declaration, and (below) its feature. */
const talk = declareTopic({
  name: 'talk',
  access: 'session',
  client: { 'talk:say': z.object({ room: z.string(), text: z.string() }) },
  server: { 'talk:said': z.object({ room: z.string(), seq: z.int(), text: z.string() }), 'talk:typing': z.object({ room: z.string() }) },
  perSecond: 12,
  roomsPerSocket: 2,
  sequence: { event: 'talk:said', most: 20 },
} satisfies RoomDeclaration);
type Said = { room: string; seq: number; text: string };

/** What every node of the feature shares, as a database would be. */
function openStore() {
  const said: Said[] = [];
  return {
    said,
    banned: new Set<string>(),
    steps: [] as string[],
    looks: 0,
    looksNow: 0,
    mostLooksAtOnce: 0,
    lookMs: 0,
    isDown: false,
    after: async (room: string, seq: number, limit: number): Promise<readonly Said[]> =>
      said.filter((each) => each.room === room && each.seq > seq).slice(0, limit),
    latest: async (rooms: readonly string[]): Promise<ReadonlyMap<string, number>> =>
      new Map(rooms.map((room) => [room, said.filter((each) => each.room === room).at(-1)?.seq ?? 0])),
  };
}
type Store = ReturnType<typeof openStore>;
type Answer = { ok: boolean; code?: string; text?: string };

const redis = await ownRedis();
if (!redis) console.log('There is no redis-server on this machine: rooms of two nodes are not tested.');
afterAll(() => redis?.remove());
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function openNode(store: Store, database: TestDatabase, settings: Record<string, string> = {}) {
  const log: string[] = [];
  const { platform, end } = await openPlatform({ database, settings, log: { write: (line) => void log.push(line) } });
  platform.authenticator(async (user_id) => ({ user_id, session_id: `ses_${user_id}` }) as Caller);
  platform.recheck(async (callers) => {
    if (store.isDown) throw new Error('the database is away');
    return new Map(callers.map((each) => [each.session_id, each]));
  });
  const topic = platform.realtime.openTopic(talk, {
    mayJoin(room, { caller }) {
      if (room === 'closed' || store.banned.has(caller!.user_id)) throw new Fail('FORBIDDEN');
    },
    async mayStay(members) {
      store.looks += 1;
      store.looksNow += 1;
      store.mostLooksAtOnce = Math.max(store.mostLooksAtOnce, store.looksNow);
      await pause(store.lookMs);
      store.looksNow -= 1;
      return members.filter(({ connection }) => !store.banned.has(connection.caller!.user_id));
    },
    onJoin: (room, { caller }) => void store.steps.push(`${caller!.user_id} joins ${room}`),
    onLeave: (room, { caller }) => void store.steps.push(`${caller!.user_id} leaves ${room}`),
    after: (...input) => store.after(...input),
    latest: (rooms) => store.latest(rooms),
    handlers: {
      'talk:say'({ room, text }, connection) {
        if (!topic.isMember(room, connection)) throw new Fail('FORBIDDEN');
        topic.emit('talk:said', addTo(store, room, text));
        return undefined;
      },
    },
  });
  await platform.start();
  const port = await platform.listen(0);
  ends.push(end);
  async function connect(user_id: string) {
    const socket: Socket = io(`http://127.0.0.1:${port}`, {
      transports: ['websocket'],
      auth: user_id ? { token: user_id } : {},
      reconnection: false,
      forceNew: true,
    });
    ends.unshift(async () => void socket.disconnect());
    await new Promise<void>((done, fail) => socket.once('connect', () => done()).once('connect_error', fail));
    const heard: string[] = [];
    socket.on('talk:said', ({ room, seq }: Said) => heard.push(`${room} ${seq}`));
    socket.on('talk:typing', ({ room }: Said) => heard.push(`${room} typing`));
    socket.on('room:reload', ({ room }: Said) => heard.push(`${room} anew`));
    socket.on('room:ended', ({ room, code }: { room: string; code: string }) => heard.push(`${room} ${code}`));
    const ask = (event: string, payload: object): Promise<Answer> => socket.timeout(5000).emitWithAck(event, payload);
    return {
      socket,
      heard,
      ask,
      join: (room: string, have?: number) => ask('room:join', { topic: 'talk', room, ...(have !== undefined && { have }) }),
      leave: (room: string) => ask('room:leave', { topic: 'talk', room }),
    };
  }
  return { topic, connect, log, db: platform.db, transaction: platform.transaction, realtime: platform.realtime, look: () => platform.realtime.look() };
}

function addTo(store: Store, room: string, text = ''): Said {
  const said = { room, seq: store.said.filter((each) => each.room === room).length + 1, text };
  store.said.push(said);
  return said;
}

describe('a new topic with its room edits its own files only', () => {
  test('who may joins, the others read why not; news reach members alone, until they leave or go', async () => {
    const store = openStore();
    const node = await openNode(store, 'pglite');
    const [asha, ravi, visitor] = await Promise.all([node.connect('asha'), node.connect('ravi'), node.connect('')]);
    expect(await visitor.join('a')).toMatchObject({ ok: false, code: 'SESSION_ENDED', text: 'Please login again' });
    expect(await asha.join('closed')).toMatchObject({ ok: false, code: 'FORBIDDEN', text: 'You can’t do that with this account.' });
    expect(await asha.ask('room:join', { topic: 'nothing', room: 'a' })).toMatchObject({ ok: false, code: 'NOT_FOUND' });
    expect(await asha.ask('talk:say', { room: 'a', text: 'before' })).toMatchObject({ ok: false, code: 'FORBIDDEN' });
    expect(await asha.join('a')).toEqual({ ok: true });
    expect(await ravi.join('b')).toEqual({ ok: true });
    expect(await asha.ask('talk:say', { room: 'a', text: 'hello' })).toEqual({ ok: true });
    node.topic.emit('talk:typing', { room: 'b' });
    await expect.poll(() => [asha.heard, ravi.heard]).toEqual([['a 1'], ['b typing']]);
    expect(await asha.leave('a')).toEqual({ ok: true });
    node.topic.emit('talk:said', addTo(store, 'a'));
    ravi.socket.disconnect();
    await expect.poll(() => store.steps).toEqual(['asha joins a', 'ravi joins b', 'asha leaves a', 'ravi leaves b']);
    expect(asha.heard).toEqual(['a 1']);
  });

  test('what a lost hint told of is brought although nobody can say who the sockets speak for, and the next look after a failed one comes soon', async () => {
    const store = openStore();
    const node = await openNode(store, 'pglite');
    const asha = await node.connect('asha');
    await asha.join('a', 0);
    store.isDown = true;
    addTo(store, 'a');
    await expect(node.look()).rejects.toThrow('the database is away');
    await expect.poll(() => asha.heard).toEqual(['a 1']);
    const { latest } = store;
    store.isDown = false;
    store.latest = async () => {
      throw new Error('no number can be read');
    };
    addTo(store, 'a');
    await expect(node.look()).rejects.toThrow('no number can be read');
    store.latest = latest;
    await node.look();
    await expect.poll(() => asha.heard).toEqual(['a 1', 'a 2']);
  });

  test('a right that ends ends the membership, with a code; a session that ends, too', async () => {
    const store = openStore();
    const node = await openNode(store, 'pglite');
    const [asha, ravi] = await Promise.all([node.connect('asha'), node.connect('ravi')]);
    await Promise.all([asha.join('a'), ravi.join('a')]);
    store.banned.add('asha');
    await node.look();
    await expect.poll(() => asha.heard).toEqual(['a FORBIDDEN']);
    node.topic.emit('talk:said', addTo(store, 'a'));
    await expect.poll(() => ravi.heard).toEqual(['a 1']);
    expect(asha.heard).toEqual(['a FORBIDDEN']);
    node.realtime.endSession('ses_ravi', 'Signed out');
    await expect.poll(() => store.steps.slice(2)).toEqual(['asha leaves a', 'ravi leaves a']);
  });

  test('what is missing comes first and in order; who misses too much loads anew', async () => {
    const store = openStore();
    const node = await openNode(store, 'pglite');
    const [asha, ravi] = await Promise.all([node.connect('asha'), node.connect('ravi')]);
    for (let n = 0; n < 24; n += 1) addTo(store, 'a');
    await Promise.all([asha.join('a', 21), ravi.join('a', 0)]);
    expect([asha.heard, ravi.heard]).toEqual([['a 22', 'a 23', 'a 24'], ['a anew']]);
    // The next was stored, but its news were lost, as between nodes; the one after comes twice.
    addTo(store, 'a');
    const after = addTo(store, 'a');
    node.topic.emit('talk:said', after);
    node.topic.emit('talk:said', after);
    await expect.poll(() => asha.heard.slice(3)).toEqual(['a 25', 'a 26']);
    // Nobody can read what was never stored; what comes then is heard.
    node.topic.emit('talk:said', { room: 'a', seq: 40, text: '' });
    await expect.poll(() => asha.heard.slice(5), { timeout: 10_000 }).toEqual(['a anew']);
    node.topic.emit('talk:said', addTo(store, 'a'));
    await expect.poll(() => asha.heard.slice(6)).toEqual(['a 27']);
  });

  test('an own message that breaks its declaration throws where it is sent, and only what is declared leaves', async () => {
    const node = await openNode(openStore(), 'pglite');
    const asha = await node.connect('asha');
    await asha.join('a');
    const heard: unknown[] = [];
    asha.socket.on('talk:typing', (payload) => heard.push(payload));
    expect(() => node.topic.emit('talk:typing', { room: 7 } as never)).toThrow('room');
    expect(() => node.topic.emit('talk:said', { room: 'a', text: 'x' } as never), 'without its number').toThrow('seq');
    expect(() => node.topic.emit('constructor' as 'talk:typing', { room: 'a' })).toThrow('The topic talk has no event constructor.');
    node.topic.emit('talk:typing', { room: 'a', secret: 1 } as never);
    await expect.poll(() => heard).toEqual([{ room: 'a' }]);
  });

  test('what another node sends against the declaration is dropped with a line in the log, which names no payload', async () => {
    const node = await openNode(openStore(), 'pglite');
    const asha = await node.connect('asha');
    await asha.join('a');
    const heard: unknown[] = [];
    asha.socket.on('talk:typing', (payload) => heard.push(payload));
    const news = (event: string, payload: object, topic = 'talk') => node.realtime.carryOut({ kind: 'news', topic, event, payload: payload as never });
    news('talk:said', { room: 'a', seq: 1, text: 17, secret: 'of nobody' });
    news('constructor', { room: 'a' });
    news('x:y', { room: 'a' }, 'of another release');
    news('talk:typing', { room: 'a', secret: 1 });
    await expect.poll(() => heard).toEqual([{ room: 'a' }]);
    const lines = node.log.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => 'topic' in line);
    expect(lines.map(({ topic, event, level }) => [topic, event, level])).toEqual([
      ['talk', 'talk:said', 'warn'],
      ['talk', 'constructor', 'warn'],
    ]);
    expect(node.log.join('')).not.toContain('of nobody');
  });

  test('a membership is ended at once, also one that is being asked for; looks never overlap', async () => {
    const store = openStore();
    const node = await openNode(store, 'pglite');
    const [asha, ravi] = await Promise.all([node.connect('asha'), node.connect('ravi')]);
    await Promise.all([asha.join('a'), asha.join('b'), ravi.join('a')]);
    node.topic.end('a', 'asha');
    node.topic.emit('talk:said', addTo(store, 'a'));
    node.topic.emit('talk:typing', { room: 'b' });
    await expect.poll(() => [asha.heard, ravi.heard]).toEqual([['a FORBIDDEN', 'b typing'], ['a 1']]);
    expect(store.steps.at(-1)).toBe('asha leaves a');
    const latest = Promise.withResolvers<ReadonlyMap<string, number>>();
    const read = Promise.withResolvers<void>();
    store.latest = () => {
      read.resolve();
      return latest.promise;
    };
    await ravi.leave('a');
    const joining = asha.join('a');
    await read.promise;
    // The room has nobody yet but her who is being asked for, and what is said in it reaches nobody.
    node.topic.emit('talk:typing', { room: 'a' });
    node.topic.end('a', 'asha');
    latest.resolve(new Map());
    expect(await joining).toMatchObject({ ok: false, code: 'FORBIDDEN' });
    await ravi.leave('a');
    expect([asha.heard.slice(2), ravi.heard.slice(1)]).toEqual([[], []]);
    store.lookMs = 50;
    await Promise.all([node.look(), node.look(), node.look()]);
    expect(store.mostLooksAtOnce).toBe(1);
  });

  test('a socket has so many rooms and events a second, and reads what it did too much of', async () => {
    const node = await openNode(openStore(), 'pglite');
    const asha = await node.connect('asha');
    const joins = await Promise.all(['a', 'b', 'c', 'a'].map((room) => asha.join(room)));
    expect(joins.map(({ code }) => code)).toEqual([undefined, undefined, 'ROOM_LIMIT', undefined]);
    expect(joins[2]!.text).toBe('Too many conversations are open. Close one and try again.');
    await asha.leave('b');
    expect(await asha.join('c')).toEqual({ ok: true });
    const said = await Promise.all(Array.from({ length: 30 }, () => asha.ask('talk:say', { room: 'a', text: 'x' })));
    // The burst may straddle the turn of one second.
    expect(said.filter(({ code }) => code === 'RATE').length).toBeGreaterThanOrEqual(6);
    expect(said.find(({ code }) => code === 'RATE')!.text).toMatch(/^Too many attempts/);
    expect(await asha.ask('market:watch', { symbols: [] }), 'another topic has its own budget').not.toMatchObject({ code: 'RATE' });
  });

  test('a topic or an event is declared once', async () => {
    const node = await openNode(openStore(), 'pglite');
    const rules = {
      mayJoin: () => undefined,
      mayStay: () => [],
      after: async () => [],
      latest: async () => new Map(),
      handlers: { 'talk:say': () => undefined },
    };
    expect(() => node.realtime.openTopic(talk, rules)).toThrow('declared already');
    expect(() => node.realtime.openTopic({ ...talk, name: 'talk2' }, rules)).toThrow('belongs to the topic talk');
  });
});

test.runIf((await databases()).includes('postgres')).each([
  ['also when the later one is told first', 0],
  ['also when the earlier one is never told', 0],
  ['and what was rolled back makes the room load anew', 1],
])('of two transactions at once, the later of which commits first, each member hears both in order: %s', async (what, rolledBack) => {
  const store = openStore();
  const node = await openNode(store, 'postgres');
  await sql`create table test_said (seq int primary key, text text not null)`.execute(node.db);
  ends.unshift(async () => void (await sql`drop table test_said`.execute(node.db)));
  type Tables = { test_said: { seq: number; text: string } };
  const db: Kysely<Tables> = node.db;
  store.after = async (room, seq, limit) =>
    (await db.selectFrom('test_said').selectAll().where('seq', '>', seq).orderBy('seq').limit(limit).execute()).map((row) => ({ room, ...row }));
  store.latest = async ([room]) =>
    new Map([
      [
        room!,
        (
          await db
            .selectFrom('test_said')
            .select((eb) => eb.fn.max('seq').as('seq'))
            .executeTakeFirst()
        )?.seq ?? 0,
      ],
    ]);
  const write = (seq: number, wait?: Promise<void>) =>
    node.transaction(async (tx: Kysely<Tables>) => {
      await tx.insertInto('test_said').values({ seq, text: 'x' }).execute();
      await wait;
      if (seq === 11 && rolledBack) throw new Error('rolled back');
    });
  for (let seq = 1; seq <= 10; seq += 1) await write(seq);
  const [asha, ravi] = await Promise.all([node.connect('asha'), node.connect('ravi')]);
  await Promise.all([asha.join('a', 10), ravi.join('a')]);
  const tell = (seq: number) => node.topic.emit('talk:said', { room: 'a', seq, text: 'x' });
  const held = Promise.withResolvers<void>();
  const eleven = write(11, held.promise).catch(() => undefined);
  await write(12);
  tell(12);
  await pause(250);
  expect([asha.heard, ravi.heard], 'nobody hears 12 before 11').toEqual([[], []]);
  held.resolve();
  await eleven;
  if (!rolledBack && what.includes('told first')) tell(11);
  const first = rolledBack ? ['a anew'] : ['a 11', 'a 12'];
  await expect.poll(() => [asha.heard, ravi.heard], { timeout: 10_000 }).toEqual([first, first]);
  await write(13);
  tell(13);
  await expect
    .poll(() => [asha.heard, ravi.heard])
    .toEqual([
      [...first, 'a 13'],
      [...first, 'a 13'],
    ]);
});

// Several nodes share a PostgreSQL; the embedded database belongs to one.
test.runIf((await databases()).includes('postgres') && redis !== null)(
  'on two nodes the members of a room hear in order what either says, and what the wire lost is read',
  async () => {
    const store = openStore();
    const settings = { REDIS_URL: redis!.url };
    const [one, two] = await Promise.all([openNode(store, 'postgres', settings), openNode(store, 'postgres', settings)]);
    const [asha, ravi] = await Promise.all([one.connect('asha'), two.connect('ravi')]);
    await Promise.all([asha.join('a', 0), ravi.join('a', 0)]);
    // The nodes find each other within moments; until then numbers are lost, and made good by the next.
    await expect
      .poll(
        () => {
          one.topic.emit('talk:typing', { room: 'a' });
          return ravi.heard;
        },
        { timeout: 10_000, interval: 200 },
      )
      .toContain('a typing');
    for (let n = 1; n <= 20; n += 1) (n % 2 ? one : two).topic.emit('talk:said', addTo(store, 'a'));
    const all = Array.from({ length: 20 }, (_, n) => `a ${n + 1}`);
    const numbered = (heard: readonly string[]) => heard.filter((each) => !each.endsWith('typing'));
    await expect.poll(() => numbered(ravi.heard).at(-1), { timeout: 10_000 }).toBe('a 20');
    await expect.poll(() => numbered(asha.heard).at(-1), { timeout: 10_000 }).toBe('a 20');
    for (const { heard } of [asha, ravi]) expect(numbered(heard), 'no number twice, none out of turn').toEqual(all);
    // The relay lost the last one, and nothing comes after it.
    addTo(store, 'a');
    await Promise.all([one.look(), two.look()]);
    await expect.poll(() => [asha.heard.at(-1), ravi.heard.at(-1)]).toEqual(['a 21', 'a 21']);
    await asha.join('b');
    two.topic.end('a', 'asha');
    // Another node ends it within a second.
    await expect.poll(() => asha.heard.at(-1), { interval: 10, timeout: 1000 }).toBe('a FORBIDDEN');
    await ravi.leave('a');
    two.topic.emit('talk:said', addTo(store, 'a'));
    two.topic.emit('talk:typing', { room: 'b' });
    await expect.poll(() => asha.heard.at(-1)).toBe('b typing');
    for (const { heard } of [asha, ravi]) expect(heard).not.toContain('a 22');
  },
  60_000,
);
