import { AsyncLocalStorage } from 'node:async_hooks';
import { connect, type Socket } from 'node:net';
import { type Access, type Route, route } from '@vimarsh/shared/contract/route.ts';
import { CLIENT_EVENTS } from '@vimarsh/shared/contract/socket/events.ts';
import { text } from '@vimarsh/shared/contract/text.ts';
import { isWithin } from '@vimarsh/shared/domain/slowness.testing.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { DEMO_NOW, demoPlace } from '../../demo-data.testing.ts';
import { DEMO_PASSWORD, demoSignIns } from '../../identity/demo/index.ts';
import { createServer } from '../../server.ts';
import { createLogger } from '../log/logging.ts';
import type { PlatformProcess } from '../platform.create.ts';
import { ask } from '../testing/raw-requests.testing.ts';
import { testConfig } from '../testing.ts';
import { type HostileRequest, hostileBodies, hostileRequests, multipart, textsOf } from './hostile-requests.testing.ts';
import { type KnownByRoute, readKnown } from './known-values.testing.ts';
import { SHAPES } from './shapes.testing.ts';

/* Every route of the contracts with every text it takes in hostile shapes, measured by the processor's clock of the server's thread. */

/**
 * Shapes tried on each text. All of them, from another beginning:
 * `HOSTILE_SHAPES=19 HOSTILE_SEED=7 npx vitest run --project api processor-time`.
 */
const TURNS = { shapes: Number(process.env.HOSTILE_SHAPES ?? 5), seed: Number(process.env.HOSTILE_SEED ?? 1) };
/** Only routes whose path fits. */
const PATHS = new RegExp(process.env.HOSTILE_PATHS ?? '');

/** Milliseconds of the main thread that one request may take. */
const LIMIT_MS = 50;
/** Milliseconds of the main thread that may pass until `/healthz` answers, whatever else is asked. */
const HEALTH_MS = 250;
/** Hostile requests sent at once while it is asked. */
const AT_ONCE = 8;
/** More than any answer about a chat holds. */
const CHAT_MESSAGES = 1200;
/** Calls in the largest evidence file. */
const MOST_CALLS = 500;
/** Milliseconds of the main thread in all that an answer about a whole record may take, in pieces of at most `LIMIT_MS`; one more for each call. */
const LONG_ANSWER_MS = 100;
/** Requests that take more, with their limit and the reason. */
const SLOWER: Readonly<Record<string, { limit: number; because: string }>> = {
  'GET /auth/v1/evidence': { limit: 250, because: 'it is made in pieces, and the longest of them is measured below' },
  'GET /experts/v1/experts/:user_id/file': {
    limit: 2500,
    because: 'it is made in pieces, as an evidence file is, of all calls that an expert has ended, and five times a day at most',
  },
  'GET /reco/v1/calls/:id/file': { limit: 250, because: 'it is made in pieces, as an evidence file is' },
  'GET /auth/v1/communications': { limit: 2500, because: 'it is made in pieces, five times a day at most; a thread of its own writes its papers' },
  'GET /chat/v1/rooms/:room/record': { limit: 2500, because: 'it is made in pieces, as an export of communications is' },
  'GET /auth/v1/export': { limit: 250, because: 'it is made in pieces, and the longest of them is measured below' },
};
/** What nobody passes without a secret of the moment or on the main host alone, or what the demo has none of: only the texts of their schemas are measured. */
const CLOSED_DOORS: ReadonlySet<string> = new Set([
  'GET /admin/v1/communications/exports/:id/file',
  'GET /base/v1/texts/:set/:name',
  'GET /chat/v1/files/:file',
  'GET /embed/v1/equity/:stock',
  'GET /embed/v1/equity/:stock/candles',
  'GET /embed/v1/options/:indice',
  'GET /embed/v1/sentiment/:stock_code',
  'GET /plans/v1/invoice',
  'GET /plans/v1/orders/:id',
  'GET /trading/v1/desk',
  'GET /trading/v1/funds',
  'GET /trading/v1/holdings',
  'GET /trading/v1/orders',
  'GET /trading/v1/orders/:id',
  'GET /trading/v1/positions',
  'GET /watchlist/v1/lists/:id/contracts',
  'POST /admin/v1/corrections/:id/decide',
  'POST /auth/v1/refresh_token',
  'POST /auth/v1/risk_profile',
  'POST /auth/v1/share_india_request_token_redirect_url',
  'POST /auth/v1/social/google',
  'POST /base/v1/notices/read',
  'POST /market/v1/demo-time',
  'POST /trading/v1/check',
  'POST /trading/v1/draft',
  'POST /trading/v1/limits',
  'POST /trading/v1/orders',
  'POST /trading/v1/orders/:id/cancel',
  'POST /trading/v1/orders/:id/looked-at',
  'POST /trading/v1/orders/:id/modify',
  'POST /trading/v1/paper/faults',
  'POST /trading/v1/pause',
  'POST /trading/v1/reconcile',
  'POST /trading/v1/ticket',
]);
/** The most that a watchlist's file may have, and the most of any. */
const [WATCHLIST_BYTES, FILE_BYTES] = [1024 * 1024, 5 * 1024 * 1024];
/** What the server reads of a request besides its address and body. */
const HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'cookie',
  'host',
  'if-none-match',
  'last-event-id',
  'origin',
  'range',
  'referer',
  'user-agent',
  'x-forwarded-for',
  'sec-fetch-site',
  'content-type',
];
/** Node refuses requests whose headers have 16 kB together. */
const HEADER_BYTES = 12_000;
/** A stream never ends, so it is asked for over a real port. */
const STREAMS = new Set(['/embed/v1/stream']);
/** A garbage collection or a compilation may fall into any request: one that was over its limit gets two more chances. */
const CHANCES = 3;

const CALLER: Readonly<Record<Access, string>> = {
  open: 'Pro investor',
  demo: 'Pro investor',
  session: 'Pro investor',
  expert: 'verified expert',
  admin: 'admin',
  demoAdmin: 'admin',
};

let server: PlatformProcess;
let remove: () => Promise<void>;
let known: KnownByRoute;
let port: number;
const bearers = new Map<string, string>();
let client = 0;

/** A route whose rule takes quadratic time, so that a clock that notices nothing is noticed. */
const planted = route({
  method: 'POST',
  path: '/test/v1/planted',
  summary: 'Trims at every quotation mark.',
  access: 'open',
  body: z.object({ words: text(8_000) }),
  data: z.object({ cells: z.number() }),
});

beforeAll(async () => {
  const { DATA_DIR, place, ...copy } = await demoPlace('pglite');
  remove = copy.remove;
  server = await createServer(testConfig({ DATA_DIR, LOG_LEVEL: 'error', MARKET_NOW: DEMO_NOW }), createLogger('silent'), { place });
  // Limits by account would answer for the rules behind them.
  Object.assign(server.limits, { take: async () => {}, takeFrom: async () => {} });
  server.on(planted, async ({ body: { words } }) => {
    let [cell, cells] = ['', 0];
    for (const sign of words) {
      cell += sign;
      if (sign === '"' && cell.trim().replaceAll('"', '') === '') cells += 1;
    }
    return { cells };
  });
  await server.start();
  port = await server.listen(0);
  await fillChat();
  const reader = (name: string) => async (url: string) => (await send({ what: '', method: 'GET', url, headers: {} }, await bearerOf(name))).json().data;
  known = await readKnown(reader('Pro investor'), reader('verified expert'), reader('admin'));
}, 600_000);
afterAll(async () => {
  await server.close();
  await remove();
});

/** An open chat of the member with the expert, of the longest messages. */
async function fillChat(): Promise<void> {
  const post = async (name: string, url: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    return (await send({ what: '', method: 'POST', url, headers, payload: JSON.stringify(body) }, await bearerOf(name))).json().data;
  };
  const request = { expert_id: 'exp_01', topic: 'Results', text: 'How do you read them?', client_msg_id: 'hostile' };
  const { title: room } = await post('Pro investor', '/chat/v1/rooms', request);
  await post('verified expert', '/chat/v1/rooms/decide', { room, accept: true });
  await sql`insert into chat_messages (room_id, seq, kind, sender_id, client_msg_id, body, status_str, reason, at)
    select ${room}, n, 'message', 'exp_01', 'hostile_' || n, repeat('नतीजे', 400), '', '', now() from generate_series(3, ${CHAT_MESSAGES + 2}) n`.execute(
    server.db,
  );
  await sql`update chat_rooms set last_seq = ${CHAT_MESSAGES + 2} where id = ${room}`.execute(server.db);
}

const contract = (): Route[] => server.routes().filter(({ path }) => path !== planted.path && PATHS.test(path));
const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

/** Each from an address of its own. */
function send({ method, url, headers, payload }: HostileRequest, bearer: string) {
  client += 1;
  const remoteAddress = `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`;
  const origin = url.startsWith('/embed/') ? { origin: `http://127.0.0.1:${server.config.PARTNER_PORT}` } : {};
  const all = { host: 'localhost', ...(bearer && { authorization: `Bearer ${bearer}` }), ...origin, ...headers };
  return server.app.inject({ method, url, headers: all, remoteAddress, ...(payload !== undefined && { payload }) });
}

/** A bearer that is still let in: the request before may have signed everybody out. */
async function bearerOf(name: string): Promise<string> {
  const held = bearers.get(name);
  if (held && (await send({ what: '', method: 'GET', url: '/auth/v1/profile', headers: {} }, held)).statusCode === 200) return held;
  const bearer = await signIn(demoSignIns.find(({ shows }) => shows === name)!.email);
  bearers.set(name, bearer);
  return bearer;
}

async function signIn(email: string): Promise<string> {
  const body = { username: email, password: DEMO_PASSWORD, sign_in_with: 'EMAIL', profession: 'RETAIL_INVESTOR' };
  const given = await send(
    { what: '', method: 'POST', url: '/auth/v1/sign_in', headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) },
    '',
  );
  return given.json().token_data.access_token as string;
}

/** Milliseconds that this thread was on a processor while `work` ran. Other threads (database, hashing, files) don't count. */
async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** The least of a few measurements where the first is over the limit. */
async function leastOf(limit: number, measured: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let chance = 0; chance < CHANCES && least > limit; chance += 1) least = Math.min(least, await measured());
  return least;
}

/** What was slower than it may be, as sentences. */
const slow: string[] = [];

async function note(name: string, what: string, work: () => Promise<unknown>): Promise<void> {
  const limit = SLOWER[name]?.limit ?? LIMIT_MS;
  const ms = await leastOf(limit, () => processorTime(work));
  if (process.env.HOSTILE_LIST) process.stdout.write(`${ms.toFixed(1).padStart(7)} ms  ${name}, ${what}\n`);
  if (!isWithin(ms, limit)) slow.push(`${name}, ${what}: ${Math.round(ms)} ms`);
}

/** Sends a request as often as it takes to know what it costs, and gives the code it was answered with. */
async function measure(name: string, request: HostileRequest, bearer: string): Promise<string> {
  let code = '';
  await note(name, request.what, async () => {
    const { headers, body } = await send(request, bearer);
    code = String(headers['content-type']).startsWith('application/json') ? (/"code":"(\w+)"/.exec(body)?.[1] ?? '') : '';
  });
  return code;
}

/** Codes of an answer that no rule of the route has given. */
const REFUSED_AT_THE_DOOR = new Set(['BAD_REQUEST', 'BAD_JSON', 'SESSION_ENDED', 'FORBIDDEN', 'NOT_FOUND', 'RATE']);

test('every text, list and record that a route takes states how long it may be', () => {
  const unbounded = contract().flatMap((each) => textsOf(each).unbounded.map((path) => `${nameOf(each)}: ${path}`));
  expect(unbounded).toEqual([]);
});

test('no request takes more of the main thread than it may', { timeout: 3_600_000 }, async () => {
  const unreached = new Set<string>();
  for (const each of contract().filter(({ path }) => !STREAMS.has(path))) {
    const bearer = await bearerOf(CALLER[each.access]);
    unreached.add(nameOf(each));
    for (const request of hostileRequests(each, known(each.path), SHAPES, TURNS)) {
      const code = await measure(nameOf(each), request, bearer);
      if (!REFUSED_AT_THE_DOOR.has(code)) unreached.delete(nameOf(each));
    }
  }
  expect(slow.splice(0)).toEqual([]);
  // Had the requests been refused at the door, no rule would have been measured.
  if (!process.env.HOSTILE_PATHS) expect([...unreached].filter((name) => !CLOSED_DOORS.has(name))).toEqual([]);
});

test('nor does one with a file in any field that takes one', { timeout: 600_000 }, async () => {
  for (const each of contract().filter(({ files }) => files)) {
    const bearer = await bearerOf(CALLER[each.access]);
    for (const field of each.files!)
      for (const [shape, make] of turnsOf(SHAPES))
        for (const bytes of [WATCHLIST_BYTES, FILE_BYTES]) {
          const file = Buffer.from(make(bytes)).subarray(0, bytes);
          const fields = [
            ['keep', 'no'],
            ['version', '1'],
            [field, file],
          ] as const;
          const url = each.path.replace(':id', String(known(each.path).id));
          await measure(nameOf(each), { what: `${field} of ${bytes} bytes of ${shape}`, method: 'POST', url, ...multipart(fields) }, bearer);
        }
  }
  expect(slow.splice(0)).toEqual([]);
});

test('nor does one with a hostile header, at any address that the server answers', { timeout: 600_000 }, async () => {
  let turn = TURNS.seed;
  for (const address of server.addresses()) {
    const [method, path] = address.split(' ') as ['GET' | 'POST', string];
    if (STREAMS.has(path) || method !== 'GET') continue;
    for (let count = 0; count < TURNS.shapes; count += 1) {
      turn += 1;
      const header = HEADERS[turn % HEADERS.length]!;
      const [shape, make] = Object.entries(SHAPES)[turn % Object.keys(SHAPES).length]!;
      const value = headerText(make(HEADER_BYTES));
      await measure(
        address,
        { what: `${header} of ${shape}`, method, url: path.replace(/:\w+|\*/g, 'TCS'), headers: { accept: 'text/html', [header]: value } },
        '',
      );
    }
  }
  expect(slow.splice(0)).toEqual([]);
});

test('nor does a page whose path or query is hostile', { timeout: 600_000 }, async () => {
  for (const page of ['/', '/equity-insights/', '/login?next=', '/releases/', '/fonts/', '/market-sentiment-widget/', '/media/people/'])
    for (const [shape, make] of Object.entries(SHAPES)) {
      const url = page + encodeURIComponent(make(4_000).toWellFormed()).slice(0, 12_000).replace(/%.?$/, '');
      await measure(page, { what: shape, method: 'GET', url, headers: { accept: 'text/html' } }, '');
    }
  expect(slow.splice(0)).toEqual([]);
});

test('nor does a stream that is asked for with hostile texts', { timeout: 600_000 }, async () => {
  const base = `http://127.0.0.1:${port}`;
  for (const each of contract().filter(({ path }) => STREAMS.has(path)))
    for (const request of hostileRequests(each, known(each.path), SHAPES, { ...TURNS, shapes: Object.keys(SHAPES).length }))
      await note(nameOf(each), request.what, () =>
        ask(base, { path: request.url, headOnly: true, headers: { origin: `http://127.0.0.1:${server.config.PARTNER_PORT}` } }),
      );
  expect(slow.splice(0)).toEqual([]);
});

test('nor does a message on a socket', { timeout: 600_000 }, async () => {
  const socket = io(`http://127.0.0.1:${port}`, { transports: ['websocket'], reconnection: false });
  await new Promise<void>((connected) => socket.once('connect', () => connected()));
  let sent = 0;
  for (const [event, schema] of Object.entries(CLIENT_EVENTS))
    for (const { what, body } of hostileBodies(schema, SHAPES, { ...TURNS, shapes: Object.keys(SHAPES).length })) {
      // A socket may send forty events in a second.
      if (++sent % 30 === 0) await new Promise((later) => setTimeout(later, 1_100));
      await note(event, what, () => socket.timeout(20_000).emitWithAck(event, body));
    }
  expect(socket.connected).toBe(true);
  expect(sent).toBeGreaterThan(30);
  socket.close();
  expect(slow.splice(0)).toEqual([]);
});

/** Keeps this thread on a processor. */
function busy(ms: number): void {
  const since = process.threadCpuUsage();
  for (let used = 0; used < ms; ) {
    const { user, system } = process.threadCpuUsage(since);
    used = (user + system) / 1000;
  }
}

/** Turns of the event loop are taken while `work` runs. Milliseconds of this thread on a processor: the longest between two turns, which is what others wait for. */
async function longestPiece(work: () => Promise<unknown>): Promise<number> {
  let [longest, running] = [0, true];
  let since = process.threadCpuUsage();
  const turn = (): void => {
    const { user, system } = process.threadCpuUsage(since);
    longest = Math.max(longest, (user + system) / 1000);
    since = process.threadCpuUsage();
    if (running) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  running = false;
  await new Promise((later) => setImmediate(later));
  return longest;
}

/** Set in what a counted piece of work calls, and in nothing that the server does by its clock meanwhile. */
const counted = new AsyncLocalStorage<true>();

/** Queries that the server sends for `work`. */
async function queriesOf(work: () => Promise<unknown>): Promise<number> {
  const { query } = pg.Client.prototype;
  let sent = 0;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    if (counted.getStore()) sent += 1;
    return Reflect.apply(query, this, args);
  });
  await counted.run(true, work);
  spy.mockRestore();
  return sent;
}

/** Tells the caller of this many calls in their bell, as if they had followed every expert. */
async function tellOfCalls(user_id: string, count: number): Promise<void> {
  const calls = sql`(select * from call_events where type = 'publish' and kind = 'equity' order by seq limit ${count})`;
  await sql`delete from notices where user_id = ${user_id}`.execute(server.db);
  await sql`
    insert into notice_events (id, source, topic, expert_id, about, first, facts, happened_at, recorded_at)
    select 'call-event-' || seq, 'calls', 'new_calls', expert_id, call_id, true,
      jsonb_build_object('what', 'publish', 'call', jsonb_build_object('id', call_id, 'kind', kind, 'stock', 'TCS')), ts, ts
    from ${calls} as told on conflict do nothing`.execute(server.db);
  await sql`
    insert into notices (user_id, seq, event_id, place, told_at)
    select ${user_id}, row_number() over (order by seq), 'call-event-' || seq, 1, ts from ${calls} as told`.execute(server.db);
}

/*
 * A file of a whole record is judged by its longest piece: between two pieces everybody else is served. Its total has its own limit, so that
 * a few readers of such files don't fill a processor.
 */
test('an answer about a whole record is made in pieces, and with few queries', { timeout: 600_000 }, async () => {
  const { rows: authors } = await sql<{ id: string; email: string; calls: number }>`
    select users.id, users.email, count(*)::int as calls from users join call_events on call_events.expert_id = users.id
    where call_events.type = 'publish' group by users.id, users.email order by calls desc limit 1`.execute(server.db);
  const { email: investor } = demoSignIns.find(({ shows }) => shows === 'Pro investor')!;
  const { rows } = await sql<{ id: string }>`select id from users where email = ${investor}`.execute(server.db);
  await tellOfCalls(rows[0]!.id, MOST_CALLS);
  const [author] = authors;
  for (const { email, calls, files } of [
    { ...author!, files: [`/experts/v1/experts/${author!.id}/file`] },
    { email: investor, calls: MOST_CALLS, files: [] as string[] },
  ]) {
    const bearer = await signIn(email);
    for (const url of ['/auth/v1/evidence', '/auth/v1/export', ...files]) {
      // A file of proof computes each event's place in the log; at most five a day are made of one expert.
      const perCallMs = url.endsWith('/file') ? 15 : 1;
      const download = async (): Promise<void> => {
        expect((await send({ what: '', method: 'GET', url, headers: {} }, bearer)).statusCode).toBe(200);
      };
      const longest = await leastOf(LIMIT_MS, () => longestPiece(download));
      const all = await leastOf(LONG_ANSWER_MS + perCallMs * calls, () => processorTime(download));
      const queries = await queriesOf(download);
      if (process.env.HOSTILE_LIST) process.stdout.write(`${longest.toFixed(1)} of ${all.toFixed(1)} ms, ${queries} queries: ${url} of ${calls} calls\n`);
      expect(isWithin(longest, LIMIT_MS), `the longest piece of ${url} of ${calls} calls: ${longest} ms`).toBe(true);
      expect(isWithin(all, LONG_ANSWER_MS + perCallMs * calls), `${url} of ${calls} calls: ${all} ms`).toBe(true);
      expect(queries, `queries of ${url} of ${calls} calls`).toBeLessThan(60 + calls / 2);
    }
  }
});

/**
 * The most of this thread's time that passed between asking `/healthz` over a real port and its answer, while `work` ran. By the wall clock
 * it would measure what else the machine does.
 */
async function slowestHealth(work: () => Promise<unknown>): Promise<{ ms: number; asked: number }> {
  let [ms, asked, running] = [0, 0, true];
  const asking = (async () => {
    // One after the other without a pause, so that no piece of work falls between two of them.
    for (; running; asked += 1)
      ms = Math.max(ms, await processorTime(async () => expect((await ask(`http://127.0.0.1:${port}`, { path: '/healthz' })).status).toBe(200)));
  })();
  await work().finally(() => {
    running = false;
  });
  await asking;
  return { ms, asked };
}

test('while hostile requests come eight at a time, `/healthz` answers', { timeout: 1_200_000 }, async () => {
  let turn = TURNS.seed;
  const requests = contract()
    .filter(({ path }) => !STREAMS.has(path))
    .flatMap((each) => {
      turn += 1;
      return [...hostileRequests(each, known(each.path), SHAPES, { shapes: 1, seed: turn })].map((request) => ({ name: CALLER[each.access], request }));
    });
  const all = requests.length;
  const { ms, asked } = await slowestHealth(() =>
    Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let next = requests.pop(); next; next = requests.pop()) await send(next.request, await bearerOf(next.name));
      }),
    ),
  );
  if (process.env.HOSTILE_LIST) process.stdout.write(`${ms.toFixed(1)} ms: the slowest of ${asked} answers of /healthz during ${all} requests\n`);
  expect(asked).toBeGreaterThan(all / 20);
  expect(isWithin(ms, HEALTH_MS), `${ms} ms`).toBe(true);
});

test('while connections send hundreds of requests ahead and read no answer, `/healthz` answers', { timeout: 120_000 }, async () => {
  // The description of the API is made once, in pieces.
  for (const path of ['/openapi.json', '/docs']) await ask(`http://127.0.0.1:${port}`, { path });
  for (const path of ['/openapi.json', '/docs', '/', '/nothing', '/reco/v1/calls?limit=50', '/healthz']) {
    const requests = `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`.repeat(300);
    let sockets: Socket[] = [];
    const { ms } = await slowestHealth(async () => {
      sockets = Array.from({ length: 30 }, () =>
        connect(port, '127.0.0.1')
          .on('error', () => undefined)
          .pause(),
      );
      for (const socket of sockets) socket.write(requests);
      await new Promise((later) => setTimeout(later, 1_000));
    });
    for (const socket of sockets) socket.destroy();
    if (process.env.HOSTILE_LIST) process.stdout.write(`${ms.toFixed(1)} ms: the slowest answer of /healthz during 30 × 300 ${path} sent ahead\n`);
    expect(isWithin(ms, HEALTH_MS), `${path}: ${ms} ms`).toBe(true);
  }
});

test('a thread that keeps `/healthz` waiting is found', async () => {
  const { ms } = await slowestHealth(async () => {
    await new Promise((later) => setTimeout(later, 100));
    busy(2 * HEALTH_MS);
    await new Promise((later) => setTimeout(later, 100));
  });
  expect(ms).toBeGreaterThan(HEALTH_MS);
});

test('a rule that takes quadratic time is found', { timeout: 600_000 }, async () => {
  for (const request of hostileRequests(planted, {}, SHAPES, { ...TURNS, shapes: Object.keys(SHAPES).length })) await measure(nameOf(planted), request, '');
  expect(slow.splice(0)).toContainEqual(expect.stringMatching(/^POST \/test\/v1\/planted, body.words of quotation marks: \d+ ms$/));
});

test('a piece of work that lets nobody else in is found', async () => {
  const inPieces = async (): Promise<void> => {
    for (let count = 0; count < 10; count += 1) {
      busy(10);
      await new Promise((later) => setImmediate(later));
    }
  };
  expect(await longestPiece(async () => busy(LIMIT_MS))).toBeGreaterThan(LIMIT_MS);
  expect(await leastOf(LIMIT_MS, () => longestPiece(inPieces))).toBeLessThan(LIMIT_MS);
});

test('a text, a list or a pattern without a bound is found', () => {
  const bodyOf = (field: z.ZodMiniType): Route => ({ ...planted, body: z.object({ field }) });
  const pattern = (shape: RegExp): z.ZodMiniType => z.string().check(z.regex(shape));
  for (const field of [
    z.string(),
    z.optional(z.string().check(z.trim())),
    z.array(text(5)),
    z.record(z.string(), z.number()),
    pattern(/^a+$/),
    pattern(/a{2}/),
    pattern(/^\d{6,}$/),
  ])
    expect(textsOf(bodyOf(field)).unbounded).not.toEqual([]);
  for (const field of [text(5), z.array(text(5)).check(z.maxLength(3)), pattern(/^[*+]{1,3}\+?$/), z.enum(['a', 'b'])])
    expect(textsOf(bodyOf(field)).unbounded).toEqual([]);
});

const turnsOf = (shapes: typeof SHAPES) =>
  Object.entries(shapes).filter((_, at) => (at + TURNS.seed) % Math.ceil(Object.keys(shapes).length / TURNS.shapes) === 0);

/** As bytes that may stand in a header. */
const headerText = (value: string): string =>
  encodeURIComponent(value.toWellFormed())
    .replace(/%(20|22|2C|3D|3C|3E|5B|5D|5C|3A|2F|40|2B|25)/g, (sign) => decodeURIComponent(sign))
    .slice(0, HEADER_BYTES);
