import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallDetail, CallProof } from '@vimarsh/shared/contract/calls/types.ts';
import { shownStep } from '@vimarsh/shared/domain/calls/equity/shown-call.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase } from '../../platform/testing.ts';
import { draftOf, openStage, type Stage } from '../testing.ts';

const HEAD = 'SYMBOL,SERIES,OPEN,HIGH,LOW,CLOSE,LAST,PREVCLOSE,TOTTRDQTY,TOTTRDVAL,TIMESTAMP,TOTALTRADES,ISIN,';
type Day = readonly [o: number, h: number, l: number, c: number];
/**
 * 6 and 7 May are not on file. When 8 May opens, RELIANCE stands a quarter and INFY two fifths lower, and nothing says why; SBIN gives one
 * share for each that day, as the list of actions says.
 */
const DAYS: Readonly<Record<string, Readonly<Record<'RELIANCE' | 'TCS' | 'INFY' | 'SBIN', Day>>>> = {
  '2026-05-04': { RELIANCE: [1340, 1350, 1330, 1345], TCS: [2440, 2460, 2430, 2450], INFY: [1500, 1510, 1490, 1500], SBIN: [795, 805, 790, 800] },
  '2026-05-05': { RELIANCE: [1345, 1355, 1340, 1350], TCS: [2450, 2460, 2440, 2450], INFY: [1500, 1510, 1495, 1500], SBIN: [800, 806, 797, 800] },
  '2026-05-06': { RELIANCE: [1300, 1305, 1190, 1200], TCS: [1400, 1420, 1390, 1410], INFY: [1500, 1510, 1480, 1490], SBIN: [801, 855, 795, 850] },
  '2026-05-08': { RELIANCE: [1000, 1020, 990, 1010], TCS: [2440, 2450, 2430, 2445], INFY: [900, 930, 890, 920], SBIN: [405, 412, 400, 410] },
  '2026-05-11': { RELIANCE: [1011, 1030, 1000, 1020], TCS: [2445, 2455, 2435, 2450], INFY: [920, 930, 900, 925], SBIN: [410, 415, 405, 411] },
};
const BONUS = 'SYMBOL,SERIES,PURPOSE,EX-DATE\nSBIN,EQ,Bonus 1:1,08-May-2026\n';
/** Those that two people let go on. */
const SETTLED = ['stepped', 'steady', 'settled'];
const reason = { reason: 'The exchange was closed that day, which the calendar does not know.', evidence: 'The exchange’s circular.', sha256: null };

describe.each(await featureDatabase())('a price that steps over missing days (%s)', (database) => {
  let stage: Stage;
  let folder: string;
  const ids: Record<string, string> = {};
  const fileOf = (day: string, previous = day): string => {
    const rows = Object.entries(DAYS[day]!).map(([symbol, [o, h, l, c]]) => {
      const prev = previous === day ? o : DAYS[previous]![symbol as 'TCS'][3];
      return `${symbol},EQ,${o},${h},${l},${c},${c},${prev},100000,${(c * 100_000).toFixed(2)},${day.slice(8)}-May-2026,12,INE002A01018,`;
    });
    return `${[HEAD, ...rows].join('\n')}\n`;
  };
  const call = async (name: string): Promise<CallDetail> => (await stage.get('usr_pro', `/reco/v1/calls/${ids[name]}`)).data;
  let minute = 30;
  /** Time goes on until what came is seen. */
  const later = (): Promise<void> => {
    minute += 2;
    return stage.goTo(`2026-05-11T13:${minute}:00.000Z`);
  };
  /** Two admins let a call go on that waits. */
  const goOn = async (name: string): Promise<void> => {
    const corrects = (await call(name)).events.length;
    const proposal = { cid: `${name}-${corrects}`, call_id: ids[name], corrects, decision: 'go_on', outcome: null, price: null, ...reason };
    const { data } = await stage.post('usr_admin', '/admin/v1/corrections', proposal);
    expect((await stage.post('usr_admin2', `/admin/v1/corrections/${data.id}/decide`, { approve: true })).data.state, name).toBe('approved');
    await later();
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vimarsh-stepped-'));
    for (const day of Object.keys(DAYS).filter((one) => one !== '2026-05-06')) await writeFile(join(folder, `${day}.csv`), fileOf(day));
    await writeFile(join(folder, 'CF-CA-equities.csv'), BONUS);
    stage = await openStage({
      database,
      start: '2026-05-04T03:30:00.000Z',
      settings: { MARKET_FEED: 'replay', REPLAY_FROM: '2026-05-04' },
      files: [folder],
      limits: { minSessions: 1 },
    });
    const at = (price: number) => ({ entry_low: price, entry_high: price });
    const drafts = {
      adjusted: ['exp_02', { stock: 'SBIN', ...at(800), target: 850, stop_loss: 770 }],
      stepped: ['exp_01', { stock: 'RELIANCE', ...at(1350), target: 1420, stop_loss: 1310 }],
      steady: ['exp_01', { stock: 'TCS', ...at(2450), target: 2620, stop_loss: 2350 }],
      settled: ['exp_02', { stock: 'INFY', ...at(1500), target: 1590, stop_loss: 1450 }],
    } as const;
    for (const [name, [author, levels]] of Object.entries(drafts)) {
      await stage.goTo(name === 'adjusted' ? '2026-05-04T12:00:00.000Z' : '2026-05-05T12:00:00.000Z');
      const answer = await stage.post(author, '/reco/v1/calls', { cid: name, draft: draftOf({ ...levels, valid_till: '2026-05-29' }) });
      expect(answer, answer.text).toMatchObject({ http: 200, status: true });
      ids[name] = answer.data.id;
    }
    await stage.goTo('2026-05-11T13:30:00.000Z');
  });
  afterAll(async () => {
    await stage?.end();
    await rm(folder, { recursive: true, force: true });
  });

  test('each missing day is settled by itself, and then the step is a doubt of its own', async () => {
    for (const name of SETTLED) {
      expect((await call(name)).not_judgeable, name).toMatchObject({ cause: 'missing_day', day: '2026-05-06' });
      await goOn(name);
      expect((await call(name)).not_judgeable, name).toMatchObject({ cause: 'missing_day', day: '2026-05-07' });
      await goOn(name);
    }
    // In by the open of 8 May, and nothing else happened to it.
    expect(await call('steady')).toMatchObject({ status: 'active', entry_fill: { price: 2440 }, not_judgeable: null });
    for (const [name, before, opened] of [
      ['stepped', 1350, 1000],
      ['settled', 1500, 900],
    ] as const) {
      const { status, exit, not_judgeable } = await call(name);
      expect({ status, exit, not_judgeable }, name).toEqual({
        status: 'awaiting_entry',
        exit: null,
        not_judgeable: { cause: 'price_step', day: '2026-05-08', before, opened },
      });
    }
  });

  test('once two people say the step is right, prices judge on over it', async () => {
    await goOn('settled');
    // 8 May o 900: in there, and out, for the stop-loss was 1450.
    expect(await call('settled')).toMatchObject({ status: 'sl_hit', entry_fill: { price: 900 }, exit: { price: 900 }, not_judgeable: null });
  });

  test('a call that waits for a day before a bonus keeps its levels until that day is judged', async () => {
    expect(await call('adjusted')).toMatchObject({ status: 'active', target_price: 850, not_judgeable: { cause: 'missing_day', day: '2026-05-06' } });
  });

  test('a file that comes after all explains one step, and its own steps are doubts', async () => {
    const late = await mkdtemp(join(folder, 'late-'));
    await writeFile(join(late, '06.csv'), fileOf('2026-05-06', '2026-05-05'));
    expect((await stage.take([late])).files).toEqual([expect.objectContaining({ stored: 4 })]);
    await later();
    // 6 May o 1300: in at the open, which lies below the stop-loss; 7 May is still missing, and two people let it be.
    const { status, entry_fill, exit, not_judgeable } = await call('stepped');
    expect({ status, entry: entry_fill?.price, exit: exit?.price, not_judgeable }).toEqual({ status: 'sl_hit', entry: 1300, exit: 1300, not_judgeable: null });
    // 6 May h 855, on the share count of that day.
    expect(await call('adjusted')).toMatchObject({ status: 'target_hit', entry_fill: { price: 800 }, exit: { price: 850 } });
    // 6 May opens at 1400 after 2450. That the day was let be missing says nothing of its prices.
    expect(await call('steady')).toMatchObject({ not_judgeable: { cause: 'price_step', day: '2026-05-06', before: 2450, opened: 1400 } });
  });

  test('judging all of it again adds nothing, and the rows are what the events make', async () => {
    const { seq } = await stage.ledger.head();
    await stage.goTo('2026-05-05T13:00:00.000Z');
    await later();
    expect((await stage.ledger.head()).seq).toBe(seq);
    const rebuilt = (await stage.ledger.rebuild()).get('equity')!;
    expect(await stage.db.selectFrom('calls').selectAll().orderBy('id').execute()).toEqual(rebuilt.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
    for (const name of Object.keys(ids)) {
      const proof = (await stage.get('usr_pro', `/reco/v1/calls/${ids[name]}/proof`)).data as CallProof;
      const events = proof.events.map(({ canonical, hash }) => ({ ...JSON.parse(canonical), hash }));
      expect(shownStep(await call(name), events), name).toMatchObject({ ok: true });
    }
  });
});
