import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import type { Quote } from '../../contract/market/types.ts';
import { declareTopic, type RoomDeclaration } from '../../contract/socket/declare-topic.ts';
import { createCore } from '../core/core.ts';
import { openSessionStore } from '../core/session-store.ts';
import { KEYS } from '../core/storage.ts';
import { ANSWERS, SILENT } from '../reach.ts';
import type { Session } from '../session.types.ts';
import { fakeBrowser } from '../testing.ts';
import { createLine, type Socket } from './line.ts';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

const quote = (symbol: string, ltp: number): Quote => ({
  symbol,
  ltp,
  open: 1,
  high: 1,
  low: 1,
  prev_close: 1,
  change: 0,
  change_pct: 0,
  volume: 0,
  ts: '2026-11-20T05:00:00.000Z',
  phase: 'continuous',
  source: 'simulated',
});

function open() {
  const browser = fakeBrowser();
  const core = createCore(browser, openSessionStore());
  const asked: string[] = [];
  /** What stands in the server's place while it is set. */
  const server: { instead: (() => Promise<unknown>) | null } = { instead: null };
  const request = (async (_route: unknown, input: { query: { symbols: string } }) => {
    asked.push(input.query.symbols);
    return server.instead?.() ?? { status: true, data: input.query.symbols.split(',').map((symbol) => quote(symbol, 100)) };
  }) as unknown as Session['request'];
  const listeners = new Map<string, (payload: unknown) => void>();
  const emitted: unknown[] = [];
  let connects = 0;
  const socket = {
    connected: false as boolean,
    active: false as boolean,
    io: { on: (event: string, listener: () => void) => listeners.set(event, listener) },
    on: (event: string, listener: (payload: unknown) => void) => listeners.set(event, listener),
    emit: (...given: unknown[]) => emitted.push(given),
    connect: () => {
      connects += 1;
      socket.active = true;
    },
    disconnect: () => {
      socket.connected = false;
      socket.active = false;
    },
  } satisfies Socket;
  const line = createLine(core, { request }, () => socket);
  const hear = (event: string, payload?: unknown) => listeners.get(event)?.(payload);
  const up = () => {
    socket.connected = true;
    hear('connect');
  };
  const watch = (...symbols: string[]) => {
    const got: [string, number][] = [];
    const stop = line.subscribe({ topic: 'prices', symbols }, (list) => got.push(...list.map((one): [string, number] => [one.symbol, one.ltp])));
    return { got, stop };
  };
  const hearCalls = () => {
    const got: (string | null)[] = [];
    return { got, stop: line.subscribe({ topic: 'calls' }, (news) => got.push(news?.id ?? null)) };
  };
  return {
    browser,
    core,
    line,
    hearCalls,
    asked,
    server,
    emitted,
    socket,
    hear,
    up,
    watch,
    connects: () => connects,
    pass: (ms = 0) => vi.advanceTimersByTimeAsync(ms),
  };
}

test('a snapshot first, then what changed; everybody gets their own symbols over one line (S3-STATE-09)', async () => {
  const { asked, emitted, hear, up, watch, connects, pass } = open();
  const one = watch('TCS', 'INFY');
  const two = watch('INFY');
  await pass();
  // Both watchers of the turn share one call.
  expect([connects(), asked]).toEqual([1, ['TCS,INFY']]);
  up();
  expect(emitted).toEqual([['market:watch', { symbols: ['TCS', 'INFY'] }]]);
  one.got.length = 0;
  two.got.length = 0;
  hear('market:quotes', { quotes: [quote('TCS', 1), quote('INFY', 2)], ts: '' });
  expect(one.got).toEqual([
    ['TCS', 1],
    ['INFY', 2],
  ]);
  expect(two.got).toEqual([['INFY', 2]]);
});

test('the watch list follows who watches, and the line is closed with the last', async () => {
  const { emitted, socket, up, watch, pass } = open();
  const one = watch('TCS');
  await pass();
  up();
  const two = watch('INFY');
  one.stop();
  await pass();
  expect(emitted.at(-1)).toEqual(['market:watch', { symbols: ['INFY'] }]);
  two.stop();
  await pass();
  expect(socket.connected).toBe(false);
});

test('changed calls: by id while the line is up, null after a gap, and no line for a visitor', async () => {
  const { core, socket, hear, up, hearCalls, connects, pass } = open();
  const visitor = hearCalls();
  await pass();
  expect(connects()).toBe(0);
  visitor.stop();
  core.store.write(KEYS.token, 'A');
  core.store.write(KEYS.expireIn, String(Date.now() + 3_600_000));
  core.changed();
  expect(core.snapshot().signedIn).toBe(true);
  const { got, stop } = hearCalls();
  await pass();
  expect(connects()).toBe(1);
  up();
  hear('call:changed', { id: 'call_1', status: 'target_hit' });
  hear('call:changed', { nonsense: true });
  expect(got).toEqual(['call_1']);
  hear('disconnect');
  up();
  expect(got).toEqual(['call_1', null]);
  stop();
  await pass();
  expect(socket.connected).toBe(false);
  hear('call:changed', { id: 'call_2', status: 'target_hit' });
  expect(got).toHaveLength(2);
});

test('notices: a hint while the line is up, null after a gap, so that what was missed is asked for', async () => {
  const { core, hear, up, line, pass } = open();
  core.store.write(KEYS.token, 'A');
  core.store.write(KEYS.expireIn, String(Date.now() + 3_600_000));
  core.changed();
  const got: unknown[] = [];
  const stop = line.subscribe({ topic: 'notices' }, (news) => got.push(news));
  await pass();
  up();
  hear('notice:new', {});
  hear('disconnect');
  up();
  expect(got).toEqual([{}, null]);
  stop();
  hear('notice:new', {});
  expect(got).toHaveLength(2);
});

const talk = declareTopic({
  name: 'talk',
  access: 'session',
  client: {},
  server: { 'talk:said': z.object({ room: z.string(), seq: z.int() }), 'talk:typing': z.object({ room: z.string() }) },
  perSecond: 10,
  roomsPerSocket: 5,
  sequence: { event: 'talk:said', most: 10 },
} satisfies RoomDeclaration);

test('a room of any topic: joined on each line with the last number the page has, left with its last follower', async () => {
  const { emitted, hear, up, line, pass } = open();
  const got: unknown[] = [];
  const stop = line.subscribe({ topic: 'room', of: talk, room: 'a', have: 4 }, (news) => got.push(news));
  await pass();
  up();
  expect(emitted.at(-1)).toEqual(['room:join', { topic: 'talk', room: 'a', have: 4 }, expect.any(Function)]);
  hear('talk:said', { room: 'a', seq: 5 });
  hear('talk:said', { room: 'b', seq: 9 });
  hear('talk:said', { room: 'a' });
  hear('talk:typing', { room: 'a' });
  expect(got).toEqual([
    { event: 'talk:said', payload: { room: 'a', seq: 5 } },
    { event: 'talk:typing', payload: { room: 'a' } },
  ]);
  hear('disconnect');
  up();
  expect(emitted.at(-1)).toEqual(['room:join', { topic: 'talk', room: 'a', have: 5 }, expect.any(Function)]);
  stop();
  expect(emitted.at(-1)).toEqual(['room:leave', { topic: 'talk', room: 'a' }]);
});

test('a room is loaded anew once the page is a member without a number, and says why the page is none', async () => {
  const { emitted, hear, up, line, pass } = open();
  const got: unknown[] = [];
  line.subscribe({ topic: 'room', of: talk, room: 'a' }, (news) => got.push(news));
  await pass();
  up();
  const answer = (given: object) => ((emitted.at(-1) as unknown[])[2] as (answer: object) => void)(given);
  expect(got).toEqual([]);
  answer({ ok: true });
  expect(got).toEqual([null]);
  hear('talk:said', { room: 'a', seq: 5 });
  hear('room:reload', { topic: 'talk', room: 'a' });
  hear('room:ended', { topic: 'talk', room: 'a', code: 'FORBIDDEN', text: 'No' });
  hear('disconnect');
  up();
  expect(emitted.at(-1)).toEqual(['room:join', { topic: 'talk', room: 'a' }, expect.any(Function)]);
  answer({ ok: false, code: 'ROOM_LIMIT', text: 'Too many' });
  expect(got.slice(2)).toEqual([null, { event: 'refused', code: 'FORBIDDEN', text: 'No' }, { event: 'refused', code: 'ROOM_LIMIT', text: 'Too many' }]);
});

test('who follows a room learns whether the line carries it, and may send its topic’s events while it does (S7-RT-02)', async () => {
  const { emitted, socket, hear, up, line, pass, connects } = open();
  const states: string[] = [];
  let say: ((event: string, payload: object) => void) | null = null;
  const follow = () =>
    line.subscribe(
      {
        topic: 'room',
        of: talk,
        room: 'a',
        onLine: (line) => {
          states.push(line.state);
          say = line.state === 'joined' ? (line.say as unknown as typeof say) : null;
        },
      },
      () => undefined,
    );
  const answer = () => (emitted.findLast((each) => (each as unknown[])[0] === 'room:join') as ((answer: object) => void)[])[2]!({ ok: true });
  const stop = follow();
  await pass();
  up();
  expect(states).toEqual([]);
  answer();
  say!('talk:typing', { room: 'a' });
  expect(emitted.at(-1)).toEqual(['talk:typing', { room: 'a' }]);
  // Whoever comes later knows it at once.
  const stopOther = follow();
  expect(states).toEqual(['joined', 'joined']);
  stopOther();
  socket.connected = false;
  hear('disconnect');
  hear('reconnect_failed');
  expect(states.slice(2)).toEqual(['away', 'gone']);
  // Following anew dials once more.
  const dialled = connects();
  stop();
  follow();
  await pass();
  expect(connects()).toBe(dialled + 1);
  up();
  answer();
  expect(states.at(-1)).toBe('joined');
});

test.each([
  ['RETRY', undefined, [1000, 2000, 4000]],
  ['RATE', 3, [3000, 3000, 4000]],
])('a join refused by %s is tried again, each time after a longer pause of its own, and the page hears of no refusal', async (code, retry_after, pauses) => {
  for (const drawn of [0, 0.5]) {
    const random = vi.spyOn(Math, 'random').mockReturnValue(drawn);
    const { emitted, up, line, pass } = open();
    const got: unknown[] = [];
    line.subscribe({ topic: 'room', of: talk, room: 'a', have: 4 }, (news) => got.push(news));
    await pass();
    up();
    for (const [n, ms] of pauses.entries()) {
      expect(emitted).toHaveLength(n + 1);
      ((emitted.at(-1) as unknown[])[2] as (answer: object) => void)({ ok: false, code, text: 'Later', ...(retry_after && { retry_after }) });
      await pass(ms * (1 + drawn) - 1);
      expect(emitted).toHaveLength(n + 1);
      await pass(1);
    }
    expect(emitted).toHaveLength(4);
    expect(emitted.at(-1)).toEqual(['room:join', { topic: 'talk', room: 'a', have: 4 }, expect.any(Function)]);
    expect(got).toEqual([]);
    random.mockRestore();
  }
});

test('a join that waits to be tried again is not tried after the room was left, and once on a new line', async () => {
  const { emitted, socket, hear, up, line, watch, pass } = open();
  const sent = () => emitted.filter((each) => (each as unknown[])[0] === 'room:join');
  const refuse = () => ((sent().at(-1) as unknown[])[2] as (answer: object) => void)({ ok: false, code: 'RETRY' });
  const joins = () => sent().length;
  // Keeps the line open when the room is left.
  watch('TCS');
  const stop = line.subscribe({ topic: 'room', of: talk, room: 'a' }, () => undefined);
  await pass();
  up();
  refuse();
  socket.connected = false;
  hear('disconnect');
  await pass(60_000);
  expect(joins()).toBe(1);
  up();
  refuse();
  hear('disconnect');
  up();
  expect(joins()).toBe(3);
  await pass(60_000);
  expect(joins()).toBe(3);
  refuse();
  stop();
  await pass(60_000);
  expect(joins()).toBe(3);
});

test('a page of more than 200 prices says so, and asks for those that the line does not carry', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const { asked, emitted, up, watch, pass } = open();
  const symbols = Array.from({ length: 450 }, (_, n) => `S${n}`);
  const { got, stop } = watch(...symbols);
  await pass();
  const sizes = () => asked.map((each) => each.split(',').length);
  expect(sizes()).toEqual([200, 200, 50]);
  expect(got.map(([symbol]) => symbol)).toEqual(symbols);
  up();
  expect(emitted).toEqual([['market:watch', { symbols: symbols.slice(0, 200) }]]);
  await pass(5_000);
  expect(sizes().slice(3)).toEqual([200, 50]);
  expect(asked[3]!.startsWith('S200,')).toBe(true);
  expect(warn.mock.calls).toEqual([['This page follows 450 prices. The first 200 are live, the others are asked for every 5 s.']]);
  stop();
  await pass(20_000);
  expect(sizes()).toHaveLength(5);
  warn.mockRestore();
});

test('a late watcher gets the known price at once, without a call', async () => {
  const { asked, hear, up, watch, pass } = open();
  watch('TCS');
  await pass();
  up();
  hear('market:quotes', { quotes: [quote('TCS', 7)], ts: '' });
  expect(watch('TCS').got).toEqual([['TCS', 7]]);
  expect(asked).toEqual(['TCS']);
});

test('a message that breaks the contract is dropped', async () => {
  const { hear, watch, pass } = open();
  const { got } = watch('TCS');
  await pass();
  got.length = 0;
  hear('market:quotes', { quotes: [{ symbol: 'TCS', ltp: 'high' }], ts: '' });
  hear('market:quotes', null);
  expect(got).toEqual([]);
});

test('while the line is away snapshots come by HTTP; the user’s return tries the line again', async () => {
  const { asked, browser, hear, up, watch, connects, pass } = open();
  watch('TCS');
  await pass();
  hear('connect_error');
  await pass(5000);
  expect(asked).toEqual(['TCS', 'TCS']);
  browser.wake();
  expect(connects()).toBe(1); // it still tries by itself
  hear('reconnect_failed');
  browser.wake();
  expect(connects()).toBe(2);
  up();
  await pass(20_000);
  expect(asked).toHaveLength(2);
});

test('a line that fails again and again asks for one snapshot a turn, and for none once it is up or hung up', async () => {
  const { asked, core, hear, up, watch, pass } = open();
  watch('TCS');
  await pass();
  const fail = () => Array.from({ length: 4 }, () => hear('connect_error'));
  fail();
  await pass(10_000);
  expect(asked).toHaveLength(3);
  up();
  await pass(20_000);
  expect(asked).toHaveLength(3);
  fail();
  core.clear();
  await pass(20_000);
  expect(asked).toHaveLength(3);
});

test('a cleared session hangs up; new tokens are told to the live line', async () => {
  const { core, emitted, socket, up, watch, pass } = open();
  watch('TCS');
  await pass();
  up();
  localStorage.setItem('token', 'new');
  core.changed();
  expect(emitted.at(-1)).toEqual(['session:auth', { token: 'new' }]);
  core.clear();
  expect(socket.connected).toBe(false);
});

test('until the server has answered, nobody who needs the line connects it again', async () => {
  const { browser, core, watch, hearCalls, connects, pass, up, socket, hear } = open();
  watch('TCS');
  await pass();
  watch('INFY');
  hearCalls();
  await pass();
  browser.wake();
  localStorage.setItem('token', 'new');
  core.changed();
  expect(connects()).toBe(1);
  up();
  socket.connected = socket.active = false; // the server hung up
  hear('disconnect');
  browser.wake();
  expect(connects()).toBe(2);
});

test.each(['disconnect', 'connect_error'])(
  'a line that the server hung up or refused (%s) is opened again within fifteen seconds, at a time of its own, unless nobody needs it',
  async (lost) => {
    const times: number[] = [];
    for (const drawn of [0, 0.5, 0.999]) {
      const random = vi.spyOn(Math, 'random').mockReturnValue(drawn);
      const { watch, connects, pass, up, socket, hear } = open();
      const { stop } = watch('TCS');
      await pass();
      up();
      socket.connected = socket.active = false;
      hear(lost);
      let waited = 0;
      for (; connects() < 2 && waited <= 15_000; waited += 100) await pass(100);
      times.push(waited);
      up();
      socket.connected = socket.active = false;
      hear(lost);
      stop();
      await pass(20_000);
      expect(connects()).toBe(2);
      random.mockRestore();
    }
    expect(times).toEqual([100, 7500, 15_000]);
  },
);

test('a line refused for an old token is opened again with the new one', async () => {
  const { core, hear, socket, watch, connects, pass } = open();
  watch('TCS');
  await pass();
  socket.active = false;
  hear('connect_error');
  localStorage.setItem('token', 'new');
  core.changed();
  expect(connects()).toBe(2);
});

test('"session:ended" ends a signed-in page and leaves a visitor alone', async () => {
  const { browser, core, hear, watch, pass } = open();
  watch('TCS');
  await pass();
  hear('session:ended', { reason: 'revoked' });
  expect(browser.went).toEqual([]);
  localStorage.setItem('token', 'A');
  localStorage.setItem('expire_in', String(Date.now() + 1000));
  core.changed();
  hear('session:ended', { reason: 'revoked' });
  expect(browser.went).toEqual(['/login']);
});

describe('a server that does not answer', () => {
  const nobody = async () => ({ status: false, data: null, code: 'UNREACHABLE' });
  async function lost() {
    const page = open();
    page.watch('TCS');
    await page.pass();
    page.up();
    const lose = () => {
      page.socket.connected = false;
      page.hear('disconnect');
    };
    return { ...page, lose, told: page.browser.pageTold };
  }

  test('is told within five seconds of the line’s loss, with every try, and so is its return; the line is tried again then', async () => {
    const { hear, lose, told, server, connects, pass } = await lost();
    server.instead = nobody;
    lose();
    await pass(4_999);
    expect(told).toEqual([SILENT]);
    hear('reconnect_failed');
    await pass(5_000);
    expect(told).toEqual([SILENT, SILENT]);
    expect(connects()).toBe(1);
    server.instead = null;
    await pass(5_000);
    expect(told).toEqual([SILENT, SILENT, ANSWERS]);
    expect(connects()).toBe(2);
  });

  test('is told when a snapshot takes more than five seconds, also before there was a line', async () => {
    const { browser, server, watch, pass } = open();
    let answer: (given: unknown) => void = () => undefined;
    server.instead = () => new Promise((resolve) => (answer = resolve));
    watch('TCS');
    await pass(4_999);
    expect(browser.pageTold).toEqual([]);
    await pass(1);
    expect(browser.pageTold).toEqual([SILENT]);
    answer({ status: true, data: [quote('TCS', 1)] });
    await pass();
    expect(browser.pageTold).toEqual([SILENT, ANSWERS]);
  });

  test('is not what a reconnection of a second is, though a snapshot failed in it; what failed meanwhile may be asked for again', async () => {
    const { lose, told, server, up, watch, pass } = await lost();
    lose();
    server.instead = nobody;
    watch('INFY');
    await pass(1_000);
    server.instead = null;
    up();
    await pass(60_000);
    expect(told).toEqual([ANSWERS]);
  });

  test('is neither one that refuses nor one that answers while the line alone is away', async () => {
    const { lose, told, server, pass } = await lost();
    lose();
    await pass(20_000);
    server.instead = async () => ({ status: false, data: null, code: 'RATE' });
    await pass(20_000);
    expect(told).toEqual([]);
  });
});
