import { HISTORY_START } from '@vimarsh/shared/domain/insights/smoothing.ts';
import { addDays } from '@vimarsh/shared/domain/market/calendar.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createMarket } from '../../market/index.ts';
import { stageMarket } from '../../market/staged-market.testing.ts';
import { createPartners } from '../../partners/index.ts';
import { featureDatabase, openPlatform, type TestPlatform } from '../../platform/testing.ts';
import { AUDIENCES, EVERYBODY } from '../audience.ts';
import { createInsights } from '../index.ts';
import { runningSession } from './adjusted-sessions.ts';
import { EquityService } from './equity.service.ts';
import { SentimentHistory } from './history.store.ts';
import { OptionHistory } from './option-history.store.ts';
import { OptionsService } from './options.service.ts';
import { OverviewService } from './overview.service.ts';
import { comparedTechnicals, technicalsApart } from './rules/independent.testing.ts';
import { SentimentService } from './sentiment.service.ts';

const calls = { openCallsOf: async () => [], openCallsByStock: async () => new Map(), publicCallsOf: async () => [], onClosed: () => undefined };

/** Queries that a piece of work sends, whoever sends them: to the database, and to other features for calls. */
async function queriesOf(work: () => Promise<unknown>): Promise<number> {
  const sent = [vi.spyOn(pg.Client.prototype, 'query'), vi.spyOn(calls, 'openCallsOf'), vi.spyOn(calls, 'openCallsByStock')];
  await work();
  const count = sent.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  for (const spy of sent) spy.mockRestore();
  return count;
}

describe.each(await featureDatabase())('the whole market on %s', (database) => {
  let server: TestPlatform;
  beforeAll(async () => {
    server = await openPlatform({ database, settings: { MARKET_NOW: '2026-11-19T06:00:00Z', DEMO: 'on' } });
    const { platform } = server;
    const [partners, market] = [await createPartners(platform), await createMarket(platform)];
    await createInsights(platform, { market, calls, performance: calls, partners });
    await platform.start();
  });
  afterAll(() => server.end());

  const at = async (instant: string) => {
    const { market, options: chains, goTo } = await stageMarket(server.platform, new Date(instant));
    const { db } = server.platform;
    const whole = Object.assign(market, { options: chains });
    return {
      market: whole,
      goTo: (later: string) => goTo(new Date(later)),
      sentiment: () => new SentimentService(market, calls, new SentimentHistory(db)),
      overview: new OverviewService({ market: whole, options: new OptionsService({ market: whole, history: new OptionHistory(db) }) }),
    };
  };

  test.each(['2026-11-20T03:47:00Z', '2026-11-20T09:30:00Z', '2026-11-21T06:00:00Z'])('at %s sentiment and overview count the same stocks', async (instant) => {
    const { sentiment, overview } = await at(instant);
    const [mood, glance] = [await sentiment().market(EVERYBODY), await overview.of()];
    expect(mood.breadth).toEqual(glance.breadth);
    expect(mood.as_of).toBe(glance.as_of);
    const bySector = (sectors: readonly { sector: string; stocks: number; change_pct: number }[]) =>
      Object.fromEntries(sectors.map(({ sector, stocks, change_pct }) => [sector, { stocks, change_pct }]));
    expect(bySector(mood.sectors)).toEqual(bySector(glance.sectors));
  });

  test('technicals of every instrument are of all its history, and a program in another language has the same figures and votes', async () => {
    const { market, sentiment } = await at('2026-11-20T09:30:00Z');
    const equity = new EquityService({ market, sentiment: sentiment() });
    const listed = market.instruments().filter(({ status, symbol }) => status !== 'delisted' && market.quote(symbol));
    const histories = await Promise.all(
      listed.map(async ({ symbol }) => {
        const running = runningSession(market.quote(symbol)!);
        return [...(await market.adjusted(symbol, HISTORY_START, addDays(running.day, -1), running.day)), running];
      }),
    );
    expect(listed.length).toBeGreaterThanOrEqual(65);
    const apart = technicalsApart(histories);
    const compared = histories.map((bars, each) => comparedTechnicals(bars, apart[each]!));
    expect(compared.flatMap(({ differences }, each) => differences.map((one) => `${listed[each]!.symbol}: ${one}`))).toEqual([]);
    for (const [each, { symbol }] of listed.entries()) {
      const shown = await equity.of(symbol, EVERYBODY);
      expect(shown.sessions, symbol).toBe(histories[each]!.length);
      for (const { key, vote, value } of shown.rating.votes) {
        expect(vote, `${symbol} ${key}`).toBe(apart[each]!.vote[key] ?? null);
        expect(value === null, `${symbol} ${key}`).toBe(vote === null);
      }
      // 750 sessions leave 0.4 % of an EMA 200 to its first value.
      expect(
        shown.rating.votes.find(({ key }) => key === 'ema200'),
        symbol,
      ).toMatchObject({ value: null, vote: null, need: 891 });
    }
  });

  test('a morning’s first minutes do not turn sentiment round, and hardly any stock leans against its move', async () => {
    const { market, goTo, sentiment } = await at('2026-11-20T03:47:00Z');
    const moving = market.instruments().filter(({ kind, symbol }) => kind === 'equity' && Math.abs(market.quote(symbol)?.change_pct ?? 0) > 0.3);
    expect(moving.length).toBeGreaterThan(15);
    const scores = async () => {
      const service = sentiment();
      return new Map(await Promise.all(moving.map(async ({ symbol }) => [symbol, (await service.of(symbol, EVERYBODY))!] as const)));
    };
    const early = await scores();
    const against = moving.filter(({ symbol }) => {
      const volume = early.get(symbol)!.drivers.find(({ key }) => key === 'volume')!.value!;
      return volume * market.quote(symbol)!.change! < 0;
    });
    // What remains is on-balance volume of twenty sessions, which may well disagree with one morning.
    expect(against.length).toBeLessThan(moving.length / 2);
    await goTo('2026-11-20T03:54:00Z');
    const later = await scores();
    const turns = moving.map(({ symbol }) => Math.abs(later.get(symbol)!.score! - early.get(symbol)!.score!)).toSorted((a, b) => a - b);
    expect(turns[Math.floor(turns.length / 2)]).toBeLessThan(6);
  });

  test('volume is compared with what is usual by the time of the day: a morning that is as busy as its day says so, in three places', async () => {
    const { market, goTo, sentiment, overview } = await at('2026-11-20T04:15:00Z');
    const stock = (await overview.of()).active[0]!;
    const morning = market.quote(stock.symbol)!.volume;
    const told = [stock.volume_ratio!, (await sentiment().year(stock.symbol))!.volume_times!];
    const { facts } = await new EquityService({ market, sentiment: { of: async () => null, openCalls: async () => null, latestDay: () => '' } }).of(
      stock.symbol,
      EVERYBODY,
    );
    told.push(facts.find(({ key }) => key === 'volume')!.value!);
    await goTo('2026-11-20T10:15:00Z');
    expect(market.quote(stock.symbol)!.volume).toBeGreaterThan(2 * morning);
    const ofTheDay = (await sentiment().year(stock.symbol))!.volume_times!;
    for (const times of told) expect(Math.abs(times - ofTheDay)).toBeLessThan(0.02);
  });

  test('a suspended stock has no mood of the present and no closing of a session without a trade, nor has one that is halted for a day', async () => {
    const { sentiment } = await at('2026-10-28T09:30:00Z');
    const service = sentiment();
    await service.recordClosings();
    const suspended = (await service.of('TRIVENI', EVERYBODY))!;
    expect(suspended).toMatchObject({ score: null, zone: null, traded: false, phase: 'closed', note: 'Trading is suspended · last traded: 23 Oct 2026' });
    expect(suspended.drivers.map(({ key, value }) => [key, value])).toEqual([
      ['experts', null],
      ['technical', null],
      ['volume', null],
    ]);
    const days = suspended.history.map(({ day }) => day);
    expect([days.length > 0, days.at(-1)]).toEqual([true, '2026-10-23']);
    expect(await service.of('RELIANCE', EVERYBODY)).toMatchObject({ score: expect.any(Number), traded: true, phase: 'continuous' });
    const halted = (await (await at('2026-10-13T09:30:00Z')).sentiment().of('ZENSARTECH', EVERYBODY))!;
    expect(halted).toMatchObject({ score: null, traded: false, note: 'Not traded in this session · last traded: 12 Oct 2026' });
  });

  test('closings that an earlier version wrote of sessions without a trade are not shown', async () => {
    const { sentiment } = await at('2026-11-20T09:30:00Z');
    await new SentimentHistory(server.platform.db).write('2026-11-17', EVERYBODY, [{ symbol: 'TRIVENI', score: 62.7 }], 'sentiment-2');
    expect((await sentiment().of('TRIVENI', EVERYBODY))!.history.map(({ day }) => day)).not.toContain('2026-11-17');
  });

  test.each(AUDIENCES)('what is asked for the market does not grow with its shares: %o', async (audience) => {
    const { market, sentiment } = await at('2026-11-21T06:00:00Z');
    const shares = market.instruments().filter(({ kind }) => kind === 'equity').length;
    await sql`delete from sentiment_daily`.execute(server.platform.db);
    // Three of its own; the server's clock may send a few meanwhile.
    expect(await queriesOf(() => sentiment().market(audience))).toBeLessThan(10);
    // Seven days of four audiences: each is asked for once, and written once.
    expect(await queriesOf(() => sentiment().recordClosings())).toBeLessThan(shares);
  });

  test('the history of the market holds the measure that is shown live', async () => {
    const { sentiment } = await at('2026-11-20T10:10:00Z');
    const service = sentiment();
    await service.recordClosings();
    const shown = await sentiment().market(EVERYBODY);
    expect(shown.history.at(-1)).toEqual({ day: '2026-11-20', score: shown.score, method: shown.method });
  });
});
