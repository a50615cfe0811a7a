import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CallDetail, CallDraft, CallProof, LedgerFile } from '@vimarsh/shared/contract/calls/types.ts';
import { pricesStep } from '@vimarsh/shared/domain/calls/equity/prices-step.ts';
import { recordedCall, shownStep } from '@vimarsh/shared/domain/calls/equity/shown-call.ts';
import { verifyProof } from '@vimarsh/shared/domain/calls/verify-proof.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase } from '../../platform/testing.ts';
import { draftOf, openStage, type Stage } from '../testing.ts';

/*
 * Real NSE files of March and April 2026. 28 April, a trading day, is not among them; ECLERX gave one share for each on 13 March, and its
 * price opened at 1571.1 after a close of 3151.8. Expected results are worked out by hand from the files. The row of 28 April is invented
 * but for its close, which the file of 29 April states as the previous close.
 */
const FILES = '../shared/data/nse-eod/bhavcopy';
const here = existsSync(FILES);

const HEADER = '"","SYMBOL","SERIES","OPEN","HIGH","LOW","CLOSE","LAST","PREVCLOSE","TOTTRDQTY","TOTTRDVAL","TIMESTAMP","TOTALTRADES","ISIN","X"';
const APRIL_28 = [
  HEADER,
  '"1","RELIANCE","EQ",1371,1390,1360,1388.9,1388.9,1365.8,10000000,138000,"28-Apr-2026",100,"",""',
  '"2","TCS","EQ",2445,2460,2430,2444.7,2444.7,2447.6,2000000,48900,"28-Apr-2026",100,"",""',
  '"3","ECLERX","EQ",1500,1510,1490,1500,1500,1500,100000,1500,"28-Apr-2026",100,"",""',
].join('\n');
const BONUS = [
  '"SYMBOL","COMPANY NAME","SERIES","PURPOSE","FACE VALUE","EX-DATE"',
  '"ECLERX","eClerx Services Limited","EQ","Bonus 1:1","10","13-Mar-2026"',
].join('\n');

const evening = (day: string): string => `${day}T12:00:00.000Z`;
const at = (price: number) => ({ entry_mode: 'market' as const, entry_low: price, entry_high: price });
const limit = (price: number) => ({ ...at(price), entry_mode: 'limit' as const });

describe.skipIf(!here).for(await featureDatabase())('calls that prices can’t judge (%s)', { meta: { needs: FILES } }, (database) => {
  let stage: Stage;
  let folder: string;
  const ids: Record<string, string> = {};

  const publish = async (name: string, when: string, draft: CallDraft, author = 'exp_01'): Promise<void> => {
    await stage.goTo(when);
    const answer = await stage.post(author, '/reco/v1/calls', { cid: name, draft });
    expect(answer, name).toMatchObject({ http: 200, status: true });
    ids[name] = answer.data.id;
  };
  const call = async (name: string): Promise<CallDetail> => (await stage.get('usr_pro', `/reco/v1/calls/${ids[name]}`)).data;
  const types = async (name: string): Promise<string[]> => (await call(name)).events.map(({ type }) => type);
  /** Writes a file of its own folder and takes it in, then lets the market see it. */
  const late = async (name: string, text: string, then: string): Promise<void> => {
    await mkdir(join(folder, 'late'), { recursive: true });
    await writeFile(join(folder, 'late', name), `${text}\n`);
    const { files } = await stage.take([join(folder, 'late', name)]);
    expect(files).toEqual([expect.objectContaining({ name, corrected: 0 })]);
    await stage.goTo(then);
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vimarsh-hole-'));
    for (const name of (await readdir(FILES)).filter((file) => file < '2026-05-09')) {
      const [header, ...rows] = (await readFile(join(FILES, name), 'utf8')).split('\n');
      const kept = rows.filter((row) => /"(RELIANCE|ECLERX|TCS)","EQ"/.test(row));
      await writeFile(join(folder, name), `${[header, ...kept].join('\n')}\n`);
    }
    stage = await openStage({
      database,
      start: '2026-03-02T03:30:00.000Z',
      authorRecords: true,
      settings: { MARKET_FEED: 'replay', REPLAY_FROM: '2026-03-02' },
      files: [folder],
      limits: { minSessions: 2 },
    });
    // 10 Mar c 3140.2. 11 Mar o 3180: in at 3180. Up to 12 Mar lows stay above 2950, highs below 3600.
    await publish('bonus', evening('2026-03-10'), draftOf({ stock: 'ECLERX', ...at(3140.2), target: 3600, stop_loss: 2880, valid_till: '2026-04-08' }));
    // 12 Mar c 3151.8. The day after opens far below its limit, on another share count.
    await publish(
      'waiting',
      evening('2026-03-12'),
      draftOf({ stock: 'ECLERX', ...limit(3120), target: 3500, stop_loss: 2900, valid_till: '2026-04-10' }),
      'exp_02',
    );
    // 24 Apr c 1327.8. 27 Apr o 1313 h 1371.6 l 1311 c 1365.8: in at 1312.
    await publish('target', evening('2026-04-24'), draftOf({ stock: 'RELIANCE', ...limit(1312), target: 1370, stop_loss: 1280, valid_till: '2026-05-15' }));
    // 24 Apr c 2396.9. 27 Apr o 2396.9: in. Valid till the day that is not on file.
    await publish('expiry', evening('2026-04-24'), draftOf({ stock: 'TCS', ...at(2396.9), target: 2480, stop_loss: 2340, valid_till: '2026-04-28' }));
    // Its window ends with 11 May, whose file is not there yet.
    await publish(
      'window',
      evening('2026-05-06'),
      draftOf({ stock: 'TCS', ...limit(2350), term: 'mediumTerm', target: 2500, stop_loss: 2300, valid_till: '2026-06-30' }),
      'exp_02',
    );
    await stage.goTo('2026-05-08T13:30:00.000Z');
  });
  afterAll(async () => {
    await stage?.end();
    await rm(folder, { recursive: true, force: true });
  });

  test('a bonus that no list names stops the judging: no stop-loss is written that nobody suffered', async () => {
    const { status, exit, not_judgeable } = await call('bonus');
    expect({ status, exit, not_judgeable }).toEqual({
      status: 'active',
      exit: null,
      not_judgeable: { cause: 'price_step', day: '2026-03-13', before: 3151.8, opened: 1571.1 },
    });
    expect(await types('bonus')).toEqual(['publish', 'entry_fill', 'not_judgeable']);
    // Its window is over; whether the price reached its limit nobody can say.
    expect(await call('waiting')).toMatchObject({ status: 'awaiting_entry', not_judgeable: { cause: 'price_step' } });
  });

  test('a missing day stops the judging of everything open, with the day as the reason', async () => {
    for (const name of ['target', 'expiry']) {
      const { status, not_judgeable } = await call(name);
      expect({ status, not_judgeable }, name).toEqual({
        status: 'active',
        not_judgeable: { cause: 'missing_day', day: '2026-04-28', before: null, opened: null },
      });
      expect(await types(name), name).toEqual(['publish', 'entry_fill', 'not_judgeable']);
    }
  });

  test('its author moves no stop-loss meanwhile', async () => {
    const answer = await stage.post('exp_01', `/reco/v1/calls/${ids.target}/tighten`, { stop_loss: 1290, cid: 'tighten' });
    expect(answer).toMatchObject({ status: false, validation: 'The call can’t be judged at the moment, so its stop-loss stays where it is.' });
  });

  test('the list of actions comes: levels go by the new share count, and the call ends where prices took it', async () => {
    await late('CF-CA-equities.csv', BONUS, '2026-05-08T13:40:00.000Z');
    // Target 1800, stop-loss 1440, entry 1590. 17 Mar l 1464, 18 Mar l 1461.1, 20 Mar l 1450; 23 Mar o 1455 l 1400: stop-loss at 1440.
    // (1440 − 1590) / 1590 = −9.4340 %; R = −150 / (1590 − 1440) = −1
    const { status, exit, not_judgeable, target_price, initial_stop_loss, entry_fill, realised_return, r_multiple, ended_at } = await call('bonus');
    expect({ status, exit, not_judgeable, target_price, initial_stop_loss, entry: entry_fill!.price, realised_return, r_multiple }).toEqual({
      status: 'sl_hit',
      exit: { price: 1440, ts: '2026-03-23T10:00:00.000Z', reason: 'Stop-loss reached' },
      not_judgeable: null,
      target_price: 1800,
      initial_stop_loss: 1440,
      entry: 1590,
      realised_return: -9.434,
      r_multiple: -1,
    });
    // The record says when it was known, not only when it was.
    expect(ended_at! > '2026-05-08T13:30').toBe(true);
    expect(await types('bonus')).toEqual(['publish', 'entry_fill', 'not_judgeable', 'corp_adjust', 'judgeable', 'sl_hit']);
    const levels = { entry_low: 3140.2, entry_high: 3140.2, target: 3600, stop_loss: 2880, entry: 3180 };
    expect((await call('bonus')).events[3]!.payload).toMatchObject({
      before: levels,
      after: { entry_low: 1570.1, entry_high: 1570.1, target: 1800, stop_loss: 1440, entry: 1590 },
    });
    expect(await call('waiting')).toMatchObject({ status: 'cancelled', entry_fill: null, exit: null, not_judgeable: null });
  });

  test('the missing file comes: the stretch is judged from that day on, and not from the next', async () => {
    await late('cm28APR2026bhav.csv', APRIL_28, '2026-05-08T13:50:00.000Z');
    // 28 Apr o 1371 ≥ 1370: out at the open. 59 / 1312 = 4.4970 %; R = 59 / 32 = 1.8438. By 29 Apr alone it would have been 1392.
    expect(await call('target')).toMatchObject({
      status: 'target_hit',
      exit: { price: 1371, ts: '2026-04-28T03:45:00.000Z', reason: 'Opened through the target' },
      realised_return: 4.497,
      r_multiple: 1.8438,
      not_judgeable: null,
    });
    // What decided it stands beside it: the row of that file, and the file's own hash.
    const ended = (await call('target')).events.at(-1)!;
    const sha256 = createHash('sha256').update(`${APRIL_28}\n`).digest('hex');
    expect(ended.payload).toMatchObject({
      bar: { symbol: 'RELIANCE', interval: 'day', from: '2026-04-28T03:45:00.000Z', open: '1371.00', high: '1390.00', low: '1360.00', close: '1388.90' },
      rules: 1,
      source: { kind: 'file', name: 'cm28APR2026bhav.csv', sha256 },
    });
    // 28 Apr c 2444.7. 47.8 / 2396.9 = 1.9942 %; R = 47.8 / 56.9 = 0.8401
    expect(await call('expiry')).toMatchObject({
      status: 'expired',
      exit: { price: 2444.7, ts: '2026-04-28T10:00:00.000Z', reason: 'Validity ended' },
      realised_return: 1.9942,
      r_multiple: 0.8401,
    });
  });

  test('what was known late verifies, before and after its root, and the page shows what the record gives', async () => {
    for (const until of ['2026-05-08T13:55:00.000Z', '2026-05-11T13:30:00.000Z']) {
      await stage.goTo(until);
      const ledger = JSON.parse((await stage.platform.app.inject({ url: '/.well-known/vimarsh-ledger.json' })).body) as LedgerFile;
      for (const name of ['bonus', 'target', 'expiry']) {
        const proof = (await stage.get('usr_pro', `/reco/v1/calls/${ids[name]}/proof`)).data as CallProof;
        const steps = await verifyProof(proof, { keys: [ledger.public_key], from: 'of this test', roots: ledger.roots });
        expect(
          steps.filter(({ ok }) => !ok),
          name,
        ).toEqual([]);
        const events = proof.events.map(({ canonical, hash }) => ({ ...JSON.parse(canonical), hash }));
        expect(pricesStep(events), name).toMatchObject({ ok: true, detail: '2 judged again from the price bars on record' });
        expect(shownStep(await call(name), events), name).toMatchObject({ ok: true });
        expect(recordedCall(events).exit, name).toEqual((await call(name)).exit);
      }
    }
  });

  test('a window ends when the file of its last day is there, however late, and not by the clock', async () => {
    await stage.goTo('2026-05-11T14:00:00.000Z');
    expect(await call('window')).toMatchObject({ status: 'awaiting_entry', not_judgeable: null });
    const [header, ...rows] = (await readFile(join(FILES, '2026-05-11.csv'), 'utf8')).split('\n');
    const own = rows.filter((row) => /"(RELIANCE|ECLERX|TCS)","EQ"/.test(row));
    await late('2026-05-11.csv', [header, ...own].join('\n'), '2026-05-11T14:10:00.000Z');
    // 7 to 11 May: the lows of TCS stay above 2350.
    expect(await call('window')).toMatchObject({ status: 'lapsed', entry_fill: null });
  });

  test('a program in another language agrees', async () => {
    const { ledger } = stage;
    const checkpoint = (await ledger.signedHead())!.note;
    const leaves = (await ledger.tile(0, 0, Number(checkpoint.split('\n')[1])))!.toString('base64');
    const calls = await Promise.all(
      Object.keys(ids).map(async (name) => ({ shown: await call(name), proof: (await stage.get('usr_pro', `/reco/v1/calls/${ids[name]}/proof`)).data })),
    );
    const authors = await Promise.all(['exp_01', 'exp_02'].map(async (id) => (await stage.get('usr_pro', `/reco/v1/authors/${id}/record`)).data));
    const file = join(folder, 'export.json');
    await writeFile(file, JSON.stringify({ ledger: await ledger.file(), checkpoint, leaves, calls, authors }));
    const verifier = fileURLToPath(new URL('../../../../e2e/record/verify.py', import.meta.url));
    const { public_key } = await ledger.file();
    const told = async (from = '', to = ''): Promise<string> => {
      const text = JSON.stringify({ ledger: await ledger.file(), checkpoint, leaves, calls, authors });
      await writeFile(file, text.replaceAll(JSON.stringify(from).slice(1, -1), JSON.stringify(to).slice(1, -1)));
      return spawnSync('python3', [verifier, file, '--key', public_key], { encoding: 'utf8' }).stdout;
    };
    expect(await told()).toMatch(/^5 calls hold/);
    expect(await told('"cause":"missing_day"', '"cause":"price_step"')).toContain('it names no cause that keeps prices from judging');
    expect(await told('"cause":"price_step"', '"cause":"a feeling"')).toContain('it names no cause that keeps prices from judging');
    expect(await told('"type":"not_judgeable"', '"type":"judgeable"')).toContain('the call did not wait');
  });
});
