import { snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase } from '../../../platform/testing.ts';
import { draftOf, openStage, type Stage } from '../../testing.ts';

/** Friday 20 Nov 2026, 10:30 IST. */
const START = '2026-11-20T05:00:00.000Z';

async function publish(stage: Stage, author: string, stock: string): Promise<void> {
  const { ltp } = stage.market.quote(stock)!;
  const { tick } = stage.market.instrument(stock)!;
  const level = (pct: number): number => snapToTick(ltp * (1 + pct / 100), tick);
  const draft = draftOf({ stock, entry_low: ltp, entry_high: ltp, target: level(5), stop_loss: level(-1.5), valid_till: '2026-12-11' });
  expect((await stage.post(author, '/reco/v1/calls', { cid: `${author}-${stock}`, draft })).validation).toBe('');
}

describe.each(await featureDatabase())('analytics on %s', (database) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ database, start: START });
    for (const stock of ['INFY', 'SBIN']) await publish(stage, 'exp_01', stock);
    await publish(stage, 'exp_02', 'TCS');
    for (const follower of ['usr_lite', 'usr_pro']) await stage.post(follower, '/reco/v1/follow', { user_id: 'exp_01', on: true });
    await stage.post('usr_pro', '/reco/v1/follow', { user_id: 'exp_02', on: true });
  });
  afterAll(() => stage?.end());
  const own = async (who: string) => stage.get(who, '/reco/v1/own-analytics');

  test('admins see all open calls by term and sector, who follows, and how experts are registered; nobody else does', async () => {
    const { data } = await stage.get('usr_admin', '/reco/v1/platform-analytics');
    expect(data.open.find(({ term }: { term: string }) => term === 'shortTerm')).toEqual({ term: 'shortTerm', Buy: 3, Sell: 0, Hold: 0 });
    expect(data.sectors.reduce((sum: number, { Buy }: { Buy: number }) => sum + Buy, 0)).toBe(3);
    expect(data).toMatchObject({ followers: 2, follows: 3 });
    expect(data.months[0]).toMatchObject({ month: '2026-11', published: 3 });
    expect(data.experts).toContainEqual({ status: 'suspended', count: 1 });
    for (const who of ['', 'usr_pro', 'exp_01']) expect((await stage.get(who, '/reco/v1/platform-analytics')).status, who).toBe(false);
  });

  test('an author sees their own calls alone, by month and outcome, and equal to the record', async () => {
    await stage.goTo('2026-12-14T12:00:00.000Z');
    const { data } = await own('exp_01');
    const rows = await stage.db.selectFrom('calls').selectAll().where('expert_id', '=', 'exp_01').execute();
    expect(rows.every(({ is_open }) => !is_open)).toBe(true);
    expect(data.months.map(({ month }: { month: string }) => month).slice(0, 2)).toEqual(['2026-12', '2026-11']);
    expect(data.months.find(({ month }: { month: string }) => month === '2026-11').published).toBe(2);
    for (const status of ['target_hit', 'sl_hit', 'expired'] as const) {
      const counted = data.months.reduce((sum: number, month: Record<string, number>) => sum + month[status]!, 0);
      expect(counted, status).toBe(rows.filter((row) => row.status === status).length);
    }
    const entered = rows.filter(({ entry_price }) => entry_price !== null);
    expect(data.stops.reduce((sum: number, { calls }: { calls: number }) => sum + calls, 0)).toBe(entered.length);
    expect(data.stops.reduce((sum: number, { stopped }: { stopped: number }) => sum + stopped, 0)).toBe(
      rows.filter(({ status }) => status === 'sl_hit').length,
    );
    expect(data.followers).toBe(2);
    for (const who of ['', 'usr_pro']) expect((await own(who)).status, who).toBe(false);
  });
});
