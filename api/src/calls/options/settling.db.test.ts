import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OptionDetail } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { CallProof } from '@vimarsh/shared/contract/calls/types.ts';
import { quotesStep } from '@vimarsh/shared/domain/calls/options/quotes-step.ts';
import { shownOptionStep } from '@vimarsh/shared/domain/calls/options/shown-option.ts';
import { verifyProof } from '@vimarsh/shared/domain/calls/verify-proof.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase } from '../../platform/testing.ts';
import { openStage, type Stage } from '../testing.ts';
import { type OptionStage, optionDraftOf } from './drafts.testing.ts';

const CALLS = '/reco/v1/options/calls';
/** Thursday 19 Nov 2026, 10:30 IST. */
const START = '2026-11-19T05:00:00.000Z';
const STEP = { cause: 'price_step', day: '2026-11-19', before: 800, opened: 400 } as const;
const said = { reason: 'A profit warning before the open made this step.', evidence: 'The announcement on the exchange’s site.', sha256: null };

describe.each(await featureDatabase())('option calls that wait, settled by two people (%s)', (database) => {
  let stage: Stage;
  let folder: string;
  const ids: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vimarsh-settling-'));
    stage = await openStage({ database, start: START, authorRecords: true });
    for (const [author, away] of [
      ['exp_01', 0],
      ['exp_02', 0],
    ] as const) {
      const draft = await optionDraftOf(
        stage.market as OptionStage,
        'NIFTY',
        '2026-12-01',
        [
          ['buy', 'CE', away],
          ['sell', 'CE', away + 4],
        ],
        { target: { basis: 'pnl', value: 2000 }, stop: { basis: 'pnl', value: -1000 } },
      );
      const answer = await stage.post(author, CALLS, { cid: `waits-${author}`, draft });
      expect(answer.validation, JSON.stringify(answer.problems)).toBe('');
      ids.push(answer.data.id);
    }
    await stage.goTo('2026-11-19T05:10:00.000Z');
    // Invented prices never step, so the doubt is written here as the engine writes it.
    await stage.goTo('2026-11-20T04:00:00.000Z');
    for (const [at, call_id] of ids.entries())
      await stage.ledger.write(stage.platform.transaction, (tx, { seq }) =>
        stage.ledger.append(tx, seq, [
          { kind: 'options', call_id, expert_id: `exp_0${at + 1}`, type: 'not_judgeable', payload: STEP, actor: 'engine', ts: '2026-11-20T04:00:00.000Z' },
        ]),
      );
    await stage.goTo('2026-11-20T04:10:00.000Z');
  }, 120_000);
  afterAll(async () => {
    await stage?.end();
    await rm(folder, { recursive: true, force: true });
  });

  const call = async (id: string): Promise<OptionDetail> => (await stage.get('usr_pro', `${CALLS}/${id}`)).data;
  const propose = async (id: string, decision: string, change: object = {}) => {
    const { events } = await call(id);
    const corrects = events.findIndex(({ type }) => type === 'not_judgeable') + 1;
    const body = { cid: `${decision}-${id}`, call_id: id, corrects, decision, outcome: null, price: null, ...said, ...change };
    return stage.post('usr_admin', '/admin/v1/corrections', body);
  };
  const approve = async (id: string) => stage.post('usr_admin2', `/admin/v1/corrections/${id}/decide`, { approve: true });

  test('who may read one reads why it waits, in its list and on its page, and the desk lists it', async () => {
    for (const id of ids) {
      expect(await call(id)).toMatchObject({ status: 'active', not_judgeable: STEP });
      const { items } = (await stage.get('usr_pro', `${CALLS}?view=live`)).data;
      expect(items.find((one: OptionDetail) => one.id === id)).toMatchObject({ not_judgeable: STEP });
    }
    const { data } = await stage.get('usr_admin', '/admin/v1/corrections');
    expect(data.waiting_options.map(({ id }: OptionDetail) => id).toSorted()).toEqual(ids.toSorted());
    expect(data.waiting_calls).toEqual([]);
  });

  test('it neither fills nor ends, and its author can’t move its stop-loss meanwhile', async () => {
    const moved = await stage.post('exp_01', `${CALLS}/${ids[0]}/tighten`, { cid: 'tighter', stop_loss: -500 });
    expect(moved).toMatchObject({ status: false, validation: 'The call can’t be judged at the moment, so its stop-loss stays where it is.' });
    expect((await call(ids[0]!)).events.map(({ type }) => type)).toEqual(['publish', 'entry_fill', 'not_judgeable']);
  });

  test.each([
    ['another end', { decision: 'end', outcome: 'expired', price: 10 }, 'An option call that waits can be resumed, or taken out.'],
    ['its entry', { decision: 'void', corrects: 2 }, 'Of an option call only a wait can be settled.'],
  ])('%s is no matter for two people, which is said', async (_, change, validation) => {
    expect(await propose(ids[0]!, 'x', change)).toMatchObject({ http: 400, validation });
  });

  test('two people let one go on, and quotes judge it again; the other they take out', async () => {
    const [first, second] = ids as [string, string];
    const going = await propose(first, 'go_on');
    expect(going.data).toMatchObject({ call_type: null, strategy: 'BULL_CALL', stock: 'NIFTY', event_type: 'not_judgeable' });
    const out = await propose(second, 'void');
    for (const { data } of [going, out]) expect((await approve(data.id)).data.state).toBe('approved');
    expect(await call(first)).toMatchObject({ status: 'active', not_judgeable: null });
    expect(await call(second)).toMatchObject({ status: 'cancelled', not_judgeable: null, pnl: null });
    await stage.goTo('2026-12-01T13:20:00.000Z');
    const ended = await call(first);
    expect(['target_hit', 'sl_hit', 'expired']).toContain(ended.status);
    const types = ended.events.map(({ type }) => type);
    expect(types.slice(0, 4)).toEqual(['publish', 'entry_fill', 'not_judgeable', 'correction']);
    expect(ended.events[3]).toMatchObject({ actor: 'usr_admin2', payload: { decision: 'go_on', day: STEP.day, cause: STEP.cause, corrects: 3 } });
  }, 120_000);

  test('both verify in the browser and in another language, and the stored rows are what the events make', async () => {
    const ledger = await stage.ledger.file();
    const calls: { shown: OptionDetail; proof: CallProof }[] = [];
    for (const id of ids) {
      const shown = await call(id);
      const proof: CallProof = (await stage.get('usr_pro', `/reco/v1/calls/${id}/proof`)).data;
      const events = proof.events.map(({ canonical, hash }) => ({ ...JSON.parse(canonical), hash }));
      const steps = [
        ...(await verifyProof(proof, { keys: [ledger.public_key], from: 'of this test', roots: ledger.roots })),
        shownOptionStep(shown, events),
        quotesStep(events),
      ];
      expect(
        steps.filter(({ ok }) => !ok),
        id,
      ).toEqual([]);
      expect(steps.at(-1)!.detail).toContain('; 1 settled by two people');
      calls.push({ shown, proof });
    }
    const rebuilt = (await stage.ledger.rebuild()).get('options')!.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const stored = await stage.platform.db.selectFrom('option_calls').selectAll().orderBy('id').execute();
    expect(JSON.parse(JSON.stringify(rebuilt))).toEqual(JSON.parse(JSON.stringify(stored)));

    const checkpoint = (await stage.ledger.checkpoint())!;
    const leaves = (await stage.ledger.tile(0, 0, Number(checkpoint.split('\n')[1])))!.toString('base64');
    const authors = await Promise.all(['exp_01', 'exp_02'].map(async (id) => (await stage.get('usr_pro', `/reco/v1/authors/${id}/record`)).data));
    const verifier = fileURLToPath(new URL('../../../../e2e/record/verify.py', import.meta.url));
    const file = join(folder, 'export.json');
    const told = async (some: typeof calls): Promise<string> => {
      await writeFile(file, JSON.stringify({ ledger, checkpoint, leaves, authors, calls: some }));
      const { stdout, stderr } = spawnSync('python3', [verifier, file, '--key', ledger.public_key], { encoding: 'utf8' });
      return `${stdout}${stderr}`;
    };
    expect(await told(calls)).toMatch(/^2 calls hold/);
    const altered = (from: string, to: string) =>
      told(
        calls.slice(0, 1).map(({ shown, proof }) => ({
          shown,
          proof: { ...proof, events: proof.events.map((event) => ({ ...event, canonical: event.canonical.replace(from, to) })) },
        })),
      );
    expect(await altered('"approved_by":"usr_admin2"', '"approved_by":"usr_admin"')).toContain('it is no correction by two people of what the record says');
    expect(await altered('"opened":400', '"opened":null')).toContain('it names no cause that keeps prices from judging');
    expect(await told(calls.map(({ shown, proof }) => ({ proof, shown: { ...shown, not_judgeable: STEP } })))).toContain('another not_judgeable');
  });
});
