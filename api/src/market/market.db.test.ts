import type { Quote } from '@vimarsh/shared/contract/market/types.ts';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../platform/platform.ts';
import { featureDatabase, openPlatform, type TestPlatform } from '../platform/testing.ts';
import { FilesFeed } from './files/files-feed.ts';
import { storesIn } from './files/import-files.ts';
import { ImportedDays } from './files/imported-days.store.ts';
import { createMarket, type Market } from './index.ts';
import { stageMarket } from './staged-market.testing.ts';

interface Answered {
  readonly http: number;
  readonly status: boolean;
  readonly code?: string;
  readonly validation: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came.
  readonly data: any;
  readonly problems?: { path: string; message: string }[];
}

const CALLER: Caller = {
  user_id: '',
  session_id: 'ses_1',
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
};

async function started(settings: Record<string, string>, prepare: (test: TestPlatform) => Promise<void> = async () => {}, lines: string[] = []) {
  const [database] = await featureDatabase();
  const test_ = await openPlatform({ database: database!, settings, log: { write: (line) => void lines.push(line) } });
  await prepare(test_);
  const market = await createMarket(test_.platform);
  test_.platform.authenticator(async (token) => ({ ...CALLER, user_id: token, is_admin: token === 'admin' }));
  await test_.platform.start();
  const call = async (method: 'GET' | 'POST', url: string, payload?: object, who = 'admin'): Promise<Answered> => {
    const headers = who ? { authorization: `Bearer ${who}` } : {};
    const answer = await test_.platform.app.inject({ method, url, headers, ...(payload && { payload }) });
    return { http: answer.statusCode, ...answer.json() };
  };
  return { test_, market, get: (url: string) => call('GET', url), post: (url: string, body: object, who?: string) => call('POST', url, body, who) };
}

describe('routes of the simulated market', () => {
  let served: Awaited<ReturnType<typeof started>>;
  beforeAll(async () => {
    served = await started({ MARKET_NOW: '2026-11-20T05:00:00Z' });
  });
  afterAll(() => served.test_.end());

  test('search by symbol and by name, best match first', async () => {
    const symbols = async (search: string): Promise<string[]> =>
      (await served.get(`/market/v1/instruments?search=${encodeURIComponent(search)}`)).data.map((found: { symbol: string }) => found.symbol);
    expect(await symbols('relaince'), 'two letters in the other order').toContain('RELIANCE');
    expect(await symbols('zzzzzz')).toEqual([]);
    expect((await symbols('bank'))[0]).toBe('BANKBARODA');
    expect(await symbols('mahindra')).toEqual(['M&M']);
    expect(await symbols('bajaj')).toEqual(['BAJAJ-AUTO', 'BAJFINANCE']);
    expect(await symbols('INFY')).toEqual(['INFY']);
    // As pages, tools and brokers write them.
    for (const text of ['tcs\u200b', 'NSE:TCS', 'TCS.NS', 'INE467B01029', 'Tata Consultancy Services Limited'])
      expect(await symbols(text), text).toEqual(['TCS']);
    expect(await symbols('zzz')).toEqual([]);
    expect((await served.get('/market/v1/instruments?limit=100')).data).toHaveLength(65);
    expect((await served.get('/market/v1/instruments')).data).toHaveLength(20);
  });

  test.each(['M%26M', 'BAJAJ-AUTO', 'RELIANCE', 'NIFTY'])('one instrument with its band: %s', async (symbol) => {
    const { http, data } = await served.get(`/market/v1/instruments/${symbol}`);
    expect(http).toBe(200);
    expect(data.symbol).toBe(decodeURIComponent(symbol));
    expect(data.band_low).toBeLessThan(data.band_high);
    expect(data).not.toHaveProperty('market_cap_cr');
  });

  test('quotes of several symbols, M&M and BAJAJ-AUTO among them', async () => {
    const { data } = await served.get('/market/v1/quotes?symbols=RELIANCE,M%26M,BAJAJ-AUTO,RELIANCE');
    expect(data.map((quote: Quote) => quote.symbol)).toEqual(['RELIANCE', 'M&M', 'BAJAJ-AUTO']);
    for (const quote of data as Quote[]) expect(quote.low <= quote.ltp && quote.ltp <= quote.high && quote.phase === 'continuous').toBe(true);
  });

  test('daily and five-minute candles', async () => {
    const daily = (await served.get('/market/v1/candles?symbol=M%26M&limit=30')).data;
    expect(daily).toHaveLength(30);
    expect(daily.at(-1).t).toBe('2026-11-20T03:45:00.000Z');
    const minutes = (await served.get('/market/v1/candles?symbol=RITES&interval=5m&from=2026-11-19&to=2026-11-19')).data;
    expect(minutes).toHaveLength(75);
  });

  test.each([
    ['/market/v1/instruments/NOSUCH', 404, 'UNKNOWN_SYMBOL'],
    ['/market/v1/quotes?symbols=RELIANCE,NOSUCH', 404, 'UNKNOWN_SYMBOL'],
    ['/market/v1/candles?symbol=NOSUCH', 404, 'UNKNOWN_SYMBOL'],
    ['/market/v1/instruments/reliance', 400, 'BAD_REQUEST'],
    ['/market/v1/instruments/%00', 400, 'BAD_REQUEST'],
    ['/market/v1/quotes', 400, 'BAD_REQUEST'],
    ['/market/v1/quotes?symbols=', 400, 'BAD_REQUEST'],
    [`/market/v1/quotes?symbols=${Array.from({ length: 201 }, (_, at) => `A${at}`).join(',')}`, 400, 'BAD_REQUEST'],
    ['/market/v1/candles', 400, 'BAD_REQUEST'],
    ['/market/v1/candles?symbol=TCS&interval=1h', 400, 'BAD_REQUEST'],
    ['/market/v1/candles?symbol=TCS&from=yesterday', 400, 'BAD_REQUEST'],
    ['/market/v1/candles?symbol=TCS&from=2026-02-30', 400, 'BAD_REQUEST'],
    ['/market/v1/candles?symbol=TCS&to=2026-11-31', 400, 'BAD_REQUEST'],
    ['/market/v1/candles?symbol=TCS&from=2026-11-20&to=2026-11-19', 400, 'BAD_REQUEST'],
    ['/market/v1/candles?symbol=TCS&limit=-1', 400, 'BAD_REQUEST'],
  ])('bad input: %s → %i %s', async (url, http, code) => {
    const answer = await served.get(url);
    expect([answer.http, answer.status, answer.code, answer.data]).toEqual([http, false, code, null]);
  });

  test('the clock is an admin’s: it is one for everybody', async () => {
    expect(await served.post('/market/v1/clock', {}, '')).toMatchObject({ http: 401, code: 'SESSION_ENDED' });
    expect(await served.post('/market/v1/clock', {}, 'investor')).toMatchObject({ http: 403, code: 'FORBIDDEN' });
  });

  test('the clock replays a moment and comes back; nonsense, and what is to come, is refused and changes nothing', async () => {
    const live = (await served.get('/market/v1/clock')).data;
    expect(live).toMatchObject({ phase: 'continuous', label: 'Open · closes 15:30', trading_date: '2026-11-20', source: 'simulated', speed: 1, stale: false });
    const replay = await served.post('/market/v1/clock', { from: '2026-11-18T04:00:00Z', speed: 60 });
    expect(replay.data).toMatchObject({ trading_date: '2026-11-18', speed: 60 });
    expect((await served.get('/market/v1/quotes?symbols=TCS')).data[0].ts.slice(0, 10)).toBe('2026-11-18');
    for (const body of [
      { from: '1999-01-01T00:00:00Z' },
      { from: '2026-11-24T04:00:00Z' },
      { from: '2026-13-45T99:99:00Z' },
      { from: 'now' },
      { from: '2026-11-18T04:00:00Z', speed: 61 },
      { speed: 0 },
    ]) {
      const refused = await served.post('/market/v1/clock', body);
      expect([refused.http, refused.code]).toEqual([400, 'BAD_REQUEST']);
      expect((await served.get('/market/v1/clock')).data.speed).toBe(60);
    }
    expect((await served.post('/market/v1/clock', {})).data).toMatchObject({ trading_date: '2026-11-20', speed: 1 });
  });
});

describe('live prices by socket', () => {
  let served: Awaited<ReturnType<typeof started>>;
  let url: string;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    served = await started({ MARKET_NOW: '2026-11-20T05:00:00Z' });
    url = `http://localhost:${await served.test_.platform.listen(0)}`;
  });
  afterAll(async () => {
    for (const socket of sockets) socket.disconnect();
    await served.test_.end();
  });
  const open = (): Socket => {
    const socket = io(url, { transports: ['websocket'], forceNew: true });
    sockets.push(socket);
    return socket;
  };
  const heard = (socket: Socket): { at: number; quotes: Quote[] }[] => {
    const messages: { at: number; quotes: Quote[] }[] = [];
    socket.on('market:quotes', ({ quotes }: { quotes: Quote[] }) => messages.push({ at: performance.now(), quotes }));
    return messages;
  };
  const seconds = (count: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, count * 1000));

  test('one message a second at most: first every symbol, then only those whose price moved', async () => {
    const socket = open();
    const messages = heard(socket);
    const symbols = served.market.instruments().map((listing) => listing.symbol);
    expect(await socket.emitWithAck('market:watch', { symbols })).toEqual({ ok: true, watching: 65, unknown: [] });
    await seconds(5.3);
    expect(messages.length).toBeGreaterThanOrEqual(4);
    expect(messages.length).toBeLessThanOrEqual(6);
    expect(messages[0]!.quotes.map((quote) => quote.symbol)).toEqual(symbols);
    const last = new Map(messages[0]!.quotes.map((quote) => [quote.symbol, quote]));
    let repeated = 0;
    for (const { quotes } of messages.slice(1)) {
      // The suspended stock never moves.
      expect(quotes.length).toBeLessThan(65);
      for (const quote of quotes) {
        const before = last.get(quote.symbol)!;
        if (before.ltp === quote.ltp && before.high === quote.high && before.low === quote.low) repeated++;
        last.set(quote.symbol, quote);
      }
    }
    expect(repeated).toBe(0);
    socket.disconnect();
  });

  test('each connection hears its own list; a new list replaces the old; unknown names are told', async () => {
    const [one, two] = [open(), open()];
    const [first, second] = [heard(one), heard(two)];
    expect(await one.emitWithAck('market:watch', { symbols: ['M&M', 'NOSUCH'] })).toEqual({ ok: true, watching: 1, unknown: ['NOSUCH'] });
    await two.emitWithAck('market:watch', { symbols: ['TCS'] });
    await seconds(1.3);
    await one.emitWithAck('market:watch', { symbols: ['BAJAJ-AUTO'] });
    const before = first.length;
    await seconds(1.5);
    expect(first[0]!.quotes.map((quote) => quote.symbol)).toEqual(['M&M']);
    expect(first[before]!.quotes.map((quote) => quote.symbol)).toEqual(['BAJAJ-AUTO']);
    expect(new Set(second.flatMap(({ quotes }) => quotes.map((quote) => quote.symbol)))).toEqual(new Set(['TCS']));
    expect(await one.emitWithAck('market:watch', { symbols: 'TCS' })).toMatchObject({ ok: false, code: 'BAD_REQUEST' });
    expect(await one.emitWithAck('market:watch', { symbols: Array.from({ length: 201 }, (_, at) => `A${at}`) })).toMatchObject({
      ok: false,
      code: 'BAD_REQUEST',
    });
  });
});

describe.each(await featureDatabase())('replay of imported days from %s', (database) => {
  let test_: TestPlatform;
  let market: Market;
  const row = (symbol: string, o: number, h: number, l: number, c: number, prev: number) => ({
    symbol,
    series: 'EQ',
    open: o,
    high: h,
    low: l,
    close: c,
    last: c,
    prev_close: prev,
    volume: 1_000_000,
    turnover: 1,
    trades: 10,
    isin: '',
  });
  beforeAll(async () => {
    test_ = await openPlatform({ database, settings: { MARKET_FEED: 'replay', REPLAY_FROM: '2026-03-02' } });
    const days = new ImportedDays(test_.platform);
    const file = { layout: 'legacy', file_name: 'test', sha256: 'x' };
    await days.store({
      ...file,
      day: '2026-03-02',
      rows: [row('RELIANCE', 1400, 1412.5, 1385, 1390.3, 1404), row('M&M', 3200, 3225.5, 3188, 3190.1, 3199.9), { ...row('TCS', 1, 1, 1, 1, 1), series: 'N1' }],
    });
    await days.store({ ...file, day: '2026-03-04', rows: [row('RELIANCE', 1380, 1388, 1361.1, 1365, 1390.3)] });
    market = await createMarket(test_.platform);
  });
  afterAll(() => test_.end());

  test('it starts at the pre-open of its first day, with real bands and no invented status', () => {
    expect(market.clock()).toMatchObject({ trading_date: '2026-03-02', phase: 'preopen', source: 'nse-files' });
    expect(market.quote('RELIANCE')).toBeNull();
    expect(market.band('RELIANCE', '2026-03-02')).toEqual({ low: 1263.6, high: 1544.4 });
    expect(market.instrument('TRIVENI')!).toMatchObject({ status: 'active', market_cap_cr: 0 });
    expect(market.actions()).toEqual([]);
  });

  test('one bar a day, delivered at its close and not before, however far is asked', async () => {
    const { market, goTo } = await stageMarket(test_.platform, new Date('2026-03-02T09:59:59Z'));
    const bars = () => market.bars('RELIANCE', new Date('2026-03-02T03:30:00Z'), new Date('2027-01-01T00:00:00Z'));
    expect(await bars()).toEqual([]);
    await goTo(new Date('2026-03-04T10:00:00Z'));
    expect(await bars()).toEqual([
      { start: new Date('2026-03-02T03:45:00Z'), end: new Date('2026-03-02T10:00:00Z'), o: 1400, h: 1412.5, l: 1385, c: 1390.3, resolution: 'day' },
      { start: new Date('2026-03-04T03:45:00Z'), end: new Date('2026-03-04T10:00:00Z'), o: 1380, h: 1388, l: 1361.1, c: 1365, resolution: 'day' },
    ]);
    expect(await market.bars('TCS', new Date(0), new Date('2027-01-01T00:00:00Z'))).toEqual([]);
    expect((await market.dayBars('RELIANCE', '2026-01-01', '2026-12-31', new Date('2026-03-04T09:59:59Z'))).map((bar) => bar.day)).toEqual(['2026-03-02']);
  });

  test('files imported while it runs are taken in within a minute', async () => {
    const days = new ImportedDays(test_.platform);
    let clock = 0;
    const feed = new FilesFeed(storesIn(test_.platform), ['INFY'], { clock: () => clock });
    await feed.refresh();
    expect(feed.hasDay('2026-03-06')).toBe(false);
    await days.store({ layout: 'legacy', file_name: 'late', sha256: 'y', day: '2026-03-06', rows: [row('INFY', 1300, 1310, 1290, 1305, 1299)] });
    clock = 59_000;
    await feed.refresh();
    expect(feed.session('INFY', '2026-03-06')).toBeNull();
    clock = 61_000;
    await feed.refresh();
    expect(feed.session('INFY', '2026-03-06')).toMatchObject({ o: 1300, h: 1310, l: 1290, c: 1305 });
  });

  test('inside a day nothing is shown but the close before, and no minutes ever; a day without a file is stale', async () => {
    const { market, goTo } = await stageMarket(test_.platform, new Date('2026-03-04T03:45:00Z'));
    const set = (instant: string) => goTo(new Date(instant));
    const before = { ltp: 1390.3, open: 1400, high: 1412.5, low: 1385, prev_close: 1404, ts: '2026-03-02T10:00:00.000Z', source: 'nse-files' };
    for (const instant of ['2026-03-04T03:45:00Z', '2026-03-04T07:00:00Z', '2026-03-04T09:59:59Z']) {
      await set(instant);
      expect(market.quote('RELIANCE'), instant).toMatchObject(before);
      expect((await market.factsFor('RELIANCE', market.now())).quote, instant).toMatchObject(before);
      expect([await market.vwap('RELIANCE'), await market.minutes('RELIANCE', 5, 10, '2026-03-04'), market.tradedShare('RELIANCE')]).toEqual([null, [], 1]);
    }
    expect(market.fresh()).toBe(true);
    await set('2026-03-04T10:00:00Z');
    expect(market.quote('RELIANCE')).toMatchObject({ ltp: 1365, high: 1388, low: 1361.1, volume: 1_000_000, ts: '2026-03-04T10:00:00.000Z' });
    expect(market.fresh()).toBe(true);
    await set('2026-03-05T05:00:00Z');
    expect(market.quote('RELIANCE')).toMatchObject({ ltp: 1365, ts: '2026-03-04T10:00:00.000Z' });
    expect(market.clock()).toMatchObject({ phase: 'continuous', stale: true, prices: 'Prices: NSE end-of-day files, played again, 4 Mar 2026' });
  });
});

describe('files at the real time', () => {
  test('its clock is the real one, which nobody turns; it is ready once a day is on file, and its log says which licence showing its prices takes', async () => {
    const lines: string[] = [];
    const { test_, get, market } = await started({ MARKET_FEED: 'files' }, undefined, lines);
    try {
      expect(Math.abs(market.now().getTime() - Date.now())).toBeLessThan(5000);
      expect((await get('/market/v1/clock')).data).toMatchObject({
        source: 'nse-files',
        prices: 'Prices: NSE end-of-day files, none yet',
        prices_from: { name: 'NSE end-of-day files', invented: false, can: { ticking: false, replay: false } },
      });
      const readyz = async () => (await test_.platform.app.inject('/readyz')).json();
      expect(await readyz()).toMatchObject({ status: false, validation: 'There are no prices yet (NSE end-of-day files).' });
      expect(lines.join('')).toContain('takes an agreement with NSE Data & Analytics.');
      await expect((market as unknown as { replay(from: Date, speed: number): Promise<void> }).replay(new Date(), 1)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
    } finally {
      await test_.end();
    }
  });
});

describe('a replay with nothing imported', () => {
  test('starts and says that it has no prices', async () => {
    const served = await started({ MARKET_FEED: 'replay' });
    try {
      expect((await served.get('/market/v1/quotes?symbols=TCS')).data).toEqual([]);
      expect((await served.get('/market/v1/candles?symbol=TCS')).data).toEqual([]);
      expect(await served.get('/market/v1/instruments/TCS')).toMatchObject({
        http: 404,
        code: 'NOT_FOUND',
        validation: 'There are no prices of this stock yet.',
      });
      expect((await served.get('/market/v1/clock')).data.source).toBe('nse-files');
      expect(await served.get('/readyz')).toMatchObject({ http: 503, validation: 'There are no prices yet (NSE end-of-day files, played again).' });
    } finally {
      await served.test_.end();
    }
  });
});
