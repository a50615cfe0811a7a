import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rng } from '@vimarsh/shared/domain/market/rng.ts';
import { DEMO_PASSWORD } from '@vimarsh/shared/domain/people/demo/password.ts';
import { io, type Socket } from 'socket.io-client';
import { describe, expect, test } from 'vitest';
import { signInBody } from '../identity/site.testing.ts';
import { openDatabase } from '../platform/database/database.ts';
import type { DatabasePlace } from '../platform/database/database.types.ts';
import { createLogger } from '../platform/log/logging.ts';
import { type OwnRedis, ownRedis } from '../platform/nodes/redis.testing.ts';
import { type FaultProxy, openFaultProxy, targetOf } from '../platform/testing/fault-proxy.testing.ts';
import { freePort } from '../platform/testing/free-port.testing.ts';
import { folderWithTables } from '../platform/testing/tables-folder.testing.ts';
import { databases, freshPlace, type TestDatabase } from '../platform/testing.ts';
import { chatTables, type EntryRow } from './tables.ts';

/**
 * `CHAT_KILLS=100 npx vitest run --project api api/src/chat/kill.db.test.ts` kills more often and lets servers find by themselves what pages
 * miss; `-t 'two nodes'` runs those alone. `CHAT_SEED` draws other moments.
 */
const KILLS = process.env.CHAT_KILLS === undefined ? null : Number(process.env.CHAT_KILLS);
const SEED = Number(process.env.CHAT_SEED ?? 460);
const SERVER = new URL('talking.testing.ts', import.meta.url);
/** Two rooms with two members each. */
const PAIRS = [
  ['chat@mail.example.com', 'ananya@experts.example.com', 'exp_01'],
  ['pro@mail.example.com', 'devendra@experts.example.com', 'exp_02'],
] as const;
const ACK_MS = 2000;
/** Messages that a page sends to the other node before it goes back to its own. */
const SENT_AWAY = 5;
/** Longer than a page waits for its acknowledgement: it goes to the other node, and this one reads its message later. */
const FREEZE_MS = ACK_MS + 1000;

/** `freeze`: a node stands still and goes on. `redis`: it dies and comes again. `database`: all its connections are cut, and for a while nobody answers. */
type Fault = 'kill' | 'freeze' | 'redis' | 'database';

interface Setting {
  readonly name: string;
  readonly database: TestDatabase;
  readonly nodes: 1 | 2;
  readonly withRedis: boolean;
  /** Kills in `npm test`. */
  readonly kills: number;
  /** One of these by turns after each kill. */
  readonly between: readonly Fault[];
}
const SETTINGS: readonly Setting[] = [
  { name: 'one node on pglite', database: 'pglite', nodes: 1, withRedis: false, kills: 1, between: [] },
  { name: 'one node on postgres', database: 'postgres', nodes: 1, withRedis: false, kills: 2, between: [] },
  { name: 'two nodes on postgres with Redis', database: 'postgres', nodes: 2, withRedis: true, kills: 2, between: ['redis', 'freeze', 'database'] },
  { name: 'two nodes on postgres without Redis', database: 'postgres', nodes: 2, withRedis: false, kills: 1, between: ['database', 'freeze'] },
];

/** A page: it sends one message after the other, each until it is acknowledged, and keeps what it hears. */
interface Page {
  readonly room: string;
  readonly user_id: string;
  readonly bearer: string;
  /** In the order of sending. */
  readonly acknowledged: { id: string; body: string; seq: number }[];
  readonly view: number[];
  /** What it loaded by the API, as it was told to: the line may bring some of that again. */
  loadedTo: number;
  resent: number;
  /** The members of a room have different ones. Away from it only while it does not answer. */
  readonly home: number;
  node: number;
  socket: Socket;
}

interface Node {
  readonly port: number;
  child: ChildProcess;
}

async function serve(given: object, directory: string): Promise<ChildProcess> {
  const child = fork(SERVER, [JSON.stringify(given)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(directory, 'compiled') },
  });
  let wrong = '';
  child.stderr!.on('data', (bytes) => {
    wrong += String(bytes);
  });
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error(wrong);
    }),
  ]);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** What the setting stands on: its database, behind a proxy that cuts it where there is one to cut, its Redis and its nodes. */
async function openNodes({ database, nodes: count, withRedis }: Setting) {
  const directory = await mkdtemp(join(tmpdir(), 'vimarsh-chat-'));
  const fresh = database === 'postgres' ? await freshPlace('postgres') : null;
  const place: DatabasePlace = fresh?.place ?? { kind: 'embedded', directory: await folderWithTables(join(directory, 'database')) };
  let proxy: FaultProxy | null = null;
  let served = place;
  if (place.kind === 'postgres') {
    proxy = await openFaultProxy(targetOf(place.url, 5432), rng(SEED).next);
    served = { ...place, url: proxy.through(place.url) };
  }
  const redis: OwnRedis | null = withRedis ? await ownRedis() : null;
  const settings = redis ? { REDIS_URL: redis.url } : {};
  const start = (port: number) => serve({ place: served, directory, port, settings }, directory);
  const nodes: Node[] = [];
  for (let at = 0; at < count; at += 1) {
    const port = await freePort();
    nodes.push({ port, child: await start(port) });
  }
  return {
    place,
    nodes,
    async happen(fault: Fault, at: number): Promise<void> {
      const node = nodes[at % nodes.length]!;
      if (fault === 'kill') {
        await kill(node.child);
        node.child = await start(node.port);
      } else if (fault === 'freeze') {
        node.child.kill('SIGSTOP');
        await sleep(FREEZE_MS);
        node.child.kill('SIGCONT');
      } else if (fault === 'redis') {
        await redis!.kill();
        await sleep(500);
        await redis!.start();
      } else {
        proxy!.begin('cut');
        await sleep(500);
        proxy!.heal();
      }
    },
    async look(): Promise<void> {
      for (const { child } of nodes) {
        const looked = once(child, 'message');
        child.send('look');
        await looked;
      }
    },
    async end(): Promise<void> {
      for (const { child } of nodes) await kill(child);
    },
    async remove(): Promise<void> {
      for (const { child } of nodes) await kill(child);
      redis?.remove();
      await proxy?.close();
      await fresh?.remove();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Joins the page's room as pages do: a join that could not be answered is sent again. */
function enterRoom(page: Page, socket: Socket): void {
  socket.emit('room:join', { topic: 'chat-room', room: page.room, have: page.view.at(-1) ?? 0 }, ({ ok }: { ok: boolean }) => {
    if (!ok) setTimeout(() => socket.connected && enterRoom(page, socket), 200);
  });
}

/** Who missed more than the line brings later loads the room by the API, from whichever node answers. */
async function load(page: Page, nodes: readonly Node[]): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const path = `/chat/v1/rooms/${page.room}/messages?after=${page.view.at(-1) ?? 0}&limit=200`;
    const origin = `http://127.0.0.1:${nodes[(page.node + tries) % nodes.length]!.port}`;
    const answer = await fetch(origin + path, { headers: { authorization: `Bearer ${page.bearer}` }, signal: AbortSignal.timeout(ACK_MS) }).catch(() => null);
    const { data } = ((await answer?.json().catch(() => null)) ?? { data: null }) as { data: { entries: { seq: number }[]; more: boolean } | null };
    for (const { seq } of data?.entries ?? []) if (seq > (page.view.at(-1) ?? 0)) page.view.push(seq);
    page.loadedTo = page.view.at(-1) ?? 0;
    if (data && !data.more) return;
    if (!data) await sleep(100);
  }
}

/** Signs both pairs in and opens their rooms. The members of a room are on different nodes. */
async function openPages(nodes: readonly Node[], connect: (page: Page) => Socket): Promise<Page[]> {
  const origin = `http://127.0.0.1:${nodes[0]!.port}`;
  const call = async <A>(path: string, body: object, bearer = ''): Promise<A> => {
    const answer = await fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as A;
  };
  const signIn = async (email: string) => {
    const { token_data, user_id } = await call<{ token_data: { access_token: string }; user_id: string }>('/auth/v1/sign_in', signInBody(email, DEMO_PASSWORD));
    return { bearer: token_data.access_token, user_id };
  };
  const pages: Page[] = [];
  for (const [at, [investorEmail, expertEmail, expert_id]] of PAIRS.entries()) {
    const [investor, expert] = [await signIn(investorEmail), await signIn(expertEmail)];
    const request = { expert_id, topic: 'Results', text: 'How do you read them?', client_msg_id: `request${at}` };
    const room = (await call<{ data: { title: string } }>('/chat/v1/rooms', request, investor.bearer)).data.title;
    await call('/chat/v1/rooms/decide', { room, accept: true }, expert.bearer);
    for (const [place, { bearer, user_id }] of [investor, expert].entries()) {
      const page: Page = {
        room,
        user_id,
        bearer,
        acknowledged: [],
        view: [],
        loadedTo: 0,
        resent: 0,
        home: place % nodes.length,
        node: place % nodes.length,
        socket: null as never,
      };
      page.socket = connect(page);
      pages.push(page);
    }
  }
  return pages;
}

/** Sends until the end, one message after the other; one without an answer again, to the next node. */
async function talk(page: Page, connect: (page: Page) => Socket, nodes: number, hasEnded: () => boolean): Promise<void> {
  let sentAway = 0;
  const go = (node: number): void => {
    page.socket.disconnect();
    page.node = node;
    page.socket = connect(page);
    sentAway = 0;
  };
  for (let n = 0; !hasEnded(); n += 1) {
    const message = { room: page.room, client_msg_id: `${page.user_id}_${n}`, body: `Message ${n}` };
    for (let tries = 0; ; tries += 1) {
      if (tries > 0) page.resent += 1;
      const answer = await page.socket
        .timeout(ACK_MS)
        .emitWithAck('send_message', message)
        .catch(() => null);
      if (answer?.ok) {
        page.acknowledged.push({ id: message.client_msg_id, body: message.body, seq: answer.seq });
        // A socket may send 20 events a second.
        await sleep(55);
        sentAway += 1;
        if (page.node !== page.home && sentAway >= SENT_AWAY) go(page.home);
        break;
      }
      if (answer && answer.code !== 'RETRY' && answer.code !== 'RATE') throw new Error(`${answer.code}: ${answer.text}`);
      if (!answer) go((page.node + 1) % nodes);
      await sleep(50);
    }
  }
}

/** Everything acknowledged is there once and in the order of sending, the room has no hole, and each page has all of it. */
function expectWhole(pages: readonly Page[], stored: readonly EntryRow[]): void {
  for (const { room, user_id, acknowledged, view } of pages) {
    const own = stored.filter((row) => row.room_id === room && row.sender_id === user_id && row.kind === 'message');
    expect(
      own.map(({ client_msg_id, body, seq }) => ({ id: client_msg_id, body, seq })),
      'lost, doubled or reordered',
    ).toEqual(acknowledged);
    const numbers = stored.filter(({ room_id }) => room_id === room).map(({ seq }) => seq);
    expect(numbers, 'holes').toEqual(numbers.map((_, at) => at + 1));
    expect(view, 'a page that differs').toEqual(numbers);
  }
}

const there = await databases();
const redisIsThere = await ownRedis().then((redis) => {
  redis?.remove();
  return redis !== null;
});

describe.each(SETTINGS.filter(({ database, withRedis }) => there.includes(database) && (redisIsThere || !withRedis)))(
  'chats under faults, $name',
  (setting) => {
    const kills = KILLS ?? setting.kills;
    const faults = Array.from({ length: kills }, (_, at) => [
      'kill' as const,
      ...setting.between.slice(0, 1).map(() => setting.between[at % setting.between.length]!),
    ]).flat();
    test(`${kills} kills${setting.between.length > 0 ? ' and as many other faults' : ''} under load: nothing acknowledged is lost, doubled or reordered, and every page has the whole room`, {
      timeout: 120_000 + kills * 60_000,
    }, async () => {
      const { place, nodes, happen, look, end, remove } = await openNodes(setting);
      const random = rng(SEED);
      let ends = false;
      let pages: Page[] = [];
      const connect = (page: Page): Socket => {
        const socket = io(`http://127.0.0.1:${nodes[page.node]!.port}`, {
          transports: ['websocket'],
          auth: { token: page.bearer },
          forceNew: true,
          reconnectionDelay: 50,
          reconnectionDelayMax: 100,
        });
        socket.on('connect', () => enterRoom(page, socket));
        // One number after the other, but for what was loaded meanwhile and what waits for it.
        const ahead: number[] = [];
        let loading: Promise<void> | null = null;
        const hear = (seq: number): void => {
          if (loading) ahead.push(seq);
          else if (seq > page.loadedTo) page.view.push(seq);
        };
        socket.on('message', ({ seq }: { seq: number }) => hear(seq));
        socket.on('room:reload', () => {
          loading = load(page, nodes).then(() => {
            loading = null;
            for (const seq of ahead.splice(0)) hear(seq);
          });
        });
        return socket;
      };
      try {
        pages = await openPages(nodes, connect);
        const talking = Promise.all(pages.map((page) => talk(page, connect, nodes.length, () => ends)));
        const sentBy = () => pages.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
        for (const [at, fault] of faults.entries()) {
          // In the middle of what is being sent, however slow the machine is.
          const sent = sentBy();
          await expect.poll(sentBy, { timeout: 60_000, interval: 20, message: `nothing is acknowledged before ${fault} ${at}` }).toBeGreaterThan(sent + 3);
          await sleep(random.next() * 700);
          await happen(fault, Math.floor(random.next() * nodes.length));
          expect(
            nodes.map(({ child }) => child.exitCode),
            `a node that ended by itself at ${fault} ${at}`,
          ).toEqual(nodes.map(() => null));
        }
        // Goes on after the last fault until there is something to lose, however slow the machine is.
        const least = Math.max(20, sentBy() + 3);
        await expect.poll(sentBy, { timeout: 60_000, interval: 20, message: 'nothing is acknowledged after the last fault' }).toBeGreaterThan(least);
        ends = true;
        await talking;
        const headOf = (room: string) => Math.max(...pages.filter((page) => page.room === room).map(({ acknowledged }) => acknowledged.at(-1)!.seq));
        // A last hint that was lost with a server, a Redis or for want of one comes with the next look, by itself at the latest after 30 s.
        if (KILLS === null) await look();
        await expect.poll(() => pages.map(({ view }) => view.at(-1)), { timeout: 40_000 }).toEqual(pages.map(({ room }) => headOf(room)));
        await end();

        const { db, close } = await openDatabase(place, createLogger('silent'));
        const stored = await chatTables(db).selectFrom('chat_messages').selectAll().orderBy('room_id').orderBy('seq').execute();
        await close();
        expectWhole(pages, stored);
        const sent = sentBy();
        const resent = pages.reduce((sum, page) => sum + page.resent, 0);
        console.log(`${setting.name}: ${faults.length} faults, ${kills} of them kills, ${sent} acknowledged, ${resent} sent again`);
        expect(resent, 'sends that a kill broke off').toBeGreaterThanOrEqual(kills);
      } finally {
        ends = true;
        for (const { socket } of pages) socket.disconnect();
        await remove();
      }
    });
  },
);
