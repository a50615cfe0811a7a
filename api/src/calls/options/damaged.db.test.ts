import { snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase } from '../../platform/testing.ts';
import { draftOf, openStage, type Stage } from '../testing.ts';
import { type OptionStage, optionDraftOf } from './drafts.testing.ts';
import type { OptionRow } from './tables.ts';

const URL = '/reco/v1/options/calls';

describe.each(await featureDatabase())('damaged calls on %s', (database) => {
  let stage: Stage;
  const ids: string[] = [];
  beforeAll(async () => {
    stage = await openStage({ database, start: '2026-11-20T05:00:00.000Z' });
    for (const away of [0, 2]) {
      const draft = await optionDraftOf(
        stage.market as OptionStage,
        'NIFTY',
        '2026-11-23',
        [
          ['buy', 'CE', away],
          ['sell', 'CE', away + 4],
        ],
        { outlook: away === 0 ? 'bullish' : 'volatile', target: { basis: 'pnl', value: 2000 }, stop: { basis: 'pnl', value: -1000 } },
      );
      const { data, validation, problems } = await stage.post(away === 0 ? 'exp_01' : 'exp_02', URL, { cid: `damage-${away}`, draft });
      expect(validation, JSON.stringify(problems)).toBe('');
      ids.push(data.id);
    }
  }, 120_000);
  afterAll(() => stage?.end());

  /** Somebody with the database's own key changes one text behind the server's back. */
  const tamper = async (statement: ReturnType<typeof sql>): Promise<void> => {
    await sql`alter table call_events disable trigger all`.execute(stage.platform.db);
    await statement.execute(stage.platform.db);
    await sql`alter table call_events enable trigger all`.execute(stage.platform.db);
  };
  const listed = async (): Promise<string[]> => {
    const answer = await stage.get('usr_pro', `${URL}?view=live`);
    expect(answer.http).toBe(200);
    return answer.data.items.map(({ id }: OptionRow) => id).toSorted();
  };

  test.each([
    ['legs cut off', 'legs', '[{"side":"buy"'],
    ['a leg without its strike', 'legs', '[{"side":"buy","type":"CE"}]'],
    ['breakevens that are none', 'breakevens', '{"at":1}'],
    ['a text for the legs without quotes', 'stale', '"since"'],
  ])('%s: that call is refused by its code, and the list goes on without it', async (_, column, value) => {
    const before = (await stage.platform.db
      .selectFrom('option_calls' as never)
      .selectAll()
      .where('id' as never, '=', ids[0] as never)
      .executeTakeFirstOrThrow()) as Record<string, string>;
    const set = (to: string | null) => sql`update option_calls set ${sql.ref(column)} = ${to} where id = ${ids[0]}`.execute(stage.platform.db);
    expect(await listed()).toEqual(ids.toSorted());
    await set(value);
    expect(await listed()).toEqual([ids[1]]);
    expect(await stage.get('usr_pro', `${URL}/${ids[0]}`)).toMatchObject({
      http: 503,
      code: 'CALL_DAMAGED',
      validation: expect.stringContaining('can’t be read'),
    });
    expect((await stage.get('exp_01', '/reco/v1/options/mine?tab=open')).data.items).toEqual([]);
    expect((await stage.get('usr_pro', `${URL}/${ids[1]}`)).status).toBe(true);
    await set(before[column]!);
    expect(await listed()).toEqual(ids.toSorted());
  });

  test('a signed payload without its reasons refuses the call alone, and says where the damage is', async () => {
    const [{ canonical }] = (await stage.ledger.eventsOf(ids[0]!)) as unknown as [{ canonical: string }];
    await tamper(sql`update call_events set canonical = replace(canonical, '"rationale":', '"reasons":') where call_id = ${ids[0]}`);
    const answer = await stage.get('usr_pro', `${URL}/${ids[0]}`);
    expect(answer).toMatchObject({ http: 503, code: 'CALL_DAMAGED', problems: [{ path: ids[0], message: 'Event 1 (publish): rationale is not valid' }] });
    expect(await listed()).toEqual(ids.toSorted());
    await tamper(sql`update call_events set canonical = ${canonical} where call_id = ${ids[0]}`);
    expect((await stage.get('usr_pro', `${URL}/${ids[0]}`)).status).toBe(true);
  });

  test.each(['{"status":"active"', '{"status":"active"}'])(
    'an equity call with the state %s is refused by its code, too, and the list goes on without it',
    async (state) => {
      const { db } = stage.platform;
      for (const stock of ['TCS', 'SBIN']) {
        const { ltp } = stage.market.quote(stock)!;
        const tick = stage.market.instrument(stock)!.tick;
        const levels = { entry_low: ltp, entry_high: ltp, target: snapToTick(ltp * 1.06, tick), stop_loss: snapToTick(ltp * 0.97, tick) };
        const draft = draftOf({ stock, ...levels, valid_till: '2026-12-11' });
        expect((await stage.post('exp_01', '/reco/v1/calls', { cid: `equity-${stock}`, draft })).validation).toBe('');
      }
      const { rows } = await sql<{ id: string; state: string }>`select id, state from calls where stock = 'TCS'`.execute(db);
      await sql`update calls set state = ${state} where id = ${rows[0]!.id}`.execute(db);
      const { data } = await stage.get('usr_pro', '/reco/v1/calls?view=live');
      expect(data.items.map(({ stock }: { stock: string }) => stock)).toEqual(['SBIN']);
      expect(await stage.get('usr_pro', `/reco/v1/calls/${rows[0]!.id}`)).toMatchObject({ http: 503, code: 'CALL_DAMAGED' });
      await sql`update calls set state = ${rows[0]!.state} where id = ${rows[0]!.id}`.execute(db);
    },
  );

  test('nothing that can’t be read again is ever signed', async () => {
    const { seq } = await stage.ledger.head();
    const note = {
      kind: 'options',
      call_id: ids[0]!,
      expert_id: 'exp_01',
      type: 'note',
      payload: { text: 'In the wrong field.' },
      actor: 'exp_01',
      ts: '2026-11-20T05:00:01.000Z',
    };
    await expect(stage.platform.transaction(async (tx) => stage.ledger.append(tx, seq, [note]))).rejects.toMatchObject({ code: 'CALL_DAMAGED' });
    expect((await stage.ledger.head()).seq).toBe(seq);
  });
});
