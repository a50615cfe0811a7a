import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CallDetail, CallProof } from '@vimarsh/shared/contract/calls/types.ts';
import { pricesStep } from '@vimarsh/shared/domain/calls/equity/prices-step.ts';
import { shownStep } from '@vimarsh/shared/domain/calls/equity/shown-call.ts';
import { readReceipt } from '@vimarsh/shared/domain/calls/receipt.ts';
import { verifyProof } from '@vimarsh/shared/domain/calls/verify-proof.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { featureDatabase } from '../../platform/testing.ts';
import { draftOf, openStage, type Stage, wholeOf } from '../testing.ts';

const HEAD = 'SYMBOL,SERIES,OPEN,HIGH,LOW,CLOSE,LAST,PREVCLOSE,TOTTRDQTY,TOTTRDVAL,TIMESTAMP,TOTALTRADES,ISIN,';
type Day = readonly [o: number, h: number, l: number, c: number];
/** RELIANCE opens a quarter lower on 7 May, and nothing says why; TCS falls through a stop-loss that day. */
const DAYS: Readonly<Record<string, Readonly<Record<'RELIANCE' | 'TCS', Day>>>> = {
  '2026-05-04': { RELIANCE: [1340, 1350, 1330, 1345], TCS: [2440, 2460, 2430, 2450] },
  '2026-05-05': { RELIANCE: [1345, 1355, 1340, 1350], TCS: [2450, 2460, 2440, 2450] },
  '2026-05-06': { RELIANCE: [1350, 1360, 1345, 1355], TCS: [2450, 2470, 2440, 2460] },
  '2026-05-07': { RELIANCE: [1000, 1020, 990, 1010], TCS: [2450, 2455, 2395, 2440] },
  '2026-05-08': { RELIANCE: [1011, 1030, 1000, 1020], TCS: [2440, 2450, 2430, 2445] },
};
const evening = '2026-05-05T12:00:00.000Z';
const proposal = {
  reason: 'The feed had a wrong low for TCS on 7 May.',
  evidence: 'The exchange’s corrected file of that day.',
  sha256: 'ab'.repeat(32),
};

describe.each(await featureDatabase())('corrections by two people (%s)', (database) => {
  let stage: Stage;
  let folder: string;
  const ids: Record<string, string> = {};
  const call = async (name: string): Promise<CallDetail> => (await stage.get('usr_pro', `/reco/v1/calls/${ids[name]}`)).data;
  const propose = (user: string, name: string, what: object, cid = `${name}-${JSON.stringify(what).length}`) =>
    stage.post(user, '/admin/v1/corrections', { cid, call_id: ids[name], outcome: null, price: null, ...proposal, ...what });
  const decide = (user: string, id: string, approve = true) => stage.post(user, `/admin/v1/corrections/${id}/decide`, { approve });
  const proofOf = async (name: string): Promise<CallProof> => (await stage.get('usr_pro', `/reco/v1/calls/${ids[name]}/proof`)).data;
  const steps = async (name: string) => {
    const proof = await proofOf(name);
    const events = proof.events.map(({ canonical, hash }) => ({ ...JSON.parse(canonical), hash }));
    const { public_key, roots } = await stage.ledger.file();
    return [...(await verifyProof(proof, { keys: [public_key], from: 'of this test', roots })), shownStep(await call(name), events), pricesStep(events)];
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vimarsh-corrections-'));
    let before: (typeof DAYS)[string] | undefined;
    for (const [day, stocks] of Object.entries(DAYS)) {
      const rows = Object.entries(stocks).map(([symbol, [o, h, l, c]]) => {
        const prev = before?.[symbol as 'TCS'][3] ?? o;
        return `${symbol},EQ,${o},${h},${l},${c},${c},${prev},100000,${(c * 100_000).toFixed(2)},${day.slice(8)}-May-2026,12,INE002A01018,`;
      });
      await writeFile(join(folder, `${day}.csv`), `${[HEAD, ...rows].join('\n')}\n`);
      before = stocks;
    }
    stage = await openStage({
      database,
      start: '2026-05-04T03:30:00.000Z',
      authorRecords: true,
      settings: { MARKET_FEED: 'replay', REPLAY_FROM: '2026-05-04' },
      files: [folder],
      limits: { minSessions: 2 },
    });
    await stage.goTo(evening);
    const drafts = {
      step: ['exp_01', { stock: 'RELIANCE', entry_low: 1350, entry_high: 1350, target: 1420, stop_loss: 1310 }],
      lost: ['exp_01', { stock: 'TCS', entry_low: 2450, entry_high: 2450, target: 2600, stop_loss: 2400 }],
      other: ['exp_02', { stock: 'RELIANCE', entry_low: 1350, entry_high: 1350, target: 1420, stop_loss: 1310 }],
    } as const;
    for (const [name, [author, levels]] of Object.entries(drafts)) {
      const answer = await stage.post(author, '/reco/v1/calls', { cid: name, draft: draftOf({ ...levels, valid_till: '2026-05-29' }) });
      expect(answer, name).toMatchObject({ http: 200, status: true });
      ids[name] = answer.data.id;
    }
    await stage.goTo('2026-05-08T13:30:00.000Z');
  });
  afterAll(async () => {
    await stage?.end();
    await rm(folder, { recursive: true, force: true });
  });

  test('the desk lists what waits; nobody but admins opens it, proposes or decides', async () => {
    const { data } = await stage.get('usr_admin', '/admin/v1/corrections');
    expect(data.waiting_calls.map(({ id }: { id: string }) => id).toSorted()).toEqual([ids.step, ids.other].toSorted());
    expect(data.corrections).toEqual([]);
    for (const user of ['usr_pro', 'exp_01']) {
      expect((await stage.get(user, '/admin/v1/corrections')).http, user).toBe(403);
      expect((await propose(user, 'lost', { corrects: 3, decision: 'void' })).http, user).toBe(403);
      expect((await decide(user, 'x')).http, user).toBe(403);
    }
  });

  test('an action listed after prices ended a call is on the desk the same day, and the call says that it is looked at', async () => {
    const list = join(folder, 'CF-CA-equities.csv');
    await writeFile(list, 'SYMBOL,SERIES,PURPOSE,EX-DATE\nTCS,EQ,Bonus 1:10,07-May-2026\n');
    expect((await stage.get('usr_admin', '/admin/v1/corrections')).data.late_calls).toEqual([]);
    await stage.take([list]);
    await stage.goTo('2026-05-08T13:32:00.000Z');
    const late_action = { ex_date: '2026-05-07', actions: ['bonus'] };
    const { data } = await stage.get('usr_admin', '/admin/v1/corrections');
    expect(data.late_calls).toMatchObject([{ id: ids.lost, status: 'sl_hit', late_action }]);
    expect(await call('lost')).toMatchObject({ status: 'sl_hit', late_action, exit: { price: 2400 } });
    expect(
      (await call('lost')).events.map(({ type }) => type),
      'what ended stays',
    ).toEqual(['publish', 'entry_fill', 'sl_hit']);
  });

  test('two people may look and let the end stand: the question is over, the record as it was, and another action asks anew', async () => {
    const before = await call('lost');
    expect(await propose('usr_admin', 'step', { corrects: 2, decision: 'stands' })).toMatchObject({ http: 400, validation: 'Only an end can stand.' });
    expect(await propose('usr_admin', 'lost', { corrects: 2, decision: 'stands' })).toMatchObject({ http: 400, validation: 'Only an end can stand.' });
    const { data } = await propose('usr_admin', 'lost', { corrects: 3, decision: 'stands' });
    const end = { status: 'sl_hit', entry: 2450, exit: 2400 };
    expect(data).toMatchObject({ state: 'waiting', before: end, after: end, late_action: { ex_date: '2026-05-07', actions: ['bonus'] } });
    expect(await call('lost'), 'one person settles nothing').toMatchObject({ late_action: data.late_action });
    expect(await decide('usr_admin', data.id)).toMatchObject({ http: 403, validation: 'Another admin has to decide on what you proposed.' });
    expect((await decide('usr_admin2', data.id)).data).toMatchObject({ state: 'approved' });
    const { late_action: _, ...unquestioned } = before;
    expect(await call('lost')).toEqual(unquestioned);
    expect((await stage.get('usr_admin', '/admin/v1/corrections')).data.late_calls).toEqual([]);
    expect(await propose('usr_admin', 'lost', { corrects: 3, decision: 'stands' }, 'again')).toMatchObject({
      http: 400,
      validation: 'No action puts the end of this call in question.',
    });
    const list = join(folder, 'CF-CA-more.csv');
    await writeFile(list, 'SYMBOL,SERIES,PURPOSE,EX-DATE\nTCS,EQ,Special Dividend - Rs 60 Per Share,06-May-2026\n');
    await stage.take([list]);
    await stage.goTo('2026-05-08T13:33:00.000Z');
    expect((await stage.get('usr_admin', '/admin/v1/corrections')).data.late_calls).toMatchObject([
      { id: ids.lost, late_action: { ex_date: '2026-05-06', actions: ['special_dividend'] } },
    ]);
  });

  test.each([
    ['an event that is none', 'lost', { corrects: 9, decision: 'void' }, 'This call has no event 9.'],
    ['the publication', 'lost', { corrects: 1, decision: 'void' }, 'Only an entry, an end or a wait can be corrected.'],
    ['going on where nothing waits', 'lost', { corrects: 3, decision: 'go_on' }, 'Only a waiting call can be resumed.'],
    ['an end without its kind', 'lost', { corrects: 3, decision: 'end', price: 2460 }, 'Say how the call ended.'],
    ['an end without a price', 'lost', { corrects: 3, decision: 'end', outcome: 'expired' }, 'Enter the price.'],
    ['what stands there already', 'lost', { corrects: 3, decision: 'end', outcome: 'sl_hit', price: 2400 }, 'The record says so already.'],
    ['an end of the entry', 'lost', { corrects: 2, decision: 'end', outcome: 'expired', price: 2460 }, 'Another end corrects the event of the end.'],
    ['an entry of the end', 'lost', { corrects: 3, decision: 'entry', price: 2451 }, 'Another entry price corrects the event of the entry.'],
  ])('%s is refused in words', async (_what, name, what, words) => {
    expect(await propose('usr_admin', name, what)).toMatchObject({ http: 400, status: false, validation: words });
  });

  test('one proposes, another approves, and the record says both numbers; the old event stays and the result is the corrected one', async () => {
    await stage.post('usr_pro', '/reco/v1/follow', { user_id: 'exp_01', on: true });
    const proposed = await propose('usr_admin', 'lost', { corrects: 3, decision: 'end', outcome: 'expired', price: 2474.5 });
    const { id } = proposed.data;
    expect(proposed.data).toMatchObject({
      mine: true,
      state: 'waiting',
      event_type: 'sl_hit',
      before: { status: 'sl_hit', entry: 2450, exit: 2400 },
      after: { status: 'expired', entry: 2450, exit: 2474.5 },
    });
    expect((await propose('usr_admin', 'lost', { corrects: 3, decision: 'end', outcome: 'expired', price: 2474.5 })).data.id).toBe(id);
    expect(await call('lost')).toMatchObject({ status: 'sl_hit', realised_return: -2.0408 });
    expect(await decide('usr_admin', id)).toMatchObject({ http: 403, validation: 'Another admin has to decide on what you proposed.' });

    expect((await decide('usr_admin2', id)).data).toMatchObject({ state: 'approved', mine: false });
    // (2474.5 − 2450) / 2450 = 1.0000 %; R = 24.5 / (2450 − 2400) = 0.49
    const { events, ...after } = await call('lost');
    expect(after).toMatchObject({ status: 'expired', exit: { price: 2474.5 }, realised_return: 1, r_multiple: 0.49 });
    expect([after.late_action, (await stage.get('usr_admin', '/admin/v1/corrections')).data.late_calls]).toEqual([undefined, []]);
    expect(events.map(({ type }) => type)).toEqual(['publish', 'entry_fill', 'sl_hit', 'correction']);
    expect(events[3]).toMatchObject({ actor: 'usr_admin2', payload: { proposed_by: 'usr_admin', approved_by: 'usr_admin2', corrects: 3, ...proposal } });
    const [counted] = (await wholeOf(stage.calls.closedRecords({ user_id: 'exp_01' }, null))).filter(({ record }) => record.entry?.price === 2450);
    expect(counted!.record).toMatchObject({ status: 'expired', realised_return: 1 });
    expect(await decide('usr_admin2', id)).toMatchObject({ status: false, validation: 'Somebody has decided on it already.' });

    await vi.waitFor(() => expect(stage.notices).toHaveLength(1), { timeout: 15_000, interval: 100 });
    const [told] = stage.notices;
    expect(told).toMatchObject({ kind: 'ended_calls', user_ids: ['usr_pro'], path: `/experts-past-recommendations?reco=${ids.lost}` });
    expect(told!.text).toContain('A call of Expert 1 (INH999900001) that had ended was corrected by two people. Both numbers stand in its record.');
    expect(told!.text.replaceAll(/vr1\.[\w-]+/g, ''), 'no level and no result').not.toMatch(/TCS|2,?474|2,?400|target|stop/i);
    expect(readReceipt(told!.text)).toEqual((await stage.get('usr_pro', `/reco/v1/calls/${ids.lost}/receipts`)).data.at(-1).receipt);
  });

  test('a refused one changes nothing, and one that was overtaken can’t be approved', async () => {
    const refused = (await propose('usr_admin2', 'lost', { corrects: 2, decision: 'entry', price: 2451 })).data.id;
    expect((await decide('usr_admin', refused, false)).data.state).toBe('refused');
    const overtaken = (await propose('usr_admin', 'lost', { corrects: 2, decision: 'entry', price: 2452 }, 'first')).data.id;
    const faster = (await propose('usr_admin', 'lost', { corrects: 2, decision: 'entry', price: 2453 }, 'second')).data.id;
    expect((await decide('usr_admin2', faster)).data.state).toBe('approved');
    expect(await decide('usr_admin2', overtaken)).toMatchObject({
      status: false,
      validation: 'The call has gone on since this was proposed. Refuse it and propose anew.',
    });
    expect((await stage.get('usr_admin', '/admin/v1/corrections')).data.corrections[0]).toMatchObject({ id: overtaken, state: 'waiting' });
    expect((await call('lost')).entry_fill!.price).toBe(2453);
  });

  test('a call that waits goes on when two people say so, from the day that was in doubt', async () => {
    const { market } = stage;
    const series = async () => (await market.adjusted('RELIANCE', '2026-05-04', '2026-05-08', '2026-05-08')).map(({ day }) => day.slice(8));
    expect(market.stepOn('RELIANCE', '2026-05-07')).toEqual({ cause: 'price_step', day: '2026-05-07', before: 1355, opened: 1000 });
    expect([market.unexplainedStep('RELIANCE', '2026-05-08'), await series()]).toEqual(['2026-05-07', ['07', '08']]);
    const { id } = (await propose('usr_admin', 'step', { corrects: 3, decision: 'go_on', reason: 'A profit warning before the open made this step.' })).data;
    expect((await decide('usr_admin2', id)).data.state).toBe('approved');
    await stage.goTo('2026-05-08T13:35:00.000Z');
    // What frees the call frees alerts, which ask for the step, and every series of its prices.
    expect(market.stepOn('RELIANCE', '2026-05-07')).toBeNull();
    expect([market.unexplainedStep('RELIANCE', '2026-05-08'), await series()]).toEqual([null, ['04', '05', '06', '07', '08']]);
    // 7 May o 1000, below the stop-loss: out at the open.
    expect(await call('step')).toMatchObject({ status: 'sl_hit', exit: { price: 1000, ts: '2026-05-07T03:45:00.000Z' }, not_judgeable: null });
    expect((await call('step')).events.map(({ type }) => type)).toEqual(['publish', 'entry_fill', 'not_judgeable', 'correction', 'sl_hit']);
  });

  test('a call that waits can be taken out: it has no result and counts for nothing', async () => {
    const { id } = (await propose('usr_admin', 'other', { corrects: 3, decision: 'void', reason: 'Nobody can say what these prices were.' })).data;
    expect((await decide('usr_admin2', id)).data.state).toBe('approved');
    expect(await call('other')).toMatchObject({ status: 'cancelled', exit: null, realised_return: null, not_judgeable: null });
  });

  test('it verifies in the browser and in another language, before and after its root, and the stored rows are what the events make', async () => {
    for (const until of ['2026-05-08T13:40:00.000Z', '2026-05-11T13:30:00.000Z']) {
      await stage.goTo(until);
      for (const name of Object.keys(ids))
        expect(
          (await steps(name)).filter(({ ok }) => !ok),
          name,
        ).toEqual([]);
    }
    expect((await steps('lost')).at(-1)!.detail).toBe('2 judged again from the price bars on record; 2 corrected by two people');
    const rebuilt = (await stage.ledger.rebuild()).get('equity')!;
    expect(await stage.db.selectFrom('calls').selectAll().orderBy('id').execute()).toEqual(rebuilt.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
    const checkpoint = (await stage.ledger.checkpoint())!;
    const leaves = (await stage.ledger.tile(0, 0, Number(checkpoint.split('\n')[1])))!.toString('base64');
    const calls = await Promise.all(Object.keys(ids).map(async (name) => ({ shown: await call(name), proof: await proofOf(name) })));
    const ledger = await stage.ledger.file();
    const verifier = fileURLToPath(new URL('../../../../e2e/record/verify.py', import.meta.url));
    const file = join(folder, 'export.json');
    const authors = await Promise.all(['exp_01', 'exp_02'].map(async (id) => (await stage.get('usr_pro', `/reco/v1/authors/${id}/record`)).data));
    await writeFile(file, JSON.stringify({ ledger, checkpoint, leaves, calls, authors }));
    const told = spawnSync('python3', [verifier, file, '--key', ledger.public_key], { encoding: 'utf8' });
    expect(`${told.stdout}${told.stderr}`).toMatch(/^3 calls hold/);
    // Another cause than the call waited for.
    const step = calls[Object.keys(ids).indexOf('step')]!;
    const events = step.proof.events.map((event: { canonical: string }) =>
      event.canonical.includes('"decision":"go_on"')
        ? { ...event, canonical: event.canonical.replace('"cause":"price_step"', '"cause":"missing_day"') }
        : event,
    );
    await writeFile(file, JSON.stringify({ ledger, checkpoint, leaves, authors, calls: [{ ...step, proof: { ...step.proof, events } }] }));
    expect(spawnSync('python3', [verifier, file, '--key', ledger.public_key], { encoding: 'utf8' }).stdout).toContain(
      'it is no correction by two people of what the record says',
    );
  });
});
