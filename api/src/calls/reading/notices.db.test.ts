import { readReceipt } from '@vimarsh/shared/domain/calls/receipt.ts';
import { snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { featureDatabase } from '../../platform/testing.ts';
import { draftOf, openStage, type Stage } from '../testing.ts';

describe.each(await featureDatabase())('messages about calls on %s', (database) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ database, start: '2026-11-20T05:00:00.000Z' });
  });
  afterAll(() => stage.end());

  async function publish(author: string, stock: string): Promise<string> {
    const { ltp } = stage.market.quote(stock)!;
    const { tick } = stage.market.instrument(stock)!;
    const at = (pct: number) => snapToTick(ltp * (1 + pct / 100), tick);
    // A range below the last price: the call waits for its entry.
    const levels = { entry_mode: 'range' as const, entry_low: at(-2), entry_high: at(-1.5), target: at(5), stop_loss: at(-5) };
    const draft = draftOf({ stock, valid_till: '2026-12-11', ...levels });
    const { data, validation } = await stage.post(author, '/reco/v1/calls', { cid: `${author}-${stock}-call`, draft });
    expect(validation).toBe('');
    return data.id;
  }
  const expectNotices = (count: number) => vi.waitFor(() => expect(stage.notices).toHaveLength(count), { timeout: 15_000, interval: 100 });

  test('followers who may read it are told of a call and of its end: by name and number, never with levels or a result; nobody is told of others’', async () => {
    for (const who of ['usr_free', 'usr_lite', 'usr_pro', 'usr_waits']) await stage.post(who, '/reco/v1/follow', { user_id: 'exp_01', on: true });
    // The week's free call.
    await publish('exp_02', 'TCS');
    const id = await publish('exp_01', 'INFY');
    await expectNotices(1);
    await stage.post('exp_01', `/reco/v1/calls/${id}/exit`, { cid: 'leave-now', reason: 'The reason for it is gone since this morning.' });
    await expectNotices(2);
    const path = `/experts-past-recommendations?reco=${id}`;
    expect(stage.notices).toEqual([
      {
        kind: 'new_calls',
        user_ids: ['usr_lite', 'usr_pro'],
        text: expect.stringContaining('Expert 1 (INH999900001) published a new call. Log in to Vimarsh'),
        path,
      },
      // What has ended is read at once with a plan, its buyer's PAN or not.
      {
        kind: 'ended_calls',
        user_ids: ['usr_lite', 'usr_pro', 'usr_waits'],
        text: expect.stringContaining('A call of Expert 1 (INH999900001) has ended.'),
        path,
      },
    ]);
    expect(JSON.stringify(stage.notices).replaceAll(/vr1\.[\w-]+/g, '')).not.toMatch(/INFY|target|stop|cancel/i);
    const bell = async (who: string) => (await stage.get(who, '/base/v1/notices')).data.notices;
    const about = { expert: { user_id: 'exp_01', full_name: 'Expert 1' }, call: { id, kind: 'equity', stock: 'INFY', term: 'shortTerm' }, result: null };
    expect(await bell('usr_lite'), 'the bell has both, without levels').toMatchObject([
      { seq: 2, topic: 'my_calls', what: 'cancelled', ...about },
      { seq: 1, topic: 'new_calls', what: 'publish', ...about },
    ]);
    expect(JSON.stringify(await bell('usr_lite'))).not.toMatch(/price|target_price|stop_loss|entry/);
    expect(await bell('usr_free'), 'whose plan does not have it').toEqual([]);
    expect(await bell('usr_waits'), 'who paid and gave no PAN is not told of what is live').toMatchObject([{ what: 'cancelled' }]);
    const { data } = await stage.get('usr_pro', `/reco/v1/calls/${id}/receipts`);
    expect(
      stage.notices.map(({ text }) => readReceipt(text)),
      'each has the receipt of what it tells',
    ).toEqual([data[0].receipt, data.at(-1).receipt]);
    expect(data).toHaveLength(2);
  });
});
