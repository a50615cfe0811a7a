import { expect, test } from 'vitest';
import { featureDatabase } from '../platform/testing.ts';
import { draftOf, openStage } from './testing.ts';

for (const database of await featureDatabase()) {
  test(`${database}: outside the demo nobody publishes with a time clearly before the last event’s`, async () => {
    const stage = await openStage({ database, start: '2026-11-19T09:50:00.000Z', limits: { minSessions: 2 }, settings: { DEMO: 'off' } });
    const publish = (stock: string) => {
      const price = Math.round(stage.market.quote(stock)!.ltp);
      const levels = { entry_low: price, entry_high: price, target: Math.round(price * 1.06), stop_loss: Math.round(price * 0.97) };
      return stage.post('exp_01', '/reco/v1/calls', { cid: stock, draft: draftOf({ stock, ...levels, valid_till: '2026-12-04' }) });
    };
    try {
      expect(await publish('TCS')).toMatchObject({ status: true });
      await stage.goTo('2026-11-19T09:49:30.000Z');
      expect(await publish('INFY')).toMatchObject({ http: 503, code: 'RETRY' });
      await stage.goTo('2026-11-19T09:50:30.000Z');
      expect(await publish('INFY')).toMatchObject({ status: true });
    } finally {
      await stage.end();
    }
  }, 120_000);
}
