import { declareTopic, type RoomDeclaration } from '@vimarsh/shared/contract/socket/declare-topic.ts';
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
  return { said: [] as Said[], banned: new Set<string>(), steps: [] as string[] };
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
  const { platform, end } = await openPlatform({ database, settings });
  platform.authenticator(async (user_id) => ({ user_id, session_id: `ses_${user_id}` }) as Caller);
  platform.recheck(async (callers) => new Map(callers.map((each) => [each.session_id, each])));
  const topic = platform.realtime.openTopic(talk, {
    mayJoin(room, { caller }) {
      if (room === 'closed' || store.banned.has(caller!.user_id)) throw new Fail('FORBIDDEN');
    },
    onJoin: (room, { caller }) => void store.steps.push(`${caller!.user_id} joins ${room}`),
    onLeave: (room, { caller }) => void store.steps.push(`${caller!.user_id} leaves ${room}`),
    after: async (room, seq, limit) => store.said.filter((each) => each.room === room && each.seq > seq).slice(0, limit),
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
  return { topic, connect, realtime: platform.realtime, look: () => platform.realtime.look() };
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
    // Nobody can read what was never stored.
    node.topic.emit('talk:said', { room: 'a', seq: 40, text: '' });
    await expect.poll(() => asha.heard.slice(5)).toEqual(['a anew']);
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
    const rules = { mayJoin: () => undefined, after: async () => [], handlers: { 'talk:say': () => undefined } };
    expect(() => node.realtime.openTopic(talk, rules)).toThrow('declared already');
    expect(() => node.realtime.openTopic({ ...talk, name: 'talk2' }, rules)).toThrow('belongs to the topic talk');
  });
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
    await ravi.leave('a');
    one.topic.emit('talk:said', addTo(store, 'a'));
    await expect.poll(() => asha.heard.at(-1)).toBe('a 21');
    expect(ravi.heard).not.toContain('a 21');
  },
  60_000,
);
