import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Alert, AlertCondition } from '@vimarsh/shared/contract/alerts/types.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStage, type Stage } from '../calls/testing.ts';
import { legacyFile, type SampleRow } from '../market/files/sample-files.testing.ts';
import { featureDatabase } from '../platform/testing.ts';
import { type Alerts, createAlerts } from './create-alerts.ts';

/** 6 May 2026: INFY is in no file any more, TCS has another symbol, and a list says that ITC gave one share for each, of which its price knows nothing. */
const DAYS = ['2026-04-30', '2026-05-04', '2026-05-05', '2026-05-06', '2026-05-07'];
const FLAT = { o: 815, h: 820, l: 810, c: 815, prev: 815, volume: 1_000_000 };
const OTHERS = Array.from({ length: 20 }, (_, at): SampleRow => ({ symbol: `OTHER${at}`, ...FLAT, isin: `INE${100 + at}A01011` }));

function fileOf(day: string): string {
  const since = day >= '2026-05-06';
  const infy = since ? [] : [{ symbol: 'INFY', ...FLAT, isin: 'INE900A01011' }];
  const tcs = { symbol: since ? 'TCSLTD' : 'TCS', ...FLAT, ...(day === '2026-05-07' && { h: 880 }), isin: 'INE901A01011' };
  return legacyFile(day, [...infy, tcs, { symbol: 'ITC', ...FLAT, isin: 'INE902A01011' }, ...OTHERS]);
}
const LIST = '"SYMBOL","COMPANY NAME","SERIES","PURPOSE","FACE VALUE","EX-DATE"\n"ITC","A Tobacco Limited","EQ","Bonus 1:1","1","06-May-2026"\n';

describe.each(await featureDatabase())('alerts on files (%s)', (database) => {
  let stage: Stage;
  let alerts: Alerts;
  let folder: string;
  const set = (condition: AlertCondition) => stage.post('usr_pro', '/base/v1/alerts', { condition, repeats: false });
  const listed = async (): Promise<Record<string, Pick<Alert, 'state' | 'no_trade_since'>>> => {
    const list = (await stage.get('usr_pro', '/base/v1/alerts')).data.alerts as Alert[];
    return Object.fromEntries(
      list.map(({ condition, state, no_trade_since }) => [`${'symbol' in condition ? condition.symbol : ''} ${condition.kind}`, { state, no_trade_since }]),
    );
  };
  const goTo = async (instant: string): Promise<void> => {
    await stage.goTo(instant);
    await alerts.judgeUntil(stage.market.now());
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vimarsh-alerts-'));
    for (const day of DAYS) await writeFile(join(folder, `${day}.csv`), fileOf(day));
    await writeFile(join(folder, 'list.csv'), LIST);
    stage = await openStage({
      database,
      start: '2026-05-05T12:00:00.000Z',
      settings: { MARKET_FEED: 'replay', REPLAY_FROM: '2026-04-30' },
      files: [folder],
      clock: () => stage.market.now(),
      compose: (platform, { market, identity, notices, calls }) => {
        alerts = createAlerts(platform, { market, identity, notices, calls, clock: () => market.now() });
      },
    });
    for (const [symbol, value] of [
      ['INFY', 870],
      ['TCS', 870],
      ['ITC', 900],
    ] as const)
      expect((await set({ kind: 'price', symbol, side: 'above', value })).http).toBe(200);
    expect((await set({ kind: 'call_stock', symbol: 'INFY' })).http).toBe(200);
  });
  afterAll(async () => {
    await stage?.end();
    await rm(folder, { recursive: true, force: true });
  });

  test('while the day runs nobody knows whether its stock trades', async () => {
    await goTo('2026-05-06T06:00:00.000Z');
    expect((await listed())['INFY price']).toEqual({ state: 'on', no_trade_since: null });
  });

  test('one whose stock does not trade says so and since when; one for calls waits for no price', async () => {
    await goTo('2026-05-06T12:00:00.000Z');
    const all = await listed();
    expect(all['INFY price']).toEqual({ state: 'on', no_trade_since: '2026-05-06' });
    expect(all['INFY call_stock']).toEqual({ state: 'on', no_trade_since: null });
    expect(all['TCS price']).toEqual({ state: 'on', no_trade_since: null });
  });

  const itc = async (): Promise<Alert[]> =>
    ((await stage.get('usr_pro', '/base/v1/alerts')).data.alerts as Alert[]).filter(({ condition }) => 'symbol' in condition && condition.symbol === 'ITC');

  test('a bonus that the open contradicts halves no level, so nothing fires at the price of before', async () => {
    await goTo('2026-05-07T12:00:00.000Z');
    expect((await listed())['ITC price']).toEqual({ state: 'on', no_trade_since: null });
  });

  test('it waits with both prices, also after a pause: its level stays on the shares of before; one that is set now waits for nothing', async () => {
    const waits = { not_judgeable: { cause: 'price_step', day: '2026-05-06', before: 815, opened: 815 }, level_now: null };
    const [first] = await itc();
    expect(first).toMatchObject({ state: 'on', ...waits });
    const pause = async (on: boolean): Promise<void> => expect((await stage.post('usr_pro', '/base/v1/alerts/pause', { id: first!.id, on })).http).toBe(200);
    await pause(false);
    expect(await itc()).toMatchObject([{ state: 'paused', not_judgeable: null }]);
    await pause(true);
    expect(await itc()).toMatchObject([{ state: 'on', ...waits }]);
    expect((await set({ kind: 'price', symbol: 'ITC', side: 'above', value: 905 })).http).toBe(200);
    expect(await itc()).toMatchObject([
      { state: 'on', not_judgeable: null },
      { state: 'on', ...waits },
    ]);
  });

  test('one on a renamed stock fires by the prices of its new name', async () => {
    expect((await listed())['TCS price']).toEqual({ state: 'done', no_trade_since: null });
  });
});

describe.each(await featureDatabase())('a file that comes late (%s)', (database) => {
  test('fires the alert that its day reached, which time had passed by, and none by the share count of the day after', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vimarsh-late-'));
    const fileAt = async (day: string, high: number): Promise<string> => {
      const path = join(folder, `${day}.csv`);
      // One share gives another for each on 7 May: 900 is 450 then, which the 815 of the day before does not reach.
      const itc = { ...(day === '2026-05-07' ? { o: 407, h: 410, l: 405, c: 407, prev: 815 } : FLAT), volume: 1_000_000 };
      await writeFile(
        path,
        legacyFile(day, [{ symbol: 'TCS', ...FLAT, h: high, isin: 'INE901A01011' }, { symbol: 'ITC', ...itc, isin: 'INE902A01011' }, ...OTHERS]),
      );
      return path;
    };
    const list = join(folder, 'list.csv');
    await writeFile(list, LIST.replace('06-May', '07-May'));
    let alerts!: Alerts;
    const files = [await fileAt('2026-05-04', FLAT.h), await fileAt('2026-05-05', FLAT.h), list];
    const stage: Stage = await openStage({
      database,
      start: '2026-05-05T12:00:00.000Z',
      settings: { MARKET_FEED: 'files' },
      files,
      clock: () => stage.market.now(),
      compose: (platform, { market, identity, notices, calls }) => {
        alerts = createAlerts(platform, { market, identity, notices, calls, clock: () => market.now() });
      },
    });
    try {
      for (const [symbol, value] of [
        ['ITC', 900],
        ['TCS', 870],
      ] as const) {
        const condition: AlertCondition = { kind: 'price', symbol, side: 'above', value };
        expect((await stage.post('usr_pro', '/base/v1/alerts', { condition, repeats: false })).http).toBe(200);
      }
      const states = async (instant: string): Promise<string[]> => {
        await stage.goTo(instant);
        await alerts.judgeUntil(stage.market.now());
        return ((await stage.get('usr_pro', '/base/v1/alerts')).data.alerts as Alert[]).map(({ state }) => state);
      };
      expect(await states('2026-05-06T14:00:00.000Z'), 'nobody knows what the day brought').toEqual(['on', 'on']);
      expect(stage.market.complete('TCS')).toMatchObject({ because: 'late_file' });
      await states('2026-05-07T13:00:00.000Z');
      await stage.take([await fileAt('2026-05-06', 880), await fileAt('2026-05-07', FLAT.h)]);
      expect(await states('2026-05-07T13:02:00.000Z')).toEqual(['done', 'on']);
    } finally {
      await stage.end();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
