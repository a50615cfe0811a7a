import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { madeOf } from '@vimarsh/shared/domain/calls/equity/made.ts';
import { snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase } from '../../../platform/testing.ts';
import { draftOf, openStage, type Stage } from '../../testing.ts';

/** Friday 20 Nov 2026, 10:30 IST. */
const START = '2026-11-20T05:00:00.000Z';

async function publish(stage: Stage, author: string, stock: string, term: 'shortTerm' | 'mediumTerm', days?: Readonly<Record<string, string>>): Promise<void> {
  const { ltp } = stage.market.quote(stock)!;
  const { tick } = stage.market.instrument(stock)!;
  const level = (pct: number): number => snapToTick(ltp * (1 + pct / 100), tick);
  const valid_till = (days ?? { shortTerm: '2026-12-11', mediumTerm: '2027-02-01' })[term]!;
  const draft = draftOf({ stock, term, entry_low: ltp, entry_high: ltp, target: level(7), stop_loss: level(-3), valid_till });
  expect((await stage.post(author, '/reco/v1/calls', { cid: `${author}-${stock}`, draft })).validation).toBe('');
}

describe.each(await featureDatabase())('a desk on %s', (database) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ database, start: START });
    await publish(stage, 'exp_01', 'INFY', 'shortTerm');
    await publish(stage, 'exp_01', 'TCS', 'mediumTerm');
    await publish(stage, 'exp_02', 'SBIN', 'shortTerm');
    for (const follower of ['usr_lite', 'usr_pro', 'usr_free']) await stage.post(follower, '/reco/v1/follow', { user_id: 'exp_01', on: true });
  });
  afterAll(() => stage?.end());
  const deskOf = async (who: string, query = '') => (await stage.get(who, `/reco/v1/desk${query}`)).data;

  test('an investor’s desk counts of the followed experts’ calls what their plan shows, and tells of no other', async () => {
    const pro = await deskOf('usr_pro');
    expect(pro).toMatchObject({ period: '1M', own: null, experts: [{ user_id: 'exp_01', open: 2, fresh: 2, latest: START }] });
    expect(pro.activity.map(({ what, stock }: { what: string; stock: string }) => `${what} ${stock}`).sort()).toEqual(['published INFY', 'published TCS']);
    // Lite has short-term calls only.
    const lite = await deskOf('usr_lite');
    expect(lite.experts).toMatchObject([{ open: 1, fresh: 1 }]);
    expect(lite.activity.map(({ stock }: { stock: string }) => stock)).toEqual(['INFY']);
    expect(JSON.stringify(lite)).not.toContain('TCS');
    expect((await deskOf('usr_premium')).experts).toEqual([]);
    expect((await stage.get('', '/reco/v1/desk')).code).toBe('SESSION_ENDED');
  });

  test('an expert’s desk tells their own work, calls of others not', async () => {
    const { own, activity } = await deskOf('exp_01');
    expect(own).toMatchObject({ status: 'verified', followers: 3, new_followers: 3, published_today: 2, most_a_day: 10, open: 2 });
    expect(Object.values(own.ended as Record<string, number>).reduce((sum, count) => sum + count)).toBe(0);
    expect(new Set(activity.map(({ expert }: { expert: { user_id: string } }) => expert.user_id))).toEqual(new Set(['exp_01']));
  });

  test('what happens to a call comes in order, and a period leaves out what was before it', async () => {
    await stage.goTo('2026-12-16T12:00:00.000Z');
    const { activity } = await deskOf('exp_02');
    const [last] = activity;
    expect(activity.map(({ what }: { what: string }) => what)).toEqual(['ended', 'entered', 'published']);
    const call = await stage.db.selectFrom('calls').selectAll().where('stock', '=', 'SBIN').executeTakeFirstOrThrow();
    expect(last).toMatchObject({ call_id: call.id, status: call.status, realised_return: call.realised_return, at: call.ended_at!.toISOString() });
    expect((await deskOf('exp_02')).own.ended[call.status]).toBe(1);
    await stage.goTo('2027-06-16T12:00:00.000Z');
    expect((await deskOf('exp_02')).activity).toEqual([]);
    expect((await deskOf('exp_02', '?period=ALL')).activity).toHaveLength(3);
    expect((await stage.get('exp_02', '/reco/v1/desk?period=2W')).code).toBe('BAD_REQUEST');
  });

  describe('results of what is followed', () => {
    const results = async (who: string, query = '') => (await deskOf(who, query)).results;
    const listed = async (who: string, view: string): Promise<Call[]> =>
      (await stage.get(who, `/reco/v1/calls?view=${view}&limit=50`)).data.items.filter(({ expert }: Call) => expert.user_id === 'exp_01');
    /** The same from the rows that this reader's lists show. */
    const fromRows = (calls: readonly Call[]) => {
      const made = calls.flatMap((call) => madeOf(call, call.now?.price ?? null) ?? []);
      const gained = made.filter((one) => one > 0).length;
      return { gained, lost: made.length - gained, sum: Math.round(made.reduce((sum, one) => sum + one, 0) * 100) / 100 + 0 };
    };

    test('they are what the reader’s own rows add up to, and nothing of a call that the reader may not see', async () => {
      await stage.goTo('2027-06-17T05:00:00.000Z');
      const days = { shortTerm: '2027-07-09', mediumTerm: '2027-09-01' };
      await publish(stage, 'exp_01', 'WIPRO', 'shortTerm', days);
      await publish(stage, 'exp_01', 'ITC', 'mediumTerm', days);
      await stage.goTo('2027-06-17T05:20:00.000Z');
      for (const who of ['usr_pro', 'usr_lite', 'usr_free']) {
        const [ended, live] = [await listed(who, 'past'), await listed(who, 'live')];
        const shown = await results(who, '?period=ALL');
        expect(shown.period).toEqual(fromRows(ended));
        expect(shown.open).toEqual(fromRows(live));
        expect(shown.today).toEqual({ gained: 0, lost: 0, sum: 0 });
      }
      // The call of medium term is not in a Lite plan.
      const [pro, lite] = [await results('usr_pro'), await results('usr_lite')];
      expect(pro.open.gained + pro.open.lost).toBe(lite.open.gained + lite.open.lost + 1);
      expect((await results('usr_pro', '?period=ALL')).period).not.toEqual({ gained: 0, lost: 0, sum: 0 });
    });

    test('what ends today counts today, and the follower’s price of leaving is in it once it is known', async () => {
      const call = (await listed('usr_pro', 'live')).find(({ stock }) => stock === 'WIPRO')!;
      expect((await stage.post('exp_01', `/reco/v1/calls/${call.id}/exit`, { cid: 'out', reason: 'Capital is better used elsewhere.' })).validation).toBe('');
      for (const at of ['2027-06-17T05:21:00.000Z', '2027-06-17T05:40:00.000Z']) {
        await stage.goTo(at);
        const today = (await listed('usr_pro', 'past')).filter(({ id }) => id === call.id);
        expect(today).toHaveLength(1);
        expect((await results('usr_pro')).today).toEqual(fromRows(today));
      }
    });

    test('what ended today is among what needs the reader now, and of others’ calls nothing is', async () => {
      const { needs } = await deskOf('usr_pro');
      const [today] = needs.items.filter(({ what }: { what: string }) => what === 'ended');
      expect(today).toMatchObject({ stock: 'WIPRO', status: 'exited', expert: { user_id: 'exp_01' } });
      const row = (await listed('usr_pro', 'past')).find(({ id }) => id === today.call_id)!;
      expect(today).toMatchObject({ at: row.ended_at, made: Math.round(madeOf(row, null)! * 100) / 100 + 0 });
      expect(needs.total).toBe(needs.items.length);
      expect((await deskOf('usr_premium')).needs).toEqual({ items: [], total: 0 });
    });

    test('nobody followed has none', async () => expect(await results('usr_premium')).toBeNull());
  });
});
