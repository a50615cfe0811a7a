import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { readCategorised } from '@vimarsh/shared/contract/categorisation/routes.ts';
import type { Categorised } from '@vimarsh/shared/contract/categorisation/types.ts';
import { madeOf } from '@vimarsh/shared/domain/calls/equity/made.ts';
import { median } from '@vimarsh/shared/domain/calls/order-statistics.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { featureDatabase } from '../../../platform/testing.ts';
import { dateBack, draftOf, openStage, type Stage } from '../../testing.ts';

const NOW = '2026-11-20T06:00:00Z';

describe.each(await featureDatabase())('categorised calls on %s', (database) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ database, start: NOW });
    for (const [who, stock, term, aim, valid_till] of [
      ['exp_01', 'TCS', 'shortTerm', 1.03, '2026-12-10'],
      ['exp_01', 'INFY', 'mediumTerm', 1.12, '2027-02-15'],
      ['exp_02', 'TCS', 'intraday', 1.015, '2026-11-20'],
    ] as const) {
      const ltp = Math.round(stage.market.quote(stock)!.ltp);
      const levels = { entry_low: ltp, entry_high: ltp, target: Math.round(ltp * aim), stop_loss: Math.round(ltp * (1 - (aim - 1) / 2)) };
      const answer = await stage.post(who, '/reco/v1/calls', { cid: `cid_${who}_${stock}`, draft: draftOf({ stock, term, valid_till, ...levels }) });
      expect(answer.status, answer.text).toBe(true);
    }
  });
  afterAll(() => stage.end());

  const ask = (who: string, query = '', host?: string) => stage.get(who, `/reco/v1/categorised?${query}`, host);
  const read = async (who: string, query = '', host?: string): Promise<Categorised> => readCategorised.data.parse((await ask(who, query, host)).data);
  const count = ({ cells }: Categorised, row: string, column = ''): number => cells.find((cell) => cell.row === row && cell.column === column)?.n ?? 0;

  test('Lite and free users need a broker login; Premium, Pro and users who came through a broker do not (S6-PERM-07)', async () => {
    for (const who of ['usr_free', 'usr_lite']) expect(await ask(who)).toMatchObject({ http: 403, code: 'BROKER_LOGIN' });
    for (const who of ['usr_broker', 'usr_premium', 'usr_pro', 'usr_admin', 'exp_01']) expect((await ask(who)).status, who).toBe(true);
  });

  test('only visible calls are counted; the rest is a number without stock, sector or expert', async () => {
    const [pro, premium, lite] = [await read('usr_pro'), await read('usr_premium'), await read('usr_broker')];
    expect([pro.total.n, premium.total.n, lite.total.n]).toEqual([3, 2, 1]);
    // Of calls of this morning; until then nobody is told by a number that something was published.
    expect([pro.locked_count, premium.locked_count, lite.locked_count]).toEqual([0, 0, 0]);
    await dateBack(stage, 1);
    expect((await Promise.all(['usr_pro', 'usr_premium', 'usr_broker'].map((who) => read(who)))).map(({ locked_count }) => locked_count)).toEqual([0, 1, 2]);
    // The same for everyone without a plan, also for who wrote some of them: no two readers learn from the difference.
    expect((await Promise.all(['exp_01', 'exp_02'].map((who) => read(who)))).map(({ locked_count }) => locked_count)).toEqual([3, 3]);
    await dateBack(stage, -1);
    expect(JSON.stringify(lite)).not.toMatch(/INFY|Expert 2/);
    // Agreement covers visible calls only, so it does not reveal the hidden second expert of TCS.
    expect((await read('usr_pro', 'rows=consensus')).rows.map(({ key }) => key)).toEqual(['agree', 'one']);
    expect((await read('usr_premium', 'rows=consensus')).rows.map(({ key }) => key)).toEqual(['one']);
  });

  test('rows, columns and filters count the same calls', async () => {
    const both = await read('usr_pro', 'rows=expert&columns=term');
    expect(count(both, 'exp_01')).toBe(2);
    expect(count(both, 'exp_01', 'shortTerm') + count(both, 'exp_01', 'mediumTerm')).toBe(2);
    expect(both.columns.map(({ label }) => label)).toEqual(['Intraday', 'Short term', 'Medium term']);
    const one = await read('usr_pro', 'rows=cap&expert=exp_01&term=mediumTerm');
    expect(one.total.n).toBe(1);
    expect(one.calls.map(({ stock }) => stock)).toEqual(['INFY']);
    expect(one.where).toEqual([
      { dimension: 'term', key: 'mediumTerm', label: 'Medium term' },
      { dimension: 'expert', key: 'exp_01', label: 'Expert 1' },
    ]);
    expect(await read('usr_pro', 'sector=Nowhere')).toMatchObject({ rows: [], total: { n: 0, potential: null }, calls: [] });
  });

  describe('saved views', () => {
    const views = (who: string) => stage.get(who, '/reco/v1/views');
    const save = (who: string, name: string, slice: object = {}) => stage.post(who, '/reco/v1/views', { name, slice });
    const remove = (who: string, name: string) => stage.post(who, '/reco/v1/views/remove', { name });
    const names = (answer: { data: { name: string }[] }): string[] => answer.data.map(({ name }) => name);

    test('are for Pro: others can neither read nor save, and the table says so beforehand', async () => {
      for (const who of ['usr_free', 'usr_lite', 'usr_premium', 'exp_01'])
        for (const answer of [await views(who), await save(who, 'IT'), await remove(who, 'IT')])
          expect(answer, who).toMatchObject({ http: 403, code: 'NOT_ENTITLED', data: null });
      expect((await views('')).http).toBe(401);
      expect([(await read('usr_pro')).saves, (await read('usr_admin')).saves, (await read('usr_premium')).saves]).toEqual([true, true, false]);
    });

    test('are stored by name for each user, replaced under the same name, and gone when removed', async () => {
      expect((await views('usr_pro')).data).toEqual([]);
      await save('usr_pro', '  Late IT ', { view: 'closed', rows: 'month', columns: 'cap', sector: 'IT' });
      expect(names(await save('usr_pro', 'Big', { cap: 'large' }))).toEqual(['Big', 'Late IT']);
      expect((await views('usr_pro')).data[1]).toEqual({ name: 'Late IT', slice: { view: 'closed', rows: 'month', columns: 'cap', sector: 'IT' } });
      expect((await views('usr_admin')).data).toEqual([]);
      expect((await save('usr_pro', 'Big', { cap: 'small' })).data[0]).toEqual({ name: 'Big', slice: { view: 'live', rows: 'sector', cap: 'small' } });
      await remove('usr_admin', 'Big');
      expect(names(await views('usr_pro'))).toEqual(['Big', 'Late IT']);
      expect(names(await remove('usr_pro', 'Big'))).toEqual(['Late IT']);
      expect(names(await remove('usr_pro', 'Big'))).toEqual(['Late IT']);
      await remove('usr_pro', 'Late IT');
    });

    test('a name is needed and has 40 characters at most, a slice only what can be counted by; twenty are enough', async () => {
      for (const [name, slice] of [
        ['', {}],
        [' ', {}],
        ['x'.repeat(41), {}],
        ['x', { rows: 'nonsense' }],
        ['x', { view: 'all' }],
      ] as const)
        expect(await save('usr_pro', name, slice), `${name} ${JSON.stringify(slice)}`).toMatchObject({ http: 400, code: 'BAD_REQUEST' });
      for (let at = 10; at < 30; at += 1) expect((await save('usr_pro', `View ${at}`)).status).toBe(true);
      expect(await save('usr_pro', 'One more')).toMatchObject({ http: 400, problems: [{ path: 'name', message: 'At most 20 views. Remove one first.' }] });
      expect((await save('usr_pro', 'View 29', { rows: 'cap' })).status).toBe(true);
      expect((await views('usr_pro')).data).toHaveLength(20);
    });

    test('are in the copy of the user’s data, and erased with the account', async () => {
      const kept = stage.personalData.find(({ name }) => name === 'saved_views')!;
      expect(await kept.of('usr_pro')).toHaveLength(20);
      expect(await kept.of('usr_admin')).toEqual([]);
      await stage.platform.transaction((tx) => kept.erase(tx, 'usr_pro'));
      expect((await views('usr_pro')).data).toEqual([]);
    });
  });

  test('every live dimension has a category for every call, and every closed one answers', async () => {
    for (const rows of [
      'term',
      'call_type',
      'sector',
      'cap',
      'expert',
      'potential',
      'risk_reward',
      'progress',
      'age',
      'consensus',
      'trend',
      'liquidity',
      'fno',
    ])
      expect(
        (await read('usr_pro', `rows=${rows}`)).cells.reduce((sum, cell) => sum + cell.n, 0),
        rows,
      ).toBe(3);
    for (const rows of ['term', 'status', 'month']) expect((await ask('usr_pro', `view=closed&rows=${rows}`)).status, rows).toBe(true);
  });

  test('a rate about one expert needs the ten calls of her own figures', async () => {
    expect((await read('usr_pro', 'view=closed')).total.need).toBe(5);
    expect([(await read('usr_pro', 'view=closed')).since, (await read('usr_pro', 'view=live')).since]).toEqual([
      expect.stringMatching(/^2025-11-\d\d$/),
      undefined,
    ]);
    expect((await read('usr_pro', 'view=closed&rows=expert')).total.need).toBe(10);
    expect((await read('usr_pro', 'view=closed&expert=exp_01')).total.need).toBe(10);
  });

  test('a frozen call counts among the calls and has no voice in how experts agree', async () => {
    const suspended = (status: 'suspended' | 'verified') => ({ ...stage.experts.get('exp_02')!, status, verified: status === 'verified' });
    const agreed = async () => (await read('usr_pro', 'rows=consensus')).cells.map(({ row, n }) => [row, n]).toSorted();
    expect(await agreed()).toEqual([
      ['agree', 2],
      ['one', 1],
    ]);
    stage.experts.set('exp_02', suspended('suspended'));
    // Experts are looked at once a minute.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
    await stage.goTo('2026-11-20T06:00:10.000Z');
    expect(await agreed()).toEqual([
      ['one', 2],
      ['unknown', 1],
    ]);
    stage.experts.set('exp_02', suspended('verified'));
    clock.mockReturnValue(Date.now() + 61_000);
    await stage.goTo('2026-11-20T06:00:20.000Z');
    clock.mockRestore();
    expect(await agreed()).toContainEqual(['agree', 2]);
  });

  test('a dimension of the other view, rows that are the columns, and nonsense are refused', async () => {
    for (const query of ['rows=month', 'view=closed&progress=0-25', 'rows=term&columns=term', 'rows=colour', 'view=all'])
      expect(await ask('usr_pro', query), query).toMatchObject({ http: 400, code: 'BAD_REQUEST' });
  });

  test('the file is for Pro', async () => {
    expect([(await read('usr_pro')).csv, (await read('usr_admin')).csv, (await read('usr_premium')).csv]).toEqual([true, true, false]);
  });

  test('a call stands with what followers made of it after costs, as lists of calls show it: a closed one in the end, a live one so far', async () => {
    await stage.goTo('2026-11-20T11:00:00Z');
    const listed: Call[] = (await stage.get('usr_pro', '/reco/v1/calls?view=past')).data.items;
    const closed = (await read('usr_pro', 'view=closed')).calls;
    expect(closed.length).toBeGreaterThan(0);
    for (const { id, made, realised_return } of closed) {
      const call = listed.find((one) => one.id === id)!;
      expect(made).toBeCloseTo(madeOf(call, null)!, 4);
      expect(made).not.toBe(realised_return);
    }
    const open: Call[] = (await stage.get('usr_pro', '/reco/v1/calls?view=live')).data.items;
    const { calls, total } = await read('usr_pro', 'view=live');
    const known = calls.flatMap(({ made }) => (made === null ? [] : [made!])).sort((a, b) => a - b);
    expect(known.length).toBeGreaterThan(0);
    for (const { id, made } of calls) {
      const call = open.find((one) => one.id === id)!;
      const shown = madeOf(call, call.now?.price ?? null);
      if (shown === null) expect(made).toBeNull();
      else expect(made).toBeCloseTo(shown, 3);
    }
    expect(total.made_by).toBe(known.length);
    expect(total.made).toBeCloseTo(median(known), 1);
  });
});
