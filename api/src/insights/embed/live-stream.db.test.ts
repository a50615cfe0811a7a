import { type StreamEvent, streamEvents } from '@vimarsh/shared/contract/embed/events.ts';
import { embedSession } from '@vimarsh/shared/contract/embed/routes.ts';
import { withInside } from '@vimarsh/shared/domain/insights/nested-change.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { createMarket } from '../../market/index.ts';
import { createPartners, type Partners } from '../../partners/index.ts';
import type { OpenCall } from '../../performance/index.ts';
import { openPlatform, type TestPlatform } from '../../platform/testing.ts';
import { createInsights } from '../index.ts';
import { LiveStream } from './live-stream.ts';

type Heard = { type: StreamEvent; id: string; data: Record<string, unknown> };
interface Listening {
  readonly status: number;
  readonly heard: Heard[];
  readonly text: () => string;
  readonly ended: Promise<void>;
  /** The first of a kind, from the `from`-th event on. */
  next(type: StreamEvent, from?: number): Promise<Heard>;
  stop(): void;
}
const closed: ((call: { stock: string }) => void)[] = [];
const open: OpenCall = { call_type: 'Buy', term: 'shortTerm', published_at: '2026-11-19T05:00:00.000Z', expert_id: 'exp_01', target: 1100, score: 60 };
const openCalls = new Map<string, OpenCall[]>();
const calls = {
  publicView: () => Promise.reject(new Error('not asked')),
  openCallsOf: async (symbol: string) => openCalls.get(symbol) ?? [],
  openCallsByStock: async () => openCalls,
  publicCallsOf: async () => [],
  onClosed: (listener: (call: never) => void) => void closed.push(listener as never),
};

/** Over a real port: what is tested is what a browser’s EventSource gets. */
describe('the stream of a partner’s page', () => {
  let server: TestPlatform;
  let partners: Partners;
  let market: Awaited<ReturnType<typeof createMarket>>;
  let quoteOf: typeof market.quote;
  let base: string;
  let key: { key: string; origins: readonly string[] };
  let origin: string;
  const listeners: Listening[] = [];

  beforeAll(async () => {
    server = await openPlatform({ database: 'pglite', settings: { MARKET_NOW: '2026-11-19T06:00:00Z', DEMO: 'on', PARTNER_PORT: '4321' } });
    const { platform } = server;
    partners = await createPartners(platform);
    market = await createMarket(platform);
    quoteOf = market.quote.bind(market);
    await createInsights(platform, { market, calls, performance: calls, partners });
    await platform.start();
    base = `http://127.0.0.1:${await platform.listen(0)}`;
    key = partners.accessKeysOf(partners.list()[0]!.utm_source_str).find((candidate) => candidate.status === 'active')!;
    origin = key.origins.find((candidate) => candidate.includes('127.0.0.1'))!;
  });
  afterEach(() => {
    vi.restoreAllMocks();
    for (const each of listeners.splice(0)) each.stop();
  });
  afterAll(() => server.end());

  /** Sentiment, unless it says something else. */
  const subjectOf = (name: string): string => (name.includes(':') ? name : `market-sentiment:${name}`);
  const session = async (...stocks: string[]): Promise<z.output<typeof embedSession.data>> => {
    const subjects = stocks.map(subjectOf).join();
    const answer = await fetch(`${base}/embed/v1/session?access_key=${key.key}&subjects=${subjects}`, { headers: { origin } });
    return z.parse(embedSession.data, ((await answer.json()) as { data: unknown }).data);
  };
  async function listen(token: string, stocks: readonly string[], { since = '', headers = {} as Record<string, string> } = {}): Promise<Listening> {
    const gone = new AbortController();
    const watch = `${token}~${stocks.map(subjectOf).join()}`;
    const answer = await fetch(`${base}/embed/v1/stream?watch=${watch}&since=${since}`, { headers: { origin, ...headers }, signal: gone.signal });
    const heard: Heard[] = [];
    let text = '';
    const ended = (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
        text += decoder.decode(chunk, { stream: true });
        heard.length = 0;
        for (const block of text.split('\n\n').slice(0, -1)) {
          const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(block)![1]!;
          const type = field('event') as StreamEvent;
          heard.push({ type, id: field('id'), data: z.parse(streamEvents[type] as z.ZodMiniType, JSON.parse(field('data'))) as Record<string, unknown> });
        }
      }
    })().catch(() => undefined);
    const listening: Listening = {
      status: answer.status,
      heard,
      text: () => text,
      ended,
      next: (type, from = 0) => vi.waitUntil(() => heard.slice(from).find((event) => event.type === type), { timeout: 10_000, interval: 20 }) as Promise<Heard>,
      stop: () => gone.abort(),
    };
    listeners.push(listening);
    return listening;
  }
  /** Moves a stock's price. */
  function tick(stock: string, ltp: number): void {
    vi.spyOn(market, 'quote').mockImplementation((symbol) => {
      const now = quoteOf(symbol);
      return symbol === stock && now ? { ...now, ltp } : now;
    });
  }
  /** The same, and has what is made of it computed anew. */
  function move(stock: string, ltp: number): void {
    tick(stock, ltp);
    for (const listener of closed) listener({ stock });
  }
  /** Prices tick every second beside what is computed anew, which has a new time. */
  const isTick = ({ type, data }: Heard): boolean => type === 'delta' && !('as_of' in (data.set as object));
  const nextComputed = (listening: Listening): Promise<Heard> =>
    vi.waitUntil(() => listening.heard.find((event) => event.type === 'delta' && !isTick(event)), { timeout: 10_000, interval: 20 }) as Promise<Heard>;
  /** What a page has that applied everything it was told. */
  const afterChanges = (first: object, { heard }: Listening, code: string): object =>
    heard
      .filter(({ type, data }) => type === 'delta' && data.code === code)
      .reduce((data, { data: { set } }) => withInside(data, set as Record<string, unknown>), first);

  test('a change is told to every page that shows the stock, once, as the fields that changed; from then on they have the same', async () => {
    const { token, cursor, values } = await session('RELIANCE', 'TCS');
    const first = await listen(token, ['RELIANCE', 'TCS'], { since: cursor });
    const other = await listen(token, ['TCS'], { since: cursor });
    await Promise.all([first.next('hello'), other.next('hello')]);
    expect(first.heard.filter(({ type }) => type === 'value')).toEqual([]);
    move('RELIANCE', 4321.5);
    await nextComputed(first);
    const now = ((await (await fetch(`${base}/insights/v1/sentiment/RELIANCE`)).json()) as { data: object }).data;
    expect(now).toMatchObject({ ltp: 4321.5 });
    await vi.waitFor(() => expect(afterChanges(values[0]!.data, first, 'RELIANCE')).toEqual(now), 5000);
    for (const { data } of first.heard.filter(({ type }) => type === 'delta')) expect(data.set).not.toHaveProperty('name');
    expect(other.heard.some((event) => event.data.code === 'RELIANCE')).toBe(false);
  });

  test('of equity only what changed inside of its fields is told, and makes the same of what the page had', async () => {
    const { token, cursor, values } = await session('equity-insights:TCS');
    const listening = await listen(token, ['equity-insights:TCS'], { since: cursor });
    await listening.next('hello');
    move('TCS', 4321.5);
    const { data } = await nextComputed(listening);
    expect(data).toMatchObject({ widget: 'equity-insights', code: 'TCS' });
    expect(JSON.stringify(data).length).toBeLessThan(JSON.stringify(values[0]!.data).length / 2);
    const now = ((await (await fetch(`${base}/insights/v1/equity/TCS`)).json()) as { data: object }).data;
    expect(now).toMatchObject({ quote: { ltp: 4321.5 } });
    await vi.waitFor(() => expect(afterChanges(values[0]!.data, listening, 'TCS')).toEqual(now), 5000);
  });

  test('between two computings the price alone is told, to all three widgets of the stock and to who comes later', async () => {
    const stock = 'RELIANCE';
    const names = ['market-sentiment', 'equity-insights', 'options-insights'].map((widget) => `${widget}:${stock}`);
    const { token, cursor, values } = await session(...names);
    const listening = await listen(token, names, { since: cursor });
    await listening.next('hello');
    const { ltp } = values[0]!.data as { ltp: number };
    tick(stock, ltp + 1.5);
    const told = (widget: string): unknown[] => listening.heard.filter((event) => isTick(event) && event.data.widget === widget).map(({ data }) => data.set);
    await vi.waitFor(() => {
      expect(told('market-sentiment')).toContainEqual(expect.objectContaining({ ltp: ltp + 1.5 }));
      expect(told('equity-insights')).toContainEqual({ quote: { '~': expect.objectContaining({ ltp: ltp + 1.5 }) } });
      expect(told('options-insights')).toContainEqual(expect.objectContaining({ spot: ltp + 1.5 }));
    }, 10_000);
    const late = await listen(token, names.slice(0, 1), { since: cursor });
    const { data } = (await vi.waitUntil(() => late.heard.find(({ type }) => type === 'value' || type === 'delta'), { timeout: 10_000 }))!;
    expect(data.data ?? data.set).toMatchObject({ ltp: ltp + 1.5 });
    // Back at the price that was computed last: pages must hear of it, or they would keep the one in between.
    const from = listening.heard.length;
    tick(stock, ltp);
    await vi.waitUntil(() => listening.heard.slice(from).find((event) => (event.data.set as { ltp?: number } | undefined)?.ltp === ltp), { timeout: 10_000 });
  }, 40_000);

  test('a call’s end is told to nobody: neither its number nor anything else of it stands on a stream', async () => {
    openCalls.set('HDFCBANK', [open]);
    const { token, cursor, values } = await session('HDFCBANK');
    expect(values[0]!.data).toMatchObject({ calls: { buy: 0, sell: 0, hold: 0, experts: 0 } });
    const listening = await listen(token, ['HDFCBANK'], { since: cursor });
    await listening.next('hello');
    openCalls.delete('HDFCBANK');
    for (const listener of closed) listener({ stock: 'HDFCBANK' });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    for (const { data } of listening.heard) expect(Object.keys((data.set as object | undefined) ?? {})).not.toContain('calls');
  });

  test('who comes back with a cursor gets whole what has changed since, and nothing else; also by Last-Event-ID', async () => {
    // Prices stand still but for those that are moved here.
    const still = new Map(['INFY', 'SBIN'].map((symbol) => [symbol, quoteOf(symbol)!]));
    vi.spyOn(market, 'quote').mockImplementation((symbol) => still.get(symbol) ?? quoteOf(symbol));
    const price = (symbol: string, ltp: number): void => void still.set(symbol, { ...still.get(symbol)!, ltp });
    // Figures that were made before the prices stood still are over.
    await new Promise((resolve) => setTimeout(resolve, 5100));
    const { token, cursor } = await session('INFY', 'SBIN');
    const first = await listen(token, ['INFY', 'SBIN'], { since: cursor });
    await first.next('hello');
    first.stop();
    price('INFY', 1234.5);
    // Figures stand for five seconds, and no call's end makes them anew before.
    await new Promise((resolve) => setTimeout(resolve, 5100));
    // Somebody else asks meanwhile, or nothing would be computed.
    await session('INFY');
    /** All that a page was told of before a price that moves after it came. */
    let ltp = 800;
    const toldAtFirst = async (listening: Listening): Promise<string[]> => {
      await listening.next('hello');
      ltp += 1;
      price('SBIN', ltp);
      const isMark = ({ data }: Heard): boolean => data.code === 'SBIN' && (data.set as { ltp?: number } | undefined)?.ltp === ltp;
      await vi.waitUntil(() => listening.heard.some(isMark), { timeout: 10_000, interval: 20 });
      return listening.heard.slice(0, listening.heard.findIndex(isMark)).flatMap(({ type, data }) => (type === 'hello' ? [] : [`${type} ${data.code}`]));
    };
    const again = await listen(token, ['INFY', 'SBIN'], { since: cursor });
    expect(await toldAtFirst(again)).toEqual(['value INFY']);
    expect((await again.next('value')).data).toMatchObject({ code: 'INFY', data: { ltp: 1234.5 } });
    const late = await listen(token, ['INFY'], { since: cursor, headers: { 'last-event-id': again.heard.at(-1)!.id } });
    await late.next('hello');
    price('INFY', 1300);
    const { data } = await late.next('delta');
    expect(
      late.heard.map(({ type }) => type),
      'what it had by its last event is not told again',
    ).not.toContain('value');
    expect(data).toMatchObject({ code: 'INFY', set: { ltp: 1300 } });
    const stranger = await listen(token, ['INFY', 'SBIN'], { since: 'ffffffff-999' });
    await vi.waitUntil(() => stranger.heard.filter(({ type }) => type === 'value').length === 2, { timeout: 10_000, interval: 20 });
    expect(stranger.heard.filter(({ type }) => type === 'value').map((event) => event.data.code)).toEqual(['INFY', 'SBIN']);
  }, 60_000);

  test('a key that is revoked ends the open stream with its reason, within a minute', async () => {
    const { token, cursor } = await session('ITC');
    const listening = await listen(token, ['ITC'], { since: cursor });
    await listening.next('hello');
    vi.spyOn(partners, 'accessKey').mockReturnValue({ ...partners.accessKey(key.key)!, status: 'revoked' });
    const refused = await vi.waitUntil(() => listening.heard.find(({ type }) => type === 'refused'), { timeout: 20_000 });
    expect(refused!.data).toEqual({ grant: 0, code: 'KEY_REVOKED', text: 'Widget not enabled' });
    await listening.ended;
  }, 30_000);

  test('forged tokens, other origins and unlisted subjects are refused before anything flows', async () => {
    const { token } = await session('ITC');
    const codeOf = async (listening: Listening): Promise<[number, string]> => {
      await listening.ended;
      return [listening.status, (JSON.parse(listening.text()) as { code: string }).code];
    };
    expect(await codeOf(await listen(`${token}x`, ['ITC']))).toEqual([401, 'SESSION_ENDED']);
    expect(await codeOf(await listen(token, ['ITC'], { headers: { origin: 'https://evil.example' } }))).toEqual([403, 'ORIGIN_DENIED']);
    expect(await codeOf(await listen(token, ['ITC;']))).toEqual([400, 'BAD_REQUEST']);
  });

  const streamOf = (limits: { all: number; perKey: number; perAddress: number }) => {
    const subjects = { cursor: () => 'a-0', onChange: () => undefined, last: () => undefined, read: async () => null };
    const stream = new LiveStream({
      subjects: subjects as never,
      quote: () => null,
      check: () => null,
      log: { warn: () => undefined },
      limits,
      spreadMs: () => 3000,
    });
    const ends: (() => void)[] = [];
    const ended: number[] = [];
    const join = (name: string, address: string): void => {
      const response = {
        setHeader: () => undefined,
        writeHead: () => undefined,
        write: () => true,
        end: () => void ended.push(performance.now()),
        on: (_event: string, end: () => void) => void ends.push(end),
      };
      stream.join([{ grant: { key: name, origin, exp: 0 }, subjects: [] }], '', address).write({} as never, response as never, {});
    };
    return { stream, ends, ended, join };
  };

  test('streams have limits for an address and a key, and a place is free again when one ends', () => {
    const { stream, ends, join } = streamOf({ all: 10, perKey: 3, perAddress: 2 });
    join('one', '10.0.0.1');
    join('one', '10.0.0.1');
    expect(() => join('one', '10.0.0.1')).toThrow('STREAM_LIMIT');
    join('one', '10.0.0.2');
    expect(() => join('one', '10.0.0.3')).toThrow('STREAM_LIMIT');
    join('two', '10.0.0.3');
    ends[0]!();
    ends[0]!();
    join('one', '10.0.0.1');
    expect(() => join('two', '10.0.0.1')).toThrow('STREAM_LIMIT');
    join('three', '2001:db8::1');
    join('three', '2001:db8::2');
    expect(() => join('four', '2001:db8::3')).toThrow('STREAM_LIMIT');
    for (const end of ends) end();
    expect(stream.count()).toBe(0);
  });

  test('who has a whole /48 of IPv6 has the places of sixteen networks, not of 65,536', () => {
    const { stream, ends, join } = streamOf({ all: 1000, perKey: 1000, perAddress: 2 });
    for (let network = 0; network < 16; network++) for (const host of [1, 2]) join('one', `2001:db8:7:${network}::${host}`);
    expect(() => join('one', '2001:db8:7:99::1')).toThrow('STREAM_LIMIT');
    join('one', '2001:db8:8::1');
    for (const end of ends) end();
    expect(stream.count()).toBe(0);
  });

  test('a server that serves on before it ends gives its pages away one by one, those too that come meanwhile', async () => {
    const { stream, ended, join } = streamOf({ all: 100, perKey: 100, perAddress: 100 });
    for (let n = 0; n < 40; n += 1) join('one', '10.0.0.1');
    const begun = performance.now();
    const left = stream.leave(1000, new AbortController().signal);
    setTimeout(() => join('one', '10.0.0.1'), 500);
    await left;
    expect([ended.length, stream.count()]).toEqual([41, 0]);
    expect(ended[0]! - begun).toBeGreaterThan(190);
    expect(ended.at(-1)! - ended[0]!).toBeGreaterThan(500);
  });

  test('a server that ends tells its pages when to come again and does not wait for them', async () => {
    const { token, cursor } = await session('ITC');
    const listening = await listen(token, ['ITC'], { since: cursor });
    await listening.next('hello');
    const began = Date.now();
    await server.platform.close();
    await listening.ended;
    expect(Date.now() - began).toBeLessThan(5000);
    const { data } = listening.heard.at(-1)!;
    expect(data.retry_ms).toBeGreaterThanOrEqual(1000);
    expect(data.retry_ms).toBeLessThanOrEqual(2500);
    expect(listening.heard[0]!.data, 'few pages').toEqual({ spread_ms: 1500 });
    expect(listening.text()).toContain(`retry: ${data.retry_ms}\n`);
  });
});
