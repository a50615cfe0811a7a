import { declareTopic, type RoomDeclaration } from '@vimarsh/shared/contract/socket/declare-topic.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Fail } from '../http/fail.ts';
import { type Membership, type RoomRules, Rooms } from './rooms.ts';

const talk = declareTopic({
  name: 'talk',
  access: 'session',
  client: {},
  server: { 'talk:said': z.object({ room: z.string(), seq: z.int() }) },
  perSecond: 40,
  roomsPerSocket: 20,
  sequence: { event: 'talk:said', most: 6 },
} satisfies RoomDeclaration);

interface TestSocket {
  readonly id: string;
  readonly caller: { readonly user_id: string };
}
const explain = (error: unknown) => ({ code: error instanceof Fail ? error.code : String(error), text: '' });

/**
 * A room as a database, a relay and pages would have it, all in one thread. Nothing that is waited for (a read, a pause) goes on
 * before `step` lets it.
 */
function openWorld() {
  const committed: number[] = [];
  /** Numbers taken by transactions that are not committed yet. */
  const open: number[] = [];
  const hints: number[] = [];
  const waiting: (() => void)[] = [];
  const wait = () => new Promise<void>((done) => void waiting.push(done));
  const world = { taken: 0, failures: 0 };
  const read = async <T>(value: T): Promise<T> => {
    await wait();
    if (world.failures === 0) return value;
    world.failures -= 1;
    throw new Fail('RETRY');
  };
  const newest = () => committed.reduce((most, seq) => Math.max(most, seq), 0);
  const pages = ['asha', 'ravi', 'meena'].map((name, n) => createPage(name, n === 0 ? 0 : undefined));
  const rooms = new Rooms<TestSocket>(
    {
      send(ids, event, payload) {
        for (const id of ids) pages.find((page) => page.id() === id)?.hear(event, (payload as { seq?: number }).seq);
      },
      explain,
    },
    wait,
  );
  rooms.open(talk, {
    mayJoin: () => read(undefined),
    mayStay: (members) => members,
    // What was committed when the read began, as a slow read gives it.
    after: (room, seq, limit) =>
      read(
        committed
          .filter((each) => each > seq)
          .toSorted((a, b) => a - b)
          .slice(0, limit)
          .map((each) => ({ room, seq: each })),
      ),
    latest: () => read(new Map([['a', newest()]])),
  });

  /** A page that follows the room and keeps each number it was sent, or loaded. */
  function createPage(name: string, have: number | undefined) {
    const shown = new Set<number>();
    const wrong: string[] = [];
    let visit = 0;
    let joined: 'no' | 'asked' | 'yes' = 'no';
    let lastHeard = have;
    /** The number that has to come next; null: any up to the one after what was loaded. */
    let next: number | null = null;
    let isLoaded = false;
    /** What no load could see at that time. */
    let openAtLoad: number[] = [];
    const seen = { heard: 0, reloads: 0 };
    function load(): void {
      if (next !== null && !isLoaded && next - 1 > newest() + 1) wrong.push(`${name} heard ${next - 1} and loaded up to ${newest()}`);
      isLoaded = true;
      for (const seq of committed) shown.add(seq);
      openAtLoad = [...open];
    }
    return {
      name,
      wrong,
      seen,
      id: () => `${name} ${visit}`,
      missing: () => committed.filter((seq) => !shown.has(seq) && !openAtLoad.includes(seq)),
      isMember: () => joined === 'yes',
      hear(event: string, seq: number | undefined): void {
        if (joined === 'no') wrong.push(`${name} heard ${event} ${seq} after it was gone`);
        if (event === 'room:reload') {
          seen.reloads += 1;
          lastHeard = undefined;
          next = null;
          load();
        } else if (seq !== undefined) {
          seen.heard += 1;
          const fits = next === null ? !isLoaded || seq <= newest() + 1 : seq === next;
          if (!fits) wrong.push(`${name} heard ${seq}, next was ${next}`);
          shown.add(seq);
          lastHeard = seq;
          next = seq + 1;
        }
      },
      join(): void {
        if (joined !== 'no') return;
        joined = 'asked';
        visit += 1;
        const own = visit;
        const had = lastHeard;
        next = had === undefined ? null : had + 1;
        if (had === undefined) isLoaded = false;
        void rooms.join('talk', 'a', { id: `${name} ${own}`, caller: { user_id: name } }, had).then(
          () => {
            if (visit !== own || joined !== 'asked') return;
            joined = 'yes';
            if (had === undefined) load();
          },
          () => {
            if (visit === own) joined = 'no';
          },
        );
      },
      drop(): void {
        if (joined === 'no') return;
        rooms.leaveAll(`${name} ${visit}`);
        joined = 'no';
      },
    };
  }

  const pick = <T>(list: T[], n: number): T | undefined => (list.length > 0 ? list.splice(n % list.length, 1)[0] : undefined);
  const tell = (seq: number | undefined): void => {
    if (seq !== undefined) rooms.deliver('talk', 'talk:said', { room: 'a', seq });
  };
  const commit = (seq: number | undefined): void => {
    if (seq === undefined) return;
    committed.push(seq);
    hints.push(seq);
  };
  const acts = {
    /** As the contract asks: under the room's lock, so one commits after the other. */
    write() {
      if (open.length > 0) return;
      world.taken += 1;
      commit(world.taken);
    },
    begin() {
      world.taken += 1;
      open.push(world.taken);
    },
    commit: (n: number) => commit(pick(open, n)),
    rollBack: (n: number) => void pick(open, n),
    tell: (n: number) => tell(pick(hints, n)),
    tellTwice(n: number) {
      if (hints.length > 0) tell(hints[n % hints.length]);
    },
    /** An event that was sent and never stored. */
    invent: (n: number) => tell(world.taken + 1 + n),
    lose: (n: number) => void pick(hints, n),
    join: (n: number) => pages[n % pages.length]!.join(),
    drop: (n: number) => pages[n % pages.length]!.drop(),
    // Where the database fails, a later look is to bring it.
    look: () => void rooms.catchUp().catch(() => undefined),
    /** The database is away for the next reads. */
    away(n: number) {
      world.failures = n;
    },
    step: (n: number) => pick(waiting, n)?.(),
  };
  /** Lets everything that was let go run on. */
  const settle = () => new Promise((done) => setImmediate(done));
  async function runOut(): Promise<void> {
    for (let steps = 0; ; steps += 1) {
      await settle();
      if (waiting.length === 0) return;
      if (steps > 2000) throw new Error('The room never comes to rest.');
      for (const goOn of waiting.splice(0)) goOn();
    }
  }
  return { acts, pages, world, open, settle, runOut, rooms };
}
type Act = keyof ReturnType<typeof openWorld>['acts'];

/** How often an act comes. */
const COMMON: Partial<Record<Act, number>> = { tell: 6, tellTwice: 2, lose: 1, invent: 1, join: 6, drop: 1, look: 1, away: 1, step: 30 };
const UNDER_LOCK: Partial<Record<Act, number>> = { ...COMMON, write: 8 };
const WITHOUT_LOCK: Partial<Record<Act, number>> = { ...COMMON, begin: 8, commit: 7, rollBack: 1 };

test.each([
  ['numbers taken under a lock', UNDER_LOCK],
  ['commits out of order and rollbacks', WITHOUT_LOCK],
])('with %s each member gets each number once and in order, whatever hints do, or loads anew', async (_what, weights) => {
  const names = fc.oneof(...Object.entries(weights).map(([name, weight]) => ({ arbitrary: fc.constant(name as Act), weight })));
  const act = fc.tuple(names, fc.nat(7));
  const seen = { heard: 0, reloads: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 100, maxLength: 200 }), async (acts) => {
      const site = openWorld();
      for (const [name, n] of acts) {
        site.acts[name](n);
        await site.settle();
      }
      site.world.failures = 0;
      while (site.open.length > 0) site.acts.commit(0);
      await site.runOut();
      for (const page of site.pages) page.join();
      await site.runOut();
      // A last hint that was lost is made good by the next look.
      site.acts.look();
      await site.runOut();
      for (const page of site.pages) {
        expect(page.wrong).toEqual([]);
        expect(page.isMember(), page.name).toBe(true);
        expect(page.missing(), `missing at ${page.name}`).toEqual([]);
      }
      for (const page of site.pages) {
        seen.heard += page.seen.heard;
        seen.reloads += page.seen.reloads;
      }
    }),
    { numRuns: 400, seed: 20_261_129 },
  );
  // The acts lead where it matters: pages heard numbers, and some were told to load anew.
  expect(seen.heard).toBeGreaterThan(1000);
  expect(seen.reloads).toBeGreaterThan(20);
});

/** A room with one member, who has its ten numbers. */
async function openRoom() {
  const heard: string[] = [];
  const store = { last: 10, latest: async () => store.last };
  const rooms = new Rooms<TestSocket>(
    { send: (_ids, event, payload) => void heard.push(`${event} ${(payload as { seq?: number }).seq ?? ''}`.trim()), explain },
    async () => undefined,
  );
  rooms.open(talk, {
    mayJoin: () => undefined,
    mayStay: (members) => members,
    after: async (room, seq, limit) => Array.from({ length: Math.min(store.last - seq, limit) }, (_, n) => ({ room, seq: seq + n + 1 })),
    latest: async () => new Map([['a', await store.latest()]]),
  });
  await rooms.join('talk', 'a', { id: 'one', caller: { user_id: 'asha' } }, 10);
  const tell = (seq: number) => rooms.deliver('talk', 'talk:said', { room: 'a', seq } as never);
  return { heard, store, tell, rest: () => new Promise((done) => setTimeout(done, 20)) };
}

test('a member who misses more numbers than are sent later loads anew instead', async () => {
  const { heard, store, tell, rest } = await openRoom();
  store.last = 17;
  tell(17);
  await rest();
  tell(18);
  expect(heard).toEqual(['room:reload', 'talk:said 18']);
});

test('what comes while the last number is read for a page that loads anew follows', async () => {
  const { heard, store, tell, rest } = await openRoom();
  store.latest = async () => {
    store.last = 11;
    tell(11);
    return 10;
  };
  // Sent and never stored.
  tell(40);
  await rest();
  expect(heard).toEqual(['room:reload', 'talk:said 11']);
});

test('a page whose last number the database does not have loads anew: it was restored to an earlier day', async () => {
  const heard: string[] = [];
  const rooms = new Rooms<TestSocket>({ send: (_ids, event) => void heard.push(event), explain });
  rooms.open(talk, { mayJoin: () => undefined, mayStay: (members) => members, after: async () => [], latest: async () => new Map([['a', 3]]) });
  await rooms.join('talk', 'a', { id: 'one', caller: { user_id: 'asha' } }, 50);
  rooms.deliver('talk', 'talk:said', { room: 'a', seq: 4 } as never);
  expect(heard).toEqual(['room:reload', 'talk:said']);
});

test.each([
  ['20 rooms of all', (_socket: number, n: number) => `room ${n}`, 1],
  ['rooms of two', (socket: number, n: number) => `room ${socket % 1000} ${n}`, 40],
])('2,000 sockets in 20 rooms each (%s) are looked after with a question for each 500 members', async (_what, roomOf, latestQuestions) => {
  const asked = { stay: 0, latest: 0, most: 0 };
  const rules: RoomRules<TestSocket> = {
    mayJoin: () => undefined,
    async mayStay(members) {
      asked.stay += 1;
      asked.most = Math.max(asked.most, members.length);
      return members.filter(({ connection }) => connection.caller.user_id !== 'usr_7');
    },
    after: async () => [],
    async latest(names) {
      asked.latest += 1;
      return new Map(names.map((name) => [name, 0]));
    },
  };
  const ended: string[] = [];
  const left: Membership<TestSocket>[] = [];
  const rooms = new Rooms<TestSocket>({ send: (ids, event) => void (event === 'room:ended' && ended.push(...ids)), explain });
  rooms.open(talk, { ...rules, onLeave: (room, connection) => void left.push({ room, connection }) });
  const ids = Array.from({ length: 2000 }, (_, n) => `socket ${n}`);
  for (const [socket, id] of ids.entries())
    for (let n = 0; n < 20; n += 1) await rooms.join('talk', roomOf(socket, n), { id, caller: { user_id: `usr_${socket}` } }, undefined);
  asked.latest = 0;
  await rooms.recheck(ids);
  await rooms.catchUp();
  expect(asked).toEqual({ stay: 80, latest: latestQuestions, most: 500 });
  expect([ended.length, new Set(ended), left.length]).toEqual([20, new Set(['socket 7']), 20]);
});

test('a feature that can’t answer takes nobody’s right', async () => {
  const rooms = new Rooms<TestSocket>({ send: () => undefined, explain });
  rooms.open(talk, {
    mayJoin: () => undefined,
    mayStay: () => {
      throw new Fail('RETRY');
    },
    after: async () => [],
    latest: async () => new Map(),
  });
  await rooms.join('talk', 'a', { id: 'one', caller: { user_id: 'asha' } }, undefined);
  await rooms.recheck(['one']);
  expect(rooms.has('talk', 'a', 'one')).toBe(true);
});
