import { existsSync } from 'node:fs';
import { readCandlesInsight } from '@vimarsh/shared/contract/candles-insight/routes.ts';
import { CANDLE_INTERVALS, type CandlesInsight } from '@vimarsh/shared/contract/candles-insight/types.ts';
import { readEquityInsight } from '@vimarsh/shared/contract/equity-insight/routes.ts';
import type { EquityInsight } from '@vimarsh/shared/contract/equity-insight/types.ts';
import type { Figure } from '@vimarsh/shared/contract/figure.ts';
import { readOptionsInsight } from '@vimarsh/shared/contract/options-insight/routes.ts';
import type { OptionsInsight, StrikeInterestOf } from '@vimarsh/shared/contract/options-insight/types.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { PublicCall } from '../../calls/index.ts';
import { createMarket, type Market, type OptionMarket } from '../../market/index.ts';
import { stageMarket } from '../../market/staged-market.testing.ts';
import { createPartners, type Partners } from '../../partners/index.ts';
import type { OpenCall } from '../../performance/index.ts';
import { featureDatabase, openPlatform, type TestPlatform } from '../../platform/testing.ts';
import { EVERYBODY } from '../audience.ts';
import { plansAsBearers } from '../callers.testing.ts';
import { createInsights } from '../index.ts';
import { EquityService } from './equity.service.ts';
import { OptionHistory } from './option-history.store.ts';
import { OptionsService } from './options.service.ts';
import { OverviewService } from './overview.service.ts';

const NOW = '2026-11-20T06:00:00Z';
const REAL_CHAIN = '../shared/data/option-chains/nifty-expiry-2024-06-27.json';
const open: OpenCall[] = [
  { call_type: 'Buy', term: 'shortTerm', published_at: '2026-11-18T05:00:00.000Z', expert_id: 'exp_01', target: 1500, score: 60 },
  { call_type: 'Sell', term: 'shortTerm', published_at: '2026-11-19T05:00:00.000Z', expert_id: 'exp_02', target: 1300, score: 40 },
];
const ended: PublicCall[] = [
  { call_type: 'Buy', published_at: '2026-03-02T05:00:00.000Z', ended_at: '2026-03-20T05:00:00.000Z', status: 'sl_hit' },
  { call_type: 'Sell', published_at: '2026-10-12T05:00:00.000Z', ended_at: '2026-10-30T05:00:00.000Z', status: 'target_hit' },
];
const calls = {
  publicView: () => Promise.reject(new Error('not asked')),
  openCallsOf: async (symbol: string) => (symbol === 'RELIANCE' ? open : []),
  openCallsByStock: async () => new Map([['RELIANCE', open]]),
  publicCallsOf: async (symbol: string) => (symbol === 'RELIANCE' ? ended : []),
  onClosed: () => undefined,
};
const named = (figures: readonly Figure[], key: string): Figure => figures.find((figure) => figure.key === key)!;

describe.each(await featureDatabase())('equity and options insight on %s', (database) => {
  let server: TestPlatform;
  let market: Market & { options: OptionMarket };
  let partners: Partners;

  beforeAll(async () => {
    server = await openPlatform({ database, settings: { MARKET_NOW: NOW, DEMO: 'on' } });
    plansAsBearers(server.platform);
    partners = await createPartners(server.platform);
    market = await createMarket(server.platform);
    await createInsights(server.platform, { market, calls, performance: calls, partners });
    await server.platform.start();
  });
  afterAll(() => server.end());
  afterEach(() => vi.restoreAllMocks());

  const get = async (url: string, plan = '') => {
    const answer = await server.platform.app.inject({ method: 'GET', url, ...(plan && { headers: { authorization: `Bearer ${plan}` } }) });
    return { http: answer.statusCode, cache: answer.headers['cache-control'], ...answer.json() };
  };
  const equity = async (symbol: string, plan = ''): Promise<EquityInsight> =>
    readEquityInsight.data.parse((await get(`/insights/v1/equity/${symbol}`, plan)).data);
  const options = async (symbol: string): Promise<OptionsInsight> => readOptionsInsight.data.parse((await get(`/insights/v1/options/${symbol}`)).data);

  test('a stock’s insight: 26 votes, readings, pivots, risk, calls by number, its future and its peers', async () => {
    const data = await equity('RELIANCE');
    expect(data.rating.votes).toHaveLength(26);
    const { buy, neutral, sell } = data.rating.summary;
    // EMA 200 has no vote: 750 sessions leave too much of it to its first value.
    expect(buy + neutral + sell).toBe(25);
    expect(data.readings.map((reading) => reading.value)).not.toContain(null);
    expect(data.pivots!.sets).toHaveLength(4);
    expect(data.pivots!.day).toBe('2026-11-19');
    expect(named(data.risk, 'beta').value).toBeGreaterThan(0);
    const vwap = named(data.facts, 'vwap').value!;
    expect(vwap).toBeGreaterThanOrEqual(data.quote.low);
    expect(vwap).toBeLessThanOrEqual(data.quote.high);
    // Of live calls those who may read them are told; nobody else, not even by a score.
    const none = { buy: 0, sell: 0, hold: 0, experts: 0, oldest: null, newest: null };
    expect(data.consensus).toEqual(none);
    const known = await equity('RELIANCE', 'Pro');
    const spread = { agreement: 0, targets: null };
    expect(known.consensus).toEqual({ buy: 1, sell: 1, hold: 0, experts: 2, oldest: open[0]!.published_at, newest: open[1]!.published_at, spread });
    expect({ ...known, consensus: none, sentiment: data.sentiment }).toEqual(data);
    expect((await get('/insights/v1/equity/RELIANCE', 'Pro')).cache).toBe('private, no-cache');
    expect(data.future!.expiry).toBe('2026-11-23');
    expect(data.peers.length).toBeGreaterThan(1);
    expect(data).toMatchObject({ source: 'simulated', phase: 'continuous', stale: false });
    expect(JSON.stringify(data)).not.toContain('exp_0');
  });

  test('an index has no shares to weigh its price by, and says so', async () => {
    expect(named((await equity('NIFTY')).facts, 'vwap')).toMatchObject({ value: null, note: 'no volume within the day' });
  });

  test('every figure says how it is computed, and why when it is missing', async () => {
    const [stock, chain] = [await equity('TCS'), await options('NIFTY')];
    for (const figure of [...stock.facts, ...stock.readings, ...stock.risk, ...chain.figures, ...chain.future!.figures]) {
      expect(figure.how.length, figure.key).toBeGreaterThan(10);
      expect(figure.value === null, figure.key).toBe(figure.note !== '');
    }
  });

  test('a number never stands alone: every figure of an insight says in words what it means', async () => {
    const { readings, risk, facts, future } = await equity('RELIANCE');
    const { figures } = await options('NIFTY');
    // A company's size in crore says itself.
    const silent = [...readings, ...risk, ...facts, ...future!.figures, ...figures].filter((one) => one.value !== null && one.word === '' && one.key !== 'cap');
    expect(silent.map(({ label }) => label)).toEqual([]);
  });

  test('past prices are on today’s share count: a 1:5 split in June is no fall', async () => {
    const { range52, quote } = await equity('BAJFINANCE');
    expect(range52!.high).toBeLessThan(2.5 * quote.ltp);
  });

  /** Equity insight at a moment that stands still. */
  const equityAt = async (instant: string) => {
    const { market: staged, options: chains } = await stageMarket(server.platform, new Date(instant));
    const parts = { market: Object.assign(staged, { options: chains }), sentiment: { of: async () => null, openCalls: async () => null, latestDay: () => '' } };
    return { market: staged, service: new EquityService(parts) };
  };

  test('the 52-week range is that of a year by date: no session before it counts', async () => {
    const { market: staged, service } = await equityAt('2026-11-23T06:00:00Z');
    const { range52 } = await service.of('HCLTECH', EVERYBODY);
    const lows = (from: string) => staged.dayBars('HCLTECH', from, '2026-11-20').then((bars) => bars.map((bar) => bar.l));
    // A low of the week before the year is what made the difference.
    expect(Math.min(...(await lows('2025-11-17')))).toBeLessThan(range52!.low);
    expect(range52!.low).toBe(Math.min(staged.quote('HCLTECH')!.low, ...(await lows('2025-11-23'))));
  });

  test.each([
    ['TRIVENI', '2026-10-23'],
    ['ZENSARTECH', '2026-11-20'],
  ])('%s is compared with the index on the days both traded, and says how many those were', async (symbol, to) => {
    const { market: staged, service } = await equityAt('2026-11-20T10:30:00Z');
    const closes = async (of: string) => (await staged.dayBars(of, '2025-08-01', '2026-11-20')).map(({ day, c }) => ({ day, c }));
    const index = new Map((await closes('NIFTY')).map(({ day, c }) => [day, c]));
    const bars = await closes(symbol);
    const [first, last] = [bars.at(-61)!, bars.at(-1)!];
    expect(last.day).toBe(to);
    const { risk } = await service.of(symbol, EVERYBODY);
    expect(named(risk, 'strength').value).toBeCloseTo(100 * (last.c / first.c - index.get(to)! / index.get(first.day)!), 4);
    expect(named(risk, 'strength').inputs).toEqual([['Window', `60 daily returns to ${formatDay(to)}`]]);
    expect(named(risk, 'beta').inputs).toEqual([['Window', `252 daily returns to ${formatDay(to)}`]]);
  });

  const candles = async (symbol: string, interval: string): Promise<CandlesInsight> =>
    readCandlesInsight.data.parse((await get(`/insights/v1/equity/${symbol}/candles?interval=${interval}`)).data);

  test.each(CANDLE_INTERVALS)('candles by %s: whole stretches in order, the running one last, highs and lows around open and close', async (interval) => {
    const data = await candles('TCS', interval);
    expect(data).toMatchObject({ symbol: 'TCS', interval, intervals: CANDLE_INTERVALS, phase: 'continuous', source: 'simulated', stale: false });
    expect(data.candles).toHaveLength(interval === '1M' ? 37 : 120);
    const times = data.candles.map((candle) => candle.t);
    expect(times).toEqual(times.toSorted());
    expect(new Set(times).size).toBe(times.length);
    for (const { o, h, l, c, v } of data.candles) {
      expect(h).toBeGreaterThanOrEqual(Math.max(o, c));
      expect(l).toBeLessThanOrEqual(Math.min(o, c));
      expect(v).toBeGreaterThanOrEqual(0);
    }
    expect(Math.abs(data.candles.at(-1)!.c / (await equity('TCS')).quote.ltp - 1)).toBeLessThan(0.01);
    expect(times.at(-1)! <= data.as_of).toBe(true);
  });

  test('candles of before a split are on today’s share count, by day, by week and by the hour', async () => {
    for (const interval of ['1d', '1w', '1M']) {
      const closes = (await candles('WIPRO', interval)).candles.map((candle) => candle.c);
      closes.forEach((close, at) => void (at > 0 && expect(close / closes[at - 1]!, `${interval} ${at}`).toBeGreaterThan(0.7)));
    }
    expect((await candles('WIPRO', '1d')).share_changes).toEqual([{ day: '2026-09-08', ratio: 2 }]);
    // A dividend leaves the count as it is, and so does a split that is still ahead.
    expect((await candles('TCS', '1d')).share_changes).toEqual([]);
  });

  test('beside the candles stand the ends of public calls that the chart reaches, without levels or names; a chart of minutes reaches none', async () => {
    expect((await candles('RELIANCE', '1w')).calls).toEqual(ended);
    expect((await candles('RELIANCE', '1d')).calls).toEqual([ended[1]]);
    expect((await candles('RELIANCE', '1m')).calls).toEqual([]);
    expect(await get('/insights/v1/equity/RELIANCE/candles?interval=2d')).toMatchObject({ http: 400, code: 'BAD_REQUEST' });
    expect(await get('/insights/v1/equity/NOSUCH/candles')).toMatchObject({ http: 404, code: 'UNKNOWN_SYMBOL' });
    expect(await get('/insights/v1/equity/TCS/candles?broker_access_key=KEY1')).toMatchObject({ http: 403, code: 'KEY_UNKNOWN' });
  });

  test('symbols with & and - work; a suspended stock says so; an unknown one, and one with no options, are told apart', async () => {
    expect((await equity('M%26M')).symbol).toBe('M&M');
    expect((await equity('BAJAJ-AUTO')).symbol).toBe('BAJAJ-AUTO');
    expect((await options('M%26M')).symbol).toBe('M&M');
    const suspended = await equity('TRIVENI');
    expect(suspended).toMatchObject({ status: 'suspended', sentiment: { score: null, note: 'Trading is suspended · last traded: 23 Oct 2026' } });
    expect(suspended.signals.map((signal) => signal.text)).toContain('Trading is suspended');
    const { summary, averages, oscillators } = suspended.rating;
    for (const group of [summary, averages, oscillators]) expect(group).toMatchObject({ score: null, rating: null, note: 'Trading is suspended' });
    // Its last move is of the day on which it last traded, here and beside its peers.
    expect(suspended.last_traded).toBe('2026-10-23');
    const beside = (await equity(suspended.peers[0]!.symbol)).peers.find(({ symbol }) => symbol === 'TRIVENI');
    if (beside) expect(beside.last_traded).toBe('2026-10-23');
    expect((await equity('M%26M')).last_traded).toBeUndefined();
    expect(suspended.peers.every(({ last_traded }) => last_traded === undefined)).toBe(true);
    expect(await get('/insights/v1/equity/NOSUCH')).toMatchObject({ http: 404, code: 'UNKNOWN_SYMBOL' });
    expect(await get('/insights/v1/options/NOSUCH')).toMatchObject({ http: 404, code: 'UNKNOWN_SYMBOL' });
    expect(await get('/insights/v1/options/ECLERX')).toMatchObject({ http: 404, code: 'NO_DERIVATIVES' });
    expect(await get('/insights/v1/options/NIFTY?expiry=2026-11-24')).toMatchObject({ http: 404, code: 'NO_EXPIRY' });
    expect(await get('/insights/v1/options/ECLERX/quotes')).toMatchObject({ http: 404, code: 'NO_DERIVATIVES' });
    expect(await get('/insights/v1/options/NIFTY/quotes?expiry=2026-11-24')).toMatchObject({ http: 404, code: 'NO_EXPIRY' });
    expect(await get('/insights/v1/options/NIFTY?expiry=soon')).toMatchObject({ http: 400, code: 'BAD_REQUEST' });
  });

  test('a delisted stock, an index without derivatives and a stock without prices each say what they are', async () => {
    const listing = market.instrument('ITC')!;
    vi.spyOn(market, 'instrument').mockImplementation((symbol) =>
      symbol === 'GONE' ? { ...listing, symbol, status: 'delisted' } : symbol === 'NEWIDX' ? { ...listing, symbol, kind: 'index' } : null,
    );
    expect(await get('/insights/v1/equity/GONE')).toMatchObject({ http: 404, code: 'SYMBOL_DELISTED' });
    expect(await get('/insights/v1/options/GONE')).toMatchObject({ http: 404, code: 'SYMBOL_DELISTED' });
    expect(await get('/insights/v1/equity/NEWIDX')).toMatchObject({ http: 404, code: 'NO_PRICES' });
    expect(await get('/insights/v1/options/NEWIDX')).toMatchObject({ http: 404, code: 'NO_DERIVATIVES' });
  });

  test('an option chain: 31 strikes around the money, derived figures, a year of closings behind the IV rank', async () => {
    const data = await options('NIFTY');
    expect(data).toMatchObject({
      expiry: '2026-11-23',
      lot: 65,
      state: 'open',
      stale: false,
      source: 'simulated',
      strikes: { all: 69, shown: 31, at: '/insights/v1/options/NIFTY/strikes' },
    });
    expect(data.expiries.map((expiry) => expiry.sessions_left)[0]).toBe(2);
    expect(Math.abs(data.atm - data.forward.value)).toBeLessThanOrEqual(25);
    expect(data.forward.from).toBe('future');
    for (const key of ['atm_iv', 'iv_rank', 'iv_percentile', 'pcr', 'max_pain', 'expected_move', 'straddle', 'skew', 'resistance', 'support'])
      expect(named(data.figures, key).value, key).not.toBeNull();
    // What is made of every strike says so where the table shows some.
    for (const key of ['pcr', 'pcr_volume', 'pcr_change', 'max_pain', 'resistance', 'support'])
      expect(named(data.figures, key).inputs, key).toContainEqual(['Strikes counted', 'all 69; the table shows 31 around the money']);
    // And names where all of them are, from which a stranger gets the same.
    const all = (await get(data.strikes.at!)).data as StrikeInterestOf;
    expect(all).toMatchObject({ symbol: 'NIFTY', expiry: data.expiry, as_of: data.as_of, spot: data.spot });
    expect(all.rows).toHaveLength(69);
    const paidAt = (settled: number): number =>
      all.rows.reduce((sum, { strike, ce, pe }) => sum + (ce?.oi ?? 0) * Math.max(0, settled - strike) + (pe?.oi ?? 0) * Math.max(0, strike - settled), 0);
    expect(all.rows.toSorted((a, b) => paidAt(a.strike) - paidAt(b.strike))[0]!.strike).toBe(named(data.figures, 'max_pain').value);
    const most = (side: 'ce' | 'pe') => all.rows.toSorted((a, b) => (b[side]?.oi ?? 0) - (a[side]?.oi ?? 0))[0]!.strike;
    expect([most('ce'), most('pe')]).toEqual([named(data.figures, 'resistance').value, named(data.figures, 'support').value]);
    expect(named(data.figures, 'iv_rank').inputs).toContainEqual(['History', '252 closings']);
    const money = data.rows.find((row) => row.strike === data.atm)!;
    expect(money.ce!.iv).toBeGreaterThan(5);
    expect(money.ce!.delta! - money.pe!.delta!).toBeCloseTo(1, 1);
    // Two conventions, each labelled: they agree near the money, not to the digit.
    expect(Math.abs(money.ce!.iv_nse! - money.ce!.iv!)).toBeGreaterThan(0.05);
    expect(data.intraday).toHaveLength(10);
    expect(data.term).toHaveLength(5);
    expect(data.risk.lines).toHaveLength(4);
    const next = (await get('/insights/v1/options/NIFTY?expiry=2026-12-01')).data as OptionsInsight;
    expect(next.expiry).toBe('2026-12-01');
  });

  test('quotes alone, for who writes a call: of the same look as the insight, and less than a quarter of it', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    const data = await options('NIFTY');
    const { http, cache, data: quotes } = await get('/insights/v1/options/NIFTY/quotes');
    expect({ http, cache }).toEqual({ http: 200, cache: 'public, max-age=5' });
    const { symbol, spot, lot, expiry, expiries, term, forward, years, rate, atm, as_of, risk } = data;
    const cell = (of: OptionsInsight['rows'][number]['ce']) => of && { bid: of.bid, ask: of.ask, iv: of.iv };
    expect(quotes).toEqual({
      ...{ symbol, spot, lot, expiry, expiries, term, forward, years, rate, atm, as_of, risk },
      rows: data.rows.map(({ strike, ce, pe }) => ({ strike, ce: cell(ce), pe: cell(pe) })),
      future: data.future && { expiry: data.future.expiry, last: data.future.last },
    });
    expect(JSON.stringify(quotes).length).toBeLessThan(JSON.stringify(data).length / 4);
    expect((await get('/insights/v1/options/NIFTY/quotes?expiry=2026-12-01')).data.expiry).toBe('2026-12-01');
  });

  test('India VIX of the simulated chain: two months ahead three sessions before an expiry, near their volatility at the money, the same beside every chain', async () => {
    const [nifty, stock] = [await options('NIFTY'), await options('TCS')];
    const vix = named(nifty.figures, 'india_vix');
    expect(vix).toEqual(named(stock.figures, 'india_vix'));
    expect(Object.fromEntries(vix.inputs).Expiries).toBe('29 Dec 2026 and 25 Jan 2027');
    expect(vix.how).toContain('simulated');
    const at = (expiry: string): number => nifty.term.find((term) => term.expiry === expiry)!.iv!;
    // Puts cost more than a flat smile would have it, so the index stands a little above the money.
    expect(vix.value! / at('2026-12-29')).toBeGreaterThan(0.97);
    expect(vix.value! / at('2026-12-29')).toBeLessThan(1.15);
    expect(nifty.methods).toContain('india-vix-1');
  });

  test('computed once however many ask, kept from shared caches’ view for five seconds', async () => {
    const spy = vi.spyOn(market.options, 'chain');
    const answers = await Promise.all(Array.from({ length: 20 }, () => get('/insights/v1/options/FINNIFTY')));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.data))).size).toBe(1);
    expect(spy.mock.calls.filter(([symbol, expiry]) => symbol === 'FINNIFTY' && expiry === '2026-11-23')).toHaveLength(1);
    expect(answers[0]!.cache).toBe('public, max-age=5');
  });

  test.each([['equity/TCS'], ['equity/TCS/candles'], ['options/NIFTY'], ['options/NIFTY/quotes'], ['sentiment/TCS'], ['market-sentiment']])(
    '%s is packed and tagged: who has it already gets an empty answer, another site may not read it',
    async (path) => {
      const ask = (headers: Record<string, string> = {}) => server.platform.app.inject({ method: 'GET', url: `/insights/v1/${path}`, headers });
      const first = await ask({ 'accept-encoding': 'br' });
      expect(first.headers).toMatchObject({
        'content-encoding': 'br',
        'cache-control': 'public, max-age=5',
        vary: expect.stringMatching(/^Origin, Accept-Encoding/),
      });
      const { etag } = first.headers;
      const again = await ask({ 'if-none-match': etag as string });
      expect([again.statusCode, again.body]).toEqual([304, '']);
      const foreign = await ask({ origin: 'https://evil.example' });
      expect(foreign.headers['access-control-allow-origin']).toBeUndefined();
      expect(foreign.headers.etag).toBe(etag);
    },
  );

  test('a feed that stopped in the session is said to be stale', async () => {
    vi.spyOn(market, 'fresh').mockReturnValue(false);
    expect((await equity('WIPRO')).stale).toBe(true);
    expect((await options('BANKNIFTY')).stale).toBe(true);
  });

  test('the address may carry a partner’s live key; an unknown or revoked one opens nothing', async () => {
    const keys = partners.accessKeysOf(partners.list()[0]!.utm_source_str);
    const live = keys.find((key) => key.status === 'active')!.key;
    const revoked = keys.find((key) => key.status === 'revoked')!.key;
    expect((await get(`/insights/v1/equity/TCS?broker_access_key=${live}`)).data.symbol).toBe('TCS');
    expect((await get(`/insights/v1/options/NIFTY?broker_access_key=${live}`)).data.symbol).toBe('NIFTY');
    for (const path of ['equity/TCS', 'options/NIFTY']) {
      expect(await get(`/insights/v1/${path}?broker_access_key=KEY1`)).toMatchObject({ http: 403, code: 'KEY_UNKNOWN', data: null });
      expect(await get(`/insights/v1/${path}?broker_access_key=${revoked}`)).toMatchObject({ http: 403, code: 'KEY_REVOKED', data: null });
    }
  });

  test('what has options is listed by name', async () => {
    const { data } = await get('/insights/v1/options');
    expect(data).toContainEqual({ symbol: 'NIFTY', name: 'NIFTY 50', kind: 'index' });
    expect(data).toContainEqual({ symbol: 'M&M', name: 'Mahindra & Mahindra', kind: 'equity' });
  });

  test('the market at a glance: movers in order, a suspended stock left out, highs by today’s share count', async () => {
    const { market: staged, options: chains } = await stageMarket(server.platform, new Date('2026-11-20T09:00:00Z'));
    const whole = Object.assign(staged, { options: chains });
    const overview = await new OverviewService({
      market: whole,
      options: new OptionsService({ market: whole, history: new OptionHistory(server.platform.db) }),
    }).of();
    const { advances, declines, unchanged } = overview.breadth;
    expect(advances + declines + unchanged).toBe(59);
    const changes = overview.losers.map((row) => row.change_pct);
    expect(changes).toEqual(changes.toSorted((a, b) => a - b));
    expect(JSON.stringify(overview)).not.toContain('TRIVENI');
    expect([...overview.highs, ...overview.lows].map((row) => row.symbol)).not.toContain('BAJFINANCE');
    expect(overview.expiries[0]).toMatchObject({ day: '2026-11-23' });
    expect(overview.options.map((figure) => figure.key)).toEqual(['atm_iv', 'iv_rank', 'india_vix', 'pcr', 'max_pain']);
    expect(overview.holidays[0]).toBe('2026-11-24');
    expect((await get('/insights/v1/markets-overview')).http).toBe(401);
  });

  test('on a holiday the last session stands; after the close of expiry day the next expiry opens and the old one is expired', async () => {
    const { market: staged, options: chains, goTo } = await stageMarket(server.platform, new Date('2026-11-22T06:00:00Z'));
    const service = new OptionsService({ market: Object.assign(staged, { options: chains }), history: new OptionHistory(server.platform.db) });
    const sunday = await service.of('NIFTY');
    expect(sunday).toMatchObject({ state: 'closed', expiry: '2026-11-23', as_of: '2026-11-20T10:10:00.000Z', stale: false });
    expect(named(sunday.figures, 'atm_iv').value).not.toBeNull();
    await goTo(new Date('2026-11-23T10:30:00Z'));
    expect((await service.of('NIFTY@2026-11-23')).state).toBe('expired');
    const expired = await service.of('NIFTY@2026-11-23');
    expect(named(expired.figures, 'atm_iv')).toMatchObject({ value: null, note: 'expired' });
    expect(named(expired.figures, 'max_pain').value).not.toBeNull();
    expect(named(expired.figures, 'pcr').value).toBeGreaterThan(0);
    expect((await service.of('FINNIFTY')).expiry).toBe('2026-12-29');
  });

  test('closings are written once a day: a year back by volatility, the day itself in full', async () => {
    const { market: staged, options: chains } = await stageMarket(server.platform, new Date('2026-11-20T10:15:00Z'));
    const service = new OptionsService({ market: Object.assign(staged, { options: chains }), history: new OptionHistory(server.platform.db) });
    expect(await service.recordClosings()).toBe(17);
    expect(await service.recordClosings()).toBe(0);
    const { rows } = await server.platform.db
      .selectFrom('option_closings')
      .selectAll()
      .where('symbol', '=', 'NIFTY')
      .where('day', '=', '2026-11-20')
      .execute()
      .then((found) => ({ rows: found }));
    expect(Number(rows[0]!.atm_iv)).toBeGreaterThan(5);
    expect(Number(rows[0]!.pcr)).toBeGreaterThan(0);
    expect(Number(rows[0]!.ce_oi)).toBeGreaterThan(0);
  });

  test.skipIf(!existsSync(REAL_CHAIN))('the recorded chain of 26 June 2024 shows through the same interface', { meta: { needs: REAL_CHAIN } }, async () => {
    const files = [REAL_CHAIN];
    const { market: staged, importedOptions } = await stageMarket(server.platform, new Date('2024-06-26T10:05:00Z'), files, new Date('2024-06-26T10:00:00Z'));
    const service = new OptionsService({ market: Object.assign(staged, { options: importedOptions }), history: new OptionHistory(server.platform.db) });
    const data = await service.of('NIFTY');
    expect(data).toMatchObject({ spot: 23_868.8, source: 'nse-files', state: 'closed', forward: { from: 'parity' } });
    expect(named(data.figures, 'max_pain').value).toBeGreaterThan(23_500);
    expect(named(data.figures, 'iv_rank').note).toMatch(/not enough data: 0 of 20/);
    expect(named(data.figures, 'india_vix')).toMatchObject({
      value: null,
      note: 'needs two monthly expiries of NIFTY with more than 3 sessions left; here are 0',
    });
    expect(data.intraday).toEqual([]);
  });
});
