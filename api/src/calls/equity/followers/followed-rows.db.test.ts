import type { Call, CallDraft } from '@vimarsh/shared/contract/calls/types.ts';
import { costPct } from '@vimarsh/shared/domain/calls/equity/costs.ts';
import { madeOf } from '@vimarsh/shared/domain/calls/equity/made.ts';
import { snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase } from '../../../platform/testing.ts';
import { draftOf, openStage, type Stage } from '../../testing.ts';

/** Friday 20 Nov 2026, 10:30 IST: the market is open. */
const START = '2026-11-20T05:00:00.000Z';
const STOCKS = ['INFY', 'TITAN', 'TCS', 'SBIN'];

function draft(stage: Stage, stock: string, side: 1 | -1): CallDraft {
  const { ltp } = stage.market.quote(stock)!;
  const { tick } = stage.market.instrument(stock)!;
  const price = (pct: number): number => snapToTick(ltp * (1 + (side * pct) / 100), tick);
  const call_type = side > 0 ? 'Buy' : 'Sell';
  return draftOf({ stock, call_type, entry_low: ltp, entry_high: ltp, target: price(19), stop_loss: price(-9), valid_till: '2026-12-11' });
}

describe.each(await featureDatabase())('what a follower has of a call, on %s', (database) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ database, start: START, limits: { open: 20, perDay: 20, perSector: 20 } });
    for (const [at, stock] of STOCKS.entries()) {
      const answer = await stage.post('exp_01', '/reco/v1/calls', { cid: `new-${stock}`, draft: draft(stage, stock, at % 2 ? -1 : 1) });
      expect(answer.validation).toBe('');
    }
  });
  afterAll(() => stage.end());

  const listed = async (view: 'live' | 'past'): Promise<Call[]> => (await stage.get('usr_pro', `/reco/v1/calls?view=${view}&limit=50`)).data.items;
  const judged = async (): Promise<{ id: string; follower_return: number; follower_entry: number }[]> =>
    (await stage.get('usr_pro', '/experts/v1/experts/exp_01?period=1W')).data.metrics.calls;

  test('a row of an open call holds the price of the moment, and the call’s own page says the same', async () => {
    await stage.goTo('2026-11-20T05:10:00.000Z');
    for (const call of await listed('live')) {
      const quote = stage.market.quote(call.stock)!;
      expect(call.now).toEqual({ price: quote.ltp, change_pct: quote.change_pct, at: quote.ts });
      const { data } = await stage.get('usr_pro', `/reco/v1/calls/${call.id}`);
      expect({ now: data.now, follower: data.follower }).toEqual({ now: call.now, follower: call.follower });
    }
  });

  test('a follower paid the first price a minute after the call came', async () => {
    for (const { stock, follower, published_at } of await listed('live')) {
      const from = Date.parse(published_at) + 60_000;
      const bars = await stage.market.bars(stock, new Date(from), new Date(from + 5000));
      expect(follower).toEqual({ entry: bars.find(({ start }) => start.getTime() >= from)!.o, exit: null });
    }
  });

  test('an ended call has made what its expert’s record says that a follower made, less the costs, and just before its end the same by the price it ended at', async () => {
    const open = await listed('live');
    for (const { id } of open) await stage.post('exp_01', `/reco/v1/calls/${id}/exit`, { cid: `out-${id}`, reason: 'Capital is better used elsewhere.' });
    await stage.goTo('2026-11-20T05:11:00.000Z');
    const justEnded = await listed('past');
    expect(justEnded).toHaveLength(STOCKS.length);
    for (const ended of justEnded) {
      // A follower's price of leaving is not known yet.
      expect(ended.follower?.exit).toBeNull();
      expect(ended.now).toBeUndefined();
      const before = open.find(({ id }) => id === ended.id)!;
      expect(madeOf(ended, null)).toBe(madeOf(before, ended.exit!.price));
    }
    await stage.goTo('2026-11-20T05:30:00.000Z');
    const record = await judged();
    for (const ended of await listed('past')) {
      const { follower_return, follower_entry } = record.find(({ id }) => id === ended.id)!;
      expect(ended.follower).toMatchObject({ entry: follower_entry });
      expect(madeOf(ended, null)).toBeCloseTo(follower_return - costPct(ended.term), 3);
    }
  });
});
