import { CLIENT_EVENTS } from '@vimarsh/shared/contract/socket/events.ts';
import fc from 'fast-check';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Fail } from '../http/fail.ts';
import type { Caller } from '../platform.ts';
import { eventArguments } from '../testing/testing.arbitrary.ts';
import { METRICS, openPlatform, type TestPlatform } from '../testing.ts';
import type { Connection } from './realtime.ts';
import { SOCKET_LIMITS } from './socket-places.ts';

const RUNS = Number(process.env.FUZZ_RUNS ?? 300);
const caller = (user_id: string, session_id: string): Caller => ({
  user_id,
  session_id,
  roles: [],
  profession: 'Retail Investor',
  is_admin: false,
  partner_key: '',
  plan: null,
  promotional: false,
  kyc_gate: null,
  chat: false,
  publisher: false,
  expert_status: '',
});
const CALLERS: Record<string, Caller> = {
  slow: caller('usr_3', 'ses_4'),
  one: caller('usr_1', 'ses_1'),
  again: caller('usr_1', 'ses_2'),
  other: caller('usr_2', 'ses_3'),
};
type Ack = { ok: boolean; code?: string; text?: string; watching?: number };

describe('sockets', () => {
  let opened: TestPlatform;
  let port: number;
  const sockets: Socket[] = [];
  const watchers: Connection[] = [];
  /** What sessions have become; null: ended. */
  const nowOf = new Map<string, Caller | null>();

  beforeAll(async () => {
    opened = await openPlatform({ database: 'pglite' });
    const { platform } = opened;
    platform.authenticator(async (token) => {
      if (token === 'slow') await new Promise((later) => setTimeout(later, 100));
      if (token === 'broken') throw new Error('the database is away');
      return CALLERS[token] ?? null;
    });
    platform.tenant((host) => (host === 'alpha.localhost' ? ({ utm_source_str: 'alpha' } as never) : null));
    platform.realtime.onEvent('market:watch', async ({ symbols }, connection) => {
      if (symbols[0] === 'BOOM') throw new Error('secret-detail');
      if (symbols[0] === 'NOPE') throw new Fail('UNKNOWN_SYMBOL');
      watchers.push(connection);
      return { watching: symbols.length };
    });
    platform.recheck(
      async (callers) =>
        new Map(callers.flatMap((each) => (nowOf.has(each.session_id) ? (nowOf.get(each.session_id) ?? []) : [each])).map((each) => [each.session_id, each])),
    );
    await platform.start();
    port = await platform.listen(0);
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.disconnect();
    watchers.length = 0;
    nowOf.clear();
  });
  afterAll(() => opened.end());

  /** A connected socket; rejects with the server's reason. */
  function connect(token?: unknown, headers: Record<string, string> = {}): Promise<Socket> {
    const socket = io(`http://127.0.0.1:${port}`, {
      transports: ['websocket'],
      reconnection: false,
      auth: token === undefined ? {} : { token },
      extraHeaders: headers,
      forceNew: true,
    });
    sockets.push(socket);
    return new Promise((resolve, reject) => {
      socket.once('connect', () => resolve(socket));
      socket.once('connect_error', reject);
    });
  }
  const ask = (socket: Socket, event: string, ...args: unknown[]): Promise<Ack> => socket.timeout(3000).emitWithAck(event, ...args);
  const next = (socket: Socket, event: string): Promise<unknown> => new Promise((done) => socket.once(event, done));

  test('nobody may watch prices and nothing else; a bad bearer is refused', async () => {
    const anonymous = await connect();
    expect(await ask(anonymous, 'market:watch', { symbols: ['TCS', 'INFY'] })).toEqual({ ok: true, watching: 2 });
    await expect(connect('forged')).rejects.toMatchObject({ message: 'SESSION_ENDED', data: { code: 'SESSION_ENDED', text: 'Please login again' } });
    await expect(connect(17)).rejects.toMatchObject({ message: 'SESSION_ENDED' });
    await expect(connect({ a: 1 })).rejects.toMatchObject({ message: 'SESSION_ENDED' });
    await expect(connect('x'.repeat(5000))).rejects.toMatchObject({ message: 'SESSION_ENDED' });
    await expect(connect('broken')).rejects.toMatchObject({ message: 'RETRY' });
  });

  test('pages of other origins can’t connect; own and partner pages can', async () => {
    await expect(connect(undefined, { origin: 'https://evil.example' })).rejects.toThrow();
    await expect(connect(undefined, { origin: 'null' })).rejects.toThrow();
    for (const origin of ['http://alpha.localhost:1', 'http://alpha.localhost', `http://127.0.0.1:${port === 1 ? 2 : 1}`])
      await expect(connect(undefined, { origin }), origin).rejects.toThrow();
    expect((await connect(undefined, { origin: `http://alpha.localhost:${port}` })).connected).toBe(true);
    expect((await connect(undefined, { origin: `https://alpha.localhost:${port}` })).connected).toBe(true);
    expect((await connect(undefined, { origin: `http://127.0.0.1:${port}` })).connected).toBe(true);
  });

  test.each<[string, string, unknown[], string]>([
    ['an unknown event', 'market:unwatch', [{}], 'NOT_FOUND'],
    ['a prototype’s name', 'constructor', [{}], 'NOT_FOUND'],
    ['no payload', 'market:watch', [], 'BAD_REQUEST'],
    ['wrong types', 'market:watch', [{ symbols: 'TCS' }], 'BAD_REQUEST'],
    ['too many', 'market:watch', [{ symbols: Array.from({ length: 201 }, () => 'TCS') }], 'BAD_REQUEST'],
    ['bytes', 'market:watch', [Buffer.from('TCS')], 'BAD_REQUEST'],
    ['a business refusal', 'market:watch', [{ symbols: ['NOPE'] }], 'UNKNOWN_SYMBOL'],
    ['a fault of ours', 'market:watch', [{ symbols: ['BOOM'] }], 'INTERNAL'],
    ['a forged renewal', 'session:auth', [{ token: 'forged' }], 'SESSION_ENDED'],
  ])('%s is answered by a code and a sentence', async (_what, event, args, code) => {
    const answer = await ask(await connect(), event, ...args);
    expect(answer).toMatchObject({ ok: false, code });
    expect(answer.text!.length).toBeGreaterThan(10);
    expect(JSON.stringify(answer)).not.toContain('secret-detail');
  });

  test('events reach all sockets of a user, those of one session, and nobody else', async () => {
    const [one, again, other] = await Promise.all(['one', 'again', 'other'].map((token) => connect(token)));
    const seen: string[] = [];
    for (const [name, socket] of Object.entries({ one, again, other })) socket!.on('call:changed', ({ id }: { id: string }) => seen.push(`${name} ${id}`));
    opened.platform.realtime.toUsers(['usr_1'], 'call:changed', { id: 'a', status: 'active' });
    opened.platform.realtime.toSession('ses_2', 'call:changed', { id: 'b', status: 'active' });
    await expect.poll(() => seen.toSorted()).toEqual(['again a', 'again b', 'one a']);
  });

  test('the end of a session is told and cuts its sockets, not those of the user’s other session', async () => {
    const [one, again] = await Promise.all(['one', 'again'].map((token) => connect(token)));
    const told = next(one!, 'session:ended');
    const cut = next(one!, 'disconnect');
    opened.platform.realtime.endSession('ses_1', 'Signed out');
    expect(await told).toEqual({ reason: 'Signed out' });
    expect(await cut).toBe('io server disconnect');
    expect(again!.connected).toBe(true);
  });

  test('a live socket renews its bearer, of its own user only', async () => {
    const socket = await connect('one');
    expect(await ask(socket, 'session:auth', { token: 'again' })).toEqual({ ok: true });
    expect(await ask(socket, 'session:auth', { token: 'other' })).toMatchObject({ ok: false, code: 'SESSION_ENDED' });
    const told = next(socket, 'session:ended');
    opened.platform.realtime.endSession('ses_1', 'x');
    opened.platform.realtime.endSession('ses_2', 'moved here');
    expect(await told).toEqual({ reason: 'moved here' });
  });

  test('a socket whose session ran out is cut, and one whose plan changed hears by the new one', async () => {
    const [one, other] = await Promise.all([connect('one'), connect('other')]);
    await ask(one!, 'market:watch', { symbols: [] });
    await ask(other!, 'market:watch', { symbols: [] });
    expect(watchers.map(({ caller: by }) => by!.plan)).toEqual([null, null]);
    nowOf.set('ses_1', null);
    nowOf.set('ses_3', { ...CALLERS.other!, plan: 'Premium' });
    const told = next(one!, 'session:ended');
    const cut = next(one!, 'disconnect');
    await opened.platform.realtime.look();
    expect(await told).toEqual({ reason: 'ended' });
    expect(await cut).toBe('io server disconnect');
    expect(watchers[1]!.caller).toMatchObject({ user_id: 'usr_2', plan: 'Premium' });
    expect(other!.connected).toBe(true);
  });

  test('strangers of one address have so many sockets and no more; who signs in counts towards the account, and a place is free again', async () => {
    const { perAddress, perAccount } = SOCKET_LIMITS;
    const signedIn = await Promise.all(Array.from({ length: perAccount }, () => connect('other')));
    await expect(connect('other')).rejects.toMatchObject({ message: 'SOCKET_LIMIT', data: { code: 'SOCKET_LIMIT' } });
    signedIn[0]!.disconnect();
    await expect
      .poll(() =>
        connect('other').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);

    const raw = Array.from({ length: perAddress }, () => new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`));
    await Promise.all(raw.map((each) => new Promise((open) => each.once('message', open))));
    await expect(connect(), 'they never even said hello').rejects.toThrow();
    for (const each of raw) each.terminate();
    await expect
      .poll(() =>
        connect().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  }, 60_000);

  test('a broadcast asks per socket and sends only what there is to say', async () => {
    const [one, two] = await Promise.all([connect(), connect()]);
    await ask(one!, 'market:watch', { symbols: ['TCS'] });
    await ask(two!, 'market:watch', { symbols: ['INFY'] });
    const got = next(one!, 'market:quotes');
    const silent: unknown[] = [];
    two!.on('market:quotes', (message) => silent.push(message));
    const { realtime } = opened.platform;
    const message = realtime.prepare('market:quotes', { quotes: [], ts: 'now' });
    const sent = realtime.broadcastVolatile(({ id }) => (id === watchers[0]!.id ? message : null));
    expect(sent).toBe(1);
    expect(await got).toEqual({ quotes: [], ts: 'now' });
    expect(silent).toEqual([]);
  });

  test('more than 40 events a second are refused, and a flood is cut off', async () => {
    const socket = await connect();
    const answers = await Promise.all(Array.from({ length: 120 }, () => ask(socket, 'market:watch', { symbols: [] })));
    const refused = answers.filter(({ code }) => code === 'RATE').length;
    // The burst may straddle the turn of one second.
    expect(refused).toBeGreaterThanOrEqual(40);
    expect(refused).toBeLessThanOrEqual(80);
    const cut = next(socket, 'disconnect');
    for (let i = 0; i < 2000; i += 1) socket.emit('market:watch', { symbols: [] });
    expect(await cut).toBe('io server disconnect');
  });

  test('a message above 64 KB ends its connection only', async () => {
    const [loud, calm] = await Promise.all([connect(), connect()]);
    const cut = next(loud!, 'disconnect');
    loud!.emit('market:watch', { symbols: ['x'.repeat(70_000)] });
    await cut;
    expect(await ask(calm!, 'market:watch', { symbols: [] })).toMatchObject({ ok: true });
  });

  test(`${RUNS} hostile events per name and ${RUNS} raw frames leave the server standing and others served`, { timeout: 300_000 }, async () => {
    const calm = await connect();
    for (const [event, schema] of [...Object.entries(CLIENT_EVENTS), ['nothing', CLIENT_EVENTS['market:watch']] as const]) {
      const batches = fc.sample(eventArguments(schema), RUNS);
      for (let at = 0; at < batches.length; at += 30) {
        const socket = await connect(at % 60 === 0 ? 'one' : undefined);
        // With and without an ack: neither may matter to the server.
        await Promise.all(
          batches.slice(at, at + 30).map((args, i) => (i % 3 === 0 ? socket.emit(event, ...args) : ask(socket, event, ...args).catch(() => 'gone'))),
        );
        socket.disconnect();
      }
    }
    const frames = fc.sample(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.constantFrom(
          '40',
          '42[',
          '42["market:watch"]',
          '451-["market:watch",{"_placeholder":true,"num":0}]',
          '4',
          '1',
          '3',
          '42/x,["a"]',
          '43999[]',
          '41',
          '42{"a":1}',
          '42["connect"]',
          '42["disconnect"]',
        ),
      ),
      RUNS,
    );
    for (let at = 0; at < frames.length; at += 25) await sendRaw(frames.slice(at, at + 25));
    expect(await ask(calm, 'market:watch', { symbols: ['TCS'] })).toMatchObject({ ok: true });
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });

  test('a hello said again before the first was answered makes no second socket', async () => {
    const count = async () => Number(/^sockets_open\S* (\d+)/m.exec(await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers: METRICS })).text())?.[1]);
    await expect.poll(count).toBe(0);
    const raw = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
    const heard: string[] = [];
    raw.on('message', (frame) => heard.push(String(frame)));
    await new Promise((open) => raw.once('open', open));
    for (let i = 0; i < 5; i += 1) raw.send('40{"token":"slow"}');
    await expect.poll(() => heard.some((frame) => frame.startsWith('40'))).toBe(true);
    await new Promise((later) => setTimeout(later, 200));
    expect(await count()).toBe(1);
    raw.close();
    await expect.poll(count).toBe(0);
  });

  function sendRaw(frames: readonly string[]): Promise<void> {
    return new Promise((done) => {
      const raw = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
      raw.on('error', () => {});
      raw.on('close', () => done());
      raw.on('open', () => {
        raw.send('40');
        for (const frame of frames) raw.send(frame);
        raw.send(Buffer.from([1, 2, 3]));
        setTimeout(() => raw.close(), 30);
      });
    });
  }
});
