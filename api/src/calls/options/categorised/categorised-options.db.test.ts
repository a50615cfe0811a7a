import type { OptionDraft } from '@vimarsh/shared/contract/calls/options/types.ts';
import { type CategorisedOptions, readCategorisedOptions } from '@vimarsh/shared/contract/categorisation/options.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase } from '../../../platform/testing.ts';
import { openStage, type Stage } from '../../testing.ts';
import { type OptionStage, optionDraftOf, type Wanted } from '../drafts.testing.ts';

const CALLS = '/reco/v1/options/calls';
const URL = '/reco/v1/options/categorised';
const EXPIRY = '2026-11-23';
const CONDOR: readonly Wanted[] = [
  ['sell', 'CE', 4],
  ['buy', 'CE', 8],
  ['sell', 'PE', -4],
  ['buy', 'PE', -8],
];
const STRADDLE: readonly Wanted[] = [
  ['sell', 'CE', 0],
  ['sell', 'PE', 0],
];
const SPREAD: readonly Wanted[] = [
  ['buy', 'CE', 0],
  ['sell', 'CE', 2],
];
const PNL = (value: number): Pick<OptionDraft, 'target' | 'stop'> => ({ target: { basis: 'pnl', value }, stop: { basis: 'pnl', value: -value } });

describe.each(await featureDatabase())('categorised option calls on %s', (database) => {
  let stage: Stage;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    stage = await openStage({ database, start: '2026-11-20T05:00:00.000Z' });
    const publish = async (name: string, author: string, underlying: string, legs: readonly Wanted[], change: Partial<OptionDraft>): Promise<void> => {
      const draft = await optionDraftOf(stage.market as OptionStage, underlying, EXPIRY, legs, change);
      const answer = await stage.post(author, CALLS, { cid: `categorised-${name}`, draft });
      expect(answer.validation, JSON.stringify(answer.problems)).toBe('');
      ids[name] = answer.data.id;
    };
    await publish('condor', 'exp_01', 'NIFTY', CONDOR, PNL(1500));
    await publish('stock', 'exp_02', 'RELIANCE', SPREAD, { ...PNL(1000), outlook: 'bullish' });
    await publish('straddle', 'exp_01', 'NIFTY', STRADDLE, PNL(4000));
    await publish('left', 'exp_02', 'NIFTY', STRADDLE, PNL(4000));
    await stage.goTo('2026-11-20T05:02:00.000Z');
    await stage.post('exp_02', `${CALLS}/${ids.left}/exit`, { cid: 'categorised-exit', reason: 'The morning’s range is broken on volume.' });
    await stage.goTo('2026-11-20T05:10:00.000Z');
  }, 120_000);
  afterAll(() => stage?.end());

  const ask = (who: string, query = '', host?: string) => stage.get(who, `${URL}?${query}`, host);
  const read = async (who: string, query = '', host?: string): Promise<CategorisedOptions> =>
    readCategorisedOptions.data.parse((await ask(who, query, host)).data);

  test('a broker login comes first where it does for calls on shares, and visitors sign in', async () => {
    for (const who of ['usr_free', 'usr_lite']) expect(await ask(who)).toMatchObject({ http: 403, code: 'BROKER_LOGIN', data: null });
    for (const who of ['usr_premium', 'usr_pro', 'usr_admin', 'exp_01']) expect((await ask(who)).status, who).toBe(true);
    expect((await ask('')).code).toBe('SESSION_ENDED');
  });

  test.each([
    ['usr_pro', '', ['stock', 'condor'], ['straddle']],
    ['usr_premium', '', ['condor'], []],
    ['usr_free', 'ruby.localhost', ['condor'], []],
    ['usr_free', 'neem.localhost', [], []],
    // Their own, and nobody else's.
    ['exp_02', '', ['stock'], []],
  ] as const)('%s at %s counts the live calls they may read and says nothing of others', async (who, host, limited, margin) => {
    for (const [pool, seen] of [
      ['limited', limited],
      ['margin', margin],
    ] as const) {
      const answer = await ask(who, `pool=${pool}`, host || undefined);
      const data = readCategorisedOptions.data.parse(answer.data);
      expect(data.calls.map(({ id }) => id)).toEqual(seen.map((name) => ids[name]));
      expect(data.total.n).toBe(seen.length);
      if (seen.length === 0) expect(data).toMatchObject({ rows: [], cells: [], calls: [], total: { n: 0, chance: null } });
      for (const [name, id] of Object.entries(ids)) if (!(seen as readonly string[]).includes(name)) expect(answer.text).not.toContain(id);
    }
  });

  test('rows, columns and filters count the same calls; calls on shares are in none of them', async () => {
    const both = await read('usr_pro', 'rows=expert&columns=strategy');
    expect(both.rows.map(({ label }) => label)).toEqual(['Expert 1', 'Expert 2']);
    expect(both.columns.map(({ label }) => label)).toEqual(['Bull call spread', 'Iron condor']);
    expect(both.cells.find(({ row, column }) => row === 'exp_01' && column === 'IRON_CONDOR')).toMatchObject({ n: 1 });
    const one = await read('usr_pro', 'rows=underlying_type&strategy=BULL_CALL');
    expect(one.where).toEqual([{ dimension: 'strategy', key: 'BULL_CALL', label: 'Bull call spread' }]);
    expect(one).toMatchObject({ rows: [{ key: 'stocks', label: 'Stock' }], total: { n: 1, chance: expect.any(Number) }, calls: [{ underlying: 'RELIANCE' }] });
    expect((await read('usr_pro', 'rows=days_left')).rows).toEqual([{ key: '1-3', label: '1–3 days' }]);
    for (const query of ['rows=status', 'rows=strategy&columns=strategy', 'view=closed&days_left=0'])
      expect(await ask('usr_pro', query), query).toMatchObject({ http: 400, code: 'BAD_REQUEST' });
  });

  test('a closed call counts in its own pool with what a follower made; a rate waits for its sample', async () => {
    const margin = await read('usr_pro', 'view=closed&pool=margin&rows=status');
    expect(margin).toMatchObject({
      rows: [{ key: 'exited', label: 'Exited early' }],
      total: { n: 1, sample: 1, need: 5, hit_rate: null, avg_return: null },
      calls: [
        {
          id: ids.left,
          strategy: 'SHORT_STRADDLE',
          pnl: expect.any(Number),
          return_on_risk: expect.any(Number),
          made: { whole: expect.any(Number), pct: expect.any(Number) },
        },
      ],
    });
    expect((await read('usr_pro', 'view=closed&pool=margin&rows=month')).rows).toEqual([{ key: '2026-11', label: 'November 2026' }]);
    expect((await read('usr_pro', 'view=closed&pool=margin&rows=expert')).total.need).toBe(10);
    expect((await read('usr_pro', 'view=closed')).total.n).toBe(0);
  });
});
