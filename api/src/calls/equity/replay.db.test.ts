import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Call, CallDraft } from '@vimarsh/shared/contract/calls/types.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase } from '../../platform/testing.ts';
import { draftOf, openStage, type Stage } from '../testing.ts';

/*
 * Real NSE files, 2 March to 29 May 2026, closing calls on RELIANCE, INFY and TCS. The expected results are worked out by hand from
 * the files' open (o), high (h), low (l) and close (c); no code of ours was asked for them.
 * The files hold 57 sessions, so the rule of 60 sessions of history is set to 2 here. Every other rule is in force.
 */
const FILES = '../shared/data/nse-eod/bhavcopy';

interface Case {
  readonly name: string;
  /** UTC instant of publication: 17:30 IST, after the close. */
  readonly at: string;
  readonly draft: CallDraft;
  readonly status: Call['status'];
  readonly entry: Call['entry_fill'];
  readonly exit: { price: number; ts: string; reason: string } | null;
  readonly realised: number | null;
  readonly r: number | null;
}
const evening = (day: string): string => `${day}T12:00:00.000Z`;
const open = (day: string): string => `${day}T03:45:00.000Z`;
const close = (day: string): string => `${day}T10:00:00.000Z`;
const limit = (price: number) => ({ entry_mode: 'limit' as const, entry_low: price, entry_high: price });
const market = (price: number) => ({ entry_mode: 'market' as const, entry_low: price, entry_high: price });

const CASES: readonly Case[] = [
  {
    // 4 Mar c 1345. 5 Mar o 1353.1 h 1399 l 1353.1: in at the open 1353.1; 1399 ≥ 1395, and 1353.1 never came near 1310.
    // (1395 − 1353.1) / 1353.1 = 41.9 / 1353.1 = 3.0966 %; R = 41.9 / (1353.1 − 1310) = 41.9 / 43.1 = 0.9722
    name: 'RELIANCE: target touched within the day of entry',
    at: evening('2026-03-04'),
    draft: draftOf({ stock: 'RELIANCE', ...market(1345), target: 1395, stop_loss: 1310, valid_till: '2026-03-27' }),
    status: 'target_hit',
    entry: { price: 1353.1, ts: open('2026-03-05') },
    exit: { price: 1395, ts: close('2026-03-05'), reason: 'Target reached' },
    realised: 3.0966,
    r: 0.9722,
  },
  {
    // 17 Mar c 2391.7. 18 Mar l 2410: a limit of 2405 is not reached. 19 Mar o 2417 l 2350.2: down through 2405 (fill) and on
    // through 2352. (2352 − 2405) / 2405 = −53 / 2405 = −2.2037 %; R = −53 / 53 = −1
    name: 'TCS: limit filled and stop-loss touched in one bar',
    at: evening('2026-03-17'),
    draft: draftOf({ stock: 'TCS', ...limit(2405), target: 2470, stop_loss: 2352, valid_till: '2026-04-10' }),
    status: 'sl_hit',
    entry: { price: 2405, ts: close('2026-03-19') },
    exit: { price: 2352, ts: close('2026-03-19'), reason: 'Stop-loss reached' },
    realised: -2.2037,
    r: -1,
  },
  {
    // 20 Mar c 1414.4. Lows of the three sessions of the window: 23 Mar 1391, 24 Mar 1406.6, 25 Mar 1408.4; 1390 is never touched.
    // 27 Mar l 1345 comes too late (26 Mar is a holiday).
    name: 'RELIANCE: entry never reached, lapsed at the third close',
    at: evening('2026-03-20'),
    draft: draftOf({ stock: 'RELIANCE', ...limit(1390), target: 1440, stop_loss: 1350, valid_till: '2026-04-17' }),
    status: 'lapsed',
    entry: null,
    exit: null,
    realised: null,
    r: null,
  },
  {
    // 6 Apr c 1304.7. 7 Apr o 1295 h 1308.3 l 1291: in at 1295, nothing touched. 8 Apr o 1349 ≥ 1335: out at the better open.
    // 54 / 1295 = 4.1699 %; R = 54 / (1295 − 1280) = 3.6
    name: 'RELIANCE: gap through the target',
    at: evening('2026-04-06'),
    draft: draftOf({ stock: 'RELIANCE', ...market(1304.7), target: 1335, stop_loss: 1280, valid_till: '2026-04-30' }),
    status: 'target_hit',
    entry: { price: 1295, ts: open('2026-04-07') },
    exit: { price: 1349, ts: open('2026-04-08'), reason: 'Opened through the target' },
    realised: 4.1699,
    r: 3.6,
  },
  {
    // 9 Apr c 1331.6. Sell. 10 Apr o 1318 h 1318.9 l 1283.3: in at 1318; 1283.3 ≤ 1300, 1318.9 stays below 1360.
    // (1318 − 1300) / 1318 = 1.3657 %; R = 18 / (1360 − 1318) = 18 / 42 = 0.4286
    name: 'INFY: Sell reaches its target',
    at: evening('2026-04-09'),
    draft: draftOf({ stock: 'INFY', call_type: 'Sell', ...market(1331.6), target: 1300, stop_loss: 1360, valid_till: '2026-04-30' }),
    status: 'target_hit',
    entry: { price: 1318, ts: open('2026-04-10') },
    exit: { price: 1300, ts: close('2026-04-10'), reason: 'Target reached' },
    realised: 1.3657,
    r: 0.4286,
  },
  {
    // 22 Apr c 1268.6. 23 Apr o 1254 h 1265.7 l 1226: in at 1254, stop 1215 not touched. 24 Apr o 1200 ≤ 1215: out at the worse open.
    // −54 / 1254 = −4.3062 %; R = −54 / (1254 − 1215) = −54 / 39 = −1.3846
    name: 'INFY: gap through the stop-loss',
    at: evening('2026-04-22'),
    draft: draftOf({ stock: 'INFY', ...market(1268.6), target: 1340, stop_loss: 1215, valid_till: '2026-05-15' }),
    status: 'sl_hit',
    entry: { price: 1254, ts: open('2026-04-23') },
    exit: { price: 1200, ts: open('2026-04-24'), reason: 'Opened through the stop-loss' },
    realised: -4.3062,
    r: -1.3846,
  },
  {
    // 4 May c 2431.3. 5 May o 2430: in. Highs 2460.4, 2471, 2439.7, 2407 stay below 2520; lows 2412.2, 2406.5, 2398, 2375.1 above 2360.
    // 8 May c 2394.4: −35.6 / 2430 = −1.4650 %; R = −35.6 / (2430 − 2360) = −0.5086
    name: 'TCS: expiry at the close of the last day',
    at: evening('2026-05-04'),
    draft: draftOf({ stock: 'TCS', ...market(2431.3), target: 2520, stop_loss: 2360, valid_till: '2026-05-08' }),
    status: 'expired',
    entry: { price: 2430, ts: open('2026-05-05') },
    exit: { price: 2394.4, ts: close('2026-05-08'), reason: 'Validity ended' },
    realised: -1.465,
    r: -0.5086,
  },
  {
    // 27 May c 2284.2, 28 May is a holiday. 29 May o 2291 h 2334 l 2235: in at 2291; both 2330 and 2240 lie in the bar: stop-loss first.
    // −51 / 2291 = −2.2261 %; R = −51 / 51 = −1
    name: 'TCS: target and stop-loss in one bar, the stop-loss counts',
    at: evening('2026-05-27'),
    draft: draftOf({ stock: 'TCS', ...market(2284.2), target: 2330, stop_loss: 2240, valid_till: '2026-06-12' }),
    status: 'sl_hit',
    entry: { price: 2291, ts: open('2026-05-29') },
    exit: { price: 2240, ts: close('2026-05-29'), reason: 'Target and stop-loss within one price bar: the stop-loss counts' },
    realised: -2.2261,
    r: -1,
  },
];

const here = existsSync(FILES);

/** The files with the rows of the three stocks only: importing all 3,260 rows a day is the import's own test. */
async function threeStocks(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vimarsh-replay-'));
  for (const name of await readdir(FILES)) {
    const [header, ...rows] = (await readFile(join(FILES, name), 'utf8')).split('\n');
    const kept = rows.filter((row) => /"(RELIANCE|INFY|TCS)","EQ"/.test(row));
    expect(kept, name).toHaveLength(3);
    await writeFile(join(folder, name), `${[header, ...kept].join('\n')}\n`);
  }
  return folder;
}

describe.skipIf(!here).for(await featureDatabase())('replay of real files closes calls where the files say (%s)', { meta: { needs: FILES } }, (database) => {
  let stage: Stage;
  let folder: string;
  const ids = new Map<string, string>();

  beforeAll(async () => {
    folder = await threeStocks();
    stage = await openStage({
      database,
      start: '2026-03-02T03:30:00.000Z',
      settings: { MARKET_FEED: 'replay', REPLAY_FROM: '2026-03-02' },
      files: [folder],
      limits: { minSessions: 2 },
    });
    for (const [index, { name, at, draft }] of CASES.entries()) {
      if (stage.market.now() < new Date(at)) await stage.goTo(at);
      const answer = await stage.post('exp_01', '/reco/v1/calls', { cid: `case-${index}`, draft });
      expect(answer, name).toMatchObject({ http: 200, status: true });
      ids.set(name, answer.data.id);
    }
    await stage.goTo('2026-05-29T13:30:00.000Z');
  });
  afterAll(async () => {
    await stage?.end();
    await rm(folder, { recursive: true, force: true });
  });

  test.each(CASES)('$name', async ({ name, status, entry, exit, realised, r }) => {
    const { data } = await stage.get('exp_01', `/reco/v1/calls/${ids.get(name)}`);
    expect({ status: data.status, entry: data.entry_fill, exit: data.exit, realised: data.realised_return, r: data.r_multiple }).toEqual({
      status,
      entry,
      exit,
      realised,
      r,
    });
  });

  test('a lapsed call says when its window ended', async () => {
    const { data } = await stage.get('exp_01', `/reco/v1/calls/${ids.get(CASES[2]!.name)}`);
    expect(data.events.at(-1)).toMatchObject({ type: 'lapsed', ts: close('2026-03-25'), actor: 'engine' });
  });

  test('intraday calls are refused: files have one bar a day', async () => {
    const draft = draftOf({ stock: 'INFY', term: 'intraday', ...market(1160.9), target: 1175, stop_loss: 1150, valid_till: '2026-05-29' });
    const { data } = await stage.post('exp_01', '/reco/v1/calls/check', draft);
    expect(data.rules.filter((rule: { ok: boolean }) => !rule.ok).map((rule: { id: string }) => rule.id)).toContain('EQ-FEED');
  });

  test('figures are not shown for real prices', async () => {
    expect((await stage.get('', '/reco/v1/performance')).data).toMatchObject({ allowed: false, mode: 'client_request', metrics: null });
  });
});
