import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Alert, AlertCondition } from '@vimarsh/shared/contract/alerts/types.ts';
import type { CallDetail, CallDraft } from '@vimarsh/shared/contract/calls/types.ts';
import { pricesStep } from '@vimarsh/shared/domain/calls/equity/prices-step.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { draftOf, openStage, type Stage } from '../calls/testing.ts';
import { legacyFile, type SampleRow } from '../market/files/sample-files.testing.ts';
import { isRefused, summaryLines } from '../market/index.ts';
import { indexList, type SampleShare, sampleIsin, securityFile } from '../market/instruments/sample-lists.testing.ts';
import { featureDatabase } from '../platform/testing.ts';
import { type Alerts, createAlerts } from './create-alerts.ts';

/*
 * Shares that no source code names: lists of the exchange do. Their days' files have no ISINs, but for those that say so. Calls are published on the
 * evening of 4 May 2026, entered at the open of 5 May, and valid to 8 May; on 6 May something happens to each share.
 */
const DAYS = ['2026-04-29', '2026-04-30', '2026-05-04', '2026-05-05', '2026-05-06', '2026-05-07', '2026-05-08', '2026-05-11'];
const FLAT = { o: 815, h: 820, l: 810, c: 815, prev: 815, volume: 1_000_000, isin: '' };
const BELOW = { o: 790, h: 792, l: 750, c: 780 };
type Change = Partial<SampleRow> | null;

const SHARES = [
  'PAINTS',
  'MOVER',
  'MERGER',
  'DELIST',
  'HALTED',
  'SPLITS',
  'BOTH',
  'AGAINST',
  'PROVEN',
  'REUSED',
  'BACKAGAIN',
  'LATELIST',
  'QUIET',
  'STRANGE',
  'MISTYPED',
] as const;
const STRANGE_ISIN = sampleIsin(903);
const NO_ISIN = sampleIsin(904).replace(/.$/, (digit) => String((Number(digit) + 1) % 10));
const isinOf = (symbol: (typeof SHARES)[number]): string => sampleIsin(100 + SHARES.indexOf(symbol));
const listed = SHARES.map((symbol): SampleShare => ({ symbol, isin: isinOf(symbol), name: `${symbol} Company Ltd.` }));

/** By share: what differs from a flat day from 6, 7 and 8 May on; null for no row at all. */
const STORIES: Readonly<Record<(typeof SHARES)[number], readonly [Change, Change, Change]>> = {
  PAINTS: [{ symbol: 'COLOURS' }, { symbol: 'COLOURS', o: 830, h: 880, l: 829, c: 875 }, { symbol: 'COLOURS', o: 875, h: 876, l: 870, c: 875, prev: 875 }],
  MOVER: [
    { series: 'BE', ...BELOW },
    { series: 'BE', o: 780, h: 785, l: 775, c: 780, prev: 780 },
    { series: 'BE', o: 780, h: 785, l: 775, c: 780, prev: 780 },
  ],
  MERGER: [null, null, null],
  DELIST: [null, null, null],
  // Suspended for two days.
  HALTED: [null, null, { o: 790, h: 792, l: 750, c: 780 }],
  // A split of ₹10 into ₹2, with a new ISIN.
  SPLITS: [
    { o: 163, h: 164, l: 162, c: 163, prev: 815, isin: sampleIsin(105, 2) },
    { o: 163, h: 176, l: 162, c: 175, prev: 163, isin: sampleIsin(105, 2) },
    { o: 175, h: 176, l: 174, c: 175, prev: 175, isin: sampleIsin(105, 2) },
  ],
  BOTH: [
    { symbol: 'BOTHNEW', series: 'BZ', ...BELOW },
    { symbol: 'BOTHNEW', series: 'BZ', o: 780, h: 785, l: 775, c: 780, prev: 780 },
    { symbol: 'BOTHNEW', series: 'BZ', o: 780, h: 785, l: 775, c: 780, prev: 780 },
  ],
  // The list says that it carries another symbol, its rows go on under the old one: without an ISIN nobody knows, with one they are its.
  AGAINST: [{}, {}, {}],
  PROVEN: [
    { isin: sampleIsin(108), ...BELOW },
    { isin: sampleIsin(108), o: 780, h: 785, l: 775, c: 780, prev: 780 },
    { isin: sampleIsin(108), o: 780, h: 785, l: 775, c: 780, prev: 780 },
  ],
  REUSED: [{ symbol: 'KEPT' }, { symbol: 'KEPT', o: 830, h: 880, l: 829, c: 875 }, { symbol: 'KEPT', o: 875, h: 876, l: 870, c: 875, prev: 875 }],
  BACKAGAIN: [{ symbol: 'AWAY' }, { symbol: 'AWAY' }, { ...BELOW }],
  LATELIST: [{ symbol: 'LATENEW' }, { symbol: 'LATENEW', o: 830, h: 880, l: 829, c: 875 }, { symbol: 'LATENEW', o: 875, h: 876, l: 870, c: 875, prev: 875 }],
  QUIET: [{}, {}, {}],
  // Under an ISIN of another issuer, and under one that is none: its last digit is another.
  STRANGE: [{ isin: STRANGE_ISIN }, { isin: STRANGE_ISIN, o: 830, h: 880, l: 829, c: 875 }, { isin: STRANGE_ISIN, o: 875, h: 876, l: 870, c: 875, prev: 875 }],
  MISTYPED: [{ isin: NO_ISIN }, {}, {}],
};

function fileOf(day: string): string {
  const at = Math.min(2, DAYS.indexOf(day) - 4);
  const rows = SHARES.flatMap((symbol): SampleRow[] => {
    const change = at < 0 ? {} : STORIES[symbol][at];
    if (day === '2026-05-11' && change)
      return [{ symbol, ...FLAT, ...change, h: (change.c ?? 815) + 5, l: (change.c ?? 815) - 5, o: change.c ?? 815, prev: change.c ?? 815 }];
    return change ? [{ symbol, ...FLAT, ...change }] : [];
  });
  // Another company takes a symbol that was given up.
  const other = at < 0 ? [] : [{ symbol: 'REUSED', ...FLAT, o: 400, h: 405, l: 395, c: 400, prev: 400, isin: sampleIsin(900) }];
  return legacyFile(day, [...rows, ...other, ...Array.from({ length: 20 }, (_, n): SampleRow => ({ symbol: `OTHER${n}`, ...FLAT }))]);
}

const CHANGES = [
  'Paints Company Limited,PAINTS,COLOURS,06-MAY-2026',
  'Both Limited,BOTH,BOTHNEW,06-MAY-2026',
  'Against Limited,AGAINST,ELSEWHERE,06-MAY-2026',
  'Proven Limited,PROVEN,NOWHERE,06-MAY-2026',
  'Reused Limited,REUSED,KEPT,06-MAY-2026',
  'Back Again Limited,BACKAGAIN,AWAY,06-MAY-2026',
  'Back Again Limited,AWAY,BACKAGAIN,08-MAY-2026',
  '',
].join('\n');
const ACTIONS = [
  '"SYMBOL","COMPANY NAME","SERIES","PURPOSE","FACE VALUE","EX-DATE"',
  '"MERGER","Merger Limited","EQ","Scheme Of Amalgamation","10","06-May-2026"',
  '"SPLITS","Splits Limited","EQ","Face Value Split (Sub-Division) - From Rs 10/- Per Share To Rs 2/- Per Share","10","06-May-2026"',
  '',
].join('\n');

const evening = (day: string): string => `${day}T12:00:00.000Z`;
const LEVELS = { entry_mode: 'market' as const, entry_low: 815, entry_high: 815, target: 870, stop_loss: 770, valid_till: '2026-05-08' };

describe.each(await featureDatabase())('shares that only lists name (%s)', (database) => {
  let stage: Stage;
  let alerts: Alerts;
  let folder: string;
  const ids: Record<string, string> = {};
  const call = async (name: string): Promise<CallDetail> => (await stage.get('usr_pro', `/reco/v1/calls/${ids[name]}`)).data;
  const told = async (name: string): Promise<string[]> =>
    (await call(name)).events.map(({ type, ts, payload }) => `${type}${payload.cause ? ` ${payload.cause}` : ''} ${String(payload.at ?? ts).slice(8, 10)}`);
  const draft = (stock: string): CallDraft => draftOf({ stock, ...LEVELS });
  const setAlert = (condition: AlertCondition) => stage.post('usr_pro', '/base/v1/alerts', { condition, repeats: false });
  const alertOn = async (symbol: string): Promise<Alert> =>
    ((await stage.get('usr_pro', '/base/v1/alerts')).data.alerts as Alert[]).find(({ condition }) => 'symbol' in condition && condition.symbol === symbol)!;
  const write = async (name: string, text: string): Promise<string> => {
    const path = join(folder, 'later', name);
    await writeFile(path, text);
    return path;
  };
  const goTo = async (day: string): Promise<void> => {
    await stage.goTo(evening(day));
    await alerts.judgeUntil(stage.market.now());
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vimarsh-listed-'));
    await mkdir(join(folder, 'later'));
    const files = Object.entries({
      ...Object.fromEntries(DAYS.map((day) => [`${day}.csv`, fileOf(day)])),
      'ind_niftytotalmarket_list_29042026.csv': indexList([
        ...listed,
        { symbol: 'TCS', isin: 'INE467B01029', name: 'Tata Consultancy Services Ltd.', industry: 'Information Technology' },
      ]),
      'symbolchange.csv': CHANGES,
      'CF-CA-equities.csv': ACTIONS,
      'NSE_CM_security_06052026.csv': securityFile([{ ...listed[SHARES.indexOf('HALTED')]!, suspended: true }]),
      'fo_mktlots.csv': 'UNDERLYING,SYMBOL,APR-26,MAY-26,JUN-26\nNIFTY 50,NIFTY,75,65,65\nQUIET,QUIET,500,500,700\n',
    });
    for (const [name, text] of files) await writeFile(join(folder, name), text);
    stage = await openStage({
      database,
      start: '2026-04-29T03:30:00.000Z',
      settings: { MARKET_FEED: 'replay', REPLAY_FROM: '2026-04-29' },
      files: files.map(([name]) => join(folder, name)),
      limits: { minSessions: 2, perSector: 50, perDay: 50, open: 50 },
      clock: () => stage.market.now(),
      compose: (platform, { market, identity, notices, calls }) => {
        alerts = createAlerts(platform, { market, identity, notices, calls, clock: () => market.now() });
      },
    });
    await stage.goTo(evening('2026-05-04'));
    for (const stock of SHARES) {
      const answer = await stage.post('exp_01', '/reco/v1/calls', { cid: stock, draft: draft(stock) });
      expect({ stock, http: answer.http, problems: answer.problems }).toEqual({ stock, http: 200, problems: undefined });
      ids[stock] = answer.data.id;
    }
    for (const symbol of ['PAINTS', 'MERGER', 'DELIST', 'HALTED'])
      expect((await setAlert({ kind: 'price', symbol, side: 'above', value: 870 })).http).toBe(200);
    await goTo('2026-05-05');
  });
  afterAll(async () => {
    await stage?.end();
    await rm(folder, { recursive: true, force: true });
  });

  test('they are found by symbol, company and ISIN, have quotes, sectors and lots, and stand in calls with them', async () => {
    const { market } = stage;
    expect(market.instrument('PAINTS')).toMatchObject({
      name: 'PAINTS Company',
      sector: 'Chemicals',
      isin: isinOf('PAINTS'),
      cap: null,
      fno: false,
      status: 'active',
      band_pct: 20,
    });
    expect(market.quote('PAINTS')).toMatchObject({ ltp: 815, ts: '2026-05-05T10:00:00.000Z' });
    expect(market.instrument('QUIET')).toMatchObject({ lot_size: 500, fno: true });
    expect([market.instrument('NIFTY')?.lot_size, market.instrument('TCS')?.lot_size]).toEqual([65, null]);
    // A base company has its ISIN from the list, and the sector that screens call its industry.
    expect(market.instrument('TCS')).toMatchObject({ isin: 'INE467B01029', sector: 'IT' });
    expect(await call('PAINTS')).toMatchObject({ stock: 'PAINTS', sector: 'Chemicals', cap: null, status: 'active' });
  });

  test('each row has the hash of its file and when it was known', async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from instrument_facts f join instrument_files s on s.sha256 = f.sha256 where f.known_at is not null`.execute(stage.db);
    expect(rows[0]!.count).toBe(SHARES.length + 2);
  });

  test('6 May: a stop-loss in another series, or under another symbol as well, ends a call the same day', async () => {
    await goTo('2026-05-06');
    for (const name of ['MOVER', 'BOTH', 'PROVEN'])
      expect(await call(name), name).toMatchObject({ status: 'sl_hit', exit: { price: 770, ts: '2026-05-06T10:00:00.000Z' } });
    expect((await call('MOVER')).events.at(-1)!.payload.source).toMatchObject({ row: 'MOVER BE' });
    expect((await call('BOTH')).events.at(-1)!.payload.source).toMatchObject({ row: 'BOTHNEW BZ' });
  });

  test('what merged or is suspended says so the same day; of what a list and rows say otherwise nobody knows', async () => {
    const because = async (name: string) => (await call(name)).not_judgeable;
    expect(await because('MERGER')).toEqual({ cause: 'merged', day: '2026-05-06', before: 815, opened: null });
    expect(await because('HALTED')).toEqual({ cause: 'suspended', day: '2026-05-06', before: 815, opened: null });
    for (const name of ['DELIST', 'AGAINST', 'LATELIST'])
      expect(await because(name), name).toEqual({ cause: 'no_trade', day: '2026-05-06', before: 815, opened: null });
    expect([stage.market.instrument('MERGER')?.status, stage.market.instrument('HALTED')?.status]).toEqual(['delisted', 'suspended']);
    const refused = await stage.post('exp_02', '/reco/v1/calls/check', draft('MERGER'));
    expect(refused.data.rules.find(({ id }: { id: string }) => id === 'EQ-ELIGIBLE')).toMatchObject({ ok: false });
  });

  test('a symbol that comes under another ISIN is told at the import, and its call does not say that nothing was traded', async () => {
    for (const name of ['STRANGE', 'MISTYPED'])
      expect((await call(name)).not_judgeable, name).toEqual({ cause: 'other_isin', day: '2026-05-06', before: 815, opened: null });
    const lines = summaryLines(await stage.take([join(folder, '2026-05-06.csv')]));
    expect(lines).toContain(
      `Not counted: STRANGE on 6 May 2026 has the ISIN ${STRANGE_ISIN}, which no list has for it. It is known by ${isinOf('STRANGE')}. The row counts for nothing until a list or another file explains it.`,
    );
    expect(lines).toContain(
      `Bad row: MISTYPED on 6 May 2026 has “${NO_ISIN}”, which is no ISIN: its check digit is wrong. It is known by ${isinOf('MISTYPED')}. The row counts for nothing until a file corrects it.`,
    );
    expect(lines.filter((line) => /^(Not counted|Bad row)/.test(line))).toHaveLength(2);
  });

  test('alerts on them say why, and stop where the stock never trades again', async () => {
    expect(await alertOn('HALTED')).toMatchObject({ state: 'on', no_trade_since: '2026-05-06', untraded_because: 'suspended' });
    expect(await alertOn('MERGER')).toMatchObject({ state: 'ended', no_trade_since: '2026-05-06', untraded_because: 'merged' });
    expect(await alertOn('PAINTS')).toMatchObject({ state: 'on', no_trade_since: null, untraded_because: null });
    // The old price keeps its date.
    expect(stage.market.quote('MERGER')).toMatchObject({ ltp: 815, ts: '2026-05-05T10:00:00.000Z' });
  });

  test('a face value split under a new ISIN divides levels and is no step', async () => {
    expect(await told('SPLITS')).toEqual(['publish 04', 'entry_fill 05', 'corp_adjust 06']);
    expect(await call('SPLITS')).toMatchObject({ target_price: 174, entry_fill: { price: 163 }, not_judgeable: null });
  });

  test('renamed they are followed by the list, by both names', async () => {
    await goTo('2026-05-07');
    for (const name of ['PAINTS', 'REUSED']) expect(await call(name), name).toMatchObject({ status: 'target_hit', exit: { price: 870 } });
    expect(await call('SPLITS')).toMatchObject({ status: 'target_hit', exit: { price: 174 } });
    expect(stage.market.instrument('COLOURS')?.symbol).toBe('PAINTS');
    expect(await alertOn('PAINTS')).toMatchObject({ state: 'done' });
    expect(stage.market.instrument('REUSED')).toMatchObject({ isin: isinOf('REUSED') });
    expect(stage.market.quote('REUSED')).toMatchObject({ ltp: 875 });
  });

  test('a list that comes late says what had happened, and calls are judged from there', async () => {
    const report = await stage.take([
      await write('symbolchange.csv', `${CHANGES}Late List Limited,LATELIST,LATENEW,06-MAY-2026\n`),
      await write('delisted.csv', 'Symbol,Company,Delisted Date,Type\nDELIST,Delist Ltd,06-May-26,Voluntary\n'),
    ]);
    expect(report.files.filter(isRefused)).toEqual([]);
    expect(summaryLines(report).join('\n')).toContain('LATELIST is called LATENEW from 6 May 2026');
    await stage.goTo('2026-05-07T12:05:00.000Z');
    await goTo('2026-05-08');
    expect(await told('LATELIST')).toEqual(['publish 04', 'entry_fill 05', 'not_judgeable no_trade 06', 'judgeable 06', 'target_hit 07']);
  });

  test('8 May: back under the first symbol, and traded again after the suspension, prices judge as ever', async () => {
    expect(await call('BACKAGAIN')).toMatchObject({ status: 'sl_hit', exit: { price: 770, ts: '2026-05-08T10:00:00.000Z' } });
    expect(await told('HALTED')).toEqual(['publish 04', 'entry_fill 05', 'not_judgeable suspended 06', 'judgeable 08', 'sl_hit 08']);
    expect(stage.market.instrument('HALTED')?.status).toBe('active');
  });

  test('on the last day calls on what has gone end without a result, and say why', async () => {
    expect(await told('MERGER')).toEqual(['publish 04', 'entry_fill 05', 'not_judgeable merged 06', 'unjudged merged 08']);
    expect((await told('DELIST')).at(-1)).toBe('unjudged delisted 08');
    expect((await told('AGAINST')).at(-1)).toBe('unjudged no_trade 08');
    expect((await told('STRANGE')).at(-1)).toBe('unjudged other_isin 08');
    expect(await told('MISTYPED')).toEqual(['publish 04', 'entry_fill 05', 'not_judgeable other_isin 06', 'judgeable 07', 'expired 08']);
    expect(await call('MERGER')).toMatchObject({ status: 'unjudged', exit: null, not_judgeable: { cause: 'merged', day: '2026-05-06' } });
    expect(await alertOn('DELIST')).toMatchObject({ state: 'ended', untraded_because: 'delisted' });
    const { id } = await alertOn('DELIST');
    await stage.post('usr_pro', '/base/v1/alerts/pause', { id, on: false });
    expect(await stage.post('usr_pro', '/base/v1/alerts/pause', { id, on: true })).toMatchObject({ code: 'ALERT_ENDED' });
  });

  test('the share with a quiet life is untouched, and its lot changes with the month', async () => {
    expect(await told('QUIET')).toEqual(['publish 04', 'entry_fill 05', 'expired 08']);
    await stage.goTo('2026-06-01T05:00:00.000Z');
    expect(stage.market.instrument('QUIET')?.lot_size).toBe(700);
  });

  test('our check finds each record right', async () => {
    for (const name of SHARES) {
      const { events } = (await stage.get('usr_pro', `/reco/v1/calls/${ids[name]}/proof`)).data as { events: { canonical: string; hash: string }[] };
      expect(pricesStep(events.map(({ canonical, hash }) => ({ ...JSON.parse(canonical), hash }))), name).toMatchObject({ ok: true });
    }
  });

  test('a company that takes a symbol of another is listed under its ISIN; one ISIN twice is neither’s', async () => {
    const report = await stage.take([
      await write(
        'ind_niftymidcap150list.csv',
        indexList([
          { symbol: 'REUSED', isin: sampleIsin(900) },
          { symbol: 'TWICE', isin: sampleIsin(901) },
          { symbol: 'TWICEB', isin: sampleIsin(901) },
          { symbol: 'NEWONE', isin: sampleIsin(902), industry: 'Healthcare' },
        ]),
      ),
    ]);
    expect(summaryLines(report)).toContain(
      `The symbol REUSED is that of another share here: the one of ind_niftymidcap150list.csv is listed under its ISIN, ${sampleIsin(900)}.`,
    );
    expect(summaryLines(report).join('\n')).toContain('has the ISIN of another symbol too');
    await stage.goTo('2026-06-01T06:00:00.000Z');
    expect(stage.market.quote(sampleIsin(900))).toMatchObject({ ltp: 400 });
    expect(stage.market.instrument('NEWONE')).toMatchObject({ sector: 'Healthcare', cap: 'mid' });
    expect(stage.market.instrument('TWICE')).toBeNull();
    // The call's share is the one it was.
    expect(stage.market.quote('REUSED')).toMatchObject({ ltp: 875 });
  });
});
