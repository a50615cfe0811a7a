import type { StreamEvent } from '@vimarsh/shared/contract/embed/events.ts';
import { embedSession } from '@vimarsh/shared/contract/embed/routes.ts';
import type { Sentiment } from '@vimarsh/shared/contract/sentiment/types.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { createPageFeed, type FeedUpdate } from './page-feed.ts';
import { askSession, type EarlySession } from './protocol.ts';

/** The feed against a server that the test plays: sessions by fetch, streams by EventSource. Time is the test's. */
const API = 'https://api.example';
const ASKED_AT = Date.parse('2026-11-20T04:30:00Z');

class Stream extends EventTarget {
  static readonly all: Stream[] = [];
  static get open(): Stream[] {
    return Stream.all.filter(({ closed }) => !closed);
  }
  readonly url: URL;
  closed = false;
  onerror: (() => void) | null = null;
  constructor(url: string) {
    super();
    this.url = new URL(url);
    Stream.all.push(this);
  }
  close(): void {
    this.closed = true;
  }
  say(type: StreamEvent, data: object, id: string): void {
    if (!this.closed) this.dispatchEvent(Object.assign(new MessageEvent(type, { data: JSON.stringify(data), lastEventId: id })));
  }
  fail(): void {
    if (!this.closed) this.onerror?.();
  }
}

const sentiment = (symbol: string, ltp: number): Sentiment => ({
  symbol,
  name: symbol,
  exchange: 'NSE',
  ltp,
  change: 0,
  change_pct: 0,
  score: null,
  zone: null,
  note: '',
  traded: true,
  drivers: [],
  calls: { buy: 0, sell: 0, hold: 0, experts: 0 },
  history: [],
  as_of: '2026-11-20T04:30:00.000Z',
  phase: 'continuous',
  source: 'simulated',
  method: 'sentiment-3',
  disclaimer: '',
});

let seen: IntersectionObserverCallback;
let sessions: URL[];
let away: boolean;
let refusal: string | null;
/** What something on the way answers in the place of the server. */
let onTheWay: (() => Response) | null;
let ltp: number;
let seq: number;
const hosts: Element[] = [];

/** Answers as browser and server do: five seconds from the cache, else parsed by the contract, so that the test can't drift from it. */
const cached = new Map<string, { at: number; body: string }>();
async function server(input: string, { cache }: RequestInit): Promise<Response> {
  const url = new URL(input);
  const known = cached.get(input);
  if (known && cache !== 'no-cache' && Date.now() - known.at < 5000) return new Response(known.body);
  sessions.push(url);
  if (away) throw new TypeError('Failed to fetch');
  if (onTheWay) return onTheWay();
  if (refusal) return Response.json({ status: false, validation: 'Widget not enabled', code: refusal, data: null }, { status: 403 });
  const stocks = url.searchParams
    .get('subjects')!
    .split(',')
    .filter(Boolean)
    .map((subject) => subject.split(':')[1]!);
  const data = z.parse(embedSession.data, {
    token: `t.${url.searchParams.get('access_key')}`,
    expires_in: 590,
    theme: { accent: '#000000', on_accent: '#ffffff', accent_dark: '#ffffff', on_accent_dark: '#0e1116', font: 'Inter', brand: 'Neem' },
    cursor: `aaaa-${seq}`,
    values: stocks.filter((stock) => stock !== 'NOSUCH').map((code) => ({ widget: 'market-sentiment', code, data: sentiment(code, ltp) })),
    refused: stocks.includes('NOSUCH') ? [{ subject: 'market-sentiment:NOSUCH', code: 'UNKNOWN_SYMBOL', text: 'We don’t know this stock.' }] : [],
  });
  const body = JSON.stringify({ status: true, validation: '', redirect: '', data });
  cached.set(input, { at: Date.now(), body });
  return new Response(body);
}

let left: AbortController;
beforeEach(() => {
  // A feed lives as long as its page; here a page ends with its test.
  left = new AbortController();
  for (const target of [document, window]) {
    const listen = target.addEventListener.bind(target);
    vi.spyOn(target, 'addEventListener').mockImplementation((type: string, listener: EventListenerOrEventListenerObject) =>
      listen(type, listener, { signal: left.signal }),
    );
  }
  vi.useFakeTimers({ now: ASKED_AT });
  Stream.all.length = 0;
  cached.clear();
  hosts.length = 0;
  [sessions, away, refusal, onTheWay, ltp, seq] = [[], false, null, null, 100, 7];
  vi.stubGlobal('EventSource', Stream);
  vi.stubGlobal('fetch', vi.fn(server));
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        seen = callback;
      }
      observe(host: Element): void {
        hosts.push(host);
        show(true, [host]);
      }
      unobserve(): void {}
    },
  );
});
afterEach(() => {
  left.abort();
  hide(false);
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
const show = (isIntersecting: boolean, on: readonly Element[] = hosts): void =>
  queueMicrotask(() => seen(on.map((target) => ({ target, isIntersecting })) as never, null as never));
function hide(hidden: boolean): void {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event('visibilitychange'));
}

function page(early: EarlySession[] = []) {
  const feed = createPageFeed({ api: API, early, onTheme: () => undefined });
  const follow = (stock: string, key = 'pk_1') => {
    const updates: FeedUpdate[] = [];
    const stop = feed.subscribe(`access_key=${key}`, `market-sentiment:${stock}`, document.createElement('div'), (update) => void updates.push(update));
    const last = (): FeedUpdate => updates.at(-1)!;
    return { updates, stop, last, price: () => (last() as { data: Sentiment }).data?.ltp };
  };
  return { feed, follow };
}
/** Everything that is due at once: sessions answered, the stream opened. */
const settle = (ms = 400): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
const live = async (): Promise<Stream> => {
  await settle();
  const stream = Stream.open[0]!;
  stream.say('hello', {}, `aaaa-${seq}`);
  return stream;
};

test('what appears together is asked for together, and one stream follows all of it, whatever the keys', async () => {
  const { follow } = page();
  const stocks = Array.from({ length: 50 }, (_, at) => follow(`S${at}`));
  const other = follow('S1', 'pk_2');
  const stream = await live();
  expect(sessions).toHaveLength(2);
  expect(Stream.all).toHaveLength(1);
  expect(stream.url.searchParams.get('since')).toBe('aaaa-7');
  const parts = stream.url.searchParams.get('watch')!.split('|');
  expect(parts.map((part) => [part.split('~')[0], part.split(',').length])).toEqual([
    ['t.pk_1', 50],
    ['t.pk_2', 1],
  ]);
  stream.say('delta', { widget: 'market-sentiment', code: 'S1', set: { ltp: 101 } }, 'aaaa-8');
  expect([stocks[0]!.price(), stocks[1]!.price(), other.price()]).toEqual([100, 101, 101]);
});

test('a session the loader has asked for is used and not asked again', async () => {
  const { follow } = page([
    { credential: 'access_key=pk_1', subjects: ['market-sentiment:TCS'], response: askSession(API, 'access_key=pk_1', ['market-sentiment:TCS']) },
  ]);
  const tcs = follow('TCS');
  await settle();
  expect(tcs.price()).toBe(100);
  expect(sessions).toHaveLength(1);
});

test('hidden, or far from the screen: no stream and no timer; then it goes on from the last event', async () => {
  const { follow } = page();
  follow('TCS');
  const stream = await live();
  stream.say('beat', {}, 'aaaa-42');
  hide(true);
  expect(stream.closed).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
  hide(false);
  expect(Stream.open[0]!.url.searchParams.get('since')).toBe('aaaa-42');
  show(false);
  await settle();
  expect(Stream.open).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
  show(true);
  await settle();
  expect(Stream.open).toHaveLength(1);
  expect(sessions).toHaveLength(1);
});

test('a stream that breaks is taken up from the last event, at the time the server named', async () => {
  const { follow } = page();
  const tcs = follow('TCS');
  const stream = await live();
  stream.say('delta', { widget: 'market-sentiment', code: 'TCS', set: { ltp: 105 } }, 'aaaa-9');
  stream.say('bye', { retry_ms: 4000 }, 'aaaa-9');
  stream.fail();
  await settle(3900);
  expect(Stream.open).toEqual([]);
  await settle(200);
  expect(Stream.open[0]!.url.searchParams.get('since')).toBe('aaaa-9');
  Stream.open[0]!.say('value', { widget: 'market-sentiment', code: 'TCS', data: sentiment('TCS', 110) }, 'bbbb-3');
  expect(tcs.price()).toBe(110);
});

test('the API away: data stay and are marked, tries come ever more rarely, and all is well by itself afterwards', async () => {
  const { follow } = page();
  const tcs = follow('TCS');
  (await live()).fail();
  away = true;
  const lose = (): void => {
    for (const stream of Stream.open) stream.fail();
  };
  for (let second = 0; second < 120; second += 1) {
    await settle(1000);
    lose();
  }
  expect(tcs.last()).toMatchObject({ problem: { code: 'offline', retryable: true }, last: { ltp: 100 } });
  expect(sessions.length).toBeGreaterThan(25);
  expect(sessions.length).toBeLessThan(90);
  for (let minute = 0; minute < 20; minute += 1) await settle(60_000);
  const before = sessions.length;
  await settle(60_000);
  expect(sessions.length - before).toBeLessThanOrEqual(6);
  [away, ltp, seq] = [false, 120, 8];
  for (let second = 0; second < 61 && Stream.open.length === 0; second += 1) await settle(1000);
  Stream.open[0]!.say('hello', {}, 'aaaa-8');
  expect(tcs.last()).toMatchObject({ data: { ltp: 120 }, stale: false });
});

test.each([5, 15, 40, 59])('the API away for %i s: the figures live again within three seconds of its first answer', async (seconds) => {
  const { follow } = page();
  const tcs = follow('TCS');
  (await live()).fail();
  away = true;
  const lose = (): void => {
    for (const stream of Stream.open) stream.fail();
  };
  for (let second = 0; second < seconds; second += 1) {
    await settle(1000);
    lose();
  }
  expect(tcs.last()).toMatchObject({ problem: { code: 'offline' }, last: { ltp: 100 } });
  [away, ltp, seq] = [false, 120, 8];
  const back = Date.now();
  while (Stream.open.length === 0) await settle(50);
  expect(Date.now() - back).toBeLessThanOrEqual(3100);
  expect(tcs.last()).toMatchObject({ data: { ltp: 120 }, stale: false });
});

test('the network is back after half an hour: the page does not wait for its turn', async () => {
  const { follow } = page();
  follow('TCS');
  (await live()).fail();
  away = true;
  for (let second = 0; second < 5; second += 1) {
    await settle(1000);
    for (const stream of Stream.open) stream.fail();
  }
  vi.spyOn(Math, 'random').mockReturnValue(1);
  await settle(1_800_000);
  // Just after a turn, so that the next is half a minute away.
  const before = sessions.length;
  while (sessions.length === before) await settle(100);
  away = false;
  await settle(20_000);
  expect(Stream.open).toEqual([]);
  dispatchEvent(new Event('online'));
  await settle(1100);
  expect(Stream.open).toHaveLength(1);
});

test('the API away for a few seconds right after the page was loaded: a stream again, not five minutes of polling', async () => {
  const { follow } = page();
  follow('TCS');
  (await live()).fail();
  away = true;
  for (let second = 0; second < 4; second += 1) {
    await settle(1000);
    for (const stream of Stream.open) stream.fail();
  }
  away = false;
  for (let second = 0; second < 10 && Stream.open.length === 0; second += 1) await settle(1000);
  expect(Stream.open).toHaveLength(1);
});

test('streams that never speak: after two the page polls, and tries a stream again later', async () => {
  const { follow } = page();
  const tcs = follow('TCS');
  await settle(60_000);
  expect(Stream.all).toHaveLength(2);
  const before = sessions.length;
  ltp = 130;
  await settle(60_000);
  expect(sessions.length - before).toBe(4);
  expect(tcs.price()).toBe(130);
  for (let second = 0; second < 300 && Stream.all.length < 3; second += 1) await settle(1000);
  Stream.open[0]!.say('hello', {}, 'aaaa-7');
  await settle(20_000);
  Stream.open[0]!.say('beat', {}, 'aaaa-7');
  expect(Stream.open).toHaveLength(1);
});

test('what could not be reached at all says nothing about proxies: back from an outage, a page that polled tries a stream at once', async () => {
  const { follow } = page();
  const tcs = follow('TCS');
  await settle(60_000);
  expect(Stream.all).toHaveLength(2);
  away = true;
  await settle(20_000);
  expect(tcs.last()).toMatchObject({ problem: { code: 'offline' } });
  [away, ltp] = [false, 120];
  while (tcs.price() !== 120) await settle(100);
  await settle();
  expect(Stream.open).toHaveLength(1);
});

test('a stream that speaks after all ends the polling: a page that was hidden opens one again, at once', async () => {
  const { follow } = page();
  follow('TCS');
  for (let second = 0; second < 600 && Stream.all.length < 3; second += 1) await settle(1000);
  Stream.open[0]!.say('hello', {}, 'aaaa-7');
  hide(true);
  expect(Stream.open).toEqual([]);
  hide(false);
  await settle();
  expect(Stream.open).toHaveLength(1);
});

test('a line gone dead is noticed when two beats are missing', async () => {
  const { follow } = page();
  follow('TCS');
  const stream = await live();
  await settle(39_000);
  expect(stream.closed).toBe(false);
  await settle(3000);
  expect(stream.closed).toBe(true);
  await settle(3000);
  expect(Stream.open).toHaveLength(1);
});

test('a key revoked on the open stream: its widgets go dark and stay so, those of another key live on', async () => {
  const { follow, feed } = page();
  const gone = follow('TCS', 'pk_1');
  const stays = follow('INFY', 'pk_2');
  const stream = await live();
  stream.say('refused', { grant: 0, code: 'KEY_REVOKED', text: 'Widget not enabled' }, 'aaaa-8');
  expect(gone.last()).toMatchObject({ problem: { code: 'KEY_REVOKED', text: 'Widget not enabled', retryable: false }, last: null });
  expect(Stream.open[0]!.url.searchParams.get('watch')).toBe('t.pk_2~market-sentiment:INFY');
  Stream.open[0]!.say('delta', { widget: 'market-sentiment', code: 'INFY', set: { ltp: 99 } }, 'aaaa-9');
  expect(stays.price()).toBe(99);
  refusal = 'KEY_REVOKED';
  await feed.refresh('access_key=pk_1', 'market-sentiment:TCS');
  expect(gone.last()).toMatchObject({ last: null });
  await settle(30_000);
  expect(sessions).toHaveLength(3);
});

test('a newcomer on an open page is asked for alone and gets on the line from its own point; the one before is closed', async () => {
  const { follow } = page();
  follow('TCS');
  const stream = await live();
  seq = 20;
  const infy = follow('INFY');
  await settle(50);
  // The old line tells of a later point, which says nothing about the newcomer.
  stream.say('beat', {}, 'aaaa-30');
  await settle();
  expect(stream.closed).toBe(true);
  expect(sessions.map((url) => url.searchParams.get('subjects'))).toEqual(['market-sentiment:TCS', 'market-sentiment:INFY']);
  expect(Stream.open).toHaveLength(1);
  expect(Stream.open[0]!.url.searchParams.get('since')).toBe('aaaa-20');
  Stream.open[0]!.say('delta', { widget: 'market-sentiment', code: 'INFY', set: { ltp: 7 } }, 'aaaa-31');
  expect(infy.price()).toBe(7);
  infy.stop();
  await settle();
  expect(Stream.open[0]!.url.searchParams.get('watch')).toBe('t.pk_1~market-sentiment:TCS');
});

test('a session from a cache never takes back what the stream has brought', async () => {
  const { follow, feed } = page();
  const tcs = follow('TCS');
  const stream = await live();
  stream.say('delta', { widget: 'market-sentiment', code: 'TCS', set: { ltp: 105 } }, 'aaaa-9');
  await feed.refresh('access_key=pk_1', 'market-sentiment:TCS');
  expect(tcs.price()).toBe(105);
});

test('a change inside of a field leaves the rest of it, and of what was shown before, as it was', async () => {
  const { follow } = page();
  const tcs = follow('TCS');
  const stream = await live();
  const before = tcs.updates[0] as { data: Sentiment };
  stream.say('delta', { widget: 'market-sentiment', code: 'TCS', set: { ltp: 105, calls: { '~': { buy: 2 } } } }, 'aaaa-9');
  expect(tcs.last()).toMatchObject({ data: { ltp: 105, calls: { buy: 2, sell: 0, hold: 0, experts: 0 } } });
  expect(before.data.calls.buy).toBe(0);
});

test('an unknown stock and an answer of another shape are told apart, and nothing is drawn from either', async () => {
  const { follow } = page();
  const nosuch = follow('NOSUCH');
  const tcs = follow('TCS');
  const stream = await live();
  expect(nosuch.last()).toMatchObject({ problem: { code: 'UNKNOWN_SYMBOL', retryable: false } });
  stream.say('delta', { widget: 'market-sentiment', code: 'TCS', set: { drivers: 'none' } }, 'aaaa-9');
  stream.say('value', { widget: 'market-sentiment', code: 'TCS', data: { symbol: 'TCS' } }, 'aaaa-10');
  expect(tcs.updates).toHaveLength(1);
  vi.mocked(fetch).mockResolvedValueOnce(Response.json({ status: true, validation: '', data: { token: 1 } }));
  const infy = follow('INFY');
  await settle(50);
  expect(infy.last()).toMatchObject({ problem: { code: 'upstream_shape' }, last: null });
});

test('a token for what a view asks besides: the session’s while it holds, then a new one, and the reason when there is none', async () => {
  const { feed } = page();
  expect(await feed.tokenOf('access_key=pk_1')).toBe('t.pk_1');
  expect(sessions).toHaveLength(1);
  await feed.tokenOf('access_key=pk_1');
  expect(sessions).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(591_000);
  await feed.tokenOf('access_key=pk_1');
  expect(sessions).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(591_000);
  refusal = 'KEY_REVOKED';
  await expect(feed.tokenOf('access_key=pk_1')).rejects.toMatchObject({ code: 'KEY_REVOKED', retryable: false });
});

const html = (status: number, headers = {}): Response =>
  new Response('<!doctype html><title>Sign in to this network</title>', { status, headers: { 'content-type': 'text/html', ...headers } });
const cut = (): Response =>
  new Response(
    new ReadableStream({
      start(body) {
        body.enqueue(new TextEncoder().encode('{"status":true,"data":{"tok'));
        body.error(new TypeError('network error'));
      },
    }),
  );
const NO_ANSWERS: readonly [string, () => Response][] = [
  ['an answer that is cut', cut],
  ['half an answer', () => new Response('{"status":true,"data":{"tok')],
  ['the page of a captive portal, with 200', () => html(200)],
  ['a firewall’s page with 403', () => html(403)],
  ['a balancer’s page with 404', () => html(404)],
  ['a proxy’s page with 429', () => html(429)],
  ['a gateway’s page with 502', () => html(502)],
  ['a gateway’s JSON', () => Response.json({ message: 'Forbidden' }, { status: 403 })],
  ['JSON that is no object', () => Response.json('no', { status: 400 })],
  ['a failure without a code', () => Response.json({ status: false, validation: 'X' }, { status: 400 })],
  ['no content', () => new Response(null, { status: 204 })],
  ['our own rate limit', () => Response.json({ status: false, code: 'RATE', validation: 'X' }, { status: 429 })],
  ['our own outage', () => Response.json({ status: false, code: 'RETRY', validation: 'X' }, { status: 503 })],
  ['an answer of another shape', () => Response.json({ status: true, data: { token: 1 } })],
];
test.each(NO_ANSWERS)('%s ends nothing: it is asked again, the first time and later', async (_what, answer) => {
  const { follow } = page();
  onTheWay = answer;
  const tcs = follow('TCS');
  await settle(60_000);
  expect(tcs.last()).toMatchObject({ problem: { retryable: true }, last: null });
  onTheWay = null;
  while (Stream.open.length === 0) await settle(50);
  Stream.open[0]!.say('hello', {}, 'aaaa-7');
  expect(tcs.last()).toMatchObject({ data: { ltp: 100 }, stale: false });
  onTheWay = answer;
  Stream.open[0]!.fail();
  for (let second = 0; second < 30; second += 1) {
    await settle(1000);
    for (const open of Stream.open) open.fail();
  }
  expect(tcs.last()).toMatchObject({ problem: { retryable: true }, last: { ltp: 100 } });
  [onTheWay, ltp] = [null, 120];
  while (Stream.open.length === 0 || tcs.price() !== 120) await settle(1000);
  expect(tcs.last()).toMatchObject({ data: { ltp: 120 }, stale: false });
});

test.each([
  ['of our own', () => Response.json({ status: false, code: 'RATE', validation: 'X' }, { status: 429, headers: { 'retry-after': '40' } })],
  ['of a proxy', () => html(429, { 'retry-after': '40' })],
])('a pause that an answer %s asks for is kept', async (_what, answer) => {
  const { follow } = page();
  follow('TCS');
  (await live()).fail();
  onTheWay = answer;
  for (const before = sessions.length; sessions.length === before; ) {
    await settle(100);
    for (const open of Stream.open) open.fail();
  }
  const asked = sessions.length;
  await settle(39_900);
  expect(sessions).toHaveLength(asked);
  await settle(16_000);
  expect(sessions.length).toBeGreaterThan(asked);
});

test('what the server has refused is asked about again ten minutes later, and sooner when somebody comes back', async () => {
  const { follow } = page();
  refusal = 'KEY_REVOKED';
  const tcs = follow('TCS');
  await settle(1000);
  expect(tcs.last()).toMatchObject({ problem: { code: 'KEY_REVOKED' } });
  expect(sessions).toHaveLength(1);
  await settle(590_000);
  expect(sessions).toHaveLength(1);
  await settle(160_000);
  expect(sessions).toHaveLength(2);
  refusal = null;
  hide(true);
  await settle(600_000);
  expect(sessions, 'nothing is asked while nobody looks').toHaveLength(2);
  hide(false);
  await settle(1000);
  expect(sessions).toHaveLength(3);
  expect(tcs.last()).toMatchObject({ data: { ltp: 100 } });
});

test('a refusal is not asked about each time that somebody comes back', async () => {
  const { follow } = page();
  refusal = 'KEY_REVOKED';
  follow('TCS');
  await settle(1000);
  for (let time = 0; time < 20; time += 1) {
    hide(true);
    hide(false);
    await settle(100);
  }
  expect(sessions).toHaveLength(1);
});

test('where many pages are on a server they come back over the time that it names; what stands is marked until then', async () => {
  const { follow } = page();
  const tcs = follow('TCS');
  const stream = await live();
  stream.say('beat', { spread_ms: 60_000 }, 'aaaa-8');
  vi.spyOn(Math, 'random').mockReturnValue(0.9);
  stream.fail();
  expect(tcs.last()).toMatchObject({ data: { ltp: 100 }, stale: true });
  await settle(53_000);
  expect(Stream.open).toEqual([]);
  await settle(2000);
  expect(Stream.open).toHaveLength(1);
  Stream.open[0]!.say('hello', { spread_ms: 3000 }, 'aaaa-8');
  expect(tcs.last()).toMatchObject({ data: { ltp: 100 }, stale: false });
});
