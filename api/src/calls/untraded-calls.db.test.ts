import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CallDetail, CallDraft, CallProof, RuleResult } from '@vimarsh/shared/contract/calls/types.ts';
import { pricesStep } from '@vimarsh/shared/domain/calls/equity/prices-step.ts';
import { shownStep } from '@vimarsh/shared/domain/calls/equity/shown-call.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { legacyFile, type SampleRow } from '../market/files/sample-files.testing.ts';
import { featureDatabase } from '../platform/testing.ts';
import { draftOf, openStage, type Stage } from './testing.ts';

/*
 * Seven days of files, of which 1 May 2026 is a holiday and no file. Calls are published on the evening of 4 May and entered at the open of 5 May.
 * From 6 May on each share of `STORIES` does something else than to trade in the series EQ under its own symbol.
 */
const DAYS = ['2026-04-29', '2026-04-30', '2026-05-04', '2026-05-05', '2026-05-06', '2026-05-07', '2026-05-08', '2026-05-11'];
const FLAT = { o: 815, h: 820, l: 810, c: 815, prev: 815, volume: 1_000_000 };
type Change = Partial<SampleRow> | null;

/** By share and day: what differs from a flat day; null for no row at all. */
const STORIES: Readonly<Record<string, Readonly<Record<string, Change>>>> = {
  // To trade for trade.
  RELIANCE: {
    '2026-05-06': { series: 'BE', o: 790, h: 792, l: 750, c: 780 },
    '2026-05-07': { series: 'BE', o: 780, h: 785, l: 775, c: 780, prev: 780 },
    '2026-05-08': { series: 'BE', o: 780, h: 785, l: 775, c: 780, prev: 780 },
    '2026-05-11': { series: 'BE', o: 780, h: 785, l: 775, c: 780, prev: 780 },
  },
  // To another symbol.
  TCS: {
    '2026-05-06': { symbol: 'TCSLTD' },
    '2026-05-07': { symbol: 'TCSLTD', o: 830, h: 880, l: 829, c: 875 },
    '2026-05-08': { symbol: 'TCSLTD', o: 875, h: 876, l: 870, c: 875, prev: 875 },
    '2026-05-11': { symbol: 'TCSLTD', o: 875, h: 876, l: 870, c: 875, prev: 875 },
  },
  // Nowhere.
  INFY: { '2026-05-06': null, '2026-05-07': null, '2026-05-08': null, '2026-05-11': null },
  // Nowhere for a day.
  SBIN: { '2026-05-06': null, '2026-05-07': { o: 800, h: 801, l: 760, c: 790 }, '2026-05-08': { o: 790, prev: 790 }, '2026-05-11': {} },
  // A list says “Bonus 1:1” from 6 May on, and the price says nothing of it.
  ITC: {},
  // The same of a share that does not trade on its ex-date, and then at half its price.
  WIPRO: {
    '2026-05-06': null,
    '2026-05-07': { o: 408, h: 409, l: 380, c: 390 },
    '2026-05-08': { o: 390, h: 391, l: 389, c: 390, prev: 390 },
    '2026-05-11': { o: 390, h: 391, l: 389, c: 390, prev: 390 },
  },
};
const OTHERS = Array.from({ length: 30 }, (_, at) => `OTHER${at}`);
const isinOf = (at: number): string => `INE${String(100 + at)}A01011`;

function fileOf(day: string): string {
  const rows = [...Object.keys(STORIES), ...OTHERS].flatMap((symbol, at): SampleRow[] => {
    const change = STORIES[symbol]?.[day];
    return change === null ? [] : [{ symbol, ...FLAT, isin: isinOf(at), ...change }];
  });
  return legacyFile(day, rows);
}

const ACTIONS = [
  '"SYMBOL","COMPANY NAME","SERIES","PURPOSE","FACE VALUE","EX-DATE"',
  '"ITC","A Tobacco Limited","EQ","Bonus 1:1","1","06-May-2026"',
  '"WIPRO","A Software Limited","EQ","Bonus 1:1","2","06-May-2026"',
  '',
].join('\n');

const evening = (day: string): string => `${day}T12:00:00.000Z`;
const at = (price: number) => ({ entry_mode: 'market' as const, entry_low: price, entry_high: price });
const SHORT = { ...at(815), target: 870, stop_loss: 770, valid_till: '2026-05-08' };

describe.each(await featureDatabase())('a stock that leaves the series EQ, its symbol or the files (%s)', (database) => {
  let stage: Stage;
  let folder: string;
  const ids: Record<string, string> = {};
  const publish = async (stock: string, draft: Partial<CallDraft> = {}, author = 'exp_01'): Promise<void> => {
    const answer = await stage.post(author, '/reco/v1/calls', { cid: `${stock}_${author}`, draft: draftOf({ stock, ...SHORT, ...draft }) });
    expect({ stock, http: answer.http, problems: answer.problems }).toEqual({ stock, http: 200, problems: undefined });
    ids[author === 'exp_01' ? stock : `${stock} waits`] = answer.data.id;
  };
  const call = async (name: string): Promise<CallDetail> => (await stage.get('usr_pro', `/reco/v1/calls/${ids[name]}`)).data;
  const told = async (name: string): Promise<string[]> =>
    (await call(name)).events.map(({ type, ts, payload }) => `${type} ${String(payload.at ?? ts).slice(0, 10)}`);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vimarsh-untraded-'));
    for (const day of DAYS) await writeFile(join(folder, `${day}.csv`), fileOf(day));
    await writeFile(join(folder, 'CF-CA-equities.csv'), ACTIONS);
    stage = await openStage({
      database,
      start: '2026-04-29T03:30:00.000Z',
      authorRecords: true,
      settings: { MARKET_FEED: 'replay', REPLAY_FROM: '2026-04-29' },
      files: [folder],
      limits: { minSessions: 2, perSector: 10 },
    });
    await stage.goTo(evening('2026-05-04'));
    await stage.post('usr_pro', '/reco/v1/follow', { user_id: 'exp_01', on: true });
    for (const stock of Object.keys(STORIES)) await publish(stock);
    await publish('INFY', { entry_mode: 'limit', entry_low: 800, entry_high: 800, stop_loss: 760 }, 'exp_02');
    await stage.goTo(evening('2026-05-05'));
  });
  afterAll(async () => {
    await stage?.end();
    await rm(folder, { recursive: true, force: true });
  });

  test('the day it moves to series BE its stop-loss ends it, by the row of that series', async () => {
    await stage.goTo(evening('2026-05-06'));
    expect(await call('RELIANCE')).toMatchObject({
      status: 'sl_hit',
      exit: { price: 770, ts: '2026-05-06T10:00:00.000Z' },
      not_judgeable: null,
    });
    expect((await call('RELIANCE')).events.at(-1)!.payload).toMatchObject({ source: { kind: 'file', name: '2026-05-06.csv', row: 'RELIANCE BE' } });
    expect((await call('RELIANCE')).events.at(1)!.payload.source).not.toHaveProperty('row');
  });

  test('the day it vanishes its calls are not judgeable and say since when', async () => {
    for (const name of ['INFY', 'INFY waits', 'SBIN', 'WIPRO'])
      expect((await call(name)).not_judgeable, name).toEqual({ cause: 'no_trade', day: '2026-05-06', before: 815, opened: null });
    expect(await told('INFY')).toEqual(['publish 2026-05-04', 'entry_fill 2026-05-05', 'not_judgeable 2026-05-06']);
    const list = (await stage.get('usr_pro', '/reco/v1/calls?view=live')).data.items as { id: string; not_judgeable: unknown }[];
    expect(list.find(({ id }) => id === ids.INFY)?.not_judgeable).toMatchObject({ cause: 'no_trade' });
  });

  test('nothing is published on it meanwhile: the server refuses by a code and says why, at the stock', async () => {
    const draft = draftOf({ stock: 'SBIN', ...SHORT });
    const answer = await stage.post('exp_02', '/reco/v1/calls', { cid: 'in-doubt', draft });
    const message = 'No price of SBIN is known since 6 May 2026, so none could judge a call on it.';
    expect(answer).toMatchObject({ code: 'PUBLISH_RULE', validation: message, problems: [{ path: 'EQ-DOUBT', message }] });
    const { data } = await stage.post('exp_02', '/reco/v1/calls/check', draft);
    const broken = (data.rules as RuleResult[]).filter(({ ok, level }) => !ok && level === 'block');
    expect(broken.map(({ id }) => id)).toEqual(['EQ-DOUBT']);
  });

  test('a bonus that the open contradicts divides nothing, and the call waits with both prices', async () => {
    const { status, target_price, entry_fill, not_judgeable } = await call('ITC');
    expect({ status, target_price, entry: entry_fill!.price }).toEqual({ status: 'active', target_price: 870, entry: 815 });
    expect(not_judgeable).toEqual({ cause: 'price_step', day: '2026-05-06', before: 815, opened: 815 });
    expect(await told('ITC')).toEqual(['publish 2026-05-04', 'entry_fill 2026-05-05', 'not_judgeable 2026-05-06']);
  });

  test('renamed it is followed by its ISIN, to its target', async () => {
    await stage.goTo(evening('2026-05-07'));
    expect(await call('TCS')).toMatchObject({ status: 'target_hit', exit: { price: 870 }, not_judgeable: null });
    expect((await call('TCS')).events.at(-1)!.payload).toMatchObject({ bar: { symbol: 'TCS' }, source: { row: 'TCSLTD EQ' } });
  });

  test('where it trades again it is judged from there on: no price was missed between', async () => {
    expect(await told('SBIN')).toEqual([
      'publish 2026-05-04',
      'entry_fill 2026-05-05',
      'not_judgeable 2026-05-06',
      'judgeable 2026-05-07',
      'sl_hit 2026-05-07',
    ]);
    expect(await call('SBIN')).toMatchObject({ status: 'sl_hit', exit: { price: 770 } });
  });

  test('a bonus takes effect with the first price from its ex-date on', async () => {
    // Stop-loss 385, entry 407.50; 7 May l 380.
    expect(await told('WIPRO')).toEqual([
      'publish 2026-05-04',
      'entry_fill 2026-05-05',
      'not_judgeable 2026-05-06',
      'corp_adjust 2026-05-07',
      'judgeable 2026-05-07',
      'sl_hit 2026-05-07',
    ]);
    expect(await call('WIPRO')).toMatchObject({ status: 'sl_hit', exit: { price: 385 }, entry_fill: { price: 407.5 } });
  });

  test('on its last day a call ends without a result by an event of the record, and before its entry with its entry window', async () => {
    expect(await call('INFY waits')).toMatchObject({ status: 'unjudged', entry_fill: null });
    expect(await call('INFY')).toMatchObject({ status: 'active' });
    await stage.goTo(evening('2026-05-08'));
    const { status, exit, realised_return, r_multiple, ended_at, not_judgeable, events } = await call('INFY');
    expect({ status, exit, realised_return, r_multiple, ended_at, not_judgeable }).toEqual({
      status: 'unjudged',
      exit: null,
      realised_return: null,
      r_multiple: null,
      ended_at: '2026-05-08T10:00:00.000Z',
      not_judgeable: { cause: 'no_trade', day: '2026-05-06', before: 815, opened: null },
    });
    expect(events.at(-1)).toMatchObject({ type: 'unjudged', actor: 'engine', payload: { cause: 'no_trade', day: '2026-05-06' } });
  });

  test('it stands among the ended calls, and the record counts it apart', async () => {
    const past = (await stage.get('usr_pro', '/reco/v1/calls?view=past')).data.items as { id: string; status: string }[];
    expect(
      past
        .filter(({ status }) => status === 'unjudged')
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([ids.INFY!, ids['INFY waits']!].toSorted());
    const mine = (await stage.get('exp_01', '/reco/v1/mine?tab=closed')).data.items as { id: string }[];
    expect(mine.map(({ id }) => id)).toContain(ids.INFY);
    const { ended } = (await stage.get('exp_01', '/reco/v1/desk?period=1M')).data.own;
    // The one whose bonus its price contradicts waits for two people, and has not expired.
    expect(ended).toEqual({ target_hit: 1, sl_hit: 3, exited: 0, expired: 0, lapsed: 0, cancelled: 0, unjudged: 1 });
  });

  test('its followers are told that it ended, as of any other end', async () => {
    const { rows } = await sql<{ facts: { what: string; call: { id: string } } }>`select facts from notice_events`.execute(stage.db);
    const told = rows.filter(({ facts }) => facts.what === 'unjudged').map(({ facts }) => facts.call.id);
    expect(told).toContain(ids.INFY);
  });

  test('nothing changes when everything is judged again, nor on the next day', async () => {
    const before = await Promise.all(Object.keys(ids).map(told));
    await stage.goTo(evening('2026-05-11'));
    await stage.goTo('2026-04-30T04:00:00.000Z');
    await stage.goTo(evening('2026-05-11'));
    const after = await Promise.all(Object.keys(ids).map(told));
    expect(after.map((events, index) => events.slice(0, before[index]!.length))).toEqual(before);
    for (const name of Object.keys(ids)) expect((await call(name)).events.filter(({ type }) => type === 'not_judgeable').length, name).toBeLessThan(2);
  });

  test('our check and a program in another language find the same', async () => {
    const { ledger } = stage;
    const checkpoint = (await ledger.signedHead())!.note;
    const leaves = (await ledger.tile(0, 0, Number(checkpoint.split('\n')[1])))!.toString('base64');
    const calls = await Promise.all(
      Object.keys(ids).map(async (name) => ({
        shown: await call(name),
        proof: (await stage.get('usr_pro', `/reco/v1/calls/${ids[name]}/proof`)).data as CallProof,
      })),
    );
    for (const { shown, proof } of calls) {
      const events = proof.events.map(({ canonical, hash }) => ({ ...JSON.parse(canonical), hash }));
      expect(pricesStep(events)).toMatchObject({ ok: true });
      expect(shownStep(shown, events)).toMatchObject({ ok: true });
    }
    const authors = await Promise.all(['exp_01', 'exp_02'].map(async (id) => (await stage.get('usr_pro', `/reco/v1/authors/${id}/record`)).data));
    const file = join(folder, 'export.json');
    const verifier = fileURLToPath(new URL('../../../e2e/record/verify.py', import.meta.url));
    const { public_key } = await ledger.file();
    const verdict = async (from = '', to = ''): Promise<string> => {
      const text = JSON.stringify({ ledger: await ledger.file(), checkpoint, leaves, calls, authors });
      await writeFile(file, from ? text.replaceAll(JSON.stringify(from).slice(1, -1), JSON.stringify(to).slice(1, -1)) : text);
      return spawnSync('python3', [verifier, file, '--key', public_key], { encoding: 'utf8' }).stdout;
    };
    expect(await verdict()).toMatch(/^7 calls hold/);
    expect(await verdict('"cause":"no_trade"', '"cause":"missing_day"')).toContain('it did not wait for a trade');
  });
});
