import { STORE_PERIOD } from '@vimarsh/shared/contract/experts/types.ts';
import { periodStart } from '@vimarsh/shared/domain/calls/past-policy.ts';
import { istDay, istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import { snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import { judgedRecord, metricsOf, score } from '@vimarsh/shared/domain/performance/whole-records.testing.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RecordOfExpert } from '../calls/index.ts';
import { draftOf, openStage, type Stage, wholeOf } from '../calls/testing.ts';
import { featureDatabase } from '../platform/testing.ts';

/** Friday 20 Nov 2026, 10:30 IST: the market is open. */
const START = '2026-11-20T05:00:00.000Z';
const STOCKS = ['INFY', 'TITAN', 'TCS', 'SBIN', 'WIPRO', 'HDFCBANK', 'ITC', 'RELIANCE', 'MARUTI', 'LT'] as const;
const AUTHORS = ['exp_01', 'exp_02'] as const;
/** A visitor, each plan, and an author who also sees what they alone may. */
const READERS = ['', 'usr_free', 'usr_lite', 'usr_pro', 'exp_01'] as const;
/** A route that counts takes 120 requests a minute of one reader: two periods of two authors after each of some fifteen steps. */
const PERIODS = ['1M', 'ALL'] as const;

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('publish' as const),
      author: fc.constantFrom(...AUTHORS),
      stock: fc.constantFrom(...STOCKS),
      tight: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('exit' as const), place: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('later' as const), minutes: fc.constantFrom(7, 45) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('next day' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

describe.each(await featureDatabase())('figures that are computed once and shared (%s)', (database) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ database, start: START, limits: { open: 200, perDay: 200, perSector: 200, sameStock: 200 } as never });
  });
  afterAll(() => stage?.end());

  let cid = 0;
  async function take(each: Step): Promise<void> {
    cid += 1;
    const now = stage.market.now().getTime();
    if (each.what === 'publish') {
      const { ltp } = stage.market.quote(each.stock)!;
      const { tick } = stage.market.instrument(each.stock)!;
      const level = (pct: number): number => snapToTick(ltp * (1 + pct / 100), tick);
      const [up, down] = each.tight ? [1.2, -0.5] : [19, -9];
      const draft = draftOf({ stock: each.stock, entry_low: ltp, entry_high: ltp, target: level(up), stop_loss: level(down), valid_till: '2026-12-11' });
      // What the rules refuse changes nothing, and is a step as well.
      await stage.post(each.author, '/reco/v1/calls', { cid: `c${cid}`, draft });
    } else if (each.what === 'exit') {
      const open = await stage.db.selectFrom('calls').select(['id', 'expert_id']).where('is_open', '=', true).orderBy('id').execute();
      const call = open[each.place % Math.max(1, open.length)];
      if (call) await stage.post(call.expert_id, `/reco/v1/calls/${call.id}/exit`, { cid: `x${cid}`, reason: 'Capital is better used elsewhere.' });
    } else if (each.what === 'later') await stage.goTo(new Date(now + each.minutes * 60_000).toISOString());
    else await stage.goTo(new Date(istInstant(istDay(new Date(now + 86_400_000))).getTime() + 11 * 3_600_000).toISOString());
  }

  /** As a reader's own question to the stored calls, whatever was answered before. */
  const recordsFor = async (who: string, user_id: string, period: '1M' | '1Y' | 'ALL'): Promise<RecordOfExpert[]> => {
    const from = periodStart(period, istDay(stage.market.now()));
    const pages = stage.calls.closedRecords({ user_id, since: from === null ? undefined : istInstant(from) }, await asker(who));
    return wholeOf(pages);
  };
  const asker = async (who: string) => ({ caller: who === '' ? null : await authenticate(who), partner: null });
  const authenticate = async (who: string) => {
    const expert = stage.experts.get(who);
    const plan = { usr_lite: 'Lite', usr_pro: 'Pro' }[who] ?? null;
    return {
      user_id: who,
      session_id: '',
      roles: [],
      profession: expert?.profession ?? 'Retail Investor',
      is_admin: false,
      partner_key: '',
      plan,
      promotional: false,
      kyc_gate: null,
      chat: false,
      publisher: expert !== undefined,
      expert_status: expert?.status ?? '',
    } as never;
  };
  type FollowedRow = { readonly id: string; readonly follower_return: number | null };
  const followed = (rows: readonly FollowedRow[]) => new Map(rows.map(({ id, follower_return }) => [id, follower_return]));
  const judgedAnew = (records: readonly RecordOfExpert[], period: '1M' | '1Y' | 'ALL', follower: ReadonlyMap<string, number | null>) =>
    judgedRecord(
      records.map(({ call, record }) => ({
        ...record,
        sector: call.sector,
        cap: call.cap,
        ended_at: call.ended_at,
        follower_return: follower.get(call.id) ?? null,
      })),
      period,
      stage.market.now(),
    );

  async function compare(): Promise<void> {
    for (const who of READERS) {
      const store = (await stage.get(who, '/experts/v1/experts')).data.experts as { user_id: string; record: { n: number } }[];
      for (const author of AUTHORS) {
        const year = await recordsFor(who, author, '1Y');
        const ofYear = (await stage.get(who, `/experts/v1/experts/${author}?period=${STORE_PERIOD}`)).data.metrics.calls as FollowedRow[];
        const { n, hits, too_few, luck, made, worst } = judgedAnew(year, STORE_PERIOD as '1Y', followed(ofYear));
        const scored = score(
          year.map(({ record }) => record),
          stage.market.now().getTime(),
        );
        const { stars } = metricsOf([], scored);
        expect(store.find(({ user_id }) => user_id === author)!.record, `store for ${who}`).toEqual({ n, hits, too_few, luck, made, worst, stars });
        for (const period of PERIODS) {
          const records = await recordsFor(who, author, period);
          const { metrics } = (await stage.get(who, `/experts/v1/experts/${author}?period=${period}`)).data;
          const rows = metrics.calls as FollowedRow[];
          expect(new Set(rows.map(({ id }) => id)), `calls for ${who}`).toEqual(new Set(records.map(({ call }) => call.id)));
          expect(metrics.record, `record for ${who}`).toEqual(judgedAnew(records, period, followed(rows)));
          const performance = (await stage.get(who, `/reco/v1/performance?user_id=${author}&period=${period}`)).data;
          expect(performance.metrics, `performance for ${who}`).toEqual(
            metricsOf(
              records.map(({ record }) => record),
              scored,
            ),
          );
        }
      }
      if (who !== 'usr_pro') continue;
      // Categories of past calls rest for ten seconds.
      await stage.goTo(new Date(stage.market.now().getTime() + 11_000).toISOString());
      const slice = (await stage.get(who, '/reco/v1/categorised?view=closed&rows=expert')).data;
      const all = await Promise.all(AUTHORS.map((author) => recordsFor(who, author, '1Y')));
      expect(slice.total.n).toBe(all.flat().length);
      const live = (await stage.get(who, '/reco/v1/categorised?view=live&rows=expert')).data;
      const open = await stage.db.selectFrom('calls').select('id').where('is_open', '=', true).execute();
      expect(live.total.n).toBe(open.length);
    }
  }

  test('after any history they are what counting the stored calls anew gives, for every reader', async () => {
    await compare();
    const [history] = fc.sample(fc.array(step, { minLength: 24, maxLength: 24 }), { numRuns: 1, seed: 7 });
    for (const each of history!) {
      await take(each);
      if (each.what !== 'publish') await compare();
    }
    const ended = await stage.db.selectFrom('calls').select('id').where('is_open', '=', false).execute();
    // A history in which nothing ends would prove nothing.
    expect(ended.length).toBeGreaterThan(2);
  });

  test('a call that just ended is in its plan’s figures at once, and in a visitor’s only once they may read it', async () => {
    const nOf = async (who: string): Promise<number> => (await stage.get(who, '/experts/v1/experts/exp_01?period=ALL')).data.metrics.calls.length;
    await take({ what: 'publish', author: 'exp_01', stock: 'ITC', tight: false });
    await take({ what: 'later', minutes: 7 });
    const [visitor, pro] = [await nOf(''), await nOf('usr_pro')];
    const own = await stage.db
      .selectFrom('calls')
      .select('id')
      .where('is_open', '=', true)
      .where('stock', '=', 'ITC')
      .where('expert_id', '=', 'exp_01')
      .execute();
    for (const { id } of own) await stage.post('exp_01', `/reco/v1/calls/${id}/exit`, { cid: `last-${id}`, reason: 'Capital is better used elsewhere.' });
    await take({ what: 'later', minutes: 7 });
    expect(own.length).toBeGreaterThan(0);
    expect([await nOf(''), await nOf('usr_pro')]).toEqual([visitor, pro + own.length]);
  });
});
