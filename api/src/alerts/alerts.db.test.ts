import type { Alert, AlertCondition, LevelCondition } from '@vimarsh/shared/contract/alerts/types.ts';
import type { AlertNotice } from '@vimarsh/shared/contract/notices/types.ts';
import { backAt, isReached } from '@vimarsh/shared/domain/alerts/rules.ts';
import { RelativeStrength } from '@vimarsh/shared/domain/insights/relative-strength.ts';
import { snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { draftOf, openStage, type Stage } from '../calls/testing.ts';
import type { Identity } from '../identity/index.ts';
import type { OptionMarket } from '../market/index.ts';
import { stageMarket } from '../market/staged-market.testing.ts';
import type { Happening, NoticeSource } from '../notices/index.ts';
import type { Caller } from '../platform/platform.ts';
import { featureDatabase, testConfig } from '../platform/testing.ts';
import { type Alerts, createAlerts } from './create-alerts.ts';
import { alertTables } from './tables.ts';

/** Friday, 10:30 IST. */
const START = '2026-11-20T05:00:00.000Z';

/** The RSI of all closes when the next session stands at a price. */
function rsiAt(closes: readonly number[], price: number): number {
  const strength = new RelativeStrength();
  for (const close of closes) strength.push(close);
  return strength.at(price)!;
}

/** The same exchange at a later time: a market gives no bar that is still to come. */
const later = stageMarket({ config: testConfig() } as Parameters<typeof stageMarket>[0], new Date('2026-12-01T12:00:00Z')).then(({ market }) => market);

describe.each(await featureDatabase())('alerts on %s', (database) => {
  let stage: Stage;
  let alerts: Alerts;
  let options: OptionMarket;
  let people: Pick<Identity, 'known' | 'askers'>;

  /** Whose plan has ended. */
  const ended = new Set<string>();

  async function open(start = START): Promise<void> {
    ended.clear();
    stage = await openStage({
      database,
      start,
      clock: () => stage.market.now(),
      changed: (id) => (ended.has(id) ? { plan: null } : undefined),
      compose: (platform, { market, identity, notices, calls }) => {
        options = market.options;
        people = identity;
        alerts = createAlerts(platform, { market, identity, notices, calls, clock: () => market.now() });
      },
    });
  }
  async function goTo(instant: string): Promise<void> {
    await stage.goTo(instant);
    await alerts.judgeUntil(stage.market.now());
  }
  const set = (who: string, condition: AlertCondition, repeats = false) => stage.post(who, '/base/v1/alerts', { condition, repeats });
  const listOf = async (who: string): Promise<Alert[]> => (await stage.get(who, '/base/v1/alerts')).data.alerts;
  const noticesOf = async (who: string): Promise<AlertNotice[]> => (await stage.get(who, '/base/v1/notices?topic=market&limit=50')).data.notices;
  const price = (symbol: string, side: 'above' | 'below', value: number): LevelCondition => ({
    kind: 'price',
    symbol,
    side,
    value: Math.round(value * 100) / 100,
  });
  const ltp = (symbol: string): number => stage.market.quote(symbol)!.ltp;
  /** What a stock does until an instant. */
  async function ahead(symbol: string, until: string) {
    const bars = await (await later).bars(symbol, stage.market.now(), new Date(until));
    return { bars, high: Math.max(...bars.map(({ h }) => h)), low: Math.min(...bars.map(({ l }) => l)) };
  }
  /** The stock of some that rises, or falls, furthest until an instant: %. */
  async function furthest(way: 'high' | 'low', until: string): Promise<{ symbol: string; to: number }> {
    const moves = await Promise.all(
      ['TCS', 'INFY', 'RELIANCE', 'HDFCBANK', 'SBIN', 'WIPRO', 'ITC', 'TITAN', 'MARUTI'].map(async (symbol) => {
        const to = (await ahead(symbol, until))[way];
        return { symbol, to, move: Math.abs(to / ltp(symbol) - 1) * (to > ltp(symbol) === (way === 'high') ? 1 : 0) };
      }),
    );
    return moves.toSorted((one, other) => other.move - one.move)[0]!;
  }

  describe('setting them', () => {
    beforeAll(() => open());
    afterAll(() => stage.end());

    test('one at the current price, or that is so already, is refused with its code and a sentence that says the price', async () => {
      const now = ltp('TCS');
      for (const condition of [price('TCS', 'above', now), price('TCS', 'below', now), price('TCS', 'above', now - 10), price('TCS', 'below', now + 10)])
        expect(await set('usr_lite', condition)).toMatchObject({
          status: false,
          code: 'ALERT_REACHED',
          validation: expect.stringMatching(/^TCS stands at ₹[\d,.]+ now\. Choose/),
        });
      expect(await listOf('usr_lite'), 'nothing is kept by half').toEqual([]);
      expect((await set('usr_lite', price('TCS', 'above', now + 10))).data.alerts).toMatchObject([
        { condition: { kind: 'price', symbol: 'TCS', side: 'above' }, state: 'on', points: false, repeats: false, fires: 0, fired_at: null, level_now: null },
      ]);
    });

    test('an equal one is refused, and of two at once one is kept; on the other side, or of another person, it is another', async () => {
      const condition = price('INFY', 'above', ltp('INFY') + 20);
      const both = await Promise.all([set('usr_premium', condition), set('usr_premium', condition, true)]);
      expect(both.map(({ code }) => code ?? 'kept').sort()).toEqual(['ALERT_TWICE', 'kept']);
      expect((await set('usr_premium', condition)).code).toBe('ALERT_TWICE');
      expect((await set('usr_premium', { ...condition, value: condition.value + 1 } as LevelCondition)).status).toBe(true);
      expect((await set('usr_broker', condition)).status).toBe(true);
      expect(await listOf('usr_premium')).toHaveLength(2);
    });

    test.each<[string, unknown, number, string]>([
      ['a stock nobody knows', { kind: 'price', symbol: 'NOSUCH', side: 'above', value: 10 }, 404, 'UNKNOWN_SYMBOL'],
      ['an expert nobody knows', { kind: 'call_expert', user_id: 'usr_pro' }, 404, 'NOT_FOUND'],
      ['no price', { kind: 'price', symbol: 'TCS', side: 'above', value: 0 }, 400, 'BAD_REQUEST'],
      ['words for a price', { kind: 'price', symbol: 'TCS', side: 'above', value: 'high' }, 400, 'BAD_REQUEST'],
      ['another kind', { kind: 'moon', symbol: 'TCS' }, 400, 'BAD_REQUEST'],
      ['open interest of a stock without options', { kind: 'oi', symbol: 'ZENSARTECH', side: 'above', value: 10, contract: null }, 200, 'ALERT_NO_FIGURE'],
      [
        'open interest of a contract that is not listed',
        { kind: 'oi', symbol: 'NIFTY', side: 'above', value: 10, contract: { type: 'CE', strike: 1, expiry: '2026-11-24' } },
        200,
        'ALERT_NO_FIGURE',
      ],
    ])('%s is refused and not kept', async (_name, condition, http, code) => {
      const before = (await listOf('usr_pro')).length;
      expect(await set('usr_pro', condition as AlertCondition)).toMatchObject({ http, code, status: false, validation: expect.stringMatching(/\w/) });
      expect(await listOf('usr_pro')).toHaveLength(before);
    });

    test('RSI and open interest are for Pro; prices and calls are for everybody who is signed in', async () => {
      const conditions: AlertCondition[] = [
        { kind: 'rsi', symbol: 'TCS', side: 'above', value: 99 },
        { kind: 'oi', symbol: 'NIFTY', side: 'above', value: 500, contract: null },
        { kind: 'percent', symbol: 'TCS', side: 'above', value: 19 },
        { kind: 'call_expert', user_id: 'exp_01' },
      ];
      const codes = async (who: string) => Promise.all(conditions.map(async (condition) => (await set(who, condition)).code ?? 'kept'));
      expect(await codes('usr_free')).toEqual(['NOT_ENTITLED', 'NOT_ENTITLED', 'kept', 'kept']);
      expect(await codes('usr_admin')).toEqual(['kept', 'kept', 'kept', 'kept']);
      expect((await stage.get('', '/base/v1/alerts')).http).toBe(401);
      expect((await listOf('usr_free')).find(({ condition }) => condition.kind === 'call_expert')!.expert).toEqual({
        user_id: 'exp_01',
        full_name: 'Expert 1',
      });
    });

    test('at most fifty, of which each is its owner’s alone', async () => {
      const now = ltp('SBIN');
      for (let at = 1; at <= 50; at += 1) expect((await set('exp_02', price('SBIN', 'above', now + at))).status).toBe(true);
      expect(await set('exp_02', price('SBIN', 'above', now + 51))).toMatchObject({ code: 'ALERT_MOST', status: false });
      const [own] = await listOf('exp_02');
      await stage.post('usr_lite', '/base/v1/alerts/remove', { id: own!.id });
      expect((await stage.post('usr_lite', '/base/v1/alerts/pause', { id: own!.id, on: false })).http).toBe(404);
      expect(await listOf('exp_02')).toHaveLength(50);
      expect((await stage.post('exp_02', '/base/v1/alerts/remove', { id: own!.id })).data.alerts).toHaveLength(49);
      expect((await set('exp_02', price('SBIN', 'above', now + 51))).status).toBe(true);
    });
  });

  describe('firing', () => {
    beforeAll(() => open());
    afterAll(() => stage.end());

    test('each fires once, by what the price reached, in the bell and on devices, and is done', async () => {
      const until = '2026-11-20T06:00:00.000Z';
      const { symbol: riser, to: high } = await furthest('high', until);
      const { symbol: faller, to: low } = await furthest('low', until);
      const reached = price(riser, 'above', (ltp(riser) + high) / 2);
      await set('usr_lite', reached);
      await set('usr_lite', price(faller, 'below', (ltp(faller) + low) / 2));
      await set('usr_lite', price(riser, 'above', high + 5));
      await set('usr_pro', reached);
      const { bars } = await ahead(riser, until);
      const hit = bars.find(({ h }) => h >= reached.value)!;
      await goTo(until);
      await vi.waitFor(async () => expect(await noticesOf('usr_lite')).toHaveLength(2), { timeout: 10_000 });
      await vi.waitFor(async () => expect(await noticesOf('usr_pro')).toHaveLength(1), { timeout: 10_000 });
      expect((await noticesOf('usr_lite')).find(({ alert }) => alert!.condition.kind === 'price' && alert!.condition.side === 'above')).toMatchObject({
        ...{ topic: 'market', what: 'alert', alert: { condition: reached, points: false, figure: hit.h }, call: null, expert: null, read: false },
        happened_at: hit.end.toISOString(),
      });
      expect((await listOf('usr_lite')).map(({ state, fires, fired_at }) => [state, fires, fired_at !== null])).toEqual([
        ['on', 0, false],
        ['done', 1, true],
        ['done', 1, true],
      ]);
      expect(
        stage.notices
          .filter(({ kind }) => kind === 'alerts')
          .flatMap(({ user_ids }) => user_ids)
          .sort(),
      ).toEqual(['usr_lite', 'usr_lite', 'usr_pro']);
      expect(JSON.stringify(stage.notices), 'a device is told no stock and no level').not.toMatch(/₹|reached|\d\d\d\./);
      await goTo('2026-11-20T07:00:00.000Z');
      expect(await noticesOf('usr_pro'), 'and never again').toHaveLength(1);
    });

    test('one that repeats fires as often as the price comes back and reaches it again', async () => {
      const until = '2026-11-20T09:00:00.000Z';
      const now = ltp('TCS');
      const levels = [price('TCS', 'above', now * 1.001), price('TCS', 'below', now * 0.999)];
      for (const condition of levels) await set('usr_premium', condition, true);
      const { bars } = await ahead('TCS', until);
      const expected = levels.map((condition) => {
        let [armed, fires] = [true, 0];
        for (const { h, l, c } of bars) {
          const comes = condition.side === 'above' ? c <= backAt(condition) : c >= backAt(condition);
          if (armed && isReached(condition, condition.side === 'above' ? h : l)) [armed, fires] = [false, fires + 1];
          else if (!armed && comes) armed = true;
        }
        return { fires, coming_back: !armed };
      });
      await goTo(until);
      expect(expected.some(({ fires }) => fires > 0)).toBe(true);
      const got = (await listOf('usr_premium')).toReversed();
      expect(got.map(({ fires, coming_back, state }) => ({ fires, coming_back, state }))).toEqual(expected.map((one) => ({ ...one, state: 'on' })));
      const all = expected.reduce((sum, { fires }) => sum + fires, 0);
      await vi.waitFor(async () => expect(await noticesOf('usr_premium')).toHaveLength(all), { timeout: 10_000 });
    });
  });

  describe('the most a day', () => {
    beforeAll(() => open());
    afterAll(() => stage.end());

    test('twenty are told; the twenty-first is said once and the rest stands in the list; the next day they are told again', async () => {
      const until = '2026-11-20T09:00:00.000Z';
      const { symbol, to } = await furthest('high', until);
      const now = ltp(symbol);
      for (let at = 1; at <= 24; at += 1) expect((await set('usr_lite', price(symbol, 'above', now + ((to - now) * at) / 25))).status).toBe(true);
      await goTo(until);
      await vi.waitFor(async () => expect(await noticesOf('usr_lite')).toHaveLength(21), { timeout: 20_000 });
      expect((await noticesOf('usr_lite')).filter(({ what }) => what === 'alerts_most')).toHaveLength(1);
      const list = await listOf('usr_lite');
      expect([list.filter(({ held }) => held).length, list.filter(({ state }) => state === 'done').length]).toEqual([4, 24]);
      expect((await stage.get('usr_lite', '/base/v1/alerts')).data.fired_today).toBe(24);

      await goTo('2026-11-23T03:46:00.000Z');
      expect((await stage.get('usr_lite', '/base/v1/alerts')).data.fired_today).toBe(0);
      const next = await furthest('low', '2026-11-23T05:00:00.000Z');
      await set('usr_lite', price(next.symbol, 'below', (ltp(next.symbol) + next.to) / 2));
      await goTo('2026-11-23T05:00:00.000Z');
      await vi.waitFor(async () => expect(await noticesOf('usr_lite')).toHaveLength(22), { timeout: 10_000 });
    });
  });

  describe('moves, RSI and open interest', () => {
    beforeAll(() => open());
    afterAll(() => stage.end());

    test('each fires at the first bar or look that reaches it, by the figure that the pages show', async () => {
      const until = '2026-11-20T09:00:00.000Z';
      const { symbol, to } = await furthest('high', until);
      const { prev_close, ltp: now } = stage.market.quote(symbol)!;
      const moved = (value: number) => (100 * (value - prev_close)) / prev_close;
      const up = Math.round(100 * (moved(now) + (moved(to) - moved(now)) / 2)) / 100;
      const percent: AlertCondition = { kind: 'percent', symbol, side: up > 0 ? 'above' : 'below', value: Math.abs(up) };
      const closes = (await stage.market.dayBars(symbol, '2023-11-20', '2026-11-19')).map(({ c }) => c);
      const rsiNow = rsiAt(closes, now);
      const rsiCondition: AlertCondition = { kind: 'rsi', symbol, side: 'above', value: Math.ceil(rsiNow + 0.01) };
      const rsiHits = rsiAt(closes, to) >= rsiCondition.value;

      const setPercent = await set('usr_pro', percent);
      // Where it stands below the close before, going up is no fall: then it is so already.
      expect(setPercent.status).toBe(up > 0);
      expect((await set('usr_pro', rsiCondition)).status).toBe(true);
      const [expiry] = await options.expiries('NIFTY', stage.market.now());
      const change = async (at: string) => {
        const chain = (await options.chain('NIFTY', expiry!, new Date(at)))!;
        const of = (key: 'oi' | 'prev_oi') => chain.rows.reduce((sum, { ce, pe }) => sum + (ce?.[key] ?? 0) + (pe?.[key] ?? 0), 0);
        return (100 * (of('oi') - of('prev_oi'))) / of('prev_oi');
      };
      const [interestNow, interestThen] = [await change(START), await change(until)];
      const half = Math.round(50 * (interestNow + interestThen)) / 100;
      const oi: AlertCondition = { kind: 'oi', symbol: 'NIFTY', side: half > 0 ? 'above' : 'below', value: Math.abs(half), contract: null };
      const grows = Math.abs(interestThen) > Math.abs(interestNow) && Math.abs(half) >= 0.1 && Math.sign(interestNow) * Math.sign(interestThen) >= 0;
      const setOi = await set('usr_pro', oi);
      if (grows) expect(setOi.status).toBe(true);

      await goTo(until);
      const expected = [...(up > 0 ? ['percent'] : []), ...(rsiHits ? ['rsi'] : []), ...(grows ? ['oi'] : [])];
      await vi.waitFor(async () => expect((await noticesOf('usr_pro')).map(({ alert }) => alert!.condition.kind).sort()).toEqual(expected.sort()), {
        timeout: 10_000,
      });
      expect(expected.length, 'the day shows at least two of them').toBeGreaterThanOrEqual(2);
      for (const { alert } of await noticesOf('usr_pro')) {
        const condition = alert!.condition as LevelCondition;
        expect(isReached(condition, alert!.figure), `${condition.kind} ${alert!.figure}`).toBe(true);
      }
    });
  });

  describe('a plan that ended', () => {
    beforeAll(() => open());
    afterAll(() => stage.end());
    const until = '2026-11-20T09:00:00.000Z';
    const stands = async (who: string) => (await listOf(who)).map(({ state, not_in_plan, fires }) => [state, not_in_plan, fires]);

    test('an RSI that only Pro may wait for is told to who has Pro; whose plan ended reads that it is paused and why, and can’t let it go on', async () => {
      const { symbol, to } = await furthest('high', until);
      const closes = (await stage.market.dayBars(symbol, '2023-11-20', '2026-11-19')).map(({ c }) => c);
      const condition: AlertCondition = { kind: 'rsi', symbol, side: 'above', value: Math.ceil(rsiAt(closes, ltp(symbol)) + 0.01) };
      expect(rsiAt(closes, to), 'the day reaches it').toBeGreaterThan(condition.value);
      for (const who of ['usr_pro', 'usr_admin']) expect((await set(who, condition)).status).toBe(true);
      expect(await stands('usr_pro')).toEqual([['on', false, 0]]);
      ended.add('usr_pro');
      expect(await stands('usr_pro'), 'at once, before it would have fired').toEqual([['paused', true, 0]]);
      await goTo(until);
      await vi.waitFor(async () => expect(await noticesOf('usr_admin')).toHaveLength(1), { timeout: 10_000 });
      expect(await noticesOf('usr_pro')).toEqual([]);
      expect(stage.notices.flatMap(({ user_ids }) => user_ids)).toEqual(['usr_admin']);
      const [own] = await listOf('usr_pro');
      expect([own!.state, own!.not_in_plan, own!.fires]).toEqual(['paused', true, 0]);
      expect((await stage.post('usr_pro', '/base/v1/alerts/pause', { id: own!.id, on: true })).code).toBe('NOT_ENTITLED');
      ended.clear();
      expect(await stands('usr_pro'), 'with the plan it is the owner’s to let go on').toEqual([['paused', false, 0]]);
    });

    test('one that fired while the plan held is not told when the plan ends before it is its owner’s turn', async () => {
      const { alertNotices } = await import('./telling.ts');
      const sources: NoticeSource[] = [];
      const notices = { source: (source: NoticeSource) => void sources.push(source), tell: async () => undefined };
      alertNotices({ platform: stage.platform, market: stage.market, identity: people, calls: { readersOf: async () => new Set() }, notices });
      const told = (condition: AlertCondition) =>
        sources[0]!.readers(
          { facts: { what: 'alert', alert: { condition: condition as LevelCondition, points: false, figure: 1 }, call: null, urgent: false } } as Happening,
          ['usr_pro', 'usr_admin', 'usr_gone'],
        );
      ended.add('usr_pro');
      expect([...(await told({ kind: 'oi', symbol: 'NIFTY', side: 'above', value: 10, contract: null }))]).toEqual(['usr_admin']);
      expect([...(await told(price('TCS', 'above', 10)))], 'prices are everybody’s').toEqual(['usr_pro', 'usr_admin']);
    });
  });

  describe('pausing and leaving', () => {
    beforeAll(() => open());
    afterAll(() => stage.end());

    test('a paused one is not told, and goes on only where it is not so already', async () => {
      const until = '2026-11-20T06:00:00.000Z';
      const { symbol, to } = await furthest('high', until);
      await set('usr_lite', price(symbol, 'above', (ltp(symbol) + to) / 2));
      const [one] = await listOf('usr_lite');
      expect((await stage.post('usr_lite', '/base/v1/alerts/pause', { id: one!.id, on: false })).data.alerts).toMatchObject([{ state: 'paused' }]);
      await goTo(until);
      expect([(await listOf('usr_lite'))[0]!.state, await noticesOf('usr_lite')]).toEqual(['paused', []]);
      const again = await stage.post('usr_lite', '/base/v1/alerts/pause', { id: one!.id, on: true });
      expect([again.code ?? 'on', (await listOf('usr_lite'))[0]!.state]).toEqual(
        ltp(symbol) >= (one!.condition as LevelCondition).value ? ['ALERT_REACHED', 'paused'] : ['on', 'on'],
      );
    });

    test('a row of a list is told its owner’s alerts, and nobody else’s', async () => {
      await set('usr_premium', price('INFY', 'above', ltp('INFY') + 10));
      const of = (user_id: string) => alerts.ofRows({ caller: { user_id } as Caller, partner: null });
      const [own, other] = [await of('usr_premium'), await of('usr_pro')];
      const row = { symbol: 'INFY', contract: null };
      expect([own(row), own({ ...row, symbol: 'TCS' }), other(row)]).toEqual([
        { words: expect.stringMatching(/^Alert: ₹[\d,.]+ or above$/), on: true },
        null,
        null,
      ]);
    });

    test('they stand in the copy of one’s data and go with the account', async () => {
      const data = stage.personalData.find(({ name }) => name === 'alerts')!;
      expect(await data.of('usr_lite')).toMatchObject({ alerts: [{ condition: { kind: 'price' }, fires: 0 }] });
      await stage.platform.transaction((tx) => data.erase(tx, 'usr_lite'));
      expect([await listOf('usr_lite'), await data.of('usr_lite')]).toEqual([[], { alerts: [], days: [] }]);
    });

    test('what was done long ago is cleared', async () => {
      const { tidyAlerts } = await import('./alerts.store.ts');
      const db = alertTables(stage.platform.db);
      await set('usr_pro', price('TCS', 'above', ltp('TCS') + 50));
      await db
        .updateTable('alerts')
        .set({ state: 'done', fired_at: new Date('2026-10-01T00:00:00Z') })
        .where('user_id', '=', 'usr_pro')
        .execute();
      await set('usr_pro', price('TCS', 'above', ltp('TCS') + 51));
      await tidyAlerts(db, new Date('2026-10-20T00:00:00Z'), '2026-11-20');
      expect((await listOf('usr_pro')).map(({ state }) => state)).toEqual(['on']);
    });

    const watchedAfter = async (seconds: number): Promise<number> => {
      await goTo(new Date(stage.market.now().getTime() + 1000 * seconds).toISOString());
      return alerts.watched();
    };

    test('what is paused or removed is watched no more, however often that is done', async () => {
      const before = await watchedAfter(1);
      const far = ltp('HDFCBANK') * 3;
      for (let at = 0; at < 5; at += 1) {
        const { data } = await set('usr_premium', price('HDFCBANK', 'above', far + at));
        expect(await watchedAfter(1)).toBe(before + 1);
        const { id } = data.alerts[0];
        if (at % 2 === 0) {
          await stage.post('usr_premium', '/base/v1/alerts/pause', { id, on: false });
          expect(await watchedAfter(1)).toBe(before);
          await stage.post('usr_premium', '/base/v1/alerts/pause', { id, on: true });
          expect(await watchedAfter(1)).toBe(before + 1);
        }
        await stage.post('usr_premium', '/base/v1/alerts/remove', { id });
        expect(await watchedAfter(1)).toBe(before);
      }
      const { tidyAlerts } = await import('./alerts.store.ts');
      const db = alertTables(stage.platform.db);
      await tidyAlerts(db, new Date('2026-10-20T00:00:00Z'), '2026-11-20');
      expect(await db.selectFrom('alerts').select('id').where('user_id', '=', '').execute(), 'nor does its row stay').toEqual([]);
    });

    test('one on a contract that expired is watched no more, reads that it has ended, and gives its place back in the end', async () => {
      const { tidyAlerts } = await import('./alerts.store.ts');
      const db = alertTables(stage.platform.db);
      const before = await watchedAfter(1);
      const [expiry] = await options.expiries('NIFTY', stage.market.now());
      const { rows } = (await options.chain('NIFTY', expiry!, stage.market.now()))!;
      const { strike } = rows.find(({ ce }) => (ce?.prev_oi ?? 0) > 0)!;
      expect(
        (await set('usr_admin', { kind: 'oi', symbol: 'NIFTY', side: 'above', value: 490, contract: { type: 'CE', strike, expiry: expiry! } })).code,
      ).toBeUndefined();
      const own = async () => (await listOf('usr_admin')).map(({ state }) => state);
      expect([await watchedAfter(1), await own()]).toEqual([before + 1, ['on']]);
      const expiresOn = (day: string) =>
        db
          .updateTable('alerts')
          .set({ condition: sql`jsonb_set(condition, '{contract,expiry}', to_jsonb(${day}::text))` })
          .where('user_id', '=', 'usr_admin')
          .execute();
      await expiresOn('2026-11-20');
      await tidyAlerts(db, new Date('2026-10-20T00:00:00Z'), '2026-11-20');
      expect(await own(), 'on its last day').toEqual(['on']);
      await expiresOn('2026-11-17');
      await tidyAlerts(db, new Date('2026-10-20T00:00:00Z'), '2026-11-20');
      expect([await watchedAfter(1), await own()]).toEqual([before, ['ended']]);
      await tidyAlerts(db, new Date('2026-11-19T00:00:00Z'), '2026-12-19');
      expect(await own()).toEqual([]);
    });
  });

  describe('a bonus', () => {
    beforeAll(() => open('2026-09-07T08:00:00.000Z'));
    afterAll(() => stage.end());

    test('moves a level to the new count of shares: the halved price fires nothing', async () => {
      const then = ltp('WIPRO');
      await set('usr_lite', price('WIPRO', 'below', then * 0.8));
      await set('usr_lite', price('WIPRO', 'above', then * 1.3));
      // On the morning of the bonus the price of before still stands, and levels are set by it.
      await goTo('2026-09-08T03:00:00.000Z');
      await set('usr_lite', price('WIPRO', 'below', ltp('WIPRO') * 0.85));
      await goTo('2026-09-08T06:00:00.000Z');
      expect(ltp('WIPRO')).toBeLessThan(then * 0.7);
      expect(await noticesOf('usr_lite')).toEqual([]);
      const [morning, above, below] = await listOf('usr_lite');
      expect([above!.level_now, below!.level_now]).toEqual([expect.closeTo(then * 0.65, 1), expect.closeTo(then * 0.4, 1)]);
      expect(morning).toMatchObject({ state: 'on', fires: 0 });
    });

    test('its notice names the level on the shares of now, beside a price on them', async () => {
      const { high, low } = await ahead('WIPRO', '2026-09-08T09:30:00.000Z');
      const now = ltp('WIPRO');
      const up = high - now >= now - low;
      const level = (now + (up ? high : low)) / 2;
      const db = alertTables(stage.platform.db);
      // Stored like an alert that an older release, which knows no day of a level, let go on: set before the bonus, of which one share became two.
      const condition = price('WIPRO', up ? 'above' : 'below', 2 * level);
      await set('usr_pro', price('WIPRO', up ? 'above' : 'below', level));
      await db
        .updateTable('alerts')
        .set({ condition: JSON.stringify(condition), since: new Date('2026-09-07T08:00:00Z'), version: 1_000_000 })
        .where('user_id', '=', 'usr_pro')
        .execute();
      await goTo('2026-09-08T09:30:00.000Z');
      await vi.waitFor(async () => expect(await noticesOf('usr_pro')).toHaveLength(1), { timeout: 10_000 });
      const [{ alert }] = (await noticesOf('usr_pro')) as [AlertNotice];
      const told = alert!.condition as LevelCondition;
      expect(told.value).toBeCloseTo(condition.value / 2, 2);
      expect(isReached(told, alert!.figure)).toBe(true);
    });
  });

  describe('new calls', () => {
    beforeAll(() => open());
    afterAll(() => stage.end());

    async function publish(author: string, stock: string): Promise<string> {
      const { tick } = stage.market.instrument(stock)!;
      const at = (pct: number) => snapToTick(ltp(stock) * (1 + pct / 100), tick);
      const levels = { entry_mode: 'range' as const, entry_low: at(-2), entry_high: at(-1.5), target: at(5), stop_loss: at(-5) };
      const draft = draftOf({ stock, valid_till: '2026-12-11', ...levels });
      const { data, validation } = await stage.post(author, '/reco/v1/calls', { cid: `${author}-${stock}-call`, draft });
      expect(validation).toBe('');
      return data.id;
    }

    test('are told to who waits for the stock or the expert and may read them, once each; who may not hears nothing', async () => {
      // The week's free call.
      await publish('exp_02', 'TCS');
      for (const who of ['usr_free', 'usr_pro']) {
        await set(who, { kind: 'call_stock', symbol: 'INFY' });
        await set(who, { kind: 'call_expert', user_id: 'exp_01' }, true);
      }
      await set('usr_lite', { kind: 'call_stock', symbol: 'SBIN' });
      await stage.goTo('2026-11-20T05:01:00.000Z');
      const id = await publish('exp_01', 'INFY');
      await vi.waitFor(async () => expect(await noticesOf('usr_pro')).toHaveLength(1), { timeout: 15_000 });
      expect(await noticesOf('usr_pro')).toMatchObject([
        {
          what: 'alert_call',
          call: { id, kind: 'equity', stock: 'INFY', term: 'shortTerm' },
          expert: { user_id: 'exp_01', full_name: 'Expert 1' },
          alert: null,
        },
      ]);
      expect((await listOf('usr_pro')).map(({ state, fires }) => [state, fires])).toEqual([
        ['on', 1],
        ['done', 1],
      ]);
      expect([await noticesOf('usr_free'), await noticesOf('usr_lite')]).toEqual([[], []]);
      expect(
        (await listOf('usr_free')).map(({ state }) => state),
        'it goes on waiting',
      ).toEqual(['on', 'on']);

      await stage.goTo('2026-11-20T05:02:00.000Z');
      await publish('exp_01', 'SBIN');
      await vi.waitFor(async () => expect(await noticesOf('usr_pro')).toHaveLength(2), { timeout: 15_000 });
      await vi.waitFor(async () => expect(await noticesOf('usr_lite')).toHaveLength(1), { timeout: 15_000 });
    });

    test('a call that is looked at after a later one is told all the same, and once', async () => {
      const { jobs } = stage.platform;
      const toldOf = async (): Promise<string[]> => (await noticesOf('usr_premium')).map(({ call }) => call!.stock);
      await set('usr_premium', { kind: 'call_expert', user_id: 'exp_01' }, true);
      // The look at the first call waits for its next try, as after a failure.
      const looks: object[] = [];
      const { enqueue } = jobs;
      const spy = vi
        .spyOn(jobs, 'enqueue')
        .mockImplementation(async (tx, name, data) => void (name === 'alerts.call' ? looks.push(data) : await enqueue(tx, name, data)));
      await stage.goTo('2026-11-20T05:03:00.000Z');
      await publish('exp_01', 'TCS');
      spy.mockRestore();
      expect(looks).toHaveLength(1);
      await stage.goTo('2026-11-20T05:04:00.000Z');
      await publish('exp_01', 'ITC');
      await vi.waitFor(async () => expect(await toldOf()).toEqual(['ITC']), { timeout: 15_000 });
      for (const _try of [1, 2]) await stage.platform.transaction((tx) => jobs.enqueue(tx, 'alerts.call', looks[0]!));
      await vi.waitFor(async () => expect(await toldOf()).toEqual(['TCS', 'ITC']), { timeout: 15_000 });
      expect((await listOf('usr_premium'))[0]!.fires).toBe(2);
    });
  });
});
